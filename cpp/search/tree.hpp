// The memory of a tree search: nodes in one array, the children of a node side by side.
//
// Children are made one at a time, as they are first tried, so that a node costs memory only for the moves
// that were played from it. A node's children live in a block whose size is a power of two; a full block
// is moved to one of twice the size, and its place is kept for the next block of its size.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/moves.hpp"

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

class Tree {
public:
    using Index = std::uint32_t;
    static constexpr Index root = 0, none = 0; // nobody's child is the root
    static constexpr std::uint32_t max_children = (1u << 15) - 1;

    explicit Tree(std::uint32_t max_nodes) : max_nodes_(max_nodes) { clear(); }

    void clear() {
        nodes_.assign(1, Node{});
        for (auto &list : free_) list.clear();
    }

    Node &operator[](Index i) { return nodes_[i]; }
    const Node &operator[](Index i) const { return nodes_[i]; }

    [[nodiscard]] Node *begin(const Node &node) { return nodes_.data() + node.children; }
    [[nodiscard]] const Node *begin(const Node &node) const { return nodes_.data() + node.children; }

    // Makes a child, or answers `none` where the memory cap forbids it.
    Index add_child(Index parent, Move move, std::uint16_t slot) {
        const std::uint32_t count = nodes_[parent].child_count;
        if (count == capacity(count) && !grow(parent)) return none;
        const Index child = nodes_[parent].children + count;
        nodes_[child] = Node{.move = move, .slot = slot};
        nodes_[parent].child_count = static_cast<std::uint16_t>(count + 1) & max_children;
        return child;
    }

    [[nodiscard]] std::uint64_t bytes() const { return nodes_.size() * sizeof(Node); }

private:
    static std::uint32_t capacity(std::uint32_t count) { return count == 0 ? 0 : std::bit_ceil(count); }

    bool grow(Index parent) {
        const std::uint32_t old_size = nodes_[parent].child_count;
        const Index block = allocate(old_size == 0 ? 1 : 2 * old_size);
        if (block == none) return false;
        const Index old_block = nodes_[parent].children;
        std::copy_n(nodes_.begin() + old_block, old_size, nodes_.begin() + block);
        if (old_size > 0) free_[size_class(old_size)].push_back(old_block);
        nodes_[parent].children = block;
        return true;
    }

    Index allocate(std::uint32_t size) {
        auto &list = free_[size_class(size)];
        if (!list.empty()) {
            const Index block = list.back();
            list.pop_back();
            return block;
        }
        if (nodes_.size() + size > max_nodes_) return none;
        const auto block = static_cast<Index>(nodes_.size());
        reserve(nodes_.size() + size);
        nodes_.resize(nodes_.size() + size);
        return block;
    }

    // Memory doubles as a vector's does, but never beyond the cap.
    void reserve(std::size_t size) {
        if (size > nodes_.capacity())
            nodes_.reserve(std::min<std::size_t>(std::max(size, 2 * nodes_.capacity()), max_nodes_));
    }

    static std::size_t size_class(std::uint32_t size) {
        return static_cast<std::size_t>(std::countr_zero(size));
    }

    std::uint32_t max_nodes_;
    std::vector<Node> nodes_;
    std::array<std::vector<Index>, 16> free_; // blocks to be used again, by the logarithm of their size
};

} // namespace playout
