// Where a state stands in the tree of the search before: one or two moves below its root.
#pragma once

#include <cstdint>

#include "core/game.hpp"
#include "search/uct/tree.hpp"

namespace playout {

struct FoundState {
    Tree::Index node = Tree::none; // that has the family below the state
    std::uint32_t moves = 0;       // from the root
};

template <Game G>
Tree::Index find_child_state(const G &game, const Tree &tree, Tree::Index node,
                             const typename G::State &state, const typename G::State &wanted) {
    Tree::Index found = Tree::none;
    tree.for_children(node, [&](Tree::Index child) {
        if (found != Tree::none) return;
        typename G::State next = state;
        game.play(next, tree[child].move);
        if (next == wanted) found = tree.position(child);
    });
    return found;
}

template <Game G>
FoundState find_state(const G &game, const Tree &tree, const typename G::State &root,
                      const typename G::State &wanted) {
    FoundState found{find_child_state(game, tree, Tree::root, root, wanted), 1};
    tree.for_children(Tree::root, [&](Tree::Index option) {
        if (found.node != Tree::none || tree.position(option) == Tree::none) return;
        typename G::State next = root;
        game.play(next, tree[option].move);
        found = {find_child_state(game, tree, tree.position(option), next, wanted), 2};
    });
    return found;
}

} // namespace playout
