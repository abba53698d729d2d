// Rewards: what a score is worth to a player, in [0, 1].
//
// By default that is the score, mapped from the game's bounds. A game for two is won or lost whatever the
// score: there a reward is 1, 1/2 or 0 for a win, a draw or a loss, of which a small share is the score, so
// that of two wins the higher is better.
#pragma once

#include <algorithm>
#include <limits>

#include "core/bytes.hpp"
#include "core/game.hpp"

namespace playout {

class RewardScale {
public:
    explicit RewardScale(Bounds bounds, double score_share = 1)
        : bounds_(bounds), width_(bounds.high - bounds.low), share_(score_share) {}

    [[nodiscard]] double reward(double score, Turn turn) const {
        const double scaled = (turn == Turn::Max ? score - bounds_.low : bounds_.high - score) / width_;
        return share_ == 1 ? scaled : share_ * scaled + (1 - share_) * result(score, turn);
    }

    // What a mean reward says to people: the score that it stands for, or, where it is made of results, the
    // expected result, from -1 to 1. Both from Max's side.
    [[nodiscard]] double value(double reward, Turn turn) const {
        if (share_ == 1) return score(reward, turn);
        return turn == Turn::Max ? 2 * reward - 1 : 1 - 2 * reward;
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

    void save(Writer &writer) const {
        for (const double number : {bounds_.low, bounds_.high, width_}) writer.number(number);
    }
    void load(Reader &reader) {
        for (double *const number : {&bounds_.low, &bounds_.high, &width_}) *number = reader.number();
        const bool knows_none = bounds_.low > bounds_.high; // yet
        Reader::require(knows_none || (bounds_.low <= bounds_.high && width_ >= 0));
    }

private:
    [[nodiscard]] double score(double reward, Turn turn) const {
        return turn == Turn::Max ? bounds_.low + reward * width_ : bounds_.high - reward * width_;
    }

    static double result(double score, Turn turn) {
        if (score == 0) return 0.5;
        return (score > 0) == (turn == Turn::Max) ? 1 : 0;
    }

    Bounds bounds_;
    double width_, share_ = 1;
};

} // namespace playout
