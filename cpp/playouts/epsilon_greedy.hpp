// A playout that plays the move it has learned to be worth most, or with probability ε any: the choice that
// Tak, Winands and Björnsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing" (IEEE
// TCIAIG 4(2), 2012) found better than the Gibbs measure. What a move is worth is up to its `Knowledge`.
// - A move is known by its code and its player. All moves of a simulation count, those in the tree as well.
// - Rewards are 1 for a win, 1/2 for a draw and 0 for a loss; in a puzzle, the score.
// - The moves are looked at from a random one on, round to the one before it: with probability ε that one is
//   played, else the first of the best.
// - What is learned is forgotten when a search begins without the tree of the last one.
// `src/playout/reference/epsilon_greedy.py` is its twin.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/actions.hpp"
#include "core/budget.hpp"
#include "core/bytes.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"
#include "playouts/line.hpp"
#include "playouts/outcome.hpp"

namespace playout {

// How many codes playouts learn about, at most.
constexpr std::uint32_t max_learned_codes = 1 << 20;

template <Game G, class Knowledge> class EpsilonGreedy {
public:
    using State = typename G::State;
    using Options = typename Knowledge::Options;

    EpsilonGreedy(const G &game, const Options &options)
        : game_(game), epsilon_(options.epsilon), actions_(dense_codes(game), max_learned_codes),
          knowledge_(options, actions_) {
        if (!(options.epsilon >= 0 && options.epsilon <= 1))
            throw std::invalid_argument(std::string(Options::name) + ": epsilon must be from 0 to 1");
    }

    Outcome play(State state, Rng &rng, Meter &meter, std::uint32_t limit = no_limit,
                 Line<G> *line = nullptr) {
        Rng draws = rng; // a copy lives in registers
        std::uint32_t length = 0;
        for (std::uint32_t n; (n = count_playout_moves(game_, state, moves_)) != 0; ++length) {
            if (length == limit) return given_up;
            const Move move = choose(state, n, draws);
            if (line != nullptr) line->add(game_, state, move);
            note(state, move);
            game_.play(state, move);
            ++meter.states;
            if constexpr (!Indexed<G>) meter.check(); // it may be slow
        }
        rng = draws;
        return {game_.score(state), length};
    }

    void begin() { played_.clear(); }
    void note(const State &state, Move move) {
        played_.push_back(actions_.number(game_.code(state, move), game_.turn(state)));
    }
    void learn(double score) {
        std::uint32_t previous = Actions::unknown;
        for (const std::uint32_t action : played_) {
            if (action != Actions::unknown)
                knowledge_.add(previous, action, reward(score, Actions::turn(action)));
            previous = action;
        }
    }

    void forget() {
        actions_.clear();
        knowledge_.clear();
    }
    void save(Writer &writer) const {
        actions_.save(writer);
        knowledge_.save(writer);
    }
    void load(Reader &reader) {
        actions_.load(reader);
        knowledge_.load(reader, actions_);
    }

private:
    // By the side of 0 on which the score lies, as in a match.
    [[nodiscard]] double reward(double score, Turn turn) const {
        if (game_.players() == 1) return score;
        if (score == 0) return 0.5;
        return (score > 0) == (turn == Turn::Max) ? 1 : 0;
    }

    Move choose(const State &state, std::uint32_t n, Rng &rng) {
        const bool explores = rng.fraction() < epsilon_;
        const std::uint32_t first = rng.below(n);
        if (explores) return nth_playout_move(game_, state, moves_, first);
        if constexpr (CountedPlayoutMoves<G>) list_playout_moves(game_, state, moves_);
        return best_from(state, static_cast<int>(first));
    }

    [[nodiscard]] Move best_from(const State &state, int first) const {
        const Turn turn = game_.turn(state);
        const std::uint32_t previous = played_.empty() ? Actions::unknown : played_.back();
        const auto worth = [&](Move move) {
            return knowledge_.value(previous, actions_.find(game_.code(state, move), turn));
        };
        Move best = moves_[first];
        double most = worth(best);
        const auto look = [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                const double value = worth(moves_[i]);
                best = value > most ? moves_[i] : best; // no branch: it would be unpredictable
                most = value > most ? value : most;
            }
        };
        look(first + 1, moves_.size());
        look(0, first);
        return best;
    }

    const G &game_;
    double epsilon_;
    Actions actions_;
    Knowledge knowledge_;
    std::vector<std::uint32_t> played_; // the actions of the simulation
    typename G::Moves moves_;           // scratch
};

} // namespace playout
