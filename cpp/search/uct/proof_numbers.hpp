// Proof numbers in a tree with score bounds: Kowalski, Soemers, Kosakowski and Winands, "Generalized
// Proof-Number Monte-Carlo Tree Search" (2025), after Kowalski, Doe, Winands, Górski and Soemers, "Proof
// Number Based Monte-Carlo Tree Search" (IEEE Transactions on Games, 2024). The proof number of a player at a
// node is the least number of leaves that must be won to prove that he gets the best score there is: where he
// is to move the least of the children's, where he is not their sum. It is 0 where that is proved, and
// infinite where it is refuted, which the bounds (bounds.hpp) say. A bandit draws to what is easily proved:
// it adds
//
//     C_pn (1 - (pn(s) - min) / (1 + max - min)),   0 if pn(s) is infinite,
//
// to the score of a child s, with the numbers of the player to move, and min and max over the finite ones of
// all options: the simplest of the paper's terms.
// - A node that is reached for the first time has one number for each option that the other player has to
//   answer. An option that has not been tried counts as 1.
// - What is proved is up to the bounds: numbers only lead, so that threads may write them as they come.
// `src/playout/reference/proof_numbers.py` is its twin.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/game.hpp"
#include "search/uct/path.hpp"
#include "search/uct/scores.hpp"
#include "search/uct/tree.hpp"

namespace playout {

class ProofNumbers {
public:
    static constexpr std::uint32_t infinite = 0xFFFFFFFF;

    ProofNumbers(Tree &tree, Bounds range, double weight) : tree_(tree), range_(range), weight_(weight) {}

    // The last node of the path was reached for the first time; there the player has so many options. Its
    // bounds are settled.
    void reach(std::span<const Choice> path, Turn turn, std::uint32_t options) {
        tree_.proof(path.back().node).options = options;
        update(path.back().node, turn);
        for (std::size_t i = path.size() - 1; i > 0; --i) // the root's numbers lead nobody
            if (!update(path[i - 1].node, path[i].turn)) return;
    }

    // Adds the bias of the children of a node to their scores.
    template <class Children>
    void add_to(Scores &scores, const Children &children, bool complete, Turn turn) const {
        std::uint32_t low = complete ? infinite : 1, high = complete ? 0 : 1;
        for (std::uint32_t o = 0; o < children.count(); ++o)
            if (const std::uint32_t pn = number(children[o], turn); pn != infinite) {
                low = std::min(low, pn);
                high = std::max(high, pn);
            }
        for (std::uint32_t o = 0; o < children.count(); ++o)
            if (const std::uint32_t pn = number(children[o], turn); pn != infinite)
                scores.add(o, weight_ * (1 - (pn - low) / (1 + static_cast<double>(high - low))));
    }
    // The bias of an option not yet tried, which nothing is easier than.
    [[nodiscard]] double of_untried() const { return weight_; }

private:
    [[nodiscard]] std::uint32_t number(Tree::Index n, Turn player) const {
        return tree_.proof(n).of[static_cast<std::size_t>(player)];
    }

    // The numbers of n by what is below it; says whether they have changed.
    bool update(Tree::Index n, Turn turn) {
        bool changed = false;
        for (const Turn player : {Turn::Max, Turn::Min}) {
            const std::uint32_t now = computed(n, player, turn);
            changed = changed || now != number(n, player);
            tree_.proof(n).of[static_cast<std::size_t>(player)] = now;
        }
        return changed;
    }

    // Children may have been forgotten (Tree::recycle), but what they have proved stays.
    [[nodiscard]] std::uint32_t computed(Tree::Index n, Turn player, Turn turn) const {
        const auto [pess, opti] = tree_.bounds(n);
        if (player == Turn::Max ? pess == range_.high : opti == range_.low) return 0;
        if (player == Turn::Max ? opti < range_.high : pess > range_.low) return infinite;
        return player == turn ? least(n, player) : sum(n, player);
    }

    [[nodiscard]] std::uint32_t untried(Tree::Index n) const {
        const std::uint32_t options = tree_.proof(n).options, tried = tree_[n].child_count();
        return options > tried ? options - tried : 0; // fewer: somebody is just here for the first time
    }

    [[nodiscard]] std::uint32_t least(Tree::Index n, Turn player) const {
        std::uint32_t least = untried(n) > 0 ? 1 : infinite;
        tree_.for_children(n, [&](Tree::Index s) { least = std::min(least, number(s, player)); });
        return least;
    }

    [[nodiscard]] std::uint32_t sum(Tree::Index n, Turn player) const {
        std::uint64_t sum = untried(n);
        bool refuted = false;
        tree_.for_children(n, [&](Tree::Index s) {
            const std::uint32_t pn = number(s, player);
            refuted = refuted || pn == infinite;
            sum += pn;
        });
        return refuted ? infinite : static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, infinite - 1));
    }

    Tree &tree_;
    Bounds range_;
    double weight_; // C_pn
};

} // namespace playout
