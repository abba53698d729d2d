// Seki, as in Cazenave and Saffidine, "Score Bounded Monte-Carlo Tree Search" (CG 2010), section 5.1.
//
// Two chains fight. Max's has `max_liberties` outside liberties, Min's `min_liberties`, and two are shared;
// each is a point of its own. A move fills a point or passes. Filling the other's last liberty captures and
// wins; filling one's own last one without capturing is not allowed; two passes in a row are a draw (a seki).
//
// A move is a point (Max's outside liberties first, then the shared ones, then Min's) or, last, the pass.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "core/game.hpp"

namespace playout {

class Seki {
public:
    struct State {
        Bits filled = 0;
        Turn turn = Turn::Max;
        std::uint8_t passes = 0;
        bool operator==(const State &) const = default;
    };
    using Moves = MoveList<65>;

    Seki(int max_liberties, int min_liberties) : max_(max_liberties), min_(min_liberties) {
        if (max_ < 0 || min_ < 0 || max_ > 30 || min_ > 30)
            throw std::invalid_argument("seki: " + std::to_string(max_) + " and " + std::to_string(min_) +
                                        " outside liberties do not work: need both from 0 to 30");
        of_max_ = bit(max_ + shared) - 1;
        of_min_ = (bit(min_ + shared) - 1) << max_;
    }

    [[nodiscard]] State initial() const { return {}; }

    void legal(const State &state, Moves &moves) const {
        moves.clear();
        if (over(state)) return;
        for (Bits left = fillable(state); left != 0; left &= left - 1) moves.push_back(lowest_cell(left));
        moves.push_back(pass());
    }

    void play(State &state, Move move) const {
        if (move == pass())
            ++state.passes;
        else
            fill(state, bit(move));
        state.turn = other(state.turn);
    }

    [[nodiscard]] Turn turn(const State &state) const { return state.turn; }

    // Both chains may lose their last liberty at once, a shared one: then the last mover captures.
    [[nodiscard]] double score(const State &state) const {
        if (state.passes == 2) return 0;
        return state.turn == Turn::Min ? 1 : -1;
    }

    [[nodiscard]] Bounds bounds() const { return {-1, 1}; }
    [[nodiscard]] int players() const { return 2; }
    [[nodiscard]] auto key(const State &state) const {
        return std::array<std::uint64_t, 2>{state.filled, static_cast<std::uint64_t>(state.turn) |
                                                              std::uint64_t{state.passes} << 1};
    }
    [[nodiscard]] std::int64_t code(const State &, Move move) const { return move; }
    [[nodiscard]] std::int32_t code_count() const { return pass() + 1; }

    // "x1" is Max's first outside liberty, "s1" the first shared one, "o1" Min's first.
    [[nodiscard]] std::string name(const State &, Move move) const {
        if (move == pass()) return "pass";
        if (move < max_) return numbered('x', move);
        return move < max_ + shared ? numbered('s', move - max_) : numbered('o', move - max_ - shared);
    }

    [[nodiscard]] Move parse(const State &state, std::string_view text) const {
        for (Move move = 0; move <= pass(); ++move)
            if (name(state, move) == text) return move;
        return -1;
    }

    // Max's outside liberties, the shared ones, Min's: '.' is open, '#' filled.
    [[nodiscard]] std::string board(const State &state) const {
        std::string text;
        for (int point = 0; point < pass(); ++point) {
            if (point == max_ || point == max_ + shared) text += '/';
            text += contains(state.filled, point) ? '#' : '.';
        }
        return text;
    }

    [[nodiscard]] State setup(std::string_view board, Turn turn) const {
        State state{0, turn, 0};
        if (board.size() != this->board(state).size())
            throw std::invalid_argument("the board is " + this->board(state) +
                                        ", with # for the points filled");
        Bits filled = 0;
        int point = 0;
        for (std::size_t i = 0; i < board.size(); ++i) {
            const char open = this->board(state)[i];
            if (board[i] != open && !(open == '.' && board[i] == '#'))
                throw std::invalid_argument(std::string("sign ") + std::to_string(i + 1) + " is '" +
                                            board[i] + "': the board is " + this->board(state) +
                                            ", with # for the points filled");
            if (open == '.' && board[i] == '#') filled |= bit(point);
            point += open == '.';
        }
        state.filled = filled;
        check_capture(state);
        return state;
    }

    [[nodiscard]] std::uint32_t count(const State &state) const {
        return over(state) ? 0 : static_cast<std::uint32_t>(count_bits(fillable(state))) + 1;
    }
    [[nodiscard]] Move nth(const State &state, std::uint32_t k) const {
        const Bits points = fillable(state);
        return k < static_cast<std::uint32_t>(count_bits(points)) ? lowest_cell(nth_bit(points, k)) : pass();
    }
    void play_nth(State &state, std::uint32_t k) const { play(state, nth(state, k)); }

private:
    static constexpr int shared = 2;

    // Who captures has just moved.
    void check_capture(const State &state) const {
        const bool max = state.turn == Turn::Max;
        const Bits own = max ? of_max_ : of_min_, others = max ? of_min_ : of_max_;
        if ((others & ~state.filled) == 0 && (own & ~state.filled) != 0)
            throw std::invalid_argument(std::string(max ? "O" : "X") +
                                        "'s chain has been captured, so its player is to move");
    }

    [[nodiscard]] Move pass() const { return max_ + shared + min_; }

    static std::string numbered(char kind, int i) { return std::string(1, kind) + std::to_string(i + 1); }

    [[nodiscard]] bool over(const State &state) const {
        return state.passes == 2 || (of_max_ & ~state.filled) == 0 || (of_min_ & ~state.filled) == 0;
    }

    // The open points, less one's own last liberty unless it is the other's last one as well.
    [[nodiscard]] Bits fillable(const State &state) const {
        const Bits open = (of_max_ | of_min_) & ~state.filled;
        const bool max = state.turn == Turn::Max;
        const Bits own = open & (max ? of_max_ : of_min_), others = open & (max ? of_min_ : of_max_);
        return std::has_single_bit(own) && own != others ? open & ~own : open;
    }

    static void fill(State &state, Bits point) {
        state.filled |= point;
        state.passes = 0;
    }

    int max_, min_;
    Bits of_max_, of_min_; // the points that are liberties of Max's and of Min's chain
};

} // namespace playout
