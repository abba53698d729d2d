// Rewards: scores mapped to [0, 1], from the side of one player.
#pragma once

#include "core/game.hpp"

namespace playout {

class RewardScale {
public:
    explicit RewardScale(Bounds bounds) : bounds_(bounds), width_(bounds.high - bounds.low) {}

    [[nodiscard]] double reward(double score, Turn turn) const {
        return (turn == Turn::Max ? score - bounds_.low : bounds_.high - score) / width_;
    }

    // The inverse: the score that a mean reward stands for.
    [[nodiscard]] double score(double reward, Turn turn) const {
        return turn == Turn::Max ? bounds_.low + reward * width_ : bounds_.high - reward * width_;
    }

private:
    Bounds bounds_;
    double width_;
};

} // namespace playout
