// The Monte Carlo playout: uniformly random legal moves to the end of the game.
#pragma once

#include <algorithm>
#include <utility>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"
#include "playouts/line.hpp"
#include "playouts/outcome.hpp"

namespace playout {

struct UniformOptions {};

// One draw of below(n) a move, n the number of moves to choose from, so that the hooks of a game change the
// speed and nothing else.
template <Game G> class Uniform {
public:
    using State = typename G::State;

    Uniform(const G &game, const UniformOptions &) : game_(game) {}

    // With a line, the moves are added to it.
    Outcome play(State &&state, Rng &rng, Meter &meter, std::uint32_t limit = no_limit,
                 Line<G> *line = nullptr) const {
        if constexpr (PlaysOut<G>)
            if (line == nullptr && game_.plays_out()) return play_whole(std::move(state), rng, meter, limit);
        if constexpr (!CountedPlayoutMoves<G>)
            return play_by_list(std::move(state), rng, meter, limit, line);
        else if (line == nullptr)
            return play_by_index(std::move(state), rng, meter, limit,
                                 [this](State &s, std::uint32_t k) { play_nth(s, k); });
        else
            return play_by_index(std::move(state), rng, meter, limit, [&](State &s, std::uint32_t k) {
                const Move move = nth_playout_move(game_, s, k);
                line->add(game_, s, move);
                game_.play(s, move);
            });
    }

private:
    // Flat: a call that the compiler leaves in this loop halves its speed.
    template <class Step>
    [[gnu::flatten]] Outcome play_by_index(State state, Rng &rng, Meter &meter, std::uint32_t limit,
                                           Step step) const {
        Rng draws = rng; // a copy, like the state, lives in registers; a reference is stored at every move
        std::uint32_t length = 0, n;
        for (; (n = count_playout_moves(game_, state)) != 0 && length < limit; ++length)
            step(state, draws.below(n));
        rng = draws;
        meter.states += length;
        return outcome(state, length, n == 0);
    }

    // A game that lists its moves may be slow (written in Python, say), so the meter is asked at every move.
    Outcome play_by_list(State state, Rng &rng, Meter &meter, std::uint32_t limit, Line<G> *line) const {
        typename G::Moves moves;
        std::uint32_t length = 0;
        for (game_.legal(state, moves); !moves.empty() && length < limit;
             game_.legal(state, moves), ++length) {
            const Move move = moves[static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.size())))];
            if (line != nullptr) line->add(game_, state, move);
            game_.play(state, move);
            ++meter.states;
            meter.check();
        }
        return outcome(state, length, moves.empty());
    }

    // In pieces, between which the meter is asked.
    Outcome play_whole(State state, Rng &rng, Meter &meter, std::uint32_t limit) const {
        constexpr std::uint32_t piece = 1000;
        typename G::Moves moves;
        std::uint32_t length = 0;
        for (;; meter.check()) {
            const std::uint32_t most = std::min(limit - length, piece);
            const std::uint32_t made = game_.play_out(state, moves, rng, most);
            length += made;
            meter.states += made;
            if (made < most) return outcome(state, length, true);
            if (length == limit) break;
        }
        game_.legal(state, moves);
        return outcome(state, length, moves.empty());
    }

    Outcome outcome(const State &state, std::uint32_t length, bool finished) const {
        return finished ? Outcome{game_.score(state), length} : given_up;
    }

    void play_nth(State &state, std::uint32_t k) const {
        if constexpr (OwnPlayoutMoves<G>)
            game_.playout_play(state, k);
        else
            game_.play_nth(state, k);
    }

    const G &game_;
};

} // namespace playout
