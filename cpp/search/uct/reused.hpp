// Where a state stands in the tree of the search before: one or two moves below its root.
#pragma once

#include "core/game.hpp"
#include "search/uct/tree.hpp"

namespace playout {

template <Game G>
Tree::Index find_child_state(const G &game, const Tree &tree, Tree::Index node,
                             const typename G::State &state, const typename G::State &wanted) {
    for (const Node &child : tree.children(tree[node])) {
        typename G::State next = state;
        game.play(next, child.move);
        if (next == wanted) return tree.index(child);
    }
    return Tree::none;
}

template <Game G>
Tree::Index find_state(const G &game, const Tree &tree, const typename G::State &root,
                       const typename G::State &wanted) {
    const Tree::Index child = find_child_state(game, tree, Tree::root, root, wanted);
    if (child != Tree::none) return child;
    for (const Node &option : tree.children(tree[Tree::root])) {
        typename G::State next = root;
        game.play(next, option.move);
        const Tree::Index found = find_child_state(game, tree, tree.index(option), next, wanted);
        if (found != Tree::none) return found;
    }
    return Tree::none;
}

} // namespace playout
