// Rewards: scores mapped to [0, 1], from the side of one player.
#pragma once

#include <algorithm>
#include <limits>

#include "core/bytes.hpp"
#include "core/game.hpp"

namespace playout {

class RewardScale {
public:
    explicit RewardScale(Bounds bounds) : bounds_(bounds), width_(bounds.high - bounds.low) {}

    [[nodiscard]] double reward(double score, Turn turn) const {
        return (turn == Turn::Max ? score - bounds_.low : bounds_.high - score) / width_;
    }

    // One that knows no score yet, for a puzzle: it reaches from the lowest score seen to the highest.
    static RewardScale of_seen() {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        return RewardScale({infinity, -infinity});
    }

    [[nodiscard]] bool covers(double score) const { return bounds_.low <= score && score <= bounds_.high; }

    // What becomes of a reward for Max when the scale changes.
    struct Change {
        double factor, shift;
    };

    // Stretches the scale to a score. As long as there is one score, it is worth 0.
    Change stretch(double score) {
        const Bounds wider{std::min(bounds_.low, score), std::max(bounds_.high, score)};
        const double width = wider.low < wider.high ? wider.high - wider.low : 1;
        const bool is_first = bounds_.low > bounds_.high;
        const Change change =
            is_first ? Change{1, 0} : Change{width_ / width, (bounds_.low - wider.low) / width};
        bounds_ = wider;
        width_ = width;
        return change;
    }

    // The inverse: the score that a mean reward stands for.
    [[nodiscard]] double score(double reward, Turn turn) const {
        return turn == Turn::Max ? bounds_.low + reward * width_ : bounds_.high - reward * width_;
    }

    void save(Writer &writer) const {
        for (const double number : {bounds_.low, bounds_.high, width_}) writer.number(number);
    }
    void load(Reader &reader) {
        for (double *const number : {&bounds_.low, &bounds_.high, &width_}) *number = reader.number();
    }

private:
    Bounds bounds_;
    double width_;
};

} // namespace playout
