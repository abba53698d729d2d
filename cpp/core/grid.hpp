// A rectangular board: row 0 is the bottom one, cell = row * cols + col. At most 26 columns, for their names.
#pragma once

#include <algorithm>
#include <cctype>
#include <concepts>
#include <cstdlib>
#include <stdexcept>
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

    // Whether two cells share an edge.
    [[nodiscard]] bool are_neighbours(int a, int b) const {
        return std::abs(row(a) - row(b)) + std::abs(col(a) - col(b)) == 1;
    }

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

    // The signs of the cells, in the order of the cells, from a board written by text(); `signs` are those
    // allowed beside '.'. Throws std::invalid_argument that names the cell.
    [[nodiscard]] std::string read(std::string_view board, std::string_view signs) const {
        std::string cells(static_cast<std::size_t>(rows * cols), '.');
        if (const auto given = std::count(board.begin(), board.end(), '/') + 1; given != rows)
            throw std::invalid_argument("the text has " + std::to_string(given) + " rows: " + expected());
        for (int r = rows - 1; r >= 0; --r) {
            const std::string_view row = board.substr(0, board.find('/'));
            check_row(row, r);
            for (int c = 0; c < cols; ++c) {
                const char sign = row[static_cast<std::size_t>(c)];
                if (sign != '.' && signs.find(sign) == std::string_view::npos)
                    throw std::invalid_argument(std::string("cell ") + name(r * cols + c) + " holds '" +
                                                sign + "': a cell is one of ." + std::string(signs));
                cells[static_cast<std::size_t>(r * cols + c)] = sign;
            }
            board.remove_prefix(std::min(row.size() + 1, board.size()));
        }
        return cells;
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

    // The cells that hold a sign.
    template <class Set> static Set cells_with(std::string_view cells, char sign) {
        Set set{};
        for (std::size_t cell = 0; cell < cells.size(); ++cell)
            if (cells[cell] == sign) set |= cell_set<Set>(static_cast<int>(cell));
        return set;
    }

private:
    template <class Set> static Set cell_set(int cell) {
        if constexpr (std::same_as<Set, Bits>)
            return bit(cell);
        else
            return Set::cell(cell);
    }

    void check_row(std::string_view row, int r) const {
        if (static_cast<int>(row.size()) != cols)
            throw std::invalid_argument("row " + std::to_string(r + 1) + " has " +
                                        std::to_string(row.size()) + " cells: " + expected());
    }

    [[nodiscard]] std::string expected() const {
        return "the board has " + std::to_string(rows) + " rows of " + std::to_string(cols) +
               " cells, from the top, joined by '/'";
    }
};

} // namespace playout
