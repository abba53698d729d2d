// Where the games of a Bulk come from, and where they go to.
#pragma once

#include <playout/game.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/rng.hpp"
#include "gdl/network.hpp"

namespace playout::gdl {

// What came of some games.
struct Tally {
    std::uint64_t finished = 0;        // within their length
    std::uint64_t moves = 0;           // in all games that are over or were left
    std::vector<std::uint64_t> totals; // for each role, the sum of its goals
};

// Games of any kind of rules, of which only the sums are of interest.
class Tallied {
public:
    static constexpr bool once = false;

    // `firsts` has for each role the move that it makes first, or -1 for any.
    Tallied(std::vector<std::int64_t> firsts, std::uint64_t count, std::uint64_t seed)
        : firsts_(std::move(firsts)), count_(count), seeds_(seed) {
        tally_.totals.resize(firsts_.size());
        for (const std::int64_t move : firsts_) has_firsts_ |= move >= 0;
    }

    [[nodiscard]] const Tally &tally() const { return tally_; }

    [[nodiscard]] std::uint64_t count() const { return count_; }
    std::uint64_t seed(std::uint64_t) { return seeds_.next(); }
    [[nodiscard]] bool has_firsts() const { return has_firsts_; }
    [[nodiscard]] std::int64_t first(std::uint64_t, Index role) const { return firsts_[role]; }
    void end(std::uint64_t, std::uint64_t length, std::span<const Index> goals) {
        ++tally_.finished;
        tally_.moves += length;
        for (Index role = 0; role < goals.size(); ++role) tally_.totals[role] += goals[role];
    }
    void leave(std::uint64_t, std::uint64_t length) { tally_.moves += length; }

private:
    std::vector<std::int64_t> firsts_;
    bool has_firsts_ = false;
    std::uint64_t count_;
    Rng seeds_;
    Tally tally_;
};

// The score of a puzzle is its role's goal, that of two players the difference of their goals, divided by
// 100.
inline double score_of(std::span<const Index> goals) {
    const double first = goals[0];
    return goals.size() == 1 ? first : (first - goals[1]) / 100;
}

// Games that the C interface asks for, from a state in which this role is to move.
class Asked {
public:
    static constexpr bool once = true;

    Asked(const Network &network, const playout_batch &batch, Index mover)
        : network_(network), batch_(batch), mover_(mover) {}

    [[nodiscard]] std::uint64_t count() const { return static_cast<std::uint64_t>(batch_.n); }
    [[nodiscard]] std::uint64_t seed(std::uint64_t i) const { return batch_.rngs[i]; }
    [[nodiscard]] bool has_firsts() const { return batch_.firsts != nullptr; }
    [[nodiscard]] std::int64_t first(std::uint64_t i, Index role) const {
        return role == mover_ ? network_.move_of(role, batch_.firsts[i]) : -1;
    }
    void end(std::uint64_t i, std::uint64_t length, std::span<const Index> goals) {
        batch_.scores[i] = score_of(goals);
        batch_.lengths[i] = static_cast<std::int32_t>(length);
    }
    void leave(std::uint64_t i, std::uint64_t) { batch_.lengths[i] = -1; }

private:
    const Network &network_;
    const playout_batch &batch_;
    const Index mover_;
};

} // namespace playout::gdl
