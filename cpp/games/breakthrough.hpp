// Breakthrough (Dan Troyka, 2000).
//
// A piece steps one row forward: straight or diagonally onto an empty cell, diagonally onto an opponent's
// piece, which it captures. The first to reach the far row wins. With `pieces` = 2 (the usual rules, and
// the two-player paper's on 5x5); OpenSpiel's boards of fewer than six rows have one row: `pieces` = 1.
#pragma once

#include "games/race.hpp"

namespace playout {

struct BreakthroughRules {
    static constexpr const char *name = "breakthrough";
    static constexpr std::array<Step, 3> steps{{{1, -1, true}, {1, 0, false}, {1, 1, true}}};
};

using Breakthrough = Race<BreakthroughRules>;

} // namespace playout
