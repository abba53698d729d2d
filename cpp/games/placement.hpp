// Games of placing stones: who cannot place one has lost. NoGo and AtariGo differ in where a stone may be
// placed and in whether a capture ends the game. A move is the cell; moves are ordered by cell.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "games/stones.hpp"

namespace playout {

// Rules provides `name`, `open(board, stones, player)`, the cells where a stone may be placed, and
// `capture_wins`.
template <class Rules, int Words> class Placement {
public:
    using Board = StoneBoard<Words>;
    using Set = BitSet<Words>;
    struct State {
        typename Board::Stones stones{};
        Turn turn = Turn::Max;
        bool captured = false; // by the last stone: the game is over
        bool operator==(const State &) const = default;
    };
    using Moves = MoveList<64 * Words>;

    Placement(int rows, int cols) : board_(Rules::name, rows, cols) {}

    [[nodiscard]] State initial() const { return {}; }

    void legal(const State &state, Moves &moves) const {
        Move *end = moves.room();
        open(state).each([&](int cell) { *end++ = cell; });
        moves.resize(end - moves.room());
    }

    void play(State &state, Move move) const { put(state, Set::cell(move)); }
    [[nodiscard]] Turn turn(const State &state) const { return state.turn; }
    [[nodiscard]] double score(const State &state) const { return state.turn == Turn::Max ? -1 : 1; }
    [[nodiscard]] Bounds bounds() const { return {-1, 1}; }
    [[nodiscard]] int players() const { return 2; }
    // A capture ends the game, so that the stones of both tell everything but how it ended.
    [[nodiscard]] auto key(const State &state) const {
        std::array<std::uint64_t, 2 * Words + 1> key{};
        for (std::size_t w = 0; w < Words; ++w) {
            key[w] = state.stones.of[0].words[w];
            key[Words + w] = state.stones.of[1].words[w];
        }
        key.back() = static_cast<std::uint64_t>(state.turn) | std::uint64_t{state.captured} << 1;
        return key;
    }
    [[nodiscard]] std::int64_t code(const State &, Move move) const { return move; }
    [[nodiscard]] std::int32_t code_count() const { return board_.grid.cells(); }
    // With what stands on the four cells beside.
    [[nodiscard]] std::int64_t feature_code(const State &state, Move move) const {
        return move * Board::arounds + board_.around(state.stones, move);
    }
    [[nodiscard]] std::int32_t feature_count() const { return board_.grid.cells() * Board::arounds; }
    [[nodiscard]] std::string name(const State &, Move move) const { return board_.grid.name(move); }
    [[nodiscard]] Move parse(const State &, std::string_view text) const { return board_.grid.parse(text); }

    [[nodiscard]] std::string board(const State &state) const {
        return board_.grid.text(state.stones.of[0], state.stones.of[1]);
    }
    [[nodiscard]] State setup(std::string_view board, Turn turn) const {
        const State state{board_.read(board), turn, false};
        if (Rules::capture_wins && just_captured(state)) return {state.stones, turn, true};
        board_.check_liberties(state.stones);
        return state;
    }

    // Always inlined: what is found out to count the moves serves to play one.
    [[nodiscard, gnu::always_inline]] std::uint32_t count(const State &state) const {
        return static_cast<std::uint32_t>(open(state).count());
    }
    [[nodiscard, gnu::always_inline]] Move nth(const State &state, std::uint32_t k) const {
        return open(state).nth(k).lowest();
    }
    void play_nth(State &state, std::uint32_t k) const { put(state, open(state).nth(k)); }

    [[nodiscard]] const Board &stone_board() const { return board_; }
    [[nodiscard]] Set playout_cells(const State &state) const { return open(state); }

    [[nodiscard]] bool normal_form() const { return true; }
    // Who has captured may go on as if the game did.
    [[nodiscard]] State with_turn(const State &state, Turn turn) const {
        return {state.stones, turn, state.captured && turn == state.turn};
    }

    // A stone takes at most five moves from the other player: its own cell and, on the side of each
    // neighbour, one cell that is left without a breath or becomes the last liberty of a chain.
    void list_ends(const State &state, Moves &moves) const {
        const int player = static_cast<int>(state.turn);
        if (Rules::open(board_, state.stones, 1 - player).count() <= 5) return legal(state, moves);
        moves.clear();
        if (Rules::capture_wins && !state.captured)
            board_.capturing(state.stones, player).each([&](int cell) { moves.push_back(cell); });
    }

private:
    // Captured stones stay on the board, so chains without a liberty are all due to one stone of the last
    // mover: without it each has one.
    [[nodiscard]] bool just_captured(const State &state) const {
        const int player = static_cast<int>(state.turn);
        if (!(board_.dead(state.stones) & state.stones.of[player]).any()) return false;
        bool found = false;
        state.stones.of[1 - player].each([&](int cell) {
            typename Board::Stones before = state.stones;
            before.of[1 - player] &= ~Set::cell(cell);
            found |= !board_.dead(before).any();
        });
        return found;
    }

    [[nodiscard, gnu::always_inline]] Set open(const State &state) const {
        if (state.captured) return {};
        return Rules::open(board_, state.stones, static_cast<int>(state.turn));
    }

    void put(State &state, const Set &stone) const {
        const int player = static_cast<int>(state.turn);
        if constexpr (Rules::capture_wins)
            state.captured = (stone & board_.capturing(state.stones, player)).any();
        board_.place(state.stones, stone, player);
        state.turn = other(state.turn);
    }

    Board board_;
};

} // namespace playout
