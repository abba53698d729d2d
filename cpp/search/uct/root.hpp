// What a tree search knows of the moves at its root, and the move that it answers.
//
// The answer is the move simulated most often, ties by total reward; with sequential halving (halving.hpp)
// the one with the best mean of those that are still in it. With score bounds (bounds.hpp) it is not if that
// move is useless, or if another move is known to give more than the mean of that one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/game.hpp"
#include "search/result.hpp"
#include "search/reward.hpp"
#include "search/uct/bounds.hpp"

namespace playout {

struct RootOption {
    Move move;
    std::uint32_t slot; // its place in the list of legal moves
    std::uint64_t visits;
    double total;
    Bounds bounds;
    bool is_in = false; // a plan of halving, still
};

struct RootKnowledge {
    std::vector<RootOption> options;
    Bounds bounds;
    bool complete; // the options are all legal moves
    std::uint64_t tree_nodes, tree_bytes, recycled = 0;

    // Takes in what another search found out about the same root.
    void add(const RootKnowledge &other) {
        for (const RootOption &theirs : other.options) {
            const auto ours = std::find_if(options.begin(), options.end(),
                                           [&](const RootOption &o) { return o.move == theirs.move; });
            if (ours == options.end()) {
                options.push_back(theirs);
                continue;
            }
            ours->visits += theirs.visits;
            ours->total += theirs.total;
            ours->bounds = common(ours->bounds, theirs.bounds);
        }
        bounds = common(bounds, other.bounds);
        complete = complete || other.complete;
        tree_nodes += other.tree_nodes;
        tree_bytes += other.tree_bytes;
        recycled += other.recycled;
    }

    // What the options together say of the root.
    void narrow(Turn turn) {
        Bounds best = options.front().bounds;
        for (const RootOption &option : options) best = better_of(best, option.bounds, turn);
        if (turn == Turn::Max)
            bounds = common(bounds, {best.low, complete ? best.high : bounds.high});
        else
            bounds = common(bounds, {complete ? best.low : bounds.low, best.high});
    }

private:
    static Bounds common(const Bounds &a, const Bounds &b) {
        return {std::max(a.low, b.low), std::min(a.high, b.high)};
    }
};

class RootAnswer {
public:
    RootAnswer(RewardScale scale, Turn turn) : scale_(scale), turn_(turn) {}

    [[nodiscard]] SearchResult operator()(RootKnowledge known) const {
        std::vector<RootOption> &options = known.options;
        if (options.empty()) throw FickleGame();
        std::sort(options.begin(), options.end(), [](const RootOption &a, const RootOption &b) {
            return std::tuple(merit(b), a.slot) < std::tuple(merit(a), b.slot);
        });
        leave_out_untried(options);
        const auto best = choose(known);
        std::rotate(options.begin(), best, best + 1);
        SearchResult result;
        for (const RootOption &option : options)
            if (option.visits > 0)
                result.children.push_back({option.move, option.visits, value(option), option.bounds});
        result.move = options.front().move;
        result.value = std::clamp(value(options.front()), known.bounds.low, known.bounds.high);
        result.bounds = known.bounds;
        result.tree_nodes = known.tree_nodes;
        result.tree_bytes = known.tree_bytes;
        result.recycled = known.recycled;
        return result;
    }

private:
    using Options = std::vector<RootOption>;

    static std::tuple<bool, std::uint64_t, double> merit(const RootOption &option) {
        if (option.is_in && option.visits > 0) return {true, 0, mean(option)};
        return {false, option.visits, option.total};
    }

    // Options that were never simulated stand last; one of them is the answer only if no other was either.
    static void leave_out_untried(Options &options) {
        if (options.front().visits == 0) return;
        while (options.back().visits == 0) options.pop_back();
    }

    [[nodiscard]] Options::iterator choose(RootKnowledge &known) const {
        Options &options = known.options;
        const auto safest = std::max_element(options.begin(), options.end(),
                                             [&](const auto &a, const auto &b) { return sure(a) < sure(b); });
        const auto open = std::find_if(options.begin(), options.end(), [&](const RootOption &o) {
            return !is_useless(known.bounds, o.bounds, turn_);
        });
        if (open == options.end()) return safest;
        return expected(*open) < sure(*safest) ? safest : open;
    }

    // The reward that a move is known to give.
    [[nodiscard]] double sure(const RootOption &option) const {
        return scale_.reward(turn_ == Turn::Max ? option.bounds.low : option.bounds.high, turn_);
    }

    // The mean reward, as far as the bounds allow it.
    [[nodiscard]] double expected(const RootOption &option) const {
        const double best = turn_ == Turn::Max ? option.bounds.high : option.bounds.low;
        return std::clamp(mean(option), sure(option), scale_.reward(best, turn_));
    }

    // The same to people.
    [[nodiscard]] double value(const RootOption &option) const {
        return std::clamp(scale_.value(mean(option), turn_), option.bounds.low, option.bounds.high);
    }

    static double mean(const RootOption &option) {
        return option.visits == 0 ? 0.5 : option.total / static_cast<double>(option.visits);
    }

    RewardScale scale_;
    Turn turn_;
};

} // namespace playout
