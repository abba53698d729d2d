// Go, with area scoring.
//
// Suicide is forbidden, and so is a move that repeats any earlier position of the board (positional superko).
// Two passes in a row end the game, and so do 2 * rows * cols moves, as in OpenSpiel. The score is Black's
// area (Max moves first and is Black) minus White's area and komi. A move is a cell, or the number of cells
// for a pass; moves are ordered by cell, the pass is last.
//
// Playouts differ from the rules in two ways: no move fills an eye of its own player, who passes only when
// there is nothing else to do, and repetition is forbidden only as simple ko.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/rng.hpp"
#include "games/stones.hpp"

namespace playout {

template <int Words> class Go {
public:
    using Board = StoneBoard<Words>;
    using Set = BitSet<Words>;
    static constexpr int max_length = 2 * 64 * Words;

    struct State {
        typename Board::Stones stones{};
        Set ko{}; // where simple ko forbids to play at once
        Turn turn = Turn::Max;
        std::uint8_t passes = 0;
        bool captures = false;    // have been made: before the first one no position can be repeated
        std::uint16_t length = 0; // moves played
        std::uint64_t hash = 0;
        std::array<std::uint64_t, max_length> history; // hashes of the positions after 0 … length - 1 moves

        bool operator==(const State &that) const {
            return stones == that.stones && ko == that.ko && turn == that.turn && passes == that.passes &&
                   length == that.length &&
                   std::equal(history.begin(), history.begin() + length, that.history.begin());
        }
    };
    using Moves = MoveList<64 * Words + 1>;

    static constexpr const char *no_key = "what may not be repeated depends on the way to a position";

    Go(int rows, int cols, double komi) : board_("go", rows, cols), komi_(komi) {
        if (!(std::abs(komi) <= 1000)) throw std::invalid_argument("go: komi must be from -1000 to 1000");
        Rng rng(0x60);
        for (auto &of_cell : zobrist_)
            for (auto &word : of_cell) word = rng.next();
        const Set inner = board_.not_left & board_.not_right;
        inner_ = inner & (inner << cols) & (inner >> cols);
    }

    [[nodiscard]] State initial() const { return {}; }

    void legal(const State &state, Moves &moves) const {
        moves.clear();
        if (over(state)) return;
        placements(state).each([&](int cell) {
            if (!state.captures || !repeats(state, Set::cell(cell))) moves.push_back(cell);
        });
        moves.push_back(pass());
    }

    void play(State &state, Move move) const {
        if (move == pass())
            play_pass(state);
        else
            put(state, Set::cell(move));
    }

    [[nodiscard]] Turn turn(const State &state) const { return state.turn; }

    [[nodiscard]] double score(const State &state) const {
        const auto &[black, white] = state.stones.of;
        const Set free = board_.empty(state.stones);
        const Set reached_by_black = board_.flood(black, black | free);
        const Set reached_by_white = board_.flood(white, white | free);
        return (reached_by_black & ~reached_by_white).count() -
               (reached_by_white & ~reached_by_black).count() - komi_;
    }

    [[nodiscard]] Bounds bounds() const {
        return {-board_.grid.cells() - komi_, board_.grid.cells() - komi_};
    }
    [[nodiscard]] int players() const { return 2; }
    [[nodiscard]] std::int64_t code(const State &, Move move) const { return move; }
    [[nodiscard]] std::int32_t code_count() const { return board_.grid.cells() + 1; }
    // With what stands on the four cells beside.
    [[nodiscard]] std::int64_t feature_code(const State &state, Move move) const {
        const int code = move * Board::arounds;
        return move == pass() ? code : code + board_.around(state.stones, move);
    }
    [[nodiscard]] std::int32_t feature_count() const { return code_count() * Board::arounds; }
    [[nodiscard]] std::string name(const State &, Move move) const {
        return move == pass() ? "pass" : board_.grid.name(move);
    }
    [[nodiscard]] Move parse(const State &, std::string_view text) const {
        return text == "pass" ? pass() : board_.grid.parse(text);
    }
    [[nodiscard]] std::string board(const State &state) const {
        return board_.grid.text(state.stones.of[0], state.stones.of[1]);
    }

    // No ko and no pass before it: the past of a position is not on the board.
    [[nodiscard]] State setup(std::string_view board, Turn turn) const {
        State state = initial();
        state.stones = board_.read(board);
        board_.check_liberties(state.stones);
        state.turn = turn;
        state.hash = hash_of(state.stones.of[0], 0) ^ hash_of(state.stones.of[1], 1);
        state.captures = true; // maybe
        return state;
    }

    // The moves of playouts: how many there are, the k-th, and playing it.
    [[nodiscard]] std::uint32_t playout_count(const State &state) const {
        return over(state) ? 0 : std::max(1u, static_cast<std::uint32_t>(sensible(state).count()));
    }
    [[nodiscard]] Move playout_nth(const State &state, std::uint32_t k) const {
        const Set cells = sensible(state);
        return cells.any() ? cells.nth(k).lowest() : pass();
    }
    void playout_play(State &state, std::uint32_t k) const {
        const Set cells = sensible(state);
        if (cells.any())
            put(state, cells.nth(k));
        else
            play_pass(state);
    }

    void playout_list(const State &state, Moves &moves) const {
        moves.clear();
        if (over(state)) return;
        sensible(state).each([&](int cell) { moves.push_back(cell); });
        if (moves.empty()) moves.push_back(pass());
    }

    [[nodiscard]] const Board &stone_board() const { return board_; }
    [[nodiscard]] Set playout_cells(const State &state) const { return sensible(state); }

    void list_ends(const State &state, Moves &moves) const {
        if (state.length + 1 >= 2 * board_.grid.cells()) return list_playout_moves(*this, state, moves);
        moves.clear();
        if (state.passes == 1 && !sensible(state).any()) moves.push_back(pass());
    }

private:
    [[nodiscard]] Move pass() const { return board_.grid.cells(); }
    [[nodiscard]] bool over(const State &state) const {
        return state.passes == 2 || state.length >= 2 * board_.grid.cells();
    }

    // Where the player to move can put a stone, superko apart.
    [[nodiscard]] Set placements(const State &state) const {
        const int player = static_cast<int>(state.turn);
        return (board_.breathing(state.stones, player) | board_.capturing(state.stones, player)) & ~state.ko;
    }

    [[nodiscard]] Set sensible(const State &state) const { return placements(state) & ~eyes(state); }

    // Cells surrounded by the player's own stones, with the other holding at most one diagonal neighbour
    // (none on the edge).
    [[nodiscard]] Set eyes(const State &state) const {
        const int player = static_cast<int>(state.turn);
        const Set surrounded =
            board_.empty(state.stones) & ~board_.next_to(board_.all & ~state.stones.of[player]);
        if (!surrounded.any()) return surrounded;
        const Set left = (state.stones.of[1 - player] & board_.not_left) >> 1;
        const Set right = (state.stones.of[1 - player] & board_.not_right) << 1;
        const int up = board_.grid.cols;
        const Set a = left << up, b = left >> up, c = right << up, d = right >> up;
        const Set two = (a & b) | (c & d) | ((a | b) & (c | d));
        return surrounded & ~(two | ((a | b | c | d) & ~inner_));
    }

    [[nodiscard]] std::uint64_t hash_of(const Set &stones, int player) const {
        std::uint64_t hash = 0;
        stones.each([&](int cell) {
            hash ^= zobrist_[static_cast<std::size_t>(cell)][static_cast<std::size_t>(player)];
        });
        return hash;
    }

    [[nodiscard]] bool repeats(const State &state, const Set &stone) const {
        const int player = static_cast<int>(state.turn);
        const Set taken = board_.captured(state.stones, stone, player);
        const std::uint64_t after = state.hash ^ hash_of(stone, player) ^ hash_of(taken, 1 - player);
        const auto end = state.history.begin() + state.length;
        return std::find(state.history.begin(), end, after) != end;
    }

    void put(State &state, const Set &stone) const {
        const int player = static_cast<int>(state.turn);
        const Set taken = board_.captured(state.stones, stone, player);
        remember(state);
        if (taken.any()) take(state, taken, 1 - player);
        board_.place(state.stones, stone, player);
        state.hash ^= hash_of(stone, player);
        state.ko = taken.single() && is_alone_in_atari(state, stone, player) ? taken : Set{};
        state.passes = 0;
        state.turn = other(state.turn);
    }

    void take(State &state, const Set &taken, int player) const {
        board_.remove(state.stones, taken, player);
        state.hash ^= hash_of(taken, player);
        state.captures = true;
    }

    [[nodiscard]] bool is_alone_in_atari(const State &state, const Set &stone, int player) const {
        return (stone & state.stones.atari[player]).any() &&
               !(board_.next_to(stone) & state.stones.of[player]).any();
    }

    void play_pass(State &state) const {
        remember(state);
        state.ko = {};
        ++state.passes;
        state.turn = other(state.turn);
    }

    static void remember(State &state) { state.history[state.length++] = state.hash; }

    Board board_;
    double komi_;
    Set inner_; // the cells off the edge
    std::array<std::array<std::uint64_t, 2>, 64 * Words> zobrist_;
};

} // namespace playout
