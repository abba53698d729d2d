// A node of a tree (tree.hpp), and what some searches want to know of it beside that. Threads that share a
// tree read and write it at the same time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/game.hpp"
#include "core/relaxed.hpp"

namespace playout {

// The children that a node has, and whether every legal move has its child: one word, so that whoever reads
// it reads both of the same moment.
struct Offspring {
    std::uint16_t count : 15 = 0;
    std::uint16_t complete : 1 = 0;
};

struct Node {
    static constexpr std::uint32_t max_visits = 0xFFFFFFFE;
    Relaxed<double> total = 0;           // sum of rewards, from the side of the player who chose this node
    Relaxed<std::uint32_t> visits = 0;   // simulations through this node
    Relaxed<std::uint32_t> children = 0; // index of the first child; of an edge, that of its position
    Move move = -1;                      // that leads here
    std::uint16_t slot = 0;              // its place in the father's list of legal moves

    // Whoever sees a child counted sees all of it.
    [[nodiscard]] Offspring offspring() const { return std::bit_cast<Offspring>(offspring_.published()); }
    void set_offspring(Offspring now) { offspring_.publish(std::bit_cast<std::uint16_t>(now)); }
    [[nodiscard, gnu::always_inline]] std::uint32_t child_count() const { return offspring().count; }
    [[nodiscard, gnu::always_inline]] bool complete() const { return offspring().complete != 0; }
    // Nothing is known of its children, not even that there are none.
    [[nodiscard]] bool is_bare() const { return offspring_ == 0; }
    void set_complete(bool complete) { set_offspring({offspring().count, complete}); }

private:
    Relaxed<std::uint16_t> offspring_ = 0;
};

// Where in RaveMemory the statistics of a node are; 0 for nowhere.
struct RaveTables {
    Relaxed<std::uint32_t> options = 0; // its options, as actions; published last
    Relaxed<std::uint32_t> sums = 0;    // their statistics, or with GRAVE those of all actions
};

struct NodeBounds {
    Relaxed<double> low, high;
};

// The proof numbers of Max and Min (proof_numbers.hpp), and how many options there are.
struct NodeProof {
    std::array<Relaxed<std::uint32_t>, 2> of{1, 1};
    Relaxed<std::uint32_t> options = 0;
};

} // namespace playout
