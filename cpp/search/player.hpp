// A player: one of the searches with its options. The list of all of them stands here and nowhere else.
#pragma once

#include <variant>

#include "search/flat.hpp"
#include "search/minimax.hpp"
#include "search/nested.hpp"
#include "search/random.hpp"
#include "search/team.hpp"

namespace playout {

using PlayerOptions =
    std::variant<RandomOptions, FlatOptions, UctOptions, NestedPlayerOptions, MinimaxPlayerOptions>;

// Keeps its memory from search to search; holds a reference to the game.
template <Game G> class Player {
public:
    Player(const G &game, const PlayerOptions &options) : search_(make(game, options)) {}

    SearchResult search(const typename G::State &state, Rng rng, Meter &meter) {
        return std::visit([&](auto &search) { return search.search(state, rng, meter); }, search_);
    }

private:
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
