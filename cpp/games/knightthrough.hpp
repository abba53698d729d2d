// Knightthrough (General Game Playing competitions): Breakthrough with chess knights that move forward
// only. A knight captures on any of its moves.
#pragma once

#include "games/race.hpp"

namespace playout {

struct KnightthroughRules {
    static constexpr const char *name = "knightthrough";
    static constexpr std::array<Step, 4> steps{{{2, -1, true}, {2, 1, true}, {1, -2, true}, {1, 2, true}}};
};

using Knightthrough = Race<KnightthroughRules>;

} // namespace playout
