// Score bounds in a tree: Cazenave and Saffidine, "Score Bounded Monte-Carlo Tree Search" (CG 2010). Every
// node has a pessimistic and an optimistic bound (pess, opti), seen from Max: the value of its position lies
// between them, both included. They are exact at the end of a game and spread from there (Algorithms 1 and
// 2).
//
// `cuts` leaves out of the descent what the bounds of its father make useless (section 3.3). `solver` is what
// the paper compares with, after Winands, Björnsson and Saito (CG 2008): bounds spread all the same, and
// prove draws too, but only solved nodes are left out. That is how its Table 6 comes to 2,701 playouts.
//
// In a graph (tree.hpp) a position tells all positions that lead to it, so that the bounds of every one are
// at any time what those of its children say, by whichever way they were found.
//
// Bounds only narrow, and each of the two is true for itself: threads that share a tree settle one end after
// the other, and read what there is at any time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "search/reward.hpp"
#include "search/uct/path.hpp"
#include "search/uct/tree.hpp"

namespace playout {

enum class BoundsMode : std::uint8_t { none, solver, cuts };

// Section 3.3: whether the player to move at a node with bounds n need not look at a child with bounds s.
inline bool is_useless(const Bounds &n, const Bounds &s, Turn turn) {
    return turn == Turn::Max ? s.high <= n.low : s.low >= n.high;
}

// The bounds of a player's choice between two nodes.
inline Bounds better_of(const Bounds &a, const Bounds &b, Turn turn) {
    if (turn == Turn::Max) return {std::max(a.low, b.low), std::max(a.high, b.high)};
    return {std::min(a.low, b.low), std::min(a.high, b.high)};
}

class ScoreBounds {
public:
    static constexpr bool proves = true;

    // With the weights γ and δ of the bounds in the choice of a move (section 3.4).
    ScoreBounds(Tree &tree, BoundsMode mode, Bounds range, double pess_bias = 0, double opti_bias = 0)
        : tree_(tree), mode_(mode), range_(range), scale_(range), gamma_(pess_bias), delta_(opti_bias) {}

    [[nodiscard]] bool solved(Tree::Index n) const {
        const auto [pess, opti] = tree_.bounds(n);
        return pess == opti;
    }

    // The game is over at the last node of the path.
    void settle(std::span<const Choice> path, double score) {
        const std::lock_guard one_at_a_time(settling_);
        tree_.set_bounds(path.back().node, {score, score});
        for (std::size_t i = path.size(); i-- > 0;)
            if (!update(i == 0 ? Tree::root : path[i - 1].node, path[i].node, path[i].turn)) return;
    }

    // The same in a graph, at a position.
    void settle(Tree::Index position, double score) {
        const std::lock_guard one_at_a_time(settling_);
        tree_.set_bounds(position, {score, score});
        tell_fathers(position);
    }

    // A move leads to a position of which something may be known already.
    void connect(Tree::Index father, Turn turn, Tree::Index position) {
        const std::lock_guard one_at_a_time(settling_);
        tree_.add_father(position, father, turn);
        if (update(father, position, turn)) tell_fathers(father);
    }

    // What the children that a node has prove of it. At the root no more must be claimed: those that proved
    // more were forgotten (Tree::recycle), and which move keeps the promise with them.
    void renew(Tree::Index n, Turn turn) { tree_.set_bounds(n, of_children(n, turn)); }

    // Whether the descent leaves out the child s of n.
    [[nodiscard, gnu::always_inline]] bool pruned(Tree::Index n, Tree::Index s, Turn turn) const {
        return mode_ == BoundsMode::solver ? solved(s) : is_useless(tree_.bounds(n), tree_.bounds(s), turn);
    }

    // The score of an option in the bandit of a player: γ pess + δ opti, as his rewards, are added to it.
    [[nodiscard, gnu::always_inline]] double biased(double score, Tree::Index s, Turn turn) const {
        const auto [pess, opti] = tree_.bounds(s);
        return score + (gamma_ * scale_.reward(turn == Turn::Max ? pess : opti, turn) +
                        delta_ * scale_.reward(turn == Turn::Max ? opti : pess, turn));
    }
    // The same for an option not yet tried, which has the widest bounds.
    [[nodiscard]] double biased(double score) const { return score + delta_; }

private:
    // The bounds of a position have changed.
    void tell_fathers(Tree::Index position) {
        changed_.assign(1, position);
        while (!changed_.empty()) {
            const Tree::Index s = changed_.back();
            changed_.pop_back();
            tree_.for_fathers(s, [&](Tree::Index n, Turn turn) {
                if (update(n, s, turn)) changed_.push_back(n);
            });
        }
    }

    // The bounds of n after those of its child s have changed; says whether n's have.
    bool update(Tree::Index n, Tree::Index s, Turn turn) {
        const Bounds old = tree_.bounds(n), now = narrowed(n, s, turn);
        tree_.set_bounds(n, now);
        return now.low != old.low || now.high != old.high;
    }

    // Algorithms 1 and 2: what one child can change at once, and what takes all of them. Children may have
    // been forgotten (Tree::recycle), but what they have proved stays.
    [[nodiscard]] Bounds narrowed(Tree::Index n, Tree::Index s, Turn turn) const {
        auto [pess, opti] = tree_.bounds(n);
        const Bounds child = tree_.bounds(s);
        if (turn == Turn::Max) {
            if (opti > child.high) opti = std::min(opti, of_children(n, turn).high);
            return {std::max(pess, child.low), opti};
        }
        if (pess < child.low) pess = std::max(pess, of_children(n, turn).low);
        return {pess, std::min(opti, child.high)};
    }

    // The best of the children for the player to move; one that is not made yet could be anything.
    [[nodiscard]] Bounds of_children(Tree::Index n, Turn turn) const {
        const double worst = turn == Turn::Max ? range_.low : range_.high;
        const Offspring children = tree_[n].offspring();
        Bounds best = children.complete ? Bounds{worst, worst} : range_;
        tree_.for_children(n, children.count, [&](Tree::Index s) {
            best = better_of(best, tree_.bounds(tree_.place(s)), turn);
        });
        return best;
    }

    Tree &tree_;
    BoundsMode mode_;
    Bounds range_;
    RewardScale scale_;
    double gamma_, delta_;
    std::mutex settling_;
    std::vector<Tree::Index> changed_; // scratch
};

} // namespace playout
