// perft: the number of move sequences of a given length from a state, the standard check of move rules.
// Sequences that end earlier do not count.
#pragma once

#include <cstdint>

#include "core/budget.hpp"
#include "core/game.hpp"

namespace playout {

template <Game G>
std::uint64_t perft(const G &game, const typename G::State &state, int depth, Meter &meter) {
    if (depth <= 0) return 1;
    meter.check();
    typename G::Moves moves;
    game.legal(state, moves);
    if (depth == 1) return static_cast<std::uint64_t>(moves.size());
    std::uint64_t leaves = 0;
    for (const Move move : moves) {
        auto next = state;
        game.play(next, move);
        leaves += perft(game, next, depth - 1, meter);
    }
    return leaves;
}

} // namespace playout
