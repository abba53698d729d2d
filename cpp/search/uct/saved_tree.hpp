// The tree of a search as bytes and back.
//
// Nothing that is read is trusted: the moves come from the rules, by their places in the list of legal moves,
// and the shape from the order of the bytes, so that no file leads out of the tree or to an illegal move.
// What a node takes in memory is settled anew: near its cap a search may go on otherwise than one that was
// never saved.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/bytes.hpp"
#include "core/game.hpp"
#include "search/uct/prior_function.hpp"
#include "search/uct/rave.hpp"
#include "search/uct/tree.hpp"

namespace playout {

inline void save_node(const Tree &tree, Tree::Index node, Writer &writer) {
    const Node &n = tree[node];
    writer.integer(n.visits | std::uint64_t{n.slot} << 32 | std::uint64_t{n.child_count()} << 48 |
                   std::uint64_t{n.complete()} << 63);
    writer.number(n.total);
    if (tree.columns().prior) writer.number(tree.prior(node));
    if (!tree.columns().bounds) return;
    writer.number(tree.bounds(node).low);
    writer.number(tree.bounds(node).high);
}

// Without RAVE, `rave` is null.
template <Game G> void save_tree(const Tree &tree, const RaveStatistics<G> *rave, Writer &writer) {
    if (rave != nullptr) rave->save(writer);
    save_node(tree, Tree::root, writer);
    std::vector<Tree::Index> fathers{Tree::root};
    while (!fathers.empty()) {
        const Tree::Index father = fathers.back();
        fathers.pop_back();
        tree.for_children(father, [&](Tree::Index child) {
            save_node(tree, child, writer);
            fathers.push_back(child);
        });
        if (rave != nullptr) rave->save(father, writer);
    }
}

// Fills an empty tree.
template <Game G> class TreeLoader {
public:
    using State = typename G::State;
    using Index = Tree::Index;

    TreeLoader(const G &game, Tree &tree, RaveStatistics<G> *rave, Reader &reader)
        : game_(game), tree_(tree), rave_(rave), reader_(reader) {}

    void load(const State &root) {
        if (rave_ != nullptr) rave_->load(reader_);
        load_node(Tree::root);
        std::vector<std::pair<Index, State>> fathers{{Tree::root, root}};
        while (!fathers.empty()) {
            const auto [father, state] = std::move(fathers.back());
            fathers.pop_back();
            load_family(father, state);
            tree_.for_children(father, [&](Index child) {
                fathers.emplace_back(child, state);
                game_.play(fathers.back().second, tree_[child].move);
            });
        }
    }

private:
    void load_node(Index node) {
        const std::uint64_t word = reader_.integer();
        Node &n = tree_[node];
        n.visits = static_cast<std::uint32_t>(word);
        n.slot = static_cast<std::uint16_t>(word >> 32);
        n.set_offspring(Tree::offspring(static_cast<std::uint32_t>(word >> 48), word >> 63 != 0));
        n.total = reader_.number();
        Reader::require(n.visits <= Node::max_visits && std::isfinite(n.total));
        if (tree_.columns().prior) load_prior(tree_.prior(node));
        if (tree_.columns().bounds) tree_.set_bounds(node, load_bounds());
    }

    void load_prior(double &prior) {
        prior = reader_.number();
        Reader::require(std::abs(prior) <= max_prior);
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
        Reader::require(count <= options && (!complete || count == options));
        tree_[father].set_offspring(Tree::offspring(0, complete));
        if (count > 0) load_children(father, count, complete, options);
        if (rave_ != nullptr) rave_->load(father, state, reader_);
    }

    void load_children(Index father, std::uint32_t count, bool complete, std::uint32_t options) {
        while (!tree_.has_room(count)) Reader::require(tree_.add_room());
        std::vector<bool> taken(options);
        tree_.add_children(father, count, complete, [&](Index child) {
            load_node(child);
            const std::uint32_t slot = tree_[child].slot;
            Reader::require(slot < options && !taken[slot]);
            taken[slot] = true;
            tree_[child].move = moves_[static_cast<int>(slot)];
        });
    }

    const G &game_;
    Tree &tree_;
    RaveStatistics<G> *rave_;
    Reader &reader_;
    typename G::Moves moves_; // scratch
};

} // namespace playout
