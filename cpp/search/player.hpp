// A player: one of the searches with its options. The list of all of them stands here and nowhere else.
#pragma once

#include <span>
#include <stdexcept>
#include <variant>
#include <vector>

#include "core/bytes.hpp"
#include "search/flat.hpp"
#include "search/minimax.hpp"
#include "search/nested.hpp"
#include "search/random.hpp"
#include "search/team.hpp"

namespace playout {

using PlayerOptions =
    std::variant<RandomOptions, FlatOptions, UctOptions, NestedPlayerOptions, MinimaxPlayerOptions>;

// Keeps its memory from search to search; holds a reference to the game. Where the rules throw, `begin` and
// `play` change nothing.
template <Game G> class Player {
public:
    Player(const G &game, const PlayerOptions &options) : search_(make(game, options)) {}

    void begin(const typename G::State &root, Rng rng) {
        visit([&](auto &search) { search.begin(root, rng); });
    }
    void run(Meter &meter) {
        visit([&](auto &search) { search.run(meter); });
    }
    // Goes on from the state after a move.
    void play(Move move, const typename G::State &after) {
        visit([&](auto &search) { search.play(move, after); });
    }
    [[nodiscard]] bool finished() const {
        return std::visit([](const auto &search) { return search.finished(); }, search_);
    }
    [[nodiscard]] SearchResult answer() const {
        return std::visit([](const auto &search) { return search.answer(); }, search_);
    }
    [[nodiscard]] std::vector<Child> look(std::span<const Move> path) const {
        return std::visit([&](const auto &search) { return search.look(path); }, search_);
    }

    // Those with a memory can be kept.
    void save(Writer &writer) const {
        const auto save = [&](const auto &search) {
            if constexpr (requires { search.save(writer); })
                search.save(writer);
            else
                refuse_to_save();
        };
        std::visit(save, search_);
    }
    void load(const typename G::State &root, Reader &reader) {
        visit([&](auto &search) {
            if constexpr (requires { search.load(root, reader); })
                search.load(root, reader);
            else
                refuse_to_save();
        });
    }

private:
    [[noreturn]] static void refuse_to_save() {
        throw std::invalid_argument(
            "only uct and flat can be saved: other players keep nothing that their seed "
            "does not bring back");
    }

    template <class Do> void visit(Do act) { std::visit(act, search_); }

    using Search = std::variant<RandomSearch<G>, Flat<G>, UctTeam<G>, NestedPlayer<G>, MinimaxPlayer<G>>;

    // Made in place: a search need not be movable.
    template <class S, class Options> static Search make(const G &game, const Options &options) {
        return Search(std::in_place_type<S>, game, options);
    }
    static Search make(const G &game, const PlayerOptions &options) {
        return std::visit([&](const auto &chosen) { return make_one(game, chosen); }, options);
    }
    static Search make_one(const G &game, const RandomOptions &o) { return make<RandomSearch<G>>(game, o); }
    static Search make_one(const G &game, const FlatOptions &o) { return make<Flat<G>>(game, o); }
    static Search make_one(const G &game, const UctOptions &o) { return make<UctTeam<G>>(game, o); }
    static Search make_one(const G &game, const NestedPlayerOptions &o) {
        return make<NestedPlayer<G>>(game, o);
    }
    static Search make_one(const G &game, const MinimaxPlayerOptions &o) {
        return make<MinimaxPlayer<G>>(game, o);
    }

    Search search_;
};

} // namespace playout
