// The N-gram selection technique: Tak, Winands and Björnsson, "N-Grams and the Last-Good-Reply Policy Applied
// in General Game Playing" (IEEE TCIAIG 4(2), 2012), with single moves and pairs of moves, put together our
// way. A pair is a move and the one that was played before it, by whomever. A move is worth the mean of two
// means: the mean reward of the simulations with the move, as in mast.hpp, and that of those with the pair;
// or the first alone, until the pair was met k times. The first move of a simulation has none before it.
// `src/playout/reference/nst.py` is its twin.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "playouts/epsilon_greedy.hpp"
#include "playouts/means.hpp"

namespace playout {

struct NstOptions {
    static constexpr const char *name = "nst";
    double epsilon = 0.4;
    int k = 7;
};

class PairMeans {
public:
    using Options = NstOptions;

    PairMeans(const Options &options, const Actions &actions)
        : k_(options.k), width_(actions.are_dense() ? actions.count() : std::uint64_t{1} << 32),
          pairs_(actions.are_dense() ? width_ * width_ : 0, max_learned_codes) {
        if (options.k < 1) throw std::invalid_argument("nst: k must be 1 or more");
    }

    [[nodiscard]] double value(std::uint32_t previous, std::uint32_t action) const {
        const std::int32_t pair = pairs_.find(code(previous, action));
        if (pair == CodeNumbers::none) return moves_[action];
        const auto number = static_cast<std::size_t>(pair);
        return of_pairs_.count(number) < k_ ? moves_[action] : (moves_[action] + of_pairs_[number]) / 2;
    }

    void add(std::uint32_t previous, std::uint32_t action, double reward) {
        moves_.add(action, reward);
        const std::int32_t pair = pairs_.number(code(previous, action));
        if (pair != CodeNumbers::none) of_pairs_.add(static_cast<std::size_t>(pair), reward);
    }

    void clear() {
        moves_.clear();
        pairs_.clear();
        of_pairs_.clear();
    }
    void save(Writer &writer) const {
        moves_.save(writer);
        pairs_.save(writer);
        of_pairs_.save(writer);
    }
    void load(Reader &reader, const Actions &actions) {
        moves_.load(reader, actions.count());
        pairs_.load(reader);
        of_pairs_.load(reader, pairs_.count());
    }

private:
    [[nodiscard]] std::int64_t code(std::uint32_t previous, std::uint32_t action) const {
        return static_cast<std::int64_t>(previous * width_ + action);
    }

    double k_;
    std::uint64_t width_; // more than there are actions
    Means moves_;
    CodeNumbers pairs_;
    Means of_pairs_;
};

template <Game G> using Nst = EpsilonGreedy<G, PairMeans>;

} // namespace playout
