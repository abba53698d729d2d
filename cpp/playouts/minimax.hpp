// Minimax of a given depth, and the playout that looks so far ahead at every move: the minimax rollouts of
// MCTS-MR (Baier and Winands, "Monte-Carlo Tree Search and Minimax Hybrids", CIG 2013), which Table 5 of the
// two-player nested search paper compares with. What lies beyond the depth counts as the middle of the
// scores; among equally good moves each is as likely. The window begins as the bounds of the score, so that
// nothing is searched beside a win. `src/playout/reference/minimax.py` is its twin.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"
#include "playouts/line.hpp"
#include "playouts/outcome.hpp"

namespace playout {

struct MinimaxOptions {
    static constexpr int max_depth = 100;
    int depth = 1;
};

template <Game G> class Minimax {
public:
    using State = typename G::State;
    using Moves = typename G::Moves;

    Minimax(const G &game, const MinimaxOptions &options)
        : game_(game), depth_(options.depth), bounds_(game.bounds()), middle_(bounds_.middle()) {
        if (depth_ < 1 || depth_ > MinimaxOptions::max_depth)
            throw std::invalid_argument("minimax: depth must be from 1 to " +
                                        std::to_string(MinimaxOptions::max_depth));
    }

    Outcome play(State &&state, Rng &rng, Meter &meter, std::uint32_t limit = no_limit,
                 Line<G> *line = nullptr) const {
        Moves moves;
        std::uint32_t length = 0;
        for (list_playout_moves(game_, state, moves); !moves.empty();
             list_playout_moves(game_, state, moves)) {
            if (length == limit) return given_up;
            const Move move = choose(state, moves, rng, meter);
            if (line != nullptr) line->add(game_, state, move);
            game_.play(state, move);
            ++meter.states;
            ++length;
        }
        return {game_.score(state), length};
    }

    // The value of a move, exact as far as a depth goes if it lies between alpha and beta.
    double value(State state, Move move, int depth, double alpha, double beta, Meter &meter) const {
        game_.play(state, move);
        ++meter.states;
        return alpha_beta(state, depth - 1, alpha, beta, meter);
    }

    [[nodiscard]] int depth() const { return depth_; }

    // Whether the values since the last call took anything for the middle of the scores that was no end.
    bool looked_beyond() const { return std::exchange(looked_beyond_, false); }

    [[nodiscard]] const Bounds &bounds() const { return bounds_; }

private:
    Move choose(const State &state, Moves &moves, Rng &rng, Meter &meter) const {
        meter.check_states();
        const Turn turn = game_.turn(state);
        Move choice = -1;
        auto [alpha, beta] = bounds_;
        for (int i = 0; i < moves.size(); ++i) {
            const Move move = draw_move(moves, i, rng);
            if (narrow(alpha, beta, value(state, move, depth_, alpha, beta, meter), turn) || i == 0)
                choice = move;
            if (alpha >= beta) break;
        }
        return choice;
    }

    double alpha_beta(const State &state, int depth, double alpha, double beta, Meter &meter) const {
        Moves moves;
        list_playout_moves(game_, state, moves);
        if (moves.empty()) return game_.score(state);
        if (depth == 0) {
            looked_beyond_ = true;
            return middle_;
        }
        meter.check_states();
        const Turn turn = game_.turn(state);
        for (const Move move : moves) {
            State next = state;
            game_.play(next, move);
            ++meter.states;
            narrow(alpha, beta, alpha_beta(next, depth - 1, alpha, beta, meter), turn);
            if (alpha >= beta) break;
        }
        return turn == Turn::Max ? alpha : beta;
    }

    // Takes a value into the window of the player to move; says whether it was better.
    static bool narrow(double &alpha, double &beta, double value, Turn turn) {
        const bool better = turn == Turn::Max ? value > alpha : value < beta;
        if (better) (turn == Turn::Max ? alpha : beta) = value;
        return better;
    }

    const G &game_;
    int depth_;
    Bounds bounds_;
    double middle_;
    mutable bool looked_beyond_ = false;
};

} // namespace playout
