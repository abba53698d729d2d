// What a playout answers.
#pragma once

#include <cstdint>
#include <limits>

namespace playout {

struct Outcome {
    double score = 0;
    std::uint32_t length = 0; // the moves that the playout made
    bool finished = true;     // false: given up at its limit, and the score means nothing
};

// A playout may be told to give up once it has made so many moves and the game still goes on.
constexpr std::uint32_t no_limit = std::numeric_limits<std::uint32_t>::max();

constexpr Outcome given_up{.finished = false};

} // namespace playout
