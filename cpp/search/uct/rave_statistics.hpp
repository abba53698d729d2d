// The RAVE statistics (rave.hpp) of a tree: made, looked up, saved and forgotten with its nodes.
#pragma once

#include <cstdint>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "core/actions.hpp"
#include "core/bytes.hpp"
#include "core/error.hpp"
#include "search/uct/node_locks.hpp"
#include "search/uct/rave_memory.hpp"
#include "search/uct/tree.hpp"

namespace playout {

template <Game G, class Kind> class Rave;

// The RAVE statistics of a tree, which all threads share: those of a node are worked with under its lock.
template <Game G> class RaveStatistics {
public:
    using State = typename G::State;
    static constexpr std::uint32_t max_codes = 32000; // two actions for each fit 16 bits

    RaveStatistics(const G &game, Tree &tree, NodeLocks &locks, std::uint32_t ref, std::uint64_t max_bytes)
        : game_(game), tree_(tree), locks_(locks), ref_(ref), actions_(dense_codes(game), max_codes),
          memory_(max_bytes) {}

    void clear() { memory_.clear(); }
    [[nodiscard]] std::uint64_t bytes() const { return memory_.bytes(); }

    // Gives back the memory of nodes that the tree has forgotten.
    void tidy() {
        RaveMemory kept = memory_.empty_one();
        for (Tree::Index node = 0; node < tree_.size(); ++node) {
            RaveTables &tables = tree_.rave(node);
            if (tables.options != 0) tables.options = kept.add_list(memory_.list(tables.options));
            if (tables.sums != 0) tables.sums = kept.copy(sums(tables), sums(tables).n.size());
            if (tables.options == 0) tables.sums = RaveMemory::none;
            if (tables.sums == 0 && ref_ == 0) tables.options = RaveMemory::none;
        }
        memory_ = std::move(kept);
    }

    // For a saved search: the codes that were met, and the statistics of a node.
    void save(Writer &writer) const { actions_.save(writer); }
    void load(Reader &reader) { actions_.load(reader); }
    void save(Tree::Index node, Writer &writer) const {
        const RaveTables tables = tree_.rave(node);
        const auto [n, total] = sums(tables);
        writer.integer(tables.options != 0);
        writer.integer(n.size());
        for (std::size_t i = 0; i < n.size(); ++i) writer.pair(n[i], total[i]);
    }
    void load(Tree::Index node, const State &state, Reader &reader) {
        const bool has_tables = reader.integer(1) == 1;
        const std::uint64_t size = reader.integer(reader.size() / 8);
        Reader::require(has_tables || size == 0);
        if (has_tables) make_tables(node, state, scratch_);
        const auto [n, total] = sums(tree_.rave(node));
        const bool has_room = !n.empty(); // if not, they are forgotten: memory fills in another order now
        Reader::require(!has_room || (size <= n.size() && (ref_ > 0 || size == n.size())));
        for (std::size_t i = 0; i < size; ++i) {
            const auto pair = reader.pair();
            if (has_room) std::tie(n[i], total[i]) = pair;
        }
    }

private:
    template <Game, class> friend class Rave;

    struct Scratch { // kept, so that a simulation allocates nothing
        typename G::Moves moves;
        std::vector<std::uint16_t> numbers;
    };

    [[nodiscard, gnu::always_inline]] RaveSums sums(const RaveTables &tables) const {
        return memory_.sums(tables.sums);
    }

    std::uint16_t number(std::int64_t code, Turn turn) {
        if (actions_.are_dense()) return static_cast<std::uint16_t>(Actions::of_dense(code, turn));
        const auto alone = locks_.hold(naming_);
        return static_cast<std::uint16_t>(actions_.number(code, turn));
    }

    // Begins the statistics of a node, unless it is the end of the game, or memory is full.
    void make_tables(Tree::Index node, const State &state, Scratch &scratch) {
        const auto [children, complete] = tree_[node].offspring();
        if (complete && children == 0) return; // the end of the game
        auto &[moves, numbers] = scratch;
        game_.legal(state, moves);
        const Turn turn = game_.turn(state);
        numbers.clear();
        for (const Move move : moves) numbers.push_back(number(game_.code(state, move), turn));
        tree_.for_children(node, [&, options = numbers.size()](Tree::Index child) {
            if (tree_[child].slot >= options) throw FickleGame();
        });
        if (!numbers.empty()) add_tables(tree_.rave(node), numbers);
    }

    void add_tables(RaveTables &tables, const std::vector<std::uint16_t> &numbers) {
        const auto alone = locks_.hold(adding_);
        const RaveMemory::Place list = memory_.add_list(numbers),
                                sums = memory_.add_sums(ref_ > 0 ? actions_.room() : numbers.size());
        if (list == RaveMemory::none || (sums == RaveMemory::none && ref_ == 0)) return;
        tables.sums = sums;
        tables.options.publish(list);
    }

    // Statistics of all actions, also of those that were not known when they were made.
    RaveSums grown_sums(RaveTables &tables) {
        const std::size_t size = sums(tables).n.size();
        if (size != 0 && size < actions_.count()) {
            const auto alone = locks_.hold(adding_);
            tables.sums = memory_.grow(tables.sums, actions_.room());
        }
        return sums(tables);
    }

    const G &game_;
    Tree &tree_;
    NodeLocks &locks_;
    std::uint32_t ref_;
    Actions actions_;
    RaveMemory memory_;
    std::mutex naming_, adding_; // for whoever numbers an action, or adds to the memory
    Scratch scratch_;
};

} // namespace playout
