// What a tree (tree.hpp) knows of each of its nodes: the nodes in one array, and in columns beside them what
// only some searches want to know, which cost nothing where they are not wanted.
//
// What the inner loops of a search ask is `always_inline`, here and elsewhere: so much is compiled for a game
// that the compiler, left alone, stops inlining somewhere, and each new part would slow all others down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "core/relaxed.hpp"
#include "search/uct/node.hpp"
#include "search/uct/node_lock.hpp"

namespace playout {

struct TreeColumns {
    bool bounds = false, rave = false, prior = false;
    bool links = false; // of a tree that several threads share
    bool proof = false;
    bool graph = false;
};

// One of the positions from which a position is reached, and whose move it is there.
struct Father {
    std::uint32_t node, next;
    Turn turn;
};

class NodeColumns {
public:
    using Index = std::uint32_t;
    static constexpr Index root = 0, none = 0; // nobody's child is the root

    // Whether several threads work on it.
    [[nodiscard]] bool shared() const { return columns_.links; }
    [[nodiscard]] const TreeColumns &columns() const { return columns_; }

    Node &operator[](Index i) { return nodes_[i]; }
    const Node &operator[](Index i) const { return nodes_[i]; }
    [[nodiscard]] Index index(const Node &node) const { return static_cast<Index>(&node - nodes_.data()); }

    [[nodiscard, gnu::always_inline]] Bounds bounds(Index i) const {
        return {bounds_[i].low, bounds_[i].high};
    }
    void set_bounds(Index i, const Bounds &bounds) {
        bounds_[i].low = bounds.low;
        bounds_[i].high = bounds.high;
    }
    RaveTables &rave(Index i) { return rave_[i]; }
    [[nodiscard]] const RaveTables &rave(Index i) const { return rave_[i]; }
    double &prior(Index i) { return priors_[i]; }
    [[nodiscard]] double prior(Index i) const { return priors_[i]; }
    [[nodiscard]] double prior(const Node &node) const { return prior(index(node)); }
    NodeProof &proof(Index i) { return proofs_[i]; }
    [[nodiscard]] const NodeProof &proof(Index i) const { return proofs_[i]; }
    NodeLock &lock(Index node) { return locks_[node]; }

    void add_father(Index position, Index father, Turn turn) {
        fathers_.push_back({father, last_father_[position], turn});
        last_father_[position] = static_cast<Index>(fathers_.size() - 1);
    }
    template <class Do> void for_fathers(Index position, Do act) const {
        for (Index i = last_father_[position]; i != none; i = fathers_[i].next)
            act(fathers_[i].node, fathers_[i].turn);
    }

    // Changes the rewards that were added up as each of them would be.
    void change_rewards(double factor, double shift) {
        for (Node &node : nodes_) node.total = node.total * factor + node.visits * shift;
    }

protected:
    // A node that is made has the given bounds.
    NodeColumns(TreeColumns columns, Bounds widest) : columns_(columns), widest_(widest) {}

    // Only the root is left.
    void clear_columns() {
        for_columns([](auto &column, const auto &fresh) { column.assign(1, fresh); });
        fathers_.assign(1, {});
    }

    // Does something with each column, the nodes themselves included, and with what a new node has there.
    template <class Do> void for_columns(Do act) {
        act(nodes_, Node{});
        if (columns_.bounds) act(bounds_, NodeBounds{widest_.low, widest_.high});
        if (columns_.rave) act(rave_, RaveTables{});
        if (columns_.prior) act(priors_, 0.0);
        if (shared()) act(links_, Relaxed<Index>{});
        if (shared()) act(locks_, NodeLock{});
        if (columns_.proof) act(proofs_, NodeProof{});
        if (knows_fathers()) act(last_father_, none);
    }
    [[nodiscard]] bool knows_fathers() const { return columns_.graph && columns_.bounds; }

    void make_fresh(Index node) {
        nodes_[node] = Node{};
        if (columns_.bounds) set_bounds(node, widest_);
        if (columns_.rave) rave_[node] = RaveTables{};
        if (columns_.prior) priors_[node] = 0;
        if (columns_.proof) proofs_[node] = NodeProof{};
        if (knows_fathers()) last_father_[node] = none;
    }

    void copy_node(Index to, const NodeColumns &from, Index node) {
        nodes_[to] = from.nodes_[node];
        if (columns_.bounds) bounds_[to] = from.bounds_[node];
        if (columns_.rave) rave_[to] = from.rave_[node];
        if (columns_.prior) priors_[to] = from.priors_[node];
        if (columns_.proof) proofs_[to] = from.proofs_[node];
    }

    [[nodiscard]] std::uint64_t bytes_of(std::uint64_t nodes) const {
        std::uint64_t bytes_of_one = 0;
        const_cast<NodeColumns *>(this)->for_columns(
            [&](const auto &, const auto &fresh) { bytes_of_one += sizeof fresh; });
        return nodes * bytes_of_one + (fathers_.size() - 1) * sizeof(Father);
    }

    TreeColumns columns_;
    Bounds widest_;
    std::vector<Node> nodes_;
    std::vector<NodeBounds> bounds_;
    std::vector<RaveTables> rave_;
    std::vector<double> priors_;
    std::vector<NodeProof> proofs_;
    std::vector<Relaxed<Index>> links_; // from the first node of a block to the next block of its family
    std::vector<NodeLock> locks_;
    std::vector<Index> last_father_; // of a position, in the list of all fathers
    std::vector<Father> fathers_;
};

} // namespace playout
