// The Monte Carlo playout: uniformly random legal moves to the end of the game.
#pragma once

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"

namespace playout {

// Plays a copy of the state to its end and returns the score. One draw of below(n) a move, n the number of
// legal moves, so that the hooks of an Indexed game change the speed and nothing else. A game that lists its
// moves may be slow (written in Python, say), so there the meter is asked at every move.
template <Game G> double uniform_playout(const G &game, typename G::State state, Rng &rng, Meter &meter) {
    if constexpr (OwnPlayoutMoves<G>) {
        while (const std::uint32_t n = game.playout_count(state)) {
            game.playout_play(state, rng.below(n));
            ++meter.states;
        }
    } else if constexpr (Indexed<G>) {
        Rng draws = rng; // a copy, like the state, lives in registers; a reference is stored at every move
        std::uint64_t states = 0;
        while (const std::uint32_t n = game.count(state)) {
            game.play_nth(state, draws.below(n));
            ++states;
        }
        rng = draws;
        meter.states += states;
    } else {
        typename G::Moves moves;
        for (game.legal(state, moves); !moves.empty(); game.legal(state, moves)) {
            game.play(state, moves[static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.size())))]);
            ++meter.states;
            meter.check();
        }
    }
    return game.score(state);
}

} // namespace playout
