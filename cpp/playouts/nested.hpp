// Two-player nested Monte Carlo search: NMC(n), Algorithm 1 of Cazenave, Saffidine, Schofield and Thielscher,
// "Nested Monte Carlo Search for Two-player Games" (AAAI 2016). At every state s of a playout of level n,
// each successor is evaluated by a playout of level n - 1, and the one that is best for the player to move is
// played. Where this differs from the algorithm as printed, docs/algorithms/nested.md has the reasons.
// - Level 0 is any playout (`base`); the paper's is the uniform one.
// - The successors are evaluated in random order and the first of the best is played: what propositions 3 and
//   4 assume, and a fair choice among equals. Each evaluation has a generator of its own, drawn from that
//   of its playout, so that pruning one evaluation leaves the others as they were. Without `shuffle` the
//   order is that of the list of moves.
// - Discounting orders by score first and by length among equal scores: the better half of the scores sooner,
//   the worse half later. With the paper's two outcomes, or with draws, that is the order of v / (t + 1).
// - Cut on win stops at a score that nothing exceeds. Prune on depth gives an evaluation up when it can be no
//   shorter than such a score already found by a sibling, by the text and not by line 5.
// - A base that learns does so from its own playouts, as far as they come to their end.
// - Cuts and pruning may be confined to the choices of levels 1 to i, as in Table 2.
// `src/playout/reference/nested.py` is its twin.
#pragma once

#include <memory>
#include <utility>

#include "core/budget.hpp"
#include "core/bytes.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"
#include "playouts/line.hpp"
#include "playouts/outcome.hpp"

namespace playout {

struct PlayoutOptions;
template <Game G> class Playout;

struct NestedOptions {
    static constexpr int max_level = 10;
    int level = 1; // n
    bool discount = false;
    int cut_on_win = 0;     // at the choices of levels up to this one
    int prune_on_depth = 0; // the same
    bool shuffle = true;
    std::shared_ptr<const PlayoutOptions> base{};
};

template <Game G> class Nested {
public:
    using State = typename G::State;
    using Moves = typename G::Moves;

    Nested(const G &game, const NestedOptions &options);

    Outcome play(State &&state, Rng &rng, Meter &meter, std::uint32_t limit = no_limit,
                 Line<G> *line = nullptr) {
        return all_or_nothing(options_.level,
                              [&] { return of_level(options_.level, state, rng, meter, limit, line); });
    }

    // Chooses one of the moves for a playout of level n, by playouts of level n - 1.
    Move choose(int n, const State &s, Moves &moves, Rng &rng, Meter &meter) {
        const Turn turn = game_.turn(s);
        Move best_move = -1;
        Outcome best = given_up;
        for (int i = 0; i < moves.size() && !decided(n, best, turn); ++i) {
            meter.check_states();
            const Move move = draw(moves, i, rng);
            const Outcome l = evaluate(n - 1, s, move, limit(n, best, turn), Rng(rng.next()), meter);
            if (i == 0 || better(l, best, turn)) {
                best_move = move;
                best = l;
            }
        }
        return best_move;
    }

    // The i-th move to be evaluated.
    Move draw(Moves &moves, int i, Rng &rng) const {
        return options_.shuffle ? draw_move(moves, i, rng) : moves[i];
    }

    // The outcome of a playout of level n after a move, for a player.
    Outcome try_move(int n, const State &s, Move move, std::uint32_t limit, Rng rng, Meter &meter) {
        return all_or_nothing(n, [&] { return evaluate(n, s, move, limit, rng, meter); });
    }

    // The outcome of a playout of level n after a move.
    Outcome evaluate(int n, const State &s, Move move, std::uint32_t limit, Rng rng, Meter &meter) {
        State next = s;
        game_.play(next, move);
        ++meter.states;
        return of_level(n, next, rng, meter, limit);
    }

    // Nothing can be better, or so it is taken.
    [[nodiscard]] bool decided(int n, const Outcome &best, Turn turn) const {
        const bool cutting = n <= options_.cut_on_win, pruning = n <= options_.prune_on_depth;
        return (cutting || (pruning && best.length == 0)) && best.finished && is_top(best, turn);
    }

    // How long an evaluation may go on.
    [[nodiscard]] std::uint32_t limit(int n, const Outcome &best, Turn turn) const {
        const bool pruning = n <= options_.prune_on_depth && best.finished && is_top(best, turn);
        return pruning ? best.length - 1 : no_limit;
    }

    // Whether a player prefers one outcome to another.
    [[nodiscard]] bool better(const Outcome &a, const Outcome &b, Turn turn) const {
        if (!a.finished) return false;
        if (a.score != b.score) return (a.score > b.score) == (turn == Turn::Max);
        const double half = a.score - middle_;
        if (!options_.discount || half == 0) return false;
        return (half > 0) == (turn == Turn::Max) ? a.length < b.length : a.length > b.length;
    }

    [[nodiscard]] Playout<G> &base() { return *base_; }
    [[nodiscard]] const Playout<G> &base() const { return *base_; }

private:
    // Work that throws will be done again, and must then find what the base had learned before.
    template <class Work> Outcome all_or_nothing(int n, Work work) {
        if (n == 0 || !base_->has_knowledge()) return work();
        Writer before;
        base_->save(before);
        try {
            return work();
        } catch (...) {
            Reader reader(before.bytes());
            base_->load(reader);
            throw;
        }
    }

    Outcome of_level(int n, State &s, Rng &rng, Meter &meter, std::uint32_t limit, Line<G> *line = nullptr) {
        return n == 0 ? play_base(s, rng, meter, limit, line) : nested(n, s, rng, meter, limit, line);
    }

    Outcome play_base(State &s, Rng &rng, Meter &meter, std::uint32_t limit, Line<G> *line) {
        if (!learns_) return base_->play(std::move(s), rng, meter, limit, line);
        base_->begin();
        const Outcome outcome = base_->play(std::move(s), rng, meter, limit, line);
        if (outcome.finished) base_->learn(outcome.score);
        return outcome;
    }

    Outcome nested(int n, State &s, Rng &rng, Meter &meter, std::uint32_t limit, Line<G> *line) {
        Moves moves;
        std::uint32_t d = 0;
        for (list_playout_moves(game_, s, moves); !moves.empty(); list_playout_moves(game_, s, moves)) {
            if (d == limit) return given_up;
            const Move move = choose(n, s, moves, rng, meter);
            if (line != nullptr) line->add(game_, s, move);
            game_.play(s, move);
            ++meter.states;
            ++d;
        }
        return {game_.score(s), d};
    }

    [[nodiscard]] bool is_top(const Outcome &outcome, Turn turn) const {
        return outcome.score == (turn == Turn::Max ? bounds_.high : bounds_.low);
    }

    const G &game_;
    NestedOptions options_;
    Bounds bounds_;
    double middle_;
    std::unique_ptr<Playout<G>> base_;
    bool learns_; // the base
};

} // namespace playout
