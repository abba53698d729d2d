// Playouts that remember their moves, for searches that want a sequence and not only a score.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"

namespace playout {

// The uniform playout: the draws of uniform.hpp, so the same games.
template <Game G> class RecordedUniform {
public:
    using State = typename G::State;

    explicit RecordedUniform(const G &game) : game_(game) {}

    double play(State state, Rng &rng, Meter &meter, std::vector<Move> &moves) {
        moves.clear();
        if constexpr (Indexed<G>)
            play_by_index(state, rng, moves);
        else
            play_by_list(state, rng, meter, moves);
        meter.states += moves.size();
        return game_.score(state);
    }

private:
    void play_by_index(State &state, Rng &rng, std::vector<Move> &moves) {
        Rng draws = rng; // a copy lives in registers
        while (const std::uint32_t n = game_.count(state)) {
            const std::uint32_t k = draws.below(n);
            moves.push_back(game_.nth(state, k));
            game_.play_nth(state, k);
        }
        rng = draws;
    }

    // A game that lists its moves may be slow (written in Python, say), so the meter is asked at every move.
    void play_by_list(State &state, Rng &rng, Meter &meter, std::vector<Move> &moves) {
        for (game_.legal(state, legal_); !legal_.empty(); game_.legal(state, legal_)) {
            moves.push_back(legal_[static_cast<int>(rng.below(static_cast<std::uint32_t>(legal_.size())))]);
            game_.play(state, moves.back());
            meter.check();
        }
    }

    const G &game_;
    typename G::Moves legal_; // scratch
};

} // namespace playout
