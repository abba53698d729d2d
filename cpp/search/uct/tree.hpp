// The memory of a tree search: nodes in one array, the children of a node side by side.
//
// Children are made one at a time, as they are first tried, so that a node costs memory only for the moves
// that were played from it. A node's children live in a block whose size is a power of two; a full block
// is moved to one of twice the size, and its place is kept for the next block of its size. What only some
// searches want to know of a node stands in columns beside the nodes, which cost nothing where they are not
// wanted.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"

namespace playout {

struct Node {
    static constexpr std::uint32_t max_visits = 0xFFFFFFFE;
    double total = 0;           // sum of rewards, from the side of the player who chose this node
    std::uint32_t visits = 0;   // simulations through this node
    std::uint32_t children = 0; // index of the first child
    Move move = -1;             // that leads here
    std::uint16_t slot = 0;     // its place in the father's list of legal moves
    std::uint16_t child_count : 15 = 0;
    std::uint16_t complete : 1 = 0; // every legal move has its child
};

// Where in RaveMemory the statistics of a node are; 0 for nowhere.
struct RaveTables {
    std::uint32_t options = 0; // its options, as actions
    std::uint32_t sums = 0;    // their statistics, or with GRAVE those of all actions
};

struct TreeColumns {
    bool bounds = false, rave = false, prior = false;
};

class Tree {
public:
    using Index = std::uint32_t;
    static constexpr Index root = 0, none = 0; // nobody's child is the root
    static constexpr std::uint32_t max_children = (1u << 15) - 1;

    // A node that is made has the given bounds.
    explicit Tree(std::uint32_t max_nodes, TreeColumns columns = {}, Bounds widest = {})
        : max_nodes_(max_nodes), columns_(columns), widest_(widest) {
        clear();
    }

    void clear() {
        for_columns([](auto &column, const auto &fresh) { column.assign(1, fresh); });
        for (auto &list : free_) list.clear();
        full_ = frozen_ = false;
    }

    // Whether a node could not be made for want of memory that recycle() would free.
    [[nodiscard]] bool full() const { return full_ && !frozen_; }

    Node &operator[](Index i) { return nodes_[i]; }
    const Node &operator[](Index i) const { return nodes_[i]; }
    Bounds &bounds(Index i) { return bounds_[i]; }
    [[nodiscard]] const Bounds &bounds(Index i) const { return bounds_[i]; }
    RaveTables &rave(Index i) { return rave_[i]; }
    [[nodiscard]] const RaveTables &rave(Index i) const { return rave_[i]; }
    double &prior(Index i) { return priors_[i]; }
    [[nodiscard]] double prior(Index i) const { return priors_[i]; }
    [[nodiscard]] double prior(const Node &node) const { return prior(index(node)); }
    [[nodiscard]] Index index(const Node &node) const { return static_cast<Index>(&node - nodes_.data()); }

    // Changes the rewards that were added up as each of them would be.
    void change_rewards(double factor, double shift) {
        for (Node &node : nodes_) node.total = node.total * factor + node.visits * shift;
    }

    [[nodiscard]] std::span<const Node> children(const Node &node) const {
        return {nodes_.data() + node.children, node.child_count};
    }

    // The child that a move leads to, or `none`.
    [[nodiscard]] Index child(Index parent, Move move) const {
        const Node &s = nodes_[parent];
        for (Index i = s.children; i < s.children + s.child_count; ++i)
            if (nodes_[i].move == move) return i;
        return none;
    }

    // Makes a child, or answers `none` where the memory cap forbids it.
    Index add_child(Index parent, Move move, std::uint16_t slot) {
        const std::uint32_t count = nodes_[parent].child_count;
        if (count == capacity(count) && !grow(parent)) return none;
        const Index child = nodes_[parent].children + count;
        make_fresh(child);
        nodes_[child].move = move;
        nodes_[child].slot = slot;
        nodes_[parent].child_count = static_cast<std::uint16_t>(count + 1) & max_children;
        return child;
    }

    // Whether the memory cap allows a whole family; if not, the tree is full, unless recycle() would not
    // help.
    [[nodiscard]] bool has_room(std::uint32_t count) {
        const std::uint32_t size = capacity(count);
        if (!free_[size_class(size)].empty() || nodes_.size() + size <= max_nodes_) return true;
        full_ = full_ || size <= max_nodes_ / 4; // it makes room for no larger family
        return false;
    }

    // Makes a whole family at once, or answers `none`; the children are to be filled in.
    Index add_children(Index parent, std::uint32_t count) {
        const Index block = allocate(capacity(count));
        if (block == none) return none;
        for (Index i = block; i < block + count; ++i) make_fresh(i);
        nodes_[parent].children = block;
        nodes_[parent].child_count = static_cast<std::uint16_t>(count) & max_children;
        return block;
    }

    // Makes a node the root, and forgets all but what is below it.
    void reroot(Index root_to_be) { keep(root_to_be, 0); }

    // Forgets what is below the least visited nodes, so that half of the memory is free again. A node that
    // loses its children keeps what was learned from them.
    void recycle() {
        const std::uint32_t least = visits_of_the_better_half();
        keep(root, least);
        frozen_ = nodes_.size() > max_nodes_ - max_nodes_ / 4; // the root's own family is too large
    }

    [[nodiscard]] const TreeColumns &columns() const { return columns_; }
    [[nodiscard]] std::uint64_t size() const { return nodes_.size(); }
    [[nodiscard]] std::uint64_t bytes() const {
        return nodes_.size() * sizeof(Node) + bounds_.size() * sizeof(Bounds) +
               rave_.size() * sizeof(RaveTables) + priors_.size() * sizeof(double);
    }

private:
    // Does something with each column, the nodes themselves included, and with what a new node has there.
    template <class Do> void for_columns(Do act) {
        act(nodes_, Node{});
        if (columns_.bounds) act(bounds_, widest_);
        if (columns_.rave) act(rave_, RaveTables{});
        if (columns_.prior) act(priors_, 0.0);
    }

    void make_fresh(Index node) {
        for_columns([node](auto &column, const auto &fresh) { column[node] = fresh; });
    }

    static std::uint32_t capacity(std::uint32_t count) { return count == 0 ? 0 : std::bit_ceil(count); }

    // A tree of what is below a node, but for the descendants of nodes with fewer visits.
    void keep(Index root_to_be, std::uint32_t least_visits) {
        Tree kept(max_nodes_, columns_, widest_);
        kept.copy_node(root, *this, root_to_be);
        std::vector<std::pair<Index, Index>> fathers{{root, root_to_be}}; // in the new tree and in the old
        while (!fathers.empty()) {
            const auto [to, from] = fathers.back();
            fathers.pop_back();
            if (to != root && nodes_[from].visits < least_visits) {
                kept.forget_children(to);
                continue;
            }
            kept.copy_children(to, *this, from);
            for (Index i = 0; i < kept[to].child_count; ++i)
                fathers.emplace_back(kept[to].children + i, nodes_[from].children + i);
        }
        *this = std::move(kept);
    }

    // The least power of two such that the families of nodes with so many visits take half of the memory.
    [[nodiscard]] std::uint32_t visits_of_the_better_half() const {
        std::array<std::uint64_t, 33> sizes{}; // of families, by the bits of their father's visits
        std::vector<Index> fathers{root};
        while (!fathers.empty()) {
            const Node &father = nodes_[fathers.back()];
            fathers.pop_back();
            sizes[static_cast<std::size_t>(std::bit_width(father.visits))] += capacity(father.child_count);
            for (Index i = 0; i < father.child_count; ++i)
                if (nodes_[father.children + i].child_count > 0) fathers.push_back(father.children + i);
        }
        std::size_t bits = sizes.size();
        for (std::uint64_t sum = 1; bits > 1 && (sum += sizes[bits - 1]) <= max_nodes_ / 2;) --bits;
        return std::uint32_t{1} << std::min<std::size_t>(bits - 1, 31);
    }

    void forget_children(Index node) {
        if (nodes_[node].child_count > 0) nodes_[node].complete = false;
        nodes_[node].child_count = 0;
    }

    void copy_node(Index to, const Tree &from, Index node) {
        nodes_[to] = from.nodes_[node];
        if (columns_.bounds) bounds_[to] = from.bounds_[node];
        if (columns_.rave) rave_[to] = from.rave_[node];
        if (columns_.prior) priors_[to] = from.priors_[node];
    }

    // There is always room: each block is as large as it was.
    void copy_children(Index to, const Tree &from, Index node) {
        const std::uint32_t count = from.nodes_[node].child_count;
        if (count == 0) return;
        const Index block = allocate(capacity(count));
        for (Index i = 0; i < count; ++i) copy_node(block + i, from, from.nodes_[node].children + i);
        nodes_[to].children = block;
    }

    bool grow(Index parent) {
        const std::uint32_t old_size = nodes_[parent].child_count;
        const Index block = allocate(old_size == 0 ? 1 : 2 * old_size);
        if (block == none) return false;
        const Index old_block = nodes_[parent].children;
        for_columns([=](auto &column, const auto &) {
            std::copy_n(column.begin() + old_block, old_size, column.begin() + block);
        });
        if (old_size > 0) free_[size_class(old_size)].push_back(old_block);
        nodes_[parent].children = block;
        return true;
    }

    Index allocate(std::uint32_t size) {
        if (!has_room(size)) return none;
        auto &list = free_[size_class(size)];
        if (!list.empty()) {
            const Index block = list.back();
            list.pop_back();
            return block;
        }
        const auto block = static_cast<Index>(nodes_.size());
        for_columns([&](auto &column, const auto &) { resize(column, block + size); });
        return block;
    }

    // Memory doubles as a vector's does, but never beyond the cap.
    template <class T> void resize(std::vector<T> &column, std::size_t size) const {
        if (size > column.capacity())
            column.reserve(std::min<std::size_t>(std::max(size, 2 * column.capacity()), max_nodes_));
        column.resize(size);
    }

    static std::size_t size_class(std::uint32_t size) {
        return static_cast<std::size_t>(std::countr_zero(size));
    }

    std::uint32_t max_nodes_;
    TreeColumns columns_;
    Bounds widest_;
    std::vector<Node> nodes_;
    std::vector<Bounds> bounds_;
    std::vector<RaveTables> rave_;
    std::vector<double> priors_;
    std::array<std::vector<Index>, 16> free_; // blocks to be used again, by the logarithm of their size
    bool full_ = false, frozen_ = false;
};

} // namespace playout
