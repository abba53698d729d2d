// The options of a node, for the bandits that choose among them: those that have a node of their own, scored
// and compared, and new ones.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/game.hpp"
#include "core/rng.hpp"
#include "search/uct/memory.hpp"
#include "search/uct/option_list.hpp"
#include "search/uct/scores.hpp"
#include "search/uct/tree.hpp"

namespace playout {

template <Game G, class Kind> class Family {
public:
    using State = typename G::State;
    using Index = Tree::Index;
    using Children = typename Kind::Children;
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    struct Scored {
        Index node = Tree::none;
        double score = -infinity;
    };

    Family(UctMemory<G> &memory, Stretch &own)
        : kind_(memory.options), game_(memory.game), tree_(memory.tree), locks_(memory.locks),
          bounds_(memory.bounds), numbers_(memory.proof_numbers ? &*memory.proof_numbers : nullptr),
          own_(own), list_(memory.game) {}

    [[nodiscard]] Tree &tree() { return tree_; }
    [[nodiscard]] OptionList<G> &list() { return list_; }

    // The options that have a node.
    [[nodiscard, gnu::always_inline]] Children tried(Index node) {
        return tree_.children<Children>(node, places_);
    }

    // Scores them, by fours; the best of them that is not pruned.
    template <class Score> Scored best(Index node, const State &state, Score score) {
        const Turn turn = kind_.proves ? game_.turn(state) : Turn::Max;
        const Children options = tried(node);
        scores_.fill(options, score);
        if (kind_.proves && numbers_ != nullptr)
            numbers_->add_to(scores_, options, tree_[node].complete(), turn);
        return best_of(options, node, turn);
    }

    // A score of an option not yet tried, of which nothing is proved.
    [[nodiscard]] double biased(double score) const {
        if (!kind_.proves) return score;
        return bounds_.biased(numbers_ == nullptr ? score : score + numbers_->of_untried());
    }

    // Draws one of the options that have no node yet; none if there is no such option, or no memory.
    Index try_new(Index node, const State &state, Rng &rng) {
        const std::uint32_t options = list_.count(state);
        const auto alone = locks_.hold(node, kind_.shared);
        const Children children = tried(node);
        if (options <= children.count()) { // the end of the game, or somebody was faster; fewer: a fickle one
            tree_[node].set_complete(true);
            return Tree::none;
        }
        const std::uint32_t k = rng.below(options - children.count());
        return add(node, state, list_.untried(children, options, k), options);
    }

    // The node of an option, made if there is none yet and if there is memory; the options have just been
    // counted.
    Index make(Index node, const State &state, std::uint32_t slot, std::uint32_t options) {
        const auto alone = locks_.hold(node, kind_.shared);
        if (kind_.shared) // somebody may have been faster
            if (const Index child = tree_.child_of_slot(node, slot); child != Tree::none) return child;
        return add(node, state, slot, options);
    }

private:
    Scored best_of(const Children &options, Index node, Turn turn) const {
        Scored best;
        for (std::uint32_t o = 0; o < options.count(); ++o) {
            const Index child = options[o];
            double score = scores_[o];
            if (kind_.proves) {
                const Index place = kind_.graph ? tree_.place(child) : child;
                if (bounds_.pruned(node, place, turn)) continue;
                score = bounds_.biased(score, place, turn);
            }
            if (score > best.score) best = {child, score};
        }
        return best;
    }

    Index add(Index node, const State &state, std::uint32_t slot, std::uint32_t options) {
        return tree_.add_child(node, list_.move(state, slot), static_cast<std::uint16_t>(slot),
                               tree_[node].child_count() + 1 == options, &own_);
    }

    [[no_unique_address]] const Kind kind_;
    const G &game_;
    Tree &tree_;
    NodeLocks &locks_;
    const ScoreBounds &bounds_;
    const ProofNumbers *numbers_; // null: none
    Stretch &own_;                // nodes for new options
    // Scratch, kept so that a simulation allocates nothing.
    OptionList<G> list_;
    Scores scores_;
    std::vector<Index> places_;
};

} // namespace playout
