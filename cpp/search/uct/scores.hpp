// The scores of a node's options, four at a time: the divisions and roots of a bandit's formula are most of
// what a descent costs. Each number of a vector is what it would be on its own, to the last bit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "search/uct/tree.hpp"

namespace playout {

using Four = double __attribute__((vector_size(4 * sizeof(double))));

inline Four root(const Four &x) {
    return Four{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])};
}

// Four of a node's children (tree.hpp), and what a formula wants to know of them.
template <class Children> struct FourNodes {
    const Node &a, &b, &c, &d;

    [[nodiscard]] Four totals() const {
        return Four{Children::total(a), Children::total(b), Children::total(c), Children::total(d)};
    }
    [[nodiscard]] Four visits() const {
        return Four{Children::visits(a), Children::visits(b), Children::visits(c), Children::visits(d)};
    }
    template <class Get> [[nodiscard]] Four each(Get get) const {
        return Four{get(a), get(b), get(c), get(d)};
    }
};

class Scores {
public:
    double operator[](std::uint32_t option) const { return scores_[option]; }
    void add(std::uint32_t option, double more) { scores_[option] += more; }

    // `score` gives those of four options. Where fewer are left, the last one is repeated.
    template <class Children, class Score> void fill(const Children &options, Score score) {
        const std::uint32_t count = options.count();
        if (scores_.size() < count + 3) scores_.resize(2 * count + 3);
        for (std::uint32_t o = 0; o < count; o += 4) {
            const auto option = [&](std::uint32_t i) -> const Node & {
                return options.node(std::min(o + i, count - 1));
            };
            const Four four = score(FourNodes<Children>{option(0), option(1), option(2), option(3)});
            std::memcpy(&scores_[o], &four, sizeof four);
        }
    }

private:
    std::vector<double> scores_; // kept, so that a simulation allocates nothing
};

} // namespace playout
