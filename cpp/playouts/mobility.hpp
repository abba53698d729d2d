// The generic playout for normal form games, in which the player without a move has lost: section 3.5 of
// Chou, Teytaud and Yen, "Revisiting Monte-Carlo Tree Search on a Normal Form Game: NoGo" (EvoGames 2011). Of
// every legal move,
//
//     a   is the number of legal moves that it takes from the opponent,
//     b   the number that it takes from its own player,
//     a'  the number that the opponent, if he played there, would take from himself,
//     b'  the number that he would take from the player to move,
//
// and a move with the greatest a - b - a' + b' (`full`) is played, each of them with the same probability.
// The default is the simpler a - b, which is what the paper measures. What it leaves open is settled as
// follows.
// - A move takes its own place, from both players if both could play there. Where it does nothing else, a - b
//   is 0, as in the paper's first picture.
// - To count a player's moves when it is not his turn, the turn is changed and nothing else. A move that ends
//   the game takes all moves from the opponent; its own player's are counted as if the game went on.
// - Moves taken are the difference of two counts. In NoGo and Domineering moves only ever disappear; in the
//   other games a move may also open some, and counts less for it.
// - "There", for the opponent, is his move of the same number: in NoGo the same cell; in Domineering the
//   domino from the same cell; in Breakthrough the same step to the same cell. Where he has none, a' and b'
//   are 0.
// - Counting is no move of the playout: it counts no states.
// A game may know a and b without counting (Domineering), or keep them along a game (NoGo); for the others
// each move is tried and counted, on bit boards a few population counts. A misère game is not in normal form.
// `src/playout/reference/mobility.py` is its twin.
#pragma once

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/normal_form.hpp"
#include "core/rng.hpp"
#include "playouts/line.hpp"
#include "playouts/outcome.hpp"

namespace playout {

struct MobilityOptions {
    bool full = false;
};

// A game of which a and b are known, move by move. The plain way: try and count.
template <NormalForm G> class CountedMobility {
public:
    using State = typename G::State;
    using Moves = typename G::Moves;

    CountedMobility(const G &game, State state) : game_(game), state_(std::move(state)) {}

    [[nodiscard]] const State &state() const { return state_; }
    void play(Move move) { game_.play(state_, move); }
    [[nodiscard]] Removed removed(Move move) const { return removed(state_, move); }

    // One of the moves with the greatest score, in legal()'s order; -1 if the game is over.
    Move draw(bool full, Rng &rng) const {
        Moves moves;
        list_best(full, moves);
        return moves.empty() ? -1 : draw_move(moves, 0, rng);
    }

private:
    void list_best(bool full, Moves &moves) const {
        const State turned = game_.with_turn(state_, other(game_.turn(state_)));
        Moves all, others;
        game_.legal(state_, all);
        if (full) game_.legal(turned, others);
        moves.clear();
        int most = std::numeric_limits<int>::min();
        for (const Move move : all) {
            const int score = gain(state_, move) + (contains(others, move) ? gain(turned, move) : 0);
            if (score < most) continue;
            if (score > most) moves.clear();
            moves.push_back(move);
            most = score;
        }
    }

    [[nodiscard]] Removed removed(const State &state, Move move) const {
        if constexpr (KnowsRemoved<G>) {
            return game_.removed(state, move);
        } else {
            const Turn own = game_.turn(state), others = other(own);
            State after = state;
            game_.play(after, move);
            return {count(state, others) - count(after, others), count(state, own) - count(after, own)};
        }
    }

    [[nodiscard]] int count(const State &state, Turn turn) const {
        const State turned = game_.with_turn(state, turn);
        if constexpr (Indexed<G>) {
            return static_cast<int>(game_.count(turned));
        } else {
            Moves moves;
            game_.legal(turned, moves);
            return moves.size();
        }
    }

    [[nodiscard]] int gain(const State &state, Move move) const {
        const auto [others, own] = removed(state, move);
        return others - own;
    }

    static bool contains(const Moves &moves, Move move) {
        return std::find(moves.begin(), moves.end(), move) != moves.end();
    }

    const G &game_;
    State state_;
};

template <Game G> class Mobility {
public:
    using State = typename G::State;

    Mobility(const G &game, const MobilityOptions &options) : game_(game), full_(options.full) {
        bool suits = false;
        if constexpr (NormalForm<G>) suits = game.normal_form();
        if (!suits)
            throw std::invalid_argument(
                "mobility is for games in which the player without a move has lost: nogo, atarigo, "
                "domineering, breakthrough and knightthrough, and not their misere versions; a game written "
                "in Python says so by a method with_turn(state, turn)");
    }

    Outcome play(State state, Rng &rng, Meter &meter, std::uint32_t limit = no_limit,
                 Line<G> *line = nullptr) {
        if constexpr (TracksMobility<G>)
            return play<typename G::Mobility>(std::move(state), rng, meter, limit, line);
        else if constexpr (NormalForm<G>)
            return play<CountedMobility<G>>(std::move(state), rng, meter, limit, line);
        else
            return given_up; // no such playout can be made
    }

private:
    template <class Counts>
    Outcome play(State state, Rng &rng, Meter &meter, std::uint32_t limit, Line<G> *line) {
        Counts counts(game_, std::move(state));
        std::uint32_t length = 0;
        for (Move move; (move = counts.draw(full_, rng)) >= 0;) {
            if (length == limit) return given_up;
            if (line != nullptr) line->add(game_, counts.state(), move);
            counts.play(move);
            ++meter.states;
            ++length;
            if constexpr (!Indexed<G>) meter.check(); // it may be slow
        }
        return {game_.score(counts.state()), length};
    }

    const G &game_;
    bool full_;
};

} // namespace playout
