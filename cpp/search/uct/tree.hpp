// The memory of a tree search: the children of a node side by side, made and forgotten.
//
// Children are made one at a time, as they are first tried, so that a node costs memory only for the moves
// that were played from it. They live in blocks (node_blocks.hpp): a full one is moved to one of twice the
// size. What is known of a node stands in node_columns.hpp.
//
// Where several threads grow one tree (`shared`) no node may move, and a family has several blocks. There a
// child is made by one thread at a time (node_lock.hpp) and counted last; memory is recycled while no thread
// is in the tree.
//
// Where several ways may lead to one position (`graph`), a node of a family is an edge: it has the visits and
// the total of its own move, and leads to its position, a node apart that has the family, the bounds, the
// RAVE statistics and all visits of the ways that lead there. With bounds a position knows its fathers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "search/uct/children.hpp"
#include "search/uct/node.hpp"
#include "search/uct/node_blocks.hpp"

namespace playout {

class Tree : public NodeBlocks {
public:
    static constexpr std::uint32_t max_children = (1u << 15) - 1;

    explicit Tree(std::uint32_t max_nodes, TreeColumns columns = {}, Bounds widest = {})
        : NodeBlocks(max_nodes, columns, widest) {
        clear();
    }

    void clear() { clear_blocks(); }

    // The node that has the family below a node: in a graph its position, or `none` where nobody was yet.
    [[nodiscard]] Index position(Index node) const {
        return columns_.graph ? nodes_[node].children.published() : node;
    }
    // The node that has what is known of the state below a node.
    [[nodiscard]] Index place(Index node) const {
        const Index its_position = position(node);
        return its_position == none ? node : its_position;
    }
    // Makes a position that no edge leads to yet, or answers `none` where the memory cap forbids it.
    Index add_position(Stretch *own = nullptr) {
        const Index position = allocate(1, own);
        if (position != none) make_fresh(position);
        return position;
    }
    void lead(Index edge, Index position) { nodes_[edge].children.publish(position); }

    // Does something with each of the first children of a node, by default all that it has.
    template <class Do> void for_children(Index parent, Do act) const {
        for_children(parent, nodes_[parent].child_count(), act);
    }
    template <class Do> void for_children(Index parent, std::uint32_t count, Do act) const {
        const Index first = nodes_[parent].children;
        if (shared())
            for_scattered(first, count, act);
        else
            for (Index i = first; i < first + count; ++i) act(i);
    }

    // The children of a node, as the caller's kind of tree has them; the list is scratch.
    template <class Children>
    [[gnu::always_inline]] Children children(Index parent, std::vector<Index> &list) const {
        const std::uint32_t count = nodes_[parent].child_count();
        if constexpr (std::is_same_v<Children, OwnChildren>) {
            return {nodes_.data(), nodes_[parent].children, count};
        } else {
            if (list.size() < count) list.resize(2 * count);
            for_children(parent, count, [next = list.data()](Index child) mutable { *next++ = child; });
            return {nodes_.data(), {list.data(), count}};
        }
    }

    // The child at a place among its brothers, in the order in which they were made.
    [[nodiscard]] Index child_at(Index parent, std::uint32_t place) const {
        const Index first = nodes_[parent].children;
        return shared() ? scattered(first, place) : first + place;
    }

    // The child that a move leads to, or `none`.
    [[nodiscard]] Index child(Index parent, Move move) const {
        return find_child(parent, [move](const Node &child) { return child.move == move; });
    }
    // The same by the place of the move in the list of legal moves.
    [[nodiscard]] Index child_of_slot(Index parent, std::uint32_t slot) const {
        return find_child(parent, [slot](const Node &child) { return child.slot == slot; });
    }

    // Makes a child, or answers `none` where the memory cap forbids it. One of several threads has nodes of
    // its own.
    Index add_child(Index parent, Move move, std::uint16_t slot, bool complete = false,
                    Stretch *own = nullptr) {
        const std::uint32_t count = nodes_[parent].child_count();
        if (count == capacity(count) && !grow(parent, count, own)) return none;
        const Index child = child_at(parent, count);
        make_fresh(child);
        nodes_[child].move = move;
        nodes_[child].slot = slot;
        nodes_[parent].set_offspring(offspring(count + 1, complete));
        return child;
    }

    // Makes a whole family at once, or answers `none`; the children stand side by side, in their order. They
    // are filled in before they are counted.
    template <class Fill>
    Index add_children(Index parent, std::uint32_t count, bool complete, Fill fill, Stretch *own = nullptr) {
        const Index block = allocate(capacity(count), own);
        if (block == none) return none;
        link(block, capacity(count));
        for (Index i = block; i < block + count; ++i) {
            make_fresh(i);
            fill(i);
        }
        nodes_[parent].children = block;
        nodes_[parent].set_offspring(offspring(count, complete));
        return block;
    }

    static Offspring offspring(std::uint32_t count, bool complete) {
        return {static_cast<std::uint16_t>(count & max_children), complete};
    }

    // Makes a node the root, and forgets all but what is below it.
    void reroot(Index root_to_be) { keep(root_to_be, 0); }

    // Forgets what is below the least visited nodes, so that half of the memory is free again. A node that
    // loses its children keeps what was learned from them.
    void recycle() {
        const std::uint32_t least = visits_of_the_better_half();
        keep(root, least);
        frozen_ = used_ > max_nodes_ - max_nodes_ / 4; // the root's own family is too large
    }

    // For somebody who goes through all nodes: those he has met, where there may be several ways to one.
    [[nodiscard]] std::vector<bool> none_met() const {
        return std::vector<bool>(columns_.graph ? size() : 0);
    }
    static bool is_new(std::vector<bool> &met, Index node) {
        if (met.empty()) return true;
        const bool was_met = met[node];
        met[node] = true;
        return !was_met;
    }

    static constexpr Index forgotten = ~Index{0};
    // Where the positions of a graph went when it last forgot some of them.
    [[nodiscard]] std::vector<Index> take_moves() { return std::exchange(moved_, {}); }

private:
    template <class Is> [[nodiscard]] Index find_child(Index parent, Is is_it) const {
        Index found = none;
        for_children(parent, [&](Index child) {
            if (found == none && is_it(nodes_[child])) found = child;
        });
        return found;
    }

    // A tree of what is below a node, but for the descendants of nodes with fewer visits.
    void keep(Index root_to_be, std::uint32_t least_visits) {
        Tree kept(max_nodes_, columns_, widest_);
        if (shared()) kept.add_room(room());
        kept.age_ = age_ + 1;
        kept.copy_node(root, *this, root_to_be);
        std::vector<Index> moved(columns_.graph ? size() : 0, forgotten);
        if (columns_.graph) moved[root_to_be] = root;
        std::vector<std::pair<Index, Index>> fathers{{root, root_to_be}}; // in the new tree and in the old
        while (!fathers.empty()) {
            const auto [to, from] = fathers.back();
            fathers.pop_back();
            if (to != root && nodes_[from].visits < least_visits) {
                kept.forget_children(to);
                continue;
            }
            kept.copy_children(to, *this, from);
            for_children(from, [&, i = Index{kept[to].children}](Index child) mutable {
                if (!columns_.graph)
                    fathers.emplace_back(i, child);
                else if (kept.copy_position(i, *this, position(child), moved))
                    fathers.emplace_back(kept.position(i), position(child));
                ++i;
            });
        }
        if (knows_fathers()) kept.copy_fathers(*this, moved);
        *this = std::move(kept);
        moved_ = std::move(moved);
    }

    // Leads an edge that was copied to its position; says whether that had to be copied as well.
    bool copy_position(Index edge, const Tree &from, Index position, std::vector<Index> &moved) {
        if (position == none) return false;
        const bool is_first = moved[position] == forgotten;
        if (is_first) copy_node(moved[position] = add_position(), from, position);
        lead(edge, moved[position]);
        return is_first;
    }

    void copy_fathers(const Tree &from, const std::vector<Index> &moved) {
        for (Index old = 0; old < moved.size(); ++old)
            if (moved[old] != forgotten && moved[old] != root)
                from.for_fathers(old, [&](Index father, Turn turn) {
                    if (moved[father] != forgotten) add_father(moved[old], moved[father], turn);
                });
    }

    // The least power of two such that the families of nodes with so many visits take half of the memory.
    [[nodiscard]] std::uint32_t visits_of_the_better_half() const {
        std::array<std::uint64_t, 33> sizes{}; // of families, by the bits of their father's visits
        for_families([&](Index father) {
            const std::uint32_t visits = nodes_[father].visits, children = nodes_[father].child_count();
            const std::uint32_t positions = columns_.graph ? children : 0; // or fewer, where they have others
            sizes[static_cast<std::size_t>(std::bit_width(visits))] += capacity(children) + positions;
        });
        std::size_t bits = sizes.size();
        for (std::uint64_t sum = 1; bits > 1 && (sum += sizes[bits - 1]) <= max_nodes_ / 2;) --bits;
        return std::uint32_t{1} << std::min<std::size_t>(bits - 1, 31);
    }

    // Does something with each node that has children, once.
    template <class Do> void for_families(Do act) const {
        std::vector<bool> met = none_met();
        std::vector<Index> fathers{root};
        while (!fathers.empty()) {
            const Index father = fathers.back();
            fathers.pop_back();
            act(father);
            for_children(father, [&](Index child) {
                const Index next = position(child);
                if (next != none && nodes_[next].child_count() > 0 && is_new(met, next))
                    fathers.push_back(next);
            });
        }
    }

    void forget_children(Index node) {
        if (nodes_[node].child_count() > 0) nodes_[node].set_offspring({});
    }

    // There is always room: each family is as large as it was.
    void copy_children(Index to, const Tree &from, Index node) {
        const std::uint32_t count = from.nodes_[node].child_count();
        if (count == 0) return;
        Index block = allocate(capacity(count));
        link(block, capacity(count));
        nodes_[to].children = block;
        from.for_children(node, [&](Index child) { copy_node(block++, from, child); });
    }

    bool grow(Index parent, std::uint32_t count, Stretch *own) {
        return shared() ? add_block(parent, count, own) : move_to_larger_block(parent, count);
    }

    bool move_to_larger_block(Index parent, std::uint32_t old_size) {
        const Index block = allocate(old_size == 0 ? 1 : 2 * old_size);
        if (block == none) return false;
        const Index old_block = nodes_[parent].children;
        for_columns([=](auto &column, const auto &) {
            std::copy_n(column.begin() + old_block, old_size, column.begin() + block);
        });
        if (old_size > 0) give_back(old_block, old_size);
        nodes_[parent].children = block;
        return true;
    }

    bool add_block(Index parent, std::uint32_t count, Stretch *own) {
        const Index block = allocate(capacity(count + 1) - count, own);
        if (block == none) return false;
        if (count == 0)
            nodes_[parent].children = block;
        else
            links_[child_at(parent, count == least_block ? 0 : count / growth)] = block; // of the last block
        return true;
    }

    std::vector<Index> moved_;
};

} // namespace playout
