// Race games: pieces step forward only, and the first to reach the far row wins.
//
// What Breakthrough and Knightthrough share; they differ in the steps a piece may take. Each side starts
// with `pieces` full rows; Max starts at the bottom, moves up and moves first. A player without a move
// (without pieces, in particular) has lost.
//
// A move is to * steps + step. The legal moves are ordered by step, then by the cell they go to.
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

struct Step {
    int rows;      // forward, 1 or 2
    int cols;      // sideways, to the right if positive, as Max sees the board
    bool captures; // may end on an opponent's piece
};

// Rules provides `name`, the game's name, and `steps`, an array of Step.
template <class Rules> class Race {
public:
    struct State {
        std::array<Bits, 2> pieces; // of Max and of Min
        Turn turn;
        bool operator==(const State &) const = default;
    };
    static constexpr int step_count = static_cast<int>(Rules::steps.size());
    // Two moves of the same step end on different cells.
    using Moves = MoveList<64 * step_count>;

    Race(int rows, int cols, int pieces) : grid_{rows, cols}, pieces_(pieces) {
        check(rows, cols, pieces);
        goal_ = {grid_.row_mask(rows - 1), grid_.row_mask(0)};
        for (int i = 0; i < step_count; ++i) prepare(i);
        for (int cell = 0; cell < grid_.cells(); ++cell) prepare_capturers(cell);
    }

    [[nodiscard]] State initial() const {
        State state{{0, 0}, Turn::Max};
        for (int r = 0; r < pieces_; ++r) {
            state.pieces[0] |= grid_.row_mask(r);
            state.pieces[1] |= grid_.row_mask(grid_.rows - 1 - r);
        }
        return state;
    }

    void legal(const State &state, Moves &moves) const { list_onto(state, ~Bits{0}, moves); }

    void play(State &state, Move move) const { advance(state, bit(move / step_count), move % step_count); }

    [[nodiscard]] Turn turn(const State &state) const { return state.turn; }

    // The last mover has won: he reached the far row, or left the other without a move.
    [[nodiscard]] double score(const State &state) const { return state.turn == Turn::Max ? -1 : 1; }

    [[nodiscard]] Bounds bounds() const { return {-1, 1}; }
    [[nodiscard]] int players() const { return 2; }
    [[nodiscard]] auto key(const State &state) const {
        return std::array<std::uint64_t, 3>{state.pieces[0], state.pieces[1],
                                            static_cast<std::uint64_t>(state.turn)};
    }
    [[nodiscard]] std::int64_t code(const State &, Move move) const { return move; }
    [[nodiscard]] std::int32_t code_count() const { return step_count * grid_.cells(); }

    // With whether it captures, whether the other may capture it there, and whether that could be revenged.
    [[nodiscard]] std::int64_t feature_code(const State &state, Move move) const {
        const std::size_t own = static_cast<std::size_t>(state.turn), others = 1 - own;
        const int to = move / step_count;
        const auto cell = static_cast<std::size_t>(to);
        const Bits stay = state.pieces[own] & ~bit(origin(state.turn, to, move % step_count));
        const bool captures = contains(state.pieces[others], to);
        const bool attacked = (state.pieces[others] & capturers_[others][cell]) != 0;
        const bool guarded = (stay & capturers_[own][cell]) != 0;
        return 8 * move + 4 * captures + 2 * attacked + guarded;
    }
    [[nodiscard]] std::int32_t feature_count() const { return 8 * code_count(); }

    [[nodiscard]] std::string name(const State &state, Move move) const {
        const int to = move / step_count;
        return grid_.name(origin(state.turn, to, move % step_count)) + grid_.name(to);
    }

    // Reads "a2a3"; also "a2-a3" and "a2xb3". In "w1x2", x is a column.
    [[nodiscard]] Move parse(const State &state, std::string_view text) const {
        const int from = grid_.take_cell(text);
        if (text.size() > 1 && (text[0] == '-' || (text[0] == 'x' && text[1] >= 'a'))) text.remove_prefix(1);
        const int to = grid_.take_cell(text);
        if (from < 0 || to < 0 || !text.empty()) return -1;
        for (int i = 0; i < step_count; ++i)
            if (from == origin(state.turn, to, i) && may_start(state.turn, from, i))
                return to * step_count + i;
        return -1;
    }

    [[nodiscard]] std::string board(const State &state) const {
        return grid_.text(state.pieces[0], state.pieces[1]);
    }

    [[nodiscard]] State setup(std::string_view board, Turn turn) const {
        const std::string cells = grid_.read(board, "XO");
        const State state{{Grid::cells_with<Bits>(cells, 'X'), Grid::cells_with<Bits>(cells, 'O')}, turn};
        for (int player = 0; player < 2; ++player) {
            const auto i = static_cast<std::size_t>(player);
            if (count_bits(state.pieces[i]) > pieces_ * grid_.cols)
                throw std::invalid_argument(std::string(player == 0 ? "X" : "O") + " has more than " +
                                            std::to_string(pieces_ * grid_.cols) + " pieces");
            if (const Bits home = state.pieces[i] & goal_[i]; home != 0 && static_cast<int>(turn) == player)
                throw std::invalid_argument(grid_.name(lowest_cell(home)) +
                                            " has reached the far row, so the other player is to move");
        }
        return state;
    }

    [[nodiscard]] std::uint32_t count(const State &state) const {
        if (won_by_last_mover(state)) return 0;
        std::uint32_t n = 0;
        for (int i = 0; i < step_count; ++i) n += count_bits(targets(state, i));
        return n;
    }

    [[nodiscard]] Move nth(const State &state, std::uint32_t k) const {
        const auto [to, step] = pick(state, k);
        return lowest_cell(to) * step_count + step;
    }

    void play_nth(State &state, std::uint32_t k) const {
        const auto [to, step] = pick(state, k);
        advance(state, to, step);
    }

    [[nodiscard]] bool normal_form() const { return true; }
    // Who has reached the far row may go on as if the game did.
    [[nodiscard]] State with_turn(const State &state, Turn turn) const { return {state.pieces, turn}; }

    // By a step onto the far row, or by leaving the other player without a move: a step takes at most those
    // of one piece from him, or the one move that it blocks.
    void list_ends(const State &state, Moves &moves) const {
        if (count({state.pieces, other(state.turn)}) <= static_cast<std::uint32_t>(step_count))
            return legal(state, moves);
        list_onto(state, goal_[static_cast<std::size_t>(state.turn)], moves);
    }

private:
    struct Pick {
        Bits to;
        int step;
    };

    static void check(int rows, int cols, int pieces) {
        const std::string name = Rules::name;
        if (pieces < 1 || pieces > rows / 2 || cols < 2 || rows > 64 || cols > 26 || rows * cols > 64)
            throw std::invalid_argument(
                name + ": a board of " + std::to_string(rows) + " rows and " + std::to_string(cols) +
                " cols with " + std::to_string(pieces) + " rows of pieces a side does not work: " +
                "need cols from 2 to 26, pieces >= 1, rows >= 2 * pieces and rows * cols <= 64");
    }

    // How far a step shifts a bit board, and the cells from which it stays on the board.
    void prepare(int i) {
        const Step step = Rules::steps[static_cast<std::size_t>(i)];
        shift_[i] = step.rows * grid_.cols + step.cols;
        back_[i] = step.rows * grid_.cols - step.cols;
        Bits from_max = 0, from_min = 0;
        for (int cell = 0; cell < grid_.cells(); ++cell) {
            const int row = grid_.row(cell), col = grid_.col(cell) + step.cols;
            if (col < 0 || col >= grid_.cols) continue;
            if (row + step.rows < grid_.rows) from_max |= bit(cell);
            if (row - step.rows >= 0) from_min |= bit(cell);
        }
        from_[i] = {from_max, from_min};
    }

    void prepare_capturers(int to) {
        for (int i = 0; i < step_count; ++i)
            for (const Turn turn : {Turn::Max, Turn::Min}) {
                const int from = origin(turn, to, i);
                const bool is_cell = from >= 0 && from < grid_.cells();
                if (Rules::steps[static_cast<std::size_t>(i)].captures && is_cell && may_start(turn, from, i))
                    capturers_[static_cast<std::size_t>(turn)][static_cast<std::size_t>(to)] |= bit(from);
            }
    }

    [[nodiscard]] bool won_by_last_mover(const State &state) const {
        return state.turn == Turn::Max ? (state.pieces[1] & goal_[1]) != 0
                                       : (state.pieces[0] & goal_[0]) != 0;
    }

    // Where the pieces of the player to move may go by one kind of step.
    [[nodiscard]] Bits targets(const State &state, int i) const {
        const bool capturing = Rules::steps[static_cast<std::size_t>(i)].captures;
        const auto [max, min] = state.pieces;
        if (state.turn == Turn::Max)
            return ((max & from_[i][0]) << shift_[i]) & ~(capturing ? max : max | min);
        return ((min & from_[i][1]) >> back_[i]) & ~(capturing ? min : max | min);
    }

    // The moves that end on some cells.
    void list_onto(const State &state, Bits cells, Moves &moves) const {
        moves.clear();
        if (won_by_last_mover(state)) return;
        Move *end = moves.room();
        for (int i = 0; i < step_count; ++i)
            for (Bits to = targets(state, i) & cells; to != 0; to &= to - 1)
                *end++ = lowest_cell(to) * step_count + i;
        moves.resize(end - moves.room());
    }

    // The k-th legal move. Which step is drawn cannot be predicted, so it is counted and looked up, not
    // branched upon.
    [[nodiscard]] Pick pick(const State &state, std::uint32_t k) const {
        struct Targets {
            Bits to;
            std::uint32_t before; // the number of moves by earlier steps
        };
        std::array<Targets, step_count> by_step;
        std::uint32_t passed = 0, step = 0;
        for (int i = 0; i < step_count; ++i) {
            by_step[i] = {targets(state, i), passed};
            passed += static_cast<std::uint32_t>(count_bits(by_step[i].to));
            step += k >= passed;
        }
        const Targets &drawn = by_step[step];
        return {nth_bit(drawn.to, k - drawn.before), static_cast<int>(step)};
    }

    void advance(State &state, Bits to, int step) const {
        if (state.turn == Turn::Max) {
            state.pieces[0] ^= to | (to >> shift_[step]);
            state.pieces[1] &= ~to;
            state.turn = Turn::Min;
        } else {
            state.pieces[1] ^= to | (to << back_[step]);
            state.pieces[0] &= ~to;
            state.turn = Turn::Max;
        }
    }

    [[nodiscard]] int origin(Turn turn, int to, int step) const {
        return turn == Turn::Max ? to - shift_[step] : to + back_[step];
    }

    [[nodiscard]] bool may_start(Turn turn, int from, int step) const {
        return (from_[step][static_cast<int>(turn)] & bit(from)) != 0;
    }

    Grid grid_;
    int pieces_;
    std::array<Bits, 2> goal_;
    std::array<int, step_count> shift_, back_;           // of Max's step up, of Min's step down
    std::array<std::array<Bits, 2>, step_count> from_{}; // cells from which the step stays on the board
    std::array<std::array<Bits, 64>, 2> capturers_{};    // from which a player captures on each cell
};

} // namespace playout
