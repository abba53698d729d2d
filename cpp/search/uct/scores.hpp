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

inline Four totals(const Node &a, const Node &b, const Node &c, const Node &d) {
    return Four{a.total, b.total, c.total, d.total};
}

inline Four visits(const Node &a, const Node &b, const Node &c, const Node &d) {
    return Four{double(a.visits), double(b.visits), double(c.visits), double(d.visits)};
}

class Scores {
public:
    double operator[](std::uint32_t option) const { return scores_[option]; }

    // `score` gives those of four options. Where fewer are left, the last one is repeated.
    template <class Score> void fill(const Tree &tree, const Children &options, Score score) {
        if (scores_.size() < options.count + 3) scores_.resize(2 * options.count + 3);
        for (std::uint32_t o = 0; o < options.count; o += 4) {
            const auto option = [&](std::uint32_t i) -> const Node & {
                return tree[options[std::min(o + i, options.count - 1)]];
            };
            const Four four = score(option(0), option(1), option(2), option(3));
            std::memcpy(&scores_[o], &four, sizeof four);
        }
    }

private:
    std::vector<double> scores_; // kept, so that a simulation allocates nothing
};

} // namespace playout
