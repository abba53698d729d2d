// Where a state stands in the tree of the search before: one or two moves below its root.
#pragma once

#include "core/game.hpp"
#include "search/uct/tree.hpp"

namespace playout {

template <Game G>
Tree::Index find_child_state(const G &game, const Tree &tree, Tree::Index node,
                             const typename G::State &state, const typename G::State &wanted) {
    Tree::Index found = Tree::none;
    tree.for_children(node, [&](Tree::Index child) {
        if (found != Tree::none) return;
        typename G::State next = state;
        game.play(next, tree[child].move);
        if (next == wanted) found = child;
    });
    return found;
}

template <Game G>
Tree::Index find_state(const G &game, const Tree &tree, const typename G::State &root,
                       const typename G::State &wanted) {
    Tree::Index found = find_child_state(game, tree, Tree::root, root, wanted);
    tree.for_children(Tree::root, [&](Tree::Index option) {
        if (found != Tree::none) return;
        typename G::State next = root;
        game.play(next, tree[option].move);
        found = find_child_state(game, tree, option, next, wanted);
    });
    return found;
}

} // namespace playout
