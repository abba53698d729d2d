// The tree of a search as bytes and back.
//
// Nothing that is read is trusted: the moves come from the rules, by their places in the list of legal moves,
// and the shape from the order of the bytes, so that no file leads out of the tree or to an illegal move.
// What a node takes in memory is settled anew: near its cap a search may go on otherwise than one that was
// never saved. In a graph each position stands once, behind the first family that leads to it; which edges
// lead to one that is known already is found out again from the rules.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/bytes.hpp"
#include "core/game.hpp"
#include "search/uct/memory.hpp"
#include "search/uct/prior_function.hpp"
#include "search/uct/rave.hpp"
#include "search/uct/tree.hpp"

namespace playout {

inline void save_proof(const NodeProof &proof, Writer &writer) {
    for (const std::uint32_t number : {proof.of[0], proof.of[1], proof.options}) writer.integer(number);
}

// The last bit says whether a family is complete, or whether an edge leads to a position.
inline void save_node(const Tree &tree, Tree::Index node, Writer &writer, bool leads = false) {
    const Node &n = tree[node];
    writer.integer(n.visits | std::uint64_t{n.slot} << 32 | std::uint64_t{n.child_count()} << 48 |
                   std::uint64_t{n.complete() || leads} << 63);
    writer.number(n.total);
    if (tree.columns().prior) writer.number(tree.prior(node));
    if (tree.columns().proof) save_proof(tree.proof(node), writer);
    if (!tree.columns().bounds) return;
    writer.number(tree.bounds(node).low);
    writer.number(tree.bounds(node).high);
}

// Without RAVE, `rave` is null.
template <Game G> void save_tree(const Tree &tree, const RaveStatistics<G> *rave, Writer &writer) {
    if (rave != nullptr) rave->save(writer);
    save_node(tree, Tree::root, writer);
    const bool graph = tree.columns().graph;
    std::vector<bool> met = tree.none_met();
    std::vector<Tree::Index> fathers{Tree::root};
    while (!fathers.empty()) {
        const Tree::Index father = fathers.back();
        fathers.pop_back();
        tree.for_children(father, [&](Tree::Index child) {
            save_node(tree, child, writer, graph && tree.position(child) != Tree::none);
            if (!graph) fathers.push_back(child);
        });
        if (rave != nullptr) rave->save(father, writer);
        if (!graph) continue;
        tree.for_children(father, [&](Tree::Index child) {
            const Tree::Index position = tree.position(child);
            if (position == Tree::none || !Tree::is_new(met, position)) return;
            save_node(tree, position, writer);
            fathers.push_back(position);
        });
    }
}

// Fills an empty tree.
template <Game G> class TreeLoader {
public:
    using State = typename G::State;
    using Index = Tree::Index;

    TreeLoader(UctMemory<G> &memory, Reader &reader)
        : memory_(memory), game_(memory.game), tree_(memory.tree),
          rave_(memory.rave ? &*memory.rave : nullptr), reader_(reader) {}

    void load(const State &root) {
        if (rave_ != nullptr) rave_->load(reader_);
        load_node(Tree::root);
        std::vector<Father> fathers{{Tree::root, root, 0}};
        while (!fathers.empty()) {
            const Father father = std::move(fathers.back());
            fathers.pop_back();
            load_family(father.node, father.state);
            tree_.for_children(father.node, [&](Index child) {
                State state = father.state;
                game_.play(state, tree_[child].move);
                if (!tree_.columns().graph || (child = load_position(father, child, state)) != Tree::none)
                    fathers.push_back({child, std::move(state), father.depth + 1});
            });
        }
    }

private:
    struct Father {
        Index node;
        State state;
        std::size_t depth;
    };

    // The position to which an edge leads, if it stands here; if not, it leads nowhere, or it has been read.
    Index load_position(const Father &father, Index edge, const State &state) {
        if (!tree_[edge].complete()) return Tree::none;
        tree_[edge].set_offspring({});
        const std::uint64_t before = tree_.size();
        Index position;
        while ((position = find_position(father, edge, state)) == Tree::none) add_room();
        if (tree_.size() == before) return Tree::none;
        load_node(position);
        return position;
    }
    Index find_position(const Father &father, Index edge, const State &state) {
        return memory_.find_position(father.node, game_.turn(father.state), edge, state, father.depth + 1);
    }

    // One of fewer threads may take less memory.
    void add_room() {
        if (tree_.add_room()) return;
        Reader::require(tree_.shared());
        throw std::invalid_argument("max_nodes is too low for the saved search with so many threads");
    }

    void load_node(Index node) {
        const std::uint64_t word = reader_.integer();
        Node &n = tree_[node];
        n.visits = static_cast<std::uint32_t>(word);
        n.slot = static_cast<std::uint16_t>(word >> 32);
        n.set_offspring(Tree::offspring(static_cast<std::uint32_t>(word >> 48), word >> 63 != 0));
        n.total = reader_.number();
        Reader::require(n.visits <= Node::max_visits && std::isfinite(n.total));
        if (tree_.columns().prior) load_prior(tree_.prior(node));
        if (tree_.columns().proof) load_proof(tree_.proof(node));
        if (tree_.columns().bounds) tree_.set_bounds(node, load_bounds());
    }

    void load_prior(double &prior) {
        prior = reader_.number();
        Reader::require(std::abs(prior) <= max_prior);
    }

    void load_proof(NodeProof &proof) {
        for (auto &number : proof.of) number = static_cast<std::uint32_t>(reader_.integer(0xFFFFFFFF));
        proof.options = static_cast<std::uint32_t>(reader_.integer(Tree::max_children));
    }

    Bounds load_bounds() {
        const Bounds read{reader_.number(), reader_.number()}, widest = game_.bounds();
        Reader::require(widest.low <= read.low && read.low <= read.high && read.high <= widest.high);
        return read;
    }

    void load_family(Index father, const State &state) {
        game_.legal(state, moves_);
        const auto options = static_cast<std::uint32_t>(moves_.size());
        const auto [count, complete] = tree_[father].offspring();
        const bool one = count == 1; // a decisive move is the only one
        Reader::require(count <= options && (!complete || one || count == options));
        tree_[father].set_offspring(Tree::offspring(0, complete));
        if (count > 0) load_children(father, count, complete, options);
        if (rave_ != nullptr) rave_->load(father, state, reader_);
    }

    void load_children(Index father, std::uint32_t count, bool complete, std::uint32_t options) {
        while (!tree_.has_room(count)) add_room();
        std::vector<bool> taken(options);
        tree_.add_children(father, count, complete, [&](Index child) {
            load_node(child);
            const std::uint32_t slot = tree_[child].slot;
            Reader::require(slot < options && !taken[slot]);
            taken[slot] = true;
            tree_[child].move = moves_[static_cast<int>(slot)];
        });
    }

    UctMemory<G> &memory_;
    const G &game_;
    Tree &tree_;
    RaveStatistics<G> *rave_;
    Reader &reader_;
    typename G::Moves moves_; // scratch
};

} // namespace playout
