// Playouts that look at what happens at once: uniformly random moves, but none that loses at once if there is
// another, and with `decisive` a move that wins at once wherever there is one.
//
// Teytaud and Teytaud, "On the Huge Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms" (CIG
// 2010): a decisive move wins at once; an anti-decisive move leaves the opponent none. Their algorithm plays
// a decisive move if there is one, else an anti-decisive one if there is one, else what it would have played
// anyway. Section 3.3 of the NoGo paper (Chou, Teytaud and Yen, EvoGames 2011) takes the second half of it,
// by leaving out moves that lose at once: that is the default here.
//
// What this means in NoGo the paper leaves open. Where a capture or a suicide is a move that loses, it may
// mean those moves; in the normal form of the game, the paper's and ours, they are not legal, and no legal
// move loses by itself. So a move loses at once if the opponent has a reply that leaves its player without a
// move. For every game:
// - A move wins at once if it ends the game with a score on its player's side of 0, as in a match. It loses
//   at once if it ends the game with a score on the other side, or if the opponent's next move can win at
//   once.
// - Moves are those that playouts draw from; in Go they fill no own eye.
// - A move is drawn from all; if it loses at once, another is drawn from the rest, and so on. Where all lose,
//   the first one drawn is played. Where several win, one of them is drawn.
// - Looking ahead is no move of the playout: it counts no states, so that a hook changes the speed only.
// `src/playout/reference/anti_decisive.py` is its twin.
#pragma once

#include <stdexcept>
#include <utility>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"
#include "playouts/line.hpp"
#include "playouts/outcome.hpp"

namespace playout {

struct AntiDecisiveOptions {
    bool decisive = false;
};

template <Game G> class AntiDecisive {
public:
    using State = typename G::State;
    using Moves = typename G::Moves;

    AntiDecisive(const G &game, const AntiDecisiveOptions &options)
        : game_(game), decisive_(options.decisive) {
        if (game.players() != 2)
            throw std::invalid_argument("anti_decisive is for games of two players: in a puzzle nobody wins");
    }

    Outcome play(State state, Rng &rng, Meter &meter, std::uint32_t limit = no_limit,
                 Line<G> *line = nullptr) {
        State next = state;
        is_quiet_ = false;
        for (std::uint32_t length = 0;; ++length) {
            const std::uint32_t n = count_playout_moves(game_, state, moves_);
            if (n == 0) return {game_.score(state), length};
            if (length == limit) return given_up;
            const Move move = choose(state, n, next, rng, meter);
            if (line != nullptr) line->add(game_, state, move);
            state = next;
            ++meter.states;
        }
    }

private:
    // A move, and the state after it.
    Move choose(const State &state, std::uint32_t n, State &next, Rng &rng, Meter &meter) {
        if (decisive_ && !std::exchange(is_quiet_, false))
            if (list_wins(state, meter); !wins_.empty()) return draw_win(state, next, rng);
        return draw_safe(state, n, next, rng, meter);
    }

    Move draw_safe(const State &state, std::uint32_t n, State &next, Rng &rng, Meter &meter) {
        const std::uint32_t k = rng.below(n);
        const Move first = nth_playout_move(game_, state, moves_, k);
        if (is_safe(state, first, next, meter)) return first;
        if constexpr (Indexed<G> || OwnPlayoutMoves<G>) list_playout_moves(game_, state, moves_);
        moves_.swap(0, static_cast<int>(k));
        for (int i = 1; i < moves_.size(); ++i)
            if (const Move move = draw_move(moves_, i, rng); is_safe(state, move, next, meter)) return move;
        try_move(state, first, next);
        return first;
    }

    Move draw_win(const State &state, State &next, Rng &rng) {
        const Move move = draw_move(wins_, 0, rng);
        try_move(state, move, next);
        return move;
    }

    // Whether a move does not lose at once; makes the state after it.
    bool is_safe(const State &state, Move move, State &next, Meter &meter) {
        const Turn turn = game_.turn(state);
        try_move(state, move, next);
        if (count_playout_moves(game_, next, replies_) == 0) return !won(next, other(turn));
        if (game_.turn(next) == turn) return true;
        return is_quiet_ = !can_win(next, meter);
    }

    // Whether the player to move has a move that wins at once.
    bool can_win(const State &state, Meter &meter) {
        list_ends(state);
        for (const Move move : ends_)
            if (wins(state, move, meter)) return true;
        return false;
    }

    void list_wins(const State &state, Meter &meter) {
        list_ends(state);
        wins_.clear();
        for (const Move move : ends_)
            if (wins(state, move, meter)) wins_.push_back(move);
    }

    // The moves that may end the game.
    void list_ends(const State &state) {
        if constexpr (ForeseesEnd<G>)
            game_.list_ends(state, ends_);
        else
            list_playout_moves(game_, state, ends_);
    }

    bool wins(const State &state, Move move, Meter &meter) {
        meter.check(); // a game written in Python may be slow
        State end = state;
        game_.play(end, move);
        return count_playout_moves(game_, end, replies_) == 0 && won(end, game_.turn(state));
    }

    void try_move(const State &state, Move move, State &next) const {
        next = state;
        game_.play(next, move);
    }

    [[nodiscard]] bool won(const State &end, Turn turn) const {
        return turn == Turn::Max ? game_.score(end) > 0 : game_.score(end) < 0;
    }

    const G &game_;
    bool decisive_;
    bool is_quiet_ = false;               // the player to move cannot win at once, as was just seen
    Moves moves_, ends_, wins_, replies_; // scratch
};

} // namespace playout
