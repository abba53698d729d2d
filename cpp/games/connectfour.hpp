// Connect Four (Howard Wexler and Ned Strongin, 1974), on any board of at most 64 cells.
//
// Players drop discs into columns in turn; `connect` discs in a row, in any of the four directions, win. A
// full board without them is a draw, score 0. A move is the column; the columns with room are ordered by the
// cell that the disc falls to, so lower ones come first.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/grid.hpp"

namespace playout {

class ConnectFour {
public:
    struct State {
        std::array<Bits, 2> discs{}; // of Max and of Min
        Turn turn = Turn::Max;
        bool won = false; // by the last disc
        bool operator==(const State &) const = default;
    };
    using Moves = MoveList<26>;

    ConnectFour(int width, int height, int connect) : grid_{height, width}, connect_(connect) {
        if (width < 1 || height < 1 || width > 8 || height > 8 || connect < 2 || connect > 8)
            throw std::invalid_argument(
                "connectfour: a board of width " + std::to_string(width) + " and height " +
                std::to_string(height) + " with connect = " + std::to_string(connect) +
                " does not work: need width and height from 1 to 8, connect from 2 to 8");
        all_ = width * height == 64 ? ~Bits{0} : bit(width * height) - 1;
        prepare(0, 0, 1);
        prepare(1, 1, 0);
        prepare(2, 1, 1);
        prepare(3, 1, -1);
    }

    [[nodiscard]] State initial() const { return {}; }
    [[nodiscard]] auto key(const State &state) const {
        return std::array<std::uint64_t, 3>{state.discs[0], state.discs[1],
                                            static_cast<std::uint64_t>(state.turn)};
    }

    void legal(const State &state, Moves &moves) const { list_columns(open(state), moves); }

    void play(State &state, Move move) const { drop(state, open(state) & column(move)); }
    [[nodiscard]] Turn turn(const State &state) const { return state.turn; }
    [[nodiscard]] double score(const State &state) const {
        if (!state.won) return 0;
        return state.turn == Turn::Max ? -1 : 1;
    }
    [[nodiscard]] Bounds bounds() const { return {-1, 1}; }
    [[nodiscard]] int players() const { return 2; }

    // The cell that the disc falls to.
    [[nodiscard]] std::int64_t code(const State &state, Move move) const {
        return lowest_cell(open(state) & column(move));
    }
    [[nodiscard]] std::int32_t code_count() const { return grid_.cells(); }

    [[nodiscard]] std::string name(const State &, Move move) const { return {static_cast<char>('a' + move)}; }
    [[nodiscard]] Move parse(const State &, std::string_view text) const {
        return text.size() == 1 && text[0] >= 'a' && text[0] < 'a' + grid_.cols ? text[0] - 'a' : -1;
    }
    [[nodiscard]] std::string board(const State &state) const {
        return grid_.text(state.discs[0], state.discs[1]);
    }

    [[nodiscard]] State setup(std::string_view board, Turn turn) const {
        const std::string cells = grid_.read(board, "XO");
        State state{{Grid::cells_with<Bits>(cells, 'X'), Grid::cells_with<Bits>(cells, 'O')}, turn, false};
        const Bits taken = state.discs[0] | state.discs[1];
        if (const Bits floating = taken & ~(taken << grid_.cols | floor()); floating != 0)
            throw std::invalid_argument("the disc at " + grid_.name(lowest_cell(floating)) +
                                        " has nothing below it");
        check_alternation(count_bits(state.discs[0]), count_bits(state.discs[1]), turn);
        if (connected(state.discs[static_cast<std::size_t>(turn)]))
            throw std::invalid_argument("the player to move has connected already");
        state.won = connected(state.discs[static_cast<std::size_t>(other(turn))]);
        return state;
    }

    [[nodiscard]] std::uint32_t count(const State &state) const {
        return static_cast<std::uint32_t>(count_bits(open(state)));
    }
    [[nodiscard]] Move nth(const State &state, std::uint32_t k) const {
        return grid_.col(lowest_cell(nth_bit(open(state), k)));
    }
    void play_nth(State &state, std::uint32_t k) const { drop(state, nth_bit(open(state), k)); }

    // The moves that connect, and the one into the last empty cell.
    void list_ends(const State &state, Moves &moves) const {
        const Bits cells = open(state), empty = all_ & ~(state.discs[0] | state.discs[1]);
        const bool last = (empty & (empty - 1)) == 0;
        list_columns(last ? cells : cells & connecting(state.discs[static_cast<std::size_t>(state.turn)]),
                     moves);
    }

private:
    void list_columns(Bits cells, Moves &moves) const {
        moves.clear();
        for (; cells != 0; cells &= cells - 1) moves.push_back(grid_.col(lowest_cell(cells)));
    }

    // A direction's step, and the cells from which `connect` cells in this direction stay on the board.
    void prepare(std::size_t direction, int rows, int cols) {
        step_[direction] = rows * grid_.cols + cols;
        for (int cell = 0; cell < grid_.cells(); ++cell) {
            const int row = grid_.row(cell) + (connect_ - 1) * rows,
                      col = grid_.col(cell) + (connect_ - 1) * cols;
            if (row < grid_.rows && col >= 0 && col < grid_.cols) start_[direction] |= bit(cell);
        }
    }

    [[nodiscard]] Bits floor() const { return bit(grid_.cols) - 1; }

    [[nodiscard]] Bits column(int col) const {
        Bits cells = 0;
        for (int row = 0; row < grid_.rows; ++row) cells |= bit(row * grid_.cols + col);
        return cells;
    }

    // The cells that discs can fall to: empty, on the floor or on a disc.
    [[nodiscard]] Bits open(const State &state) const {
        if (state.won) return 0;
        const Bits taken = state.discs[0] | state.discs[1];
        return ~taken & all_ & (taken << grid_.cols | floor());
    }

    void drop(State &state, Bits disc) const {
        Bits &own = state.discs[static_cast<std::size_t>(state.turn)];
        own |= disc;
        state.won = connected(own);
        state.turn = other(state.turn);
    }

    [[nodiscard]] bool connected(Bits discs) const {
        Bits found = 0;
        for (std::size_t d = 0; d < 4; ++d) found |= runs(discs, step_[d]) & start_[d];
        return found != 0;
    }

    // The cells from which `connect` discs follow each other. Runs of four are runs of two runs of two.
    [[nodiscard]] Bits runs(Bits discs, int step) const {
        const Bits two = discs & discs >> step;
        if (connect_ == 4) return two & two >> 2 * step;
        Bits run = two;
        for (int i = 2; i < connect_; ++i) run &= discs >> i * step;
        return run;
    }

    // The cells that complete `connect` discs which follow each other.
    [[nodiscard]] Bits connecting(Bits discs) const {
        return connect_ == 4 ? connecting(discs, std::integral_constant<int, 4>{})
                             : connecting(discs, connect_);
    }
    [[nodiscard]] Bits connecting(Bits discs, auto connect) const {
        Bits found = 0;
        for (std::size_t d = 0; d < 4; ++d)
            for (int missing = 0; missing < connect; ++missing) {
                Bits from = start_[d];
                for (int i = 0; i < connect; ++i)
                    if (i != missing) from &= discs >> i * step_[d];
                found |= from << missing * step_[d];
            }
        return found;
    }

    Grid grid_;
    int connect_;
    Bits all_;
    std::array<int, 4> step_;
    std::array<Bits, 4> start_{};
};

} // namespace playout
