// Stones on a board, in chains with liberties: what NoGo, AtariGo and Go share.
//
// Beside the stones, the chains in atari (with exactly one liberty) are kept up to date move by move. With
// them the legal moves of these games are a formula on bit boards and need no look at single chains.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/bitset.hpp"
#include "core/game.hpp"
#include "core/grid.hpp"

namespace playout {

// Calls a template with enough words for a board: small boards get the fastest code.
template <class F> auto with_words(int rows, int cols, F f) {
    const auto cells = static_cast<long long>(rows) * cols;
    if (cells <= 64) return f.template operator()<1>();
    if (cells <= 128) return f.template operator()<2>();
    return f.template operator()<6>();
}

template <int Words> class StoneBoard {
public:
    using Set = BitSet<Words>;

    struct Stones {
        std::array<Set, 2> of;    // the stones of Max and of Min
        std::array<Set, 2> atari; // those in chains with exactly one liberty
        bool operator==(const Stones &) const = default;
    };

    StoneBoard(const char *game, int rows, int cols) : grid{rows, cols} {
        if (rows < 2 || cols < 2 || rows > 19 || cols > 19)
            throw std::invalid_argument(std::string(game) + ": a board of " + std::to_string(rows) +
                                        " rows and " + std::to_string(cols) +
                                        " cols does not work: need both from 2 to 19");
        for (int cell = 0; cell < grid.cells(); ++cell) {
            all |= Set::cell(cell);
            if (grid.col(cell) > 0) not_left |= Set::cell(cell);
            if (grid.col(cell) < cols - 1) not_right |= Set::cell(cell);
        }
        for (int cell = 0; cell < grid.cells(); ++cell)
            beside_[static_cast<std::size_t>(cell)] = next_to(Set::cell(cell));
    }

    // What stands on the cells next to one, as a number below 256.
    static constexpr int arounds = 256;
    [[nodiscard]] int around(const Stones &stones, int cell) const {
        const Set &beside = beside_[static_cast<std::size_t>(cell)];
        return static_cast<int>(stones.of[0].extract(beside) << 4 | stones.of[1].extract(beside));
    }

    [[nodiscard]] Set empty(const Stones &stones) const { return all & ~(stones.of[0] | stones.of[1]); }

    // The cells next to a set; its own cells may be among them.
    [[nodiscard]] Set next_to(const Set &set) const {
        return ((set << grid.cols) | (set >> grid.cols) | ((set & not_right) << 1) |
                ((set & not_left) >> 1)) &
               all;
    }

    // The chain or region within `within` that touches or contains `seed`.
    [[nodiscard]] Set flood(Set seed, const Set &within) const {
        for (Set grown = seed;; seed = grown) {
            grown = (seed | next_to(seed)) & within;
            if (grown == seed) return seed;
        }
    }

    // The empty cells where a stone of this player would have a liberty, counting no captures.
    [[nodiscard]] Set breathing(const Stones &stones, int player) const {
        const Set free = empty(stones);
        return free & next_to(free | (stones.of[player] & ~stones.atari[player]));
    }

    // The empty cells where a stone of this player captures: the last liberties of the other's chains.
    [[nodiscard]] Set capturing(const Stones &stones, int player) const {
        return empty(stones) & next_to(stones.atari[1 - player]);
    }

    // Puts a stone, and leaves it to the game what a capture means.
    void place(Stones &stones, const Set &stone, int player) const {
        const int opponent = 1 - player;
        const Set around = next_to(stone);
        const Set touched = around & stones.of[opponent] & ~stones.atari[opponent];
        release(stones, around, player);
        release(stones, around, opponent); // captured: no liberty is left
        stones.of[player] |= stone;
        const Set free = empty(stones);
        stones.atari[player] |= in_atari(stone, stones.of[player], free);
        mark(stones, opponent, touched, free);
    }

    // The stones that a stone of this player captures: the other's chains in atari beside it.
    [[nodiscard]] Set captured(const Stones &stones, const Set &stone, int player) const {
        const Set &atari = stones.atari[1 - player];
        const Set beside = next_to(stone) & atari;
        return beside.any() ? flood(beside, atari) : beside;
    }

    // Takes captured stones off the board, before the stone that captures them is placed.
    void remove(Stones &stones, const Set &taken, int player) const {
        stones.of[player] &= ~taken;
        stones.atari[player] &= ~taken;
        release(stones, next_to(taken), 1 - player);
    }

    // The stones of a board written as text, whether or not each has a liberty.
    [[nodiscard]] Stones read(std::string_view board) const {
        const std::string cells = grid.read(board, "XO");
        Stones stones{{Grid::cells_with<Set>(cells, 'X'), Grid::cells_with<Set>(cells, 'O')}, {}};
        for (int player = 0; player < 2; ++player) mark(stones, player, stones.of[player], empty(stones));
        return stones;
    }

    // The stones in chains without a liberty.
    [[nodiscard]] Set dead(const Stones &stones) const {
        const auto &[max, min] = stones.of;
        const Set breath = next_to(empty(stones));
        return (max & ~flood(breath & max, max)) | (min & ~flood(breath & min, min));
    }

    void check_liberties(const Stones &stones) const {
        if (const Set choked = dead(stones); choked.any())
            throw std::invalid_argument("the stone at " + grid.name(choked.lowest()) + " has no liberty");
    }

    Grid grid;
    Set all, not_left, not_right;

private:
    // The chains of a player in atari that have a stone in the given set are so no more.
    void release(Stones &stones, const Set &where, int player) const {
        const Set found = where & stones.atari[player];
        if (found.any()) stones.atari[player] &= ~flood(found, stones.atari[player]);
    }

    // Finds out which chains of a player that have a stone in the given set are in atari.
    void mark(Stones &stones, int player, Set left, const Set &free) const {
        while (left.any()) {
            const Set stone = left.nth(0), chain = in_atari(stone, stones.of[player], free);
            stones.atari[player] |= chain;
            left &= ~(stone | chain);
        }
    }

    // The chain of a stone if it has exactly one liberty, else nothing. Most have more, and the second one is
    // met long before the whole chain is.
    [[nodiscard]] Set in_atari(Set chain, const Set &own, const Set &free) const {
        for (;;) {
            const Set around = next_to(chain), liberties = around & free;
            if (liberties.several()) return {};
            const Set grown = (chain | around) & own;
            if (grown == chain) return liberties.any() ? chain : liberties;
            chain = grown;
        }
    }

    std::array<Set, 64 * Words> beside_{}; // the cells next to each
};

} // namespace playout
