// The way of a simulation through the tree.
#pragma once

#include "core/game.hpp"
#include "search/uct/tree.hpp"

namespace playout {

struct Choice { // a node on the path, and whose bandit chose it
    Tree::Index node;
    Turn turn;
};

} // namespace playout
