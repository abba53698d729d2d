// The 3x3 patterns of MoGo: Gelly, Wang, Munos and Teytaud, "Modification of UCT with Patterns in Monte-Carlo
// Go" (INRIA RR-6062, 2006), section 3.2. A pattern says that a stone in its middle is worth playing; it
// holds in every rotation and reflection and with the colours exchanged.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace playout {

// Three rows, * is the move. X and O are the two colours, x is X or empty, o is O or empty, . is empty, ? is
// any of these, # is off the board.
struct MogoPattern {
    std::string_view rows;
    char to_play; // X or O where only that colour plays it, ? where both do
};

// The report has Cut1 as one pattern that must match and two that must not. Here it is four, by what lies to
// the right of the move and below it.
inline constexpr std::array<MogoPattern, 14> mogo_patterns{{
    {"XOX .*. ???", '?'}, // Hane
    {"XO. .*. ?.?", '?'},
    {"XO? X*. ?.?", '?'},
    {"XOO .*. ?.?", 'X'},
    {"XO? O*X ???", '?'}, // Cut1
    {"XO? O*O ?X?", '?'},
    {"XO? O*O ?O?", '?'},
    {"XO? O*. ?x?", '?'},
    {"?X? O*O xxx", '?'}, // Cut2
    {"X.? O*? ###", '?'}, // Edge
    {"?X? o*O ###", '?'},
    {"?XO ?*? ###", 'X'},
    {"?XO ?*o ###", 'O'},
    {"?XO O*X ###", 'O'},
}};

// Whether a move matches a pattern, by the code of its eight neighbours: two bits each, in reading order.
class MogoTable {
public:
    enum Cell : std::uint32_t { empty, own, other, off }; // as the player to move sees it

    static const MogoTable &get() {
        static const MogoTable table;
        return table;
    }

    [[nodiscard]] bool matches(std::uint32_t code) const { return table_[code]; }

private:
    using Square = std::array<std::uint32_t, 9>; // of each cell, the set of what it may be, by bits

    MogoTable() {
        for (const auto &[rows, to_play] : mogo_patterns) {
            if (to_play != 'O') add_symmetric(read(rows, own, other));
            if (to_play != 'X') add_symmetric(read(rows, other, own));
        }
    }

    static Square read(std::string_view rows, Cell X, Cell O) {
        Square square{};
        for (std::size_t i = 0; i < 9; ++i) {
            const char sign = rows[i + i / 3];
            const bool any = sign == '?', blank = sign == '.' || sign == 'x' || sign == 'o';
            square[i] = (any || blank) << empty | (any || sign == 'X' || sign == 'x') << X |
                        (any || sign == 'O' || sign == 'o') << O | (sign == '#') << off;
        }
        return square;
    }

    void add_symmetric(Square square) {
        for (int rotation = 0; rotation < 4; ++rotation) {
            Square turned, mirrored;
            for (std::size_t i = 0; i < 9; ++i) {
                turned[i] = square[3 * (2 - i % 3) + i / 3];
                mirrored[i] = square[3 * (i / 3) + 2 - i % 3];
            }
            add(square, 0, 0);
            add(mirrored, 0, 0);
            square = turned;
        }
    }

    // Adds every code that fits, given what was chosen for the cells before the i-th.
    void add(const Square &square, std::size_t i, std::uint32_t code) {
        if (i == 9) {
            table_.set(code);
        } else if (i == 4) { // the move
            add(square, 5, code);
        } else {
            for (std::uint32_t cell = empty; cell <= off; ++cell)
                if ((square[i] >> cell & 1) != 0) add(square, i + 1, code << 2 | cell);
        }
    }

    std::bitset<1 << 16> table_;
};

} // namespace playout
