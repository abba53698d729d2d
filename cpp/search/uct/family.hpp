// The options of a node, for the bandits that choose among them: those that have a node of their own, scored
// and compared, and new ones.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "core/game.hpp"
#include "core/rng.hpp"
#include "search/uct/option_list.hpp"
#include "search/uct/scores.hpp"
#include "search/uct/tree.hpp"

namespace playout {

template <Game G, class Proofs> class Family {
public:
    using State = typename G::State;
    using Index = Tree::Index;
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    struct Scored {
        Index node = Tree::none;
        double score = -infinity;
    };

    Family(const G &game, Tree &tree, const Proofs &proofs)
        : game_(game), tree_(tree), proofs_(proofs), list_(game) {}

    [[nodiscard]] Tree &tree() { return tree_; }
    [[nodiscard]] OptionList<G> &list() { return list_; }

    // Scores the options that have a node, by fours; the best of them that is not pruned.
    template <class Score> Scored best(Index node, const State &state, Score score) {
        const Node &s = tree_[node];
        scores_.fill(tree_.children(s), score);
        const Turn turn = Proofs::proves ? game_.turn(state) : Turn::Max;
        Scored best;
        for (std::uint32_t o = 0; o < s.child_count; ++o) {
            const Index child = s.children + o;
            if (proofs_.pruned(node, child, turn)) continue;
            const double biased = proofs_.biased(scores_[o], child, turn);
            if (biased > best.score) best = {child, biased};
        }
        return best;
    }

    // A score of an option not yet tried, of which nothing is proved.
    [[nodiscard]] double biased(double score) const { return proofs_.biased(score); }

    // Draws one of the options that have no node yet; none if there is no such option, or no memory.
    Index try_new(Index node, const State &state, Rng &rng) {
        const std::uint32_t options = list_.count(state);
        const std::span<const Node> tried = tree_.children(tree_[node]);
        if (options <= tried.size()) { // the end of the game; fewer: a fickle one
            tree_[node].complete = true;
            return Tree::none;
        }
        const auto k = rng.below(options - static_cast<std::uint32_t>(tried.size()));
        return make(node, state, list_.untried(tried, options, k), options);
    }

    // A node for an option, if there is memory; the options have just been counted.
    Index make(Index node, const State &state, std::uint32_t slot, std::uint32_t options) {
        const Index child = tree_.add_child(node, list_.move(state, slot), static_cast<std::uint16_t>(slot));
        if (child != Tree::none) tree_[node].complete = tree_[node].child_count == options;
        return child;
    }

private:
    const G &game_;
    Tree &tree_;
    const Proofs &proofs_;
    // Scratch, kept so that a simulation allocates nothing.
    OptionList<G> list_;
    Scores scores_;
};

} // namespace playout
