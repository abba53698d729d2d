// The bandit of the root with sequential halving (halving.hpp).
#pragma once

#include <cstdint>

#include "core/game.hpp"
#include "core/rng.hpp"
#include "search/uct/family.hpp"
#include "search/uct/kind.hpp"
#include "search/uct/memory.hpp"

namespace playout {

template <Game G> class RootHalving {
public:
    using State = typename G::State;
    using Index = Tree::Index;

    RootHalving(UctMemory<G> &memory, Stretch &own) : memory_(memory), family_(memory, own) {}

    // None if it has nobody to name, or no memory to make him.
    Index choose(const State &root, Rng &rng) {
        const Tree &tree = memory_.tree;
        const auto node = [&](std::uint32_t place) { return tree.child_at(Tree::root, place); };
        const auto is_out = [&](std::uint32_t place) {
            return has_node(place) && memory_.options.proves() &&
                   memory_.bounds.pruned(Tree::root, tree.place(node(place)), memory_.game.turn(root));
        };
        const auto mean = [&](std::uint32_t place) {
            const bool known = has_node(place) && tree[node(place)].visits > 0;
            return known ? tree[node(place)].total / tree[node(place)].visits : 0;
        };
        const std::uint32_t place = memory_.halving->next(count(root), is_out, mean);
        if (place == Halving::nobody) return Tree::none;
        return has_node(place) ? node(place) : family_.try_new(Tree::root, root, rng);
    }

private:
    [[nodiscard]] bool has_node(std::uint32_t place) const {
        return place < memory_.tree[Tree::root].child_count();
    }

    std::uint32_t count(const State &root) {
        const Offspring options = memory_.tree[Tree::root].offspring();
        return options.complete ? options.count : family_.list().count(root);
    }

    UctMemory<G> &memory_;
    Family<G, AnyMemory> family_;
};

} // namespace playout
