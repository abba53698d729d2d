// The player that draws a legal move: the yardstick of every other one.
#pragma once

#include "core/error.hpp"
#include "core/rng.hpp"
#include "search/result.hpp"

namespace playout {

struct RandomOptions {
    static constexpr const char *name = "random";
};

template <Game G> class RandomSearch {
public:
    RandomSearch(const G &game, const RandomOptions &) : game_(game) {}

    SearchResult search(const typename G::State &root, Rng rng, Meter &meter) const {
        typename G::Moves moves;
        game_.legal(root, moves);
        if (moves.empty()) throw FickleGame();
        SearchResult result;
        result.move = moves[static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.size())))];
        result.bounds = game_.bounds();
        result.value = result.bounds.middle();
        result.read(meter);
        return result;
    }

private:
    const G &game_;
};

} // namespace playout
