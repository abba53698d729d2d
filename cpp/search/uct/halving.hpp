// Sequential halving: Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits" (ICML
// 2013), at the root of a tree, with UCT below it, as in Pepels, Cazenave, Winands and Lanctot, "Minimizing
// Simple and Cumulative Regret in Monte-Carlo Tree Search" (Computer Games Workshop at ECAI 2014). Of a plan
// of T simulations each of ceil(log2 k) rounds, for k options, has the same part, which the options that are
// still in it share evenly; then the better half of them, by their means, stays in.
// - An option has at least one simulation a round. What is left of the plan goes to the one that has won.
// - The options come in the order in which they were made, at random; one after the other, again and again.
// - An option that bounds have pruned is out, and its simulations are for those that stay in.
// - The plan is the player's, not the budget's, so that slices of a search change nothing.
// - What is known from before (`reuse`) counts in the means; the plan begins anew at each root.
// `src/playout/reference/halving.py` is its twin.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "core/bytes.hpp"
#include "search/uct/tree.hpp"

namespace playout {

// Options are known by their places among the children of the root.
class Halving {
public:
    static constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

    explicit Halving(std::uint64_t plan) : plan_(plan) {}

    // At a new root.
    void restart() { *this = Halving(plan_); }

    [[nodiscard]] bool done() const { return made_ >= plan_; }

    // Whether an option is still in it.
    [[nodiscard]] bool has(std::uint32_t place) const {
        return std::find(in_.begin(), in_.end(), place) != in_.end();
    }

    // The option to be simulated next, of so many; `nobody` if all that are in it are out of the question.
    template <class IsOut, class Mean> std::uint32_t next(std::uint32_t options, IsOut is_out, Mean mean) {
        ++made_;
        if (options == 0 && in_.empty()) return nobody; // the rules change their mind
        if (in_.empty()) begin(options);
        for (std::size_t left = in_.size() + 1; left > 0; --left) {
            if (turn_ == in_.size()) end_pass(is_out, mean);
            if (const std::uint32_t place = in_[turn_++]; !is_out(place)) return place;
        }
        return nobody;
    }

    void save(Writer &writer) const {
        for (const std::uint64_t number : {made_, std::uint64_t{rounds_}, passes_, std::uint64_t{turn_}})
            writer.integer(number);
        writer.integer(in_.size());
        for (const std::uint32_t place : in_) writer.integer(place);
    }
    void load(Reader &reader) {
        made_ = reader.integer();
        rounds_ = static_cast<std::uint32_t>(reader.integer(Tree::max_children));
        passes_ = reader.integer();
        const std::uint64_t turn = reader.integer(Tree::max_children);
        in_.resize(reader.integer(Tree::max_children));
        for (std::uint32_t &place : in_)
            place = static_cast<std::uint32_t>(reader.integer(Tree::max_children));
        Reader::require(turn <= in_.size() && (in_.empty() || rounds_ > 0));
        turn_ = turn;
    }

private:
    void begin(std::uint32_t options) {
        in_.resize(options);
        std::iota(in_.begin(), in_.end(), 0);
        rounds_ = std::max(1u, static_cast<std::uint32_t>(std::bit_width(options - 1)));
        begin_round();
    }

    void begin_round() {
        turn_ = 0;
        passes_ = std::max<std::uint64_t>(1, plan_ / (in_.size() * rounds_));
    }

    template <class IsOut, class Mean> void end_pass(IsOut is_out, Mean mean) {
        turn_ = 0;
        if (in_.size() > 1 && --passes_ == 0) {
            halve(is_out, mean);
            begin_round();
        }
    }

    // Ties go to the option that comes first.
    template <class IsOut, class Mean> void halve(IsOut is_out, Mean mean) {
        const std::size_t half = (in_.size() + 1) / 2;
        std::stable_sort(in_.begin(), in_.end(), [&](std::uint32_t a, std::uint32_t b) {
            return is_out(a) != is_out(b) ? is_out(b) : mean(a) > mean(b);
        });
        in_.resize(half);
        std::sort(in_.begin(), in_.end());
    }

    std::uint64_t plan_, made_ = 0; // simulations
    std::uint32_t rounds_ = 0;
    std::uint64_t passes_ = 0;      // left of this round
    std::size_t turn_ = 0;          // whose it is
    std::vector<std::uint32_t> in_; // the options that are still in it
};

} // namespace playout
