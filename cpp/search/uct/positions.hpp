// The positions of a search in which several ways may lead to one (tree.hpp): a table from the key of a state
// (core/key.hpp), and its ply, to the node of its position. As keys are compared, a position is never taken
// for another; as the ply counts, no way leads back, whatever the rules allow.
//
// Where several threads search, the table is in parts, each with a lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/key.hpp"
#include "search/uct/tree.hpp"

namespace playout {

// An open hash table with linear probing, at most two thirds full.
template <class Key> class PositionTable {
public:
    using Index = Tree::Index;

    // Where the node of a position is kept, or is to be kept: it is `none` then. To be told if it was set.
    Index &find(const Key &key, std::uint32_t ply) {
        if (3 * (count_ + 1) > 2 * entries_.size()) grow();
        Entry &entry = at(key, ply);
        if (entry.node == Tree::none) {
            entry.key = key;
            entry.ply = ply;
        }
        return entry.node;
    }
    void count_one() { ++count_; }

    // Keeps what was not forgotten, at its new place.
    void renumber(const std::vector<Index> &moved) {
        for (Entry &entry : rebuild(entries_.size()))
            if (entry.node != Tree::none && moved[entry.node] != Tree::forgotten) {
                entry.node = moved[entry.node];
                if (entry.node != Tree::root) put(std::move(entry));
            }
    }

    void clear() { rebuild(0); }
    [[nodiscard]] std::uint64_t bytes() const { return entries_.size() * sizeof(Entry); }

private:
    struct Entry {
        Key key{};
        std::uint32_t ply = 0;
        Index node = Tree::none;
    };
    static constexpr std::size_t least = 16;

    Entry &at(const Key &key, std::uint32_t ply) {
        const std::size_t mask = entries_.size() - 1;
        std::size_t i = mixed(hash_key(key) + ply) & mask;
        while (entries_[i].node != Tree::none && !(entries_[i].ply == ply && entries_[i].key == key))
            i = (i + 1) & mask;
        return entries_[i];
    }

    void grow() {
        for (Entry &entry : rebuild(entries_.empty() ? least : 2 * entries_.size()))
            if (entry.node != Tree::none) put(std::move(entry));
    }
    void put(Entry &&entry) {
        Entry &place = at(entry.key, entry.ply);
        place = std::move(entry);
        ++count_;
    }
    // An empty table of a new size; answers the old entries.
    std::vector<Entry> rebuild(std::size_t size) {
        std::vector<Entry> fresh(size);
        count_ = 0;
        return std::exchange(entries_, std::move(fresh));
    }

    std::vector<Entry> entries_;
    std::size_t count_ = 0;
};

// A game whose states have no key has none.
template <Game G> class Positions {
public:
    Positions(const G &, bool) {}
    template <class Make, class Meet>
    static Tree::Index find(const typename G::State &, std::uint32_t, Make, Meet) {
        return Tree::none;
    }
    static void renumber(const std::vector<Tree::Index> &) {}
    static void clear() {}
    static std::uint64_t bytes() { return 0; }
};

template <Game G>
    requires Keyed<G>
class Positions<G> {
public:
    using Index = Tree::Index;

    Positions(const G &game, bool shared) : game_(game), parts_(shared ? 64 : 1) {}

    // The node of a state, after so many moves, which is made by `make` if there is none; or `none` where
    // that makes none. Then `meet` is told of it. All while nobody else is at this state.
    template <class Make, class Meet>
    Index find(const typename G::State &state, std::uint32_t ply, Make make, Meet meet) {
        const Key key = game_.key(state);
        Part &part = parts_[hash_key(key) >> 58 & (parts_.size() - 1)];
        const std::lock_guard alone(part.lock);
        Index &node = part.table.find(key, ply);
        if (node == Tree::none && (node = make()) != Tree::none) part.table.count_one();
        if (node != Tree::none) meet(node);
        return node;
    }

    void renumber(const std::vector<Index> &moved) {
        for (Part &part : parts_) part.table.renumber(moved);
    }
    void clear() {
        for (Part &part : parts_) part.table.clear();
    }
    [[nodiscard]] std::uint64_t bytes() const {
        std::uint64_t bytes = 0;
        for (const Part &part : parts_) bytes += part.table.bytes();
        return bytes;
    }

private:
    using Key = std::remove_cvref_t<decltype(std::declval<const G &>().key(
        std::declval<const typename G::State &>()))>;
    struct Part {
        std::mutex lock;
        PositionTable<Key> table;
    };

    const G &game_;
    std::vector<Part> parts_;
};

} // namespace playout
