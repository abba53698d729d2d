// A player: one of the searches with its options. The list of all of them stands here and nowhere else.
#pragma once

#include <variant>

#include "search/flat.hpp"
#include "search/minimax.hpp"
#include "search/nested.hpp"
#include "search/random.hpp"
#include "search/uct.hpp"

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
    using Search = std::variant<RandomSearch<G>, Flat<G>, Uct<G>, NestedPlayer<G>, MinimaxPlayer<G>>;

    static Search make(const G &game, const RandomOptions &options) { return RandomSearch<G>(game, options); }
    static Search make(const G &game, const FlatOptions &options) { return Flat<G>(game, options); }
    static Search make(const G &game, const UctOptions &options) { return Uct<G>(game, options); }
    static Search make(const G &game, const NestedPlayerOptions &options) {
        return NestedPlayer<G>(game, options);
    }
    static Search make(const G &game, const MinimaxPlayerOptions &options) {
        return MinimaxPlayer<G>(game, options);
    }
    static Search make(const G &game, const PlayerOptions &options) {
        return std::visit([&](const auto &chosen) { return make(game, chosen); }, options);
    }

    Search search_;
};

} // namespace playout
