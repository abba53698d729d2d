// A prior: what is expected of the options of a state before any of them is tried. Progressive bias, by
// Chaslot, Winands, van den Herik, Uiterwijk and Bouzy, "Progressive Strategies for Monte-Carlo Tree Search"
// (New Mathematics and Natural Computation 4(3), 2008): the bandit adds H(o) / (nb(s, o) + 1) to the score of
// an option o, so that its first part is (totalReward + H) / (nb + 1). H(o) counts as the reward of one
// simulation more, the one that the formula of uct.hpp divides by.
//
// All options of a state have their nodes when its bandit is first asked, so that the best is tried first,
// and a bad one perhaps never. They stand in a random order, by which chance decides among equals. Where the
// memory cap leaves no room for all of them, the bandit goes without the prior.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/any_state.hpp"
#include "core/game.hpp"
#include "core/moves.hpp"
#include "core/rng.hpp"
#include "search/option_list.hpp"
#include "search/tree.hpp"

namespace playout {

// Fills in H of every option of a state, in the order of its legal moves: numbers from -max_prior to
// max_prior, as rewards of the player to move.
using PriorFunction = std::function<void(StatePtr, std::span<double>)>;
constexpr double max_prior = 1e6;

template <Game G> class Prior {
public:
    using State = typename G::State;

    Prior(Tree &tree, OptionList<G> &list, PriorFunction ask)
        : tree_(tree), list_(list), ask_(std::move(ask)) {}

    // To be called at every state on the way down; says whether its options have their nodes.
    bool reach(Tree::Index node, const State &state, Rng &rng) {
        const Node &s = tree_[node];
        return s.complete || (s.child_count == 0 && make_options(node, state, rng));
    }

private:
    bool make_options(Tree::Index node, const State &state, Rng &rng) {
        const std::uint32_t options = list_.count(state);
        if (options == 0 || !tree_.has_room(options)) return false;
        numbers_.assign(options, 0);
        ask_(box(state), numbers_);
        shuffle(options, rng);
        Tree::Index child = tree_.add_children(node, options);
        for (const Move slot : slots_) fill(child++, state, static_cast<std::uint32_t>(slot));
        tree_[node].complete = true;
        return true;
    }

    void shuffle(std::uint32_t options, Rng &rng) {
        slots_.clear();
        for (std::uint32_t slot = 0; slot < options; ++slot) slots_.push_back(static_cast<Move>(slot));
        for (int i = 0; i < slots_.size(); ++i) draw_move(slots_, i, rng);
    }

    void fill(Tree::Index child, const State &state, std::uint32_t slot) {
        tree_[child].move = list_.move(state, slot);
        tree_[child].slot = static_cast<std::uint16_t>(slot);
        tree_.prior(child) = numbers_[slot];
    }

    Tree &tree_;
    OptionList<G> &list_;
    PriorFunction ask_;
    // Scratch.
    std::vector<double> numbers_;
    MoveVector slots_;
};

} // namespace playout
