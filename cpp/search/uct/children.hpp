// The children of a node, for somebody who looks at all of them.
#pragma once

#include <cstdint>
#include <span>

#include "search/uct/node.hpp"

namespace playout {

// Those of a tree that nobody else works on stand side by side.
class OwnChildren {
public:
    OwnChildren(const Node *nodes, std::uint32_t first, std::uint32_t count)
        : nodes_(nodes + first), first_(first), count_(count) {}
    [[nodiscard]] std::uint32_t count() const { return count_; }
    std::uint32_t operator[](std::uint32_t o) const { return first_ + o; }
    [[nodiscard]] const Node &node(std::uint32_t o) const { return nodes_[o]; }
    static double total(const Node &node) { return node.total.alone(); }
    static double visits(const Node &node) { return node.visits.alone(); }

private:
    const Node *nodes_;
    std::uint32_t first_, count_;
};

// Those of any tree are listed, and read with care.
class ListedChildren {
public:
    ListedChildren(const Node *nodes, std::span<const std::uint32_t> places)
        : nodes_(nodes), places_(places) {}
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(places_.size()); }
    std::uint32_t operator[](std::uint32_t o) const { return places_[o]; }
    [[nodiscard]] const Node &node(std::uint32_t o) const { return nodes_[places_[o]]; }
    static double total(const Node &node) { return node.total; }
    static double visits(const Node &node) { return node.visits; }

private:
    const Node *nodes_;
    std::span<const std::uint32_t> places_;
};

} // namespace playout
