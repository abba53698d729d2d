// Where one of several threads simulates for a while. If every simulation began at the root, the counts at
// the top of the tree would go from core to core all the time, and take longer than the playouts. So a thread
// follows the bandits to a node that has many visits, its base, makes some simulations from there, and only
// then tells the nodes above: their visits when it sets out, which keeps the others away (virtual loss), and
// their rewards when it leaves. A round is short beside the visits of its base, so that what is chosen above
// comes late by little.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "search/uct/path.hpp"
#include "search/uct/tree.hpp"

namespace playout {

template <Game G> class Base {
public:
    using State = typename G::State;
    static constexpr std::uint32_t least_visits = 1024; // of a base below the root
    static constexpr std::uint32_t longest_round = 128;

    explicit Base(Tree &tree) : tree_(tree) {}

    void move_to_root(const State &root) {
        path_.clear();
        state_ = root;
    }
    void move_on(const Choice &choice, const G &game) {
        game.play(*state_, tree_[choice.node].move);
        path_.push_back(choice);
    }

    [[nodiscard]] Tree::Index node() const { return path_.empty() ? Tree::root : path_.back().node; }
    [[nodiscard]] const State &state() const { return *state_; }
    [[nodiscard]] std::span<const Choice> path() const { return path_; }
    [[nodiscard]] std::size_t depth() const { return path_.size(); }

    // How many simulations to make from here.
    [[nodiscard]] std::uint32_t round() const {
        return std::clamp<std::uint32_t>(tree_[node()].visits / 16, 1, longest_round);
    }
    void begin(std::uint32_t simulations) {
        left_ = simulations;
        add_visits(simulations);
    }
    [[nodiscard]] std::uint32_t left() const { return left_; }
    void count(const std::array<double, 2> &reward) {
        --left_;
        for (std::size_t turn = 0; turn < 2; ++turn) rewards_[turn] += reward[turn];
    }
    // Answers how many simulations were not made. Then it is nowhere: the tree may move its nodes.
    std::uint32_t leave() {
        for (const auto [node, turn] : path_) tree_[node].total.add(rewards_[static_cast<std::size_t>(turn)]);
        if (left_ > 0) add_visits(0 - left_);
        path_.clear();
        rewards_ = {};
        return std::exchange(left_, 0);
    }

private:
    void add_visits(std::uint32_t more) {
        tree_[Tree::root].visits.add(more);
        for (const auto [node, turn] : path_) tree_[node].visits.add(more);
    }

    Tree &tree_;
    std::vector<Choice> path_; // from the root
    std::optional<State> state_;
    std::uint32_t left_ = 0;          // simulations of this round
    std::array<double, 2> rewards_{}; // of Max and Min, in this round
};

} // namespace playout
