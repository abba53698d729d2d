// Domineering (Göran Andersson, about 1973).
//
// Max places vertical dominoes, Min horizontal ones, on free cells; who cannot place one has lost. A move is
// the lower cell of a vertical domino or the left cell of a horizontal one; moves are ordered by it.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/normal_form.hpp"

namespace playout {

class Domineering {
public:
    struct State {
        std::array<Bits, 2> dominoes{}; // the cells that moves name, of Max and of Min
        Bits taken = 0;
        Turn turn = Turn::Max;
        bool operator==(const State &) const = default;
    };
    using Moves = MoveList<64>;

    Domineering(int rows, int cols) : grid_{rows, cols} {
        if (rows < 1 || cols < 1 || rows > 64 || cols > 26 || rows * cols > 64)
            throw std::invalid_argument(
                "domineering: a board of " + std::to_string(rows) + " rows and " + std::to_string(cols) +
                " cols does not work: need rows >= 1, cols from 1 to 26 and rows * cols <= 64");
        step_ = {cols, 1};
        for (int cell = 0; cell < grid_.cells(); ++cell) {
            if (grid_.row(cell) < rows - 1) room_[0] |= bit(cell);
            if (grid_.col(cell) < cols - 1) room_[1] |= bit(cell);
        }
        for (std::size_t player = 0; player < 2; ++player)
            for (Bits left = room_[player]; left != 0; left &= left - 1)
                prepare_beside(player, lowest_cell(left));
    }

    [[nodiscard]] State initial() const { return {}; }

    void legal(const State &state, Moves &moves) const {
        Move *end = moves.room();
        for (Bits left = open(state); left != 0; left &= left - 1) *end++ = lowest_cell(left);
        moves.resize(end - moves.room());
    }

    void play(State &state, Move move) const { put(state, bit(move)); }
    [[nodiscard]] Turn turn(const State &state) const { return state.turn; }
    [[nodiscard]] double score(const State &state) const { return state.turn == Turn::Max ? -1 : 1; }
    [[nodiscard]] Bounds bounds() const { return {-1, 1}; }
    [[nodiscard]] int players() const { return 2; }

    // A vertical and a horizontal domino at the same cell are different actions.
    // Whose dominoes the cells are covered by, and how they lie, matters to nobody.
    [[nodiscard]] auto key(const State &state) const {
        return std::array<std::uint64_t, 2>{state.taken, static_cast<std::uint64_t>(state.turn)};
    }
    [[nodiscard]] std::int64_t code(const State &state, Move move) const {
        return 2 * move + static_cast<int>(state.turn);
    }
    [[nodiscard]] std::int32_t code_count() const { return 2 * grid_.cells(); }

    // With which of the six cells beside the domino are taken.
    [[nodiscard]] std::int64_t feature_code(const State &state, Move move) const {
        const Bits beside = beside_[player(state)][static_cast<std::size_t>(move)];
        return code(state, move) * 64 + static_cast<std::int64_t>(extract_bits(state.taken, beside));
    }
    [[nodiscard]] std::int32_t feature_count() const { return code_count() * 64; }

    // Both cells of the domino.
    [[nodiscard]] std::string name(const State &state, Move move) const {
        return grid_.name(move) + grid_.name(move + step_[player(state)]);
    }

    [[nodiscard]] Move parse(const State &state, std::string_view text) const {
        const int first = grid_.take_cell(text), second = grid_.take_cell(text);
        const bool fits =
            first >= 0 && second == first + step_[player(state)] && contains(room_[player(state)], first);
        return fits && text.empty() ? first : -1;
    }

    // A vertical domino is x above X, a horizontal one Oo.
    [[nodiscard]] std::string board(const State &state) const {
        const auto [max, min] = state.dominoes;
        const Bits upper = max << step_[0], right = min << step_[1];
        return grid_.text([&](int cell) {
            return contains(max, cell)     ? 'X'
                   : contains(upper, cell) ? 'x'
                   : contains(min, cell)   ? 'O'
                   : contains(right, cell) ? 'o'
                                           : '.';
        });
    }

    [[nodiscard]] State setup(std::string_view board, Turn turn) const {
        const std::string cells = grid_.read(board, "XxOo");
        State state;
        state.turn = turn;
        add_dominoes(state, 0, Grid::cells_with<Bits>(cells, 'X'), Grid::cells_with<Bits>(cells, 'x'));
        add_dominoes(state, 1, Grid::cells_with<Bits>(cells, 'O'), Grid::cells_with<Bits>(cells, 'o'));
        return state;
    }

    [[nodiscard]] std::uint32_t count(const State &state) const {
        return static_cast<std::uint32_t>(count_bits(open(state)));
    }
    [[nodiscard]] Move nth(const State &state, std::uint32_t k) const {
        return lowest_cell(nth_bit(open(state), k));
    }
    void play_nth(State &state, std::uint32_t k) const { put(state, nth_bit(open(state), k)); }

    [[nodiscard]] bool normal_form() const { return true; }
    [[nodiscard]] State with_turn(const State &state, Turn turn) const {
        return {state.dominoes, state.taken, turn};
    }

    // Dominoes of the other player, and of one's own, that would share a cell with this one.
    [[nodiscard]] Removed removed(const State &state, Move move) const {
        const std::size_t own = player(state), others = 1 - own;
        const Bits cells = bit(move) | bit(move) << step_[own];
        return {count_bits(open(state.taken, other(state.turn)) & (cells | cells >> step_[others])),
                count_bits(open(state) & (cells | cells >> step_[own]))};
    }

    // A domino takes at most four moves from the other player.
    void list_ends(const State &state, Moves &moves) const {
        if (count_bits(open(state.taken, other(state.turn))) <= 4) return legal(state, moves);
        moves.clear();
    }

private:
    void prepare_beside(std::size_t player, int first) {
        const int second = first + step_[player];
        for (const int cell : {first, second})
            for (int next = 0; next < grid_.cells(); ++next)
                if (next != first && next != second && grid_.are_neighbours(cell, next))
                    beside_[player][static_cast<std::size_t>(first)] |= bit(next);
    }

    // The dominoes of one player, from their first and their second cells.
    void add_dominoes(State &state, std::size_t player, Bits first, Bits second) const {
        const Bits whole = first & room_[player] & second >> step_[player];
        const Bits lone = (first | second) & ~(whole | whole << step_[player]);
        if (lone != 0)
            throw std::invalid_argument(
                "cell " + grid_.name(lowest_cell(lone)) +
                " is not part of a domino: a vertical one is x above X, a horizontal one Oo");
        state.dominoes[player] = first;
        state.taken |= first | second;
    }

    static std::size_t player(const State &state) { return static_cast<std::size_t>(state.turn); }

    [[nodiscard]] Bits open(const State &state) const { return open(state.taken, state.turn); }
    [[nodiscard]] Bits open(Bits taken, Turn turn) const {
        const Bits free = ~taken;
        return turn == Turn::Max ? free & (free >> step_[0]) & room_[0] : free & (free >> 1) & room_[1];
    }

    void put(State &state, Bits cell) const {
        state.taken |= cell | cell << step_[player(state)];
        const Bits upright = state.turn == Turn::Max ? cell : 0;
        state.dominoes[0] |= upright; // an index that varies would keep the state out of registers
        state.dominoes[1] |= cell ^ upright;
        state.turn = other(state.turn);
    }

    Grid grid_;
    std::array<int, 2> step_;    // from a domino's first cell to its second
    std::array<Bits, 2> room_{}; // the cells whose neighbour in that direction is on the board
    std::array<std::array<Bits, 64>, 2> beside_{}; // the cells beside each domino
};

} // namespace playout
