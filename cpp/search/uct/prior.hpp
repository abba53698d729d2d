// Progressive bias, by Chaslot, Winands, van den Herik, Uiterwijk and Bouzy, "Progressive Strategies for
// Monte-Carlo Tree Search" (New Mathematics and Natural Computation 4(3), 2008): with a prior H the bandit
// adds H(o) / (nb(s, o) + 1) to the score of an option o (ucb.hpp), so that its first part is
// (totalReward + H) / (nb + 1). H(o) counts as the reward of one simulation more, the one that the formula
// divides by. The formula also holds before the first trial: an option not yet tried has the score
// C sqrt(log(t + 1)) + H(o), or `first_play` + H(o) where that is finite.
//
// All options of a state have their nodes when its bandit is first asked, so that the best is tried first,
// and a bad one perhaps never. They stand in a random order, by which chance decides among equals. Where the
// memory cap leaves no room for all of them, the bandit goes without the prior.
#pragma once

#include <cstdint>
#include <vector>

#include "core/any_state.hpp"
#include "core/game.hpp"
#include "core/log.hpp"
#include "core/moves.hpp"
#include "core/rng.hpp"
#include "search/uct/family.hpp"
#include "search/uct/kind.hpp"
#include "search/uct/memory.hpp"
#include "search/uct/ucb.hpp"

namespace playout {

template <Game G> class PriorBandit {
public:
    using State = typename G::State;
    using Index = Tree::Index;
    using Kind = AnyMemory; // the prior is somebody's function, beside which nothing else takes time

    PriorBandit(UctMemory<G> &memory, Stretch &own)
        : C_(memory.options.exploration), first_play_(memory.options.first_play), ask_(memory.options.prior),
          tree_(memory.tree), locks_(memory.locks), own_(own), family_(memory, own), plain_(memory, own) {}

    Index choose(Index node, const State &state, Rng &rng) {
        return has_options(node, state, rng) ? best(node, state) : plain_.choose(node, state, rng);
    }

private:
    // Whether all options have their nodes, made now if need be.
    bool has_options(Index node, const State &state, Rng &rng) {
        const Offspring options = tree_[node].offspring();
        return options.complete || (options.count == 0 && make_options(node, state, rng));
    }

    bool make_options(Index node, const State &state, Rng &rng) {
        const std::uint32_t options = family_.list().count(state);
        if (options == 0 || !tree_.has_room(options)) return false;
        numbers_.assign(options, 0);
        ask_(box(state), numbers_);
        shuffle(options, rng);
        return add_options(node, state);
    }

    // Nobody else may have been faster.
    bool add_options(Index node, const State &state) {
        const auto alone = locks_.hold(node);
        if (tree_[node].child_count() > 0) return tree_[node].complete();
        const auto fill = [&, slot = slots_.begin()](Index child) mutable {
            set(child, state, static_cast<std::uint32_t>(*slot++));
        };
        const auto options = static_cast<std::uint32_t>(slots_.size());
        return tree_.add_children(node, options, true, fill, &own_) != Tree::none;
    }

    void shuffle(std::uint32_t options, Rng &rng) {
        slots_.clear();
        for (std::uint32_t slot = 0; slot < options; ++slot) slots_.push_back(static_cast<Move>(slot));
        for (int i = 0; i < slots_.size(); ++i) draw_move(slots_, i, rng);
    }

    void set(Index child, const State &state, std::uint32_t slot) {
        tree_[child].move = family_.list().move(state, slot);
        tree_[child].slot = static_cast<std::uint16_t>(slot);
        tree_.prior(child) = numbers_[slot];
    }

    Index best(Index node, const State &state) {
        const double log_t1 = log_of_count(std::uint64_t{tree_[node].visits} + 2), u = first_play_;
        const auto score = [&](const auto &options) {
            const Four nb = options.visits();
            const Four H = options.each([&](const Node &option) { return tree_.prior(option); });
            const Four with_prior = (options.totals() + H) / (nb + 1) + C_ * root(log_t1 / (nb + 1));
            return u < family_.infinity ? (nb == 0 ? u + H : with_prior) : with_prior;
        };
        return family_.best(node, state, score).node;
    }

    double C_, first_play_;
    PriorFunction ask_;
    Tree &tree_;
    NodeLocks &locks_;
    Stretch &own_;
    Family<G, Kind> family_;
    Ucb<G, Kind> plain_; // where there is no room for the prior
    // Scratch.
    std::vector<double> numbers_;
    MoveVector slots_;
};

} // namespace playout
