// The move-average sampling technique: Finnsson and Björnsson, "Simulation-Based Approach to General Game
// Playing" (AAAI 2008), with the choice of epsilon_greedy.hpp. A move is worth the mean reward of the
// simulations in which its player has played it, wherever that was; one that was never played is worth more
// than any other. A move that is played twice in a simulation counts twice.
// `src/playout/reference/mast.py` is its twin.
#pragma once

#include <cstdint>

#include "playouts/epsilon_greedy.hpp"
#include "playouts/means.hpp"

namespace playout {

struct MastOptions {
    static constexpr const char *name = "mast";
    double epsilon = 0.4;
};

class MoveMeans {
public:
    using Options = MastOptions;

    MoveMeans(const Options &, const Actions &) {}

    [[nodiscard]] double value(std::uint32_t, std::uint32_t action) const { return means_[action]; }
    void add(std::uint32_t, std::uint32_t action, double reward) { means_.add(action, reward); }

    void clear() { means_.clear(); }
    void save(Writer &writer) const { means_.save(writer); }
    void load(Reader &reader, const Actions &actions) { means_.load(reader, actions.count()); }

private:
    Means means_;
};

template <Game G> using Mast = EpsilonGreedy<G, MoveMeans>;

} // namespace playout
