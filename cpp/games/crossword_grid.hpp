// A crossword grid read from text: its runs, and whether it can be built word by word.
//
// A legal grid (see crossword.hpp) with a word down from the top row can be built from that word on, by legal
// moves, if and only if no block of 2 × 2 cells is filled. With a block: the word that fills its last cell
// has a filled neighbour beside that cell, which no move allows. Without one: we show that from a grid of two
// words or more, any word R of our choice can stay while another one is taken away and the rest is a legal
// grid. A word can be taken away if no two cells of it in a row belong to other words too and the rest stays
// connected. Let R be a down word; the other case is the same with rows and columns exchanged. Take the
// topmost across word T. If two down words cross it side by side, they cannot both go on below it, nor both
// above it; so one ends at T, and as there are no across words above T, it crosses no other word and can be
// taken away; unless it is R, in which case take the bottommost across word instead, where the same argument
// cannot lead to R again. If no two words cross T side by side, T can be taken away, unless the rest falls
// apart. Then a part without R, together with T, is a legal grid with fewer words, and by induction one of
// its words other than T can be taken away.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid.hpp"

namespace playout {

// A set of cells of a line, which is a row or a column.
using Cells = std::uint32_t;

constexpr Cells cells(int start, int length) { return ((Cells{1} << length) - 1) << start; }
constexpr int last_cell(Cells set) { return 31 - std::countl_zero(set); } // -1 if there is none
constexpr Cells in_runs(Cells filled) { return filled & (filled << 1 | filled >> 1); }

template <class F> constexpr void each_cell(Cells set, F f) {
    for (; set != 0; set &= set - 1) f(std::countr_zero(set));
}

// The lines of a square grid: the rows from the top, then the columns from the left.
class CrosswordLines {
public:
    explicit CrosswordLines(int size) : grid_{size, size} {}

    [[nodiscard]] int size() const { return grid_.rows; }
    [[nodiscard]] const Grid &grid() const { return grid_; }
    [[nodiscard]] bool is_down(int line) const { return line >= size(); }
    [[nodiscard]] int index(int line) const { return is_down(line) ? line - size() : line; }

    // The line across this one at one of its cells.
    [[nodiscard]] int across(int line, int cell) const { return is_down(line) ? cell : size() + cell; }

    // The number in the grid of a cell of a line.
    [[nodiscard]] int cell(int line, int place) const {
        const int row = is_down(line) ? place : line, column = is_down(line) ? line - size() : place;
        return (size() - 1 - row) * size() + column;
    }

    // A place where a word starts, such as "c5-" for across or "c5|" for down.
    [[nodiscard]] std::string name(int line, int start) const {
        return grid_.name(cell(line, start)) + (is_down(line) ? '|' : '-');
    }

private:
    Grid grid_;
};

struct CrosswordRun {
    int line, start;
    std::string text;
};

class CrosswordGrid {
public:
    CrosswordGrid(const CrosswordLines &lines, std::string_view board)
        : lines_(lines), letters_(lines.grid().read(board, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
        for (int line = 0; line < 2 * lines_.size(); ++line) find_runs(line);
    }

    [[nodiscard]] const std::vector<CrosswordRun> &runs() const { return runs_; }
    [[nodiscard]] bool empty() const { return first_letter() == std::string::npos; }

    // Throws std::invalid_argument where the grid cannot be built, whatever the words.
    void check() const {
        check_connected();
        for (std::size_t cell = 0; cell < letters_.size(); ++cell) check_block(static_cast<int>(cell));
        if (std::none_of(runs_.begin(), runs_.end(),
                         [&](const CrosswordRun &run) { return lines_.is_down(run.line) && run.start == 0; }))
            throw std::invalid_argument("no word goes down from the top row, where the first word is placed");
    }

private:
    [[nodiscard]] char letter(int cell) const { return letters_[static_cast<std::size_t>(cell)]; }
    [[nodiscard]] std::size_t first_letter() const { return letters_.find_first_not_of('.'); }

    void find_runs(int line) {
        CrosswordRun run{line, 0, {}};
        for (int place = 0; place <= lines_.size(); ++place) {
            const char sign = place < lines_.size() ? letter(lines_.cell(line, place)) : '.';
            if (sign != '.') {
                run.text += sign;
                continue;
            }
            if (run.text.size() > 1) runs_.push_back(run);
            run = {line, place + 1, {}};
        }
    }

    void check_connected() const {
        std::string left = letters_;
        std::vector<int> open{static_cast<int>(first_letter())};
        while (!open.empty()) {
            const int cell = open.back();
            open.pop_back();
            left[static_cast<std::size_t>(cell)] = '.';
            for (const int next : neighbours(cell))
                if (left[static_cast<std::size_t>(next)] != '.') open.push_back(next);
        }
        if (const std::size_t apart = left.find_first_not_of('.'); apart != std::string::npos)
            throw std::invalid_argument("the letter at " + lines_.grid().name(static_cast<int>(apart)) +
                                        " is not connected to the one at " +
                                        lines_.grid().name(static_cast<int>(first_letter())));
    }

    [[nodiscard]] std::vector<int> neighbours(int cell) const {
        const Grid &grid = lines_.grid();
        std::vector<int> found;
        if (grid.col(cell) > 0) found.push_back(cell - 1);
        if (grid.col(cell) < grid.cols - 1) found.push_back(cell + 1);
        if (grid.row(cell) > 0) found.push_back(cell - grid.cols);
        if (grid.row(cell) < grid.rows - 1) found.push_back(cell + grid.cols);
        return found;
    }

    void check_block(int cell) const {
        const Grid &grid = lines_.grid();
        if (grid.col(cell) == grid.cols - 1 || grid.row(cell) == grid.rows - 1) return;
        const int above = cell + grid.cols;
        if (letter(cell) != '.' && letter(cell + 1) != '.' && letter(above) != '.' &&
            letter(above + 1) != '.')
            throw std::invalid_argument("the block of 2x2 letters from " + grid.name(cell) + " to " +
                                        grid.name(above + 1) + " cannot be built word by word");
    }

    const CrosswordLines &lines_;
    std::string letters_; // by the number of the cell
    std::vector<CrosswordRun> runs_;
};

} // namespace playout
