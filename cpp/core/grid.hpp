// A rectangular board: row 0 is the bottom one, cell = row * cols + col. At most 26 columns, for their names.
#pragma once

#include <cctype>
#include <concepts>
#include <string>
#include <string_view>

#include "core/bitset.hpp"

namespace playout {

struct Grid {
    int rows, cols;

    [[nodiscard]] int cells() const { return rows * cols; }
    [[nodiscard]] int row(int cell) const { return cell / cols; }
    [[nodiscard]] int col(int cell) const { return cell % cols; }
    [[nodiscard]] Bits row_mask(int row) const { return (bit(cols) - 1) << (row * cols); }

    // The name of a cell as chess players write it: a1 is the bottom left corner.
    [[nodiscard]] std::string name(int cell) const {
        return std::string(1, static_cast<char>('a' + col(cell))) + std::to_string(row(cell) + 1);
    }

    // Reads a cell's name off the front of the text; -1 if there is none on this board.
    int take_cell(std::string_view &text) const {
        if (text.empty() || text[0] < 'a' || text[0] >= 'a' + cols) return -1;
        const int c = text[0] - 'a';
        text.remove_prefix(1);
        int r = 0;
        while (!text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) && r <= rows) {
            r = 10 * r + (text[0] - '0');
            text.remove_prefix(1);
        }
        return r >= 1 && r <= rows ? (r - 1) * cols + c : -1;
    }

    // The cell that the whole text names; -1 if it names none.
    [[nodiscard]] int parse(std::string_view text) const {
        const int cell = take_cell(text);
        return text.empty() ? cell : -1;
    }

    // The board as text, rows from the top joined by '/', with X for Max's and O for Min's cells.
    template <class Set> [[nodiscard]] std::string text(const Set &max, const Set &min) const {
        return text([&](int cell) { return contains(max, cell) ? 'X' : contains(min, cell) ? 'O' : '.'; });
    }

    // The same with the sign of each cell given by a function.
    template <class Sign>
        requires std::invocable<Sign, int>
    [[nodiscard]] std::string text(Sign sign) const {
        std::string board;
        for (int r = rows - 1; r >= 0; --r) {
            for (int c = 0; c < cols; ++c) board += sign(r * cols + c);
            if (r > 0) board += '/';
        }
        return board;
    }
};

} // namespace playout
