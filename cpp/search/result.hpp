// What every search answers. Values are estimates of the score, from Max's side.
#pragma once

#include <cstdint>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"

namespace playout {

struct Child {
    Move move;
    std::uint64_t visits;
    double value;
    std::uint32_t length; // of the one playout that the value stands for; 0 where there were more
};

struct SearchResult {
    Move move = -1;
    double value = 0;
    Bounds bounds{};
    std::vector<Child> children; // best first
    std::uint64_t simulations = 0, states = 0, tree_nodes = 0, tree_bytes = 0;
    double seconds = 0;
    bool interrupted = false;

    void read(const Meter &meter) {
        simulations = meter.simulations;
        states = meter.states;
        seconds = meter.seconds();
        interrupted = meter.interrupted();
    }
};

} // namespace playout
