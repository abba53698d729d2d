// Tic-tac-toe: three in a row on a 3x3 board, Max is X and moves first; a full board without one is a
// draw, score 0. A move is the cell it marks, 0 to 8, row by row.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/grid.hpp"

namespace playout {

class TicTacToe {
public:
    struct State {
        std::array<std::uint16_t, 2> marks; // of Max and of Min
        Turn turn;
        bool operator==(const State &) const = default;
    };
    using Moves = MoveList<9>;

    [[nodiscard]] State initial() const { return {{0, 0}, Turn::Max}; }

    void legal(const State &state, Moves &moves) const {
        moves.clear();
        for (Bits left = open(state); left != 0; left &= left - 1) moves.push_back(lowest_cell(left));
    }

    void play(State &state, Move move) const { mark(state, bit(move)); }

    [[nodiscard]] Turn turn(const State &state) const { return state.turn; }

    [[nodiscard]] double score(const State &state) const {
        return line(state.marks[0]) ? 1 : line(state.marks[1]) ? -1 : 0;
    }

    [[nodiscard]] auto key(const State &state) const {
        return std::array<std::uint64_t, 1>{state.marks[0] | std::uint64_t{state.marks[1]} << 16 |
                                            static_cast<std::uint64_t>(state.turn) << 32};
    }

    [[nodiscard]] Bounds bounds() const { return {-1, 1}; }
    [[nodiscard]] int players() const { return 2; }
    [[nodiscard]] std::int64_t code(const State &, Move move) const { return move; }
    [[nodiscard]] std::int32_t code_count() const { return 9; }
    [[nodiscard]] std::string name(const State &, Move move) const { return grid.name(move); }

    [[nodiscard]] Move parse(const State &, std::string_view text) const { return grid.parse(text); }

    [[nodiscard]] std::string board(const State &state) const {
        return grid.text(Bits{state.marks[0]}, Bits{state.marks[1]});
    }

    [[nodiscard]] State setup(std::string_view board, Turn turn) const {
        const std::string cells = grid.read(board, "XO");
        const auto marks = [&](char sign) {
            return static_cast<std::uint16_t>(Grid::cells_with<Bits>(cells, sign));
        };
        const State state{{marks('X'), marks('O')}, turn};
        check_alternation(count_bits(state.marks[0]), count_bits(state.marks[1]), turn);
        if (line(state.marks[static_cast<std::size_t>(turn)]))
            throw std::invalid_argument("the player to move has three in a row already");
        return state;
    }

    [[nodiscard]] std::uint32_t count(const State &state) const { return count_bits(open(state)); }

    [[nodiscard]] Move nth(const State &state, std::uint32_t k) const {
        return lowest_cell(nth_bit(open(state), k));
    }

    void play_nth(State &state, std::uint32_t k) const { mark(state, nth_bit(open(state), k)); }

private:
    static constexpr Grid grid{3, 3};
    static constexpr std::uint16_t full = 0x1FF;

    static constexpr std::array<bool, 512> lines = [] {
        std::array<bool, 512> table{};
        for (unsigned marks = 0; marks < 512; ++marks)
            for (unsigned three : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0124u, 0421u})
                table[marks] |= (marks & three) == three;
        return table;
    }();

    static bool line(std::uint16_t marks) { return lines[marks]; }

    // The empty cells, or none once the last mover has his line.
    static Bits open(const State &state) {
        const std::uint16_t last = state.turn == Turn::Max ? state.marks[1] : state.marks[0];
        return line(last) ? 0 : full & ~(state.marks[0] | state.marks[1]);
    }

    static void mark(State &state, Bits cell) {
        (state.turn == Turn::Max ? state.marks[0] : state.marks[1]) |= static_cast<std::uint16_t>(cell);
        state.turn = other(state.turn);
    }
};

} // namespace playout
