// The places of a tree's nodes (tree.hpp): blocks, each for a family or a part of one.
//
// A block's size is a power of two, and the place of one that was given back is kept for the next of its
// size. Where several threads grow one tree (`shared`) a block stays where it is. There a family has further
// blocks instead, larger and larger, and a column of links leads from one to the next. A thread takes nodes
// by the stretch, so that what it writes is seldom beside what others write; memory grows while no thread is
// in the tree.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/relaxed.hpp"
#include "search/uct/node_columns.hpp"

namespace playout {

// Nodes that a thread has taken for itself, to make children of them.
struct Stretch {
    std::uint32_t next = 0, end = 0;
    std::uint64_t age = 0; // of the tree that they belong to
};

class NodeBlocks : public NodeColumns {
public:
    // Whether a node could not be made for want of memory that recycle() would free.
    [[nodiscard]] bool full() const { return full_ && !frozen_; }

    // Whether the memory cap allows a whole family; if not, the tree is full, unless recycle() would not
    // help.
    [[nodiscard]] bool has_room(std::uint32_t count) {
        const std::uint32_t size = capacity(count);
        if (used_ + size <= room() || (!shared() && !free_[size_class(size)].empty())) return true;
        note_want_of(size);
        return false;
    }

    // Takes more memory, where that is less than the cap; says whether it was.
    bool add_room() {
        if (room() >= max_nodes_) return false;
        add_room(room() + room() / 4);
        full_ = false;
        return true;
    }

    [[nodiscard]] std::uint64_t size() const { return used_; }
    [[nodiscard]] std::uint64_t bytes() const { return bytes_of(used_); }

protected:
    // A family that does not move has room for so many, and then for so many times as many.
    static constexpr std::uint32_t least_block = 2, growth = 4;
    static constexpr std::uint64_t first_room = 1u << 14;   // of a shared tree, which takes more when need be
    static constexpr std::uint64_t most_at_once = 1u << 24; // nodes that get their place beforehand
    static constexpr std::uint32_t longest_stretch = 1024;

    // However low its cap, a shared tree has room for a family.
    NodeBlocks(std::uint32_t max_nodes, TreeColumns columns, Bounds widest)
        : NodeColumns(columns, widest),
          max_nodes_(columns.links ? std::max(max_nodes, 1 + least_block) : max_nodes) {}

    // Only the root is left.
    void clear_blocks() {
        clear_columns();
        for (auto &list : free_) list.clear();
        used_ = 1;
        full_ = frozen_ = false;
        ++age_;
        if (shared()) add_room(first_room);
    }

    [[nodiscard]] Index scattered(Index block, std::uint32_t place) const {
        std::uint32_t begin = 0;
        for (std::uint32_t end = least_block; place >= end; begin = end, end *= growth) block = links_[block];
        return block + (place - begin);
    }
    template <class Do> void for_scattered(Index block, std::uint32_t count, Do act) const {
        for (std::uint32_t begin = 0, end = least_block; begin < count; end *= growth) {
            for (const Index i = block - begin; begin < std::min(end, count); ++begin) act(i + begin);
            if (begin < count) block = links_[block];
        }
    }

    // How many nodes a family of so many takes.
    [[nodiscard]] std::uint32_t capacity(std::uint32_t count) const {
        if (count == 0) return 0;
        if (!shared()) return std::bit_ceil(count);
        std::uint32_t size = least_block;
        while (size < count) size *= growth;
        return size;
    }

    // The blocks of a family that was made at once stand one behind the other.
    void link(Index block, std::uint32_t size) {
        if (!shared()) return;
        for (std::uint32_t begin = 0, end = least_block; end < size; begin = end, end *= growth)
            links_[block + begin] = block + end;
    }

    void give_back(Index block, std::uint32_t size) { free_[size_class(size)].push_back(block); }

    Index allocate(std::uint32_t size, Stretch *own = nullptr) {
        if (!shared()) return allocate_or_reuse(size);
        const Index block = own != nullptr ? take_own(size, *own) : take(size);
        if (block == none) note_want_of(size);
        return block;
    }

    // How many nodes there may be without more memory; only that of a shared tree has a limit below the cap.
    [[nodiscard]] std::uint64_t room() const { return shared() ? nodes_.size() : max_nodes_; }
    void add_room(std::uint64_t room) {
        for_columns([&](auto &column, const auto &) {
            column.reserve(std::min<std::uint64_t>(max_nodes_, most_at_once));
            column.resize(std::clamp<std::uint64_t>(room, column.size(), max_nodes_));
        });
    }

    std::uint32_t max_nodes_;
    std::uint64_t age_ = 0;           // grows when all nodes move
    Relaxed<std::uint64_t> used_ = 0; // nodes, children to be included
    Relaxed<bool> full_ = false;
    bool frozen_ = false;

private:
    // Recycling makes room for no larger family than that.
    void note_want_of(std::uint32_t size) {
        if (size <= max_nodes_ / 4 || room() < max_nodes_) full_ = true;
    }

    // For several threads.
    Index take(std::uint32_t size) {
        std::uint64_t block = used_;
        while (block + size <= room())
            if (used_.replace(block, block + size)) return static_cast<Index>(block);
        return none;
    }

    // From nodes of the thread's own, or a new stretch; large blocks and small trees go without.
    Index take_own(std::uint32_t size, Stretch &own) {
        const std::uint32_t stretch = std::min(longest_stretch, max_nodes_ / 256);
        if (size > stretch / 8) return take(size);
        if (own.age != age_) own = {.age = age_};
        if (own.end - own.next < size) {
            const Index taken = take(stretch);
            if (taken == none) return take(size);
            own = {taken, taken + stretch, age_};
        }
        return std::exchange(own.next, own.next + size);
    }

    Index allocate_or_reuse(std::uint32_t size) {
        if (!has_room(size)) return none;
        auto &list = free_[size_class(size)];
        if (!list.empty()) {
            const Index block = list.back();
            list.pop_back();
            return block;
        }
        const auto block = static_cast<Index>(nodes_.size());
        for_columns([&](auto &column, const auto &) { resize(column, block + size); });
        used_ = nodes_.size();
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

    std::array<std::vector<Index>, 16> free_; // blocks to be used again, by the logarithm of their size
};

} // namespace playout
