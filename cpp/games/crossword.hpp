// Crossword construction, as in Rosin, "Nested Rollout Policy Adaptation for Monte Carlo Tree Search"
// (IJCAI 2011), section 3.1: place as many words of a list as possible on a square grid.
//
// The words of a grid are its runs: the letters in a row or column between two gaps, where there are two or
// more. A grid is legal if every run is in the list, none is there twice, and all letters are connected. The
// first move places a word downwards from the top row, in any column. Each later move adds one word, across
// or down, so that the runs of the new grid are those of the old one and the word; the game is over when
// there is no such move. The score is 1000 × words + letters of the words (a letter that two words share
// counts twice).
//
// Which placements are moves. Let a word that is not on the grid yet be put on the cells c1 … cn of a line,
// n >= 2, of a legal grid that is not empty. The new grid is legal and has the old runs and this one if and
// only if
//  (1) each ci is empty or holds the right letter,
//  (2) the cells before c1 and behind cn, in the line, are empty or off the grid,
//  (3) the two neighbours beside a ci that was empty, across the line, are empty or off the grid,
//  (4) no two neighbours ci, ci+1 were both filled,
//  (5) some ci was filled.
// Needed: without (2) the word is no run. Without (3) there is a new run through ci across the line. Without
// (4) there was a run along the line through ci; it is not the word itself, so it is longer now, and gone.
// Without (5) the word touches nothing, by (2) and (3), and the grid is not connected. Enough: by (3) the
// runs across the line stay as they are; along the line the only new run is the word, by (2), and none has
// grown, by (4); by (5) the grid is connected. A filled ci is in a run across the line, since its neighbours
// in the line were empty.
//
// So the cells of a line are of three kinds: filled and alone in the line, where a word may cross; part of a
// run in the line, or next to one, or empty with a filled neighbour across the line, where no word may go
// ("hard"); and free. Words lie in the stretches between hard cells, and each must contain a filled one.
//
// What a move changes. Let a word be put on a line. In a line across it at a cell that was empty, only the
// stretch around that cell changes, and is worked out again (`open`). In the line itself, in the two beside
// it and in the two across it before and behind the word, some cells become hard (`close`). No other line
// changes.
//
// A move is (line × size + start) × words + word, where the lines are the rows from the top and then the
// columns; moves are ordered by that number, and it is the code as well.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "games/crossword/layout.hpp"
#include "games/crossword/words.hpp"

namespace playout::crosswords {

template <int Blocks> class Crossword {
    using Words = crosswords::Words<Blocks>;
    using Row = std::array<Bits, Words::starts>; // a set of words for each start in a line
    static constexpr int max_lines = 2 * Words::max_size;

    struct LineMoves {
        alignas(32) std::array<Row, Blocks> words; // that may be placed, by start
        std::array<Bits, Blocks> any;              // at any start
        std::uint32_t count;
    };

public:
    struct State {
        std::array<LineMoves, max_lines> lines{};
        std::array<Cells, max_lines + 3> filled{}; // of each line, and empty ones at the ends of each way
        std::array<char, Words::max_size * Words::max_size> letters{};
        std::array<Bits, Blocks> unused{};
        std::uint32_t moves = 0;
        std::uint16_t words = 0, length = 0;
        bool operator==(const State &that) const { return letters == that.letters; }
    };
    using Moves = MoveVector;
    static constexpr bool may_be_puzzle = true;

    Crossword(std::vector<std::string> words, int size) : words_(std::move(words), size), lines_(size) {}

    [[nodiscard]] State initial() const {
        State state;
        state.letters.fill('.');
        for (int block = 0; block < words_.blocks(); ++block) state.unused[at(block)] = words_.all(block);
        for (int column = size(); column < 2 * size(); ++column) {
            LineMoves &line = state.lines[at(column)];
            for (std::size_t block = 0; block < Blocks; ++block) line.words[block][0] = state.unused[block];
            recount(state, line);
        }
        return state;
    }

    void legal(const State &state, Moves &moves) const { list_all(state, moves.resize(state.moves)); }

    void play(State &state, Move move) const { place(state, placement(move)); }
    [[nodiscard]] Turn turn(const State &) const { return Turn::Max; }
    [[nodiscard]] double score(const State &state) const { return 1000.0 * state.words + state.length; }
    [[nodiscard]] int players() const { return 1; }
    [[nodiscard]] std::int64_t code(const State &, Move move) const { return move; }
    [[nodiscard]] std::int32_t code_count() const { return 2 * size() * size() * words_.count(); }
    void list_by_eights(const State &state, Move *list) const {
        std::fill_n(list_all(state, list), -state.moves % 8, -1);
    }

    // One word at least, and no more words and letters than there is room for in the lines, with a gap behind
    // each word. That makes fewer than 1000 letters, so a score orders by words first.
    [[nodiscard]] Bounds bounds() const {
        std::vector<int> lengths;
        for (int word = 0; word < words_.count(); ++word) lengths.push_back(words_.length(word));
        std::sort(lengths.begin(), lengths.end());
        const int room = 2 * size() * (size() + 1);
        int taken = 0, letters = 0, most = 0;
        for (const int length : lengths) {
            most += (taken += length + 1) <= room;
            letters += length;
        }
        return {1000.0 + lengths.front(), 1000.0 * most + std::min(letters, room - most)};
    }

    // The steps of a king between the middles of two words, in halves of a cell.
    static constexpr bool has_distance() { return true; }
    [[nodiscard]] int distance(const State &, Move one, const State &, Move other) const {
        const auto [row, column] = middle(placement(one));
        const auto [other_row, other_column] = middle(placement(other));
        return std::max(std::abs(row - other_row), std::abs(column - other_column));
    }

    // "c5-WORD" is the word across from c5, "c5|WORD" the word down from there.
    [[nodiscard]] std::string name(const State &, Move move) const {
        const auto [line, start, word] = placement(move);
        return lines_.name(line, start) + words_[word];
    }

    [[nodiscard]] Move parse(const State &, std::string_view text) const {
        const int cell = lines_.grid().take_cell(text);
        if (cell < 0 || text.empty() || (text[0] != '-' && text[0] != '|')) return -1;
        const int row = size() - 1 - lines_.grid().row(cell), column = lines_.grid().col(cell);
        const int word = words_.find(text.substr(1));
        if (word < 0) return -1;
        return text[0] == '-' ? number({row, column, word}) : number({size() + column, row, word});
    }

    [[nodiscard]] std::string board(const State &state) const {
        return lines_.grid().text([&](int cell) { return state.letters[at(cell)]; });
    }

    [[nodiscard]] State setup(std::string_view board, Turn turn) const {
        if (turn != Turn::Max) throw std::invalid_argument("a puzzle has no turn of O");
        const Layout layout(lines_, board);
        State state = initial();
        if (layout.empty()) return state;
        forget_first_moves(state);
        for (const Run &run : layout.runs()) write(state, {run.line, run.start, find(state, run)});
        layout.check();
        for (int line = 0; line < 2 * size(); ++line) {
            const Cells filled = *this->filled(state, line);
            each_cell(filled & ~in_runs(filled), [&](int cell) { open(state, line, cell); });
        }
        return state;
    }

    [[nodiscard]] std::uint32_t count(const State &state) const { return state.moves; }
    [[nodiscard]] Move nth(const State &state, std::uint32_t k) const {
        return number(nth_placement(state, k));
    }
    void play_nth(State &state, std::uint32_t k) const { place(state, nth_placement(state, k)); }

private:
    struct Placement {
        int line, start, word;
    };

    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    [[nodiscard]] int size() const { return lines_.size(); }

    [[nodiscard]] Move number(const Placement &placed) const {
        return (placed.line * size() + placed.start) * words_.count() + placed.word;
    }
    [[nodiscard]] Placement placement(Move move) const {
        const int word = move % words_.count(), start = move / words_.count();
        return {start / size(), start % size(), word};
    }

    // Of a word, the row from the top and the column, both doubled.
    [[nodiscard]] std::pair<int, int> middle(const Placement &placed) const {
        const int line = 2 * lines_.index(placed.line);
        const int place = 2 * placed.start + words_.length(placed.word) - 1;
        return lines_.is_down(placed.line) ? std::pair{place, line} : std::pair{line, place};
    }

    // The filled cells of a line; those of the lines beside it stand before and behind.
    template <class S> [[nodiscard]] auto *filled(S &state, int line) const {
        return &state.filled[at(line + (lines_.is_down(line) ? 2 : 1))];
    }

    // Writes all moves, and returns where the next one would go.
    Move *list_all(const State &state, Move *next) const {
        for (int line = 0; line < 2 * size(); ++line)
            if (state.lines[at(line)].count > 0) next = list(state, line, next);
        return next;
    }

    // Writes the moves of a line, and returns where the next ones go.
    Move *list(const State &state, int line, Move *next) const {
        for (int start = 0; start < size(); ++start)
            for (int block = 0; block < words_.blocks(); ++block)
                for (Bits left = state.lines[at(line)].words[at(block)][at(start)]; left; left &= left - 1)
                    *next++ = number({line, start, 64 * block + lowest_cell(left)});
        return next;
    }

    [[nodiscard]] Placement nth_placement(const State &state, std::uint32_t k) const {
        int line = 0;
        for (; k >= state.lines[at(line)].count; ++line) k -= state.lines[at(line)].count;
        for (int start = 0;; ++start)
            for (int block = 0; block < words_.blocks(); ++block) {
                const Bits words = state.lines[at(line)].words[at(block)][at(start)];
                const auto n = static_cast<std::uint32_t>(count_bits(words));
                if (k < n) return {line, start, 64 * block + lowest_cell(nth_bit(words, k))};
                k -= n;
            }
    }

    // The word of a run, which must not be on the grid yet.
    [[nodiscard]] int find(const State &state, const Run &run) const {
        const int word = words_.find(run.text);
        if (word >= 0 && contains(state.unused[at(word / 64)], word % 64)) return word;
        throw std::invalid_argument(lines_.name(run.line, run.start) + run.text +
                                    (word < 0 ? " is not in the word list" : " is on the grid twice"));
    }

    void place(State &state, const Placement &placed) const {
        if (state.words == 0) forget_first_moves(state);
        remove(state, placed.word);
        const Cells fresh = write(state, placed);
        const int place = lines_.index(placed.line);
        each_cell(fresh, [&](int cell) { open(state, lines_.across(placed.line, cell), place); });
        close_around(state, placed, fresh);
    }

    // They are made by a rule of their own.
    void forget_first_moves(State &state) const {
        for (int column = size(); column < 2 * size(); ++column) {
            for (Row &words : state.lines[at(column)].words) words[0] = 0;
            recount(state, state.lines[at(column)]);
        }
    }

    // Takes a word out of all moves.
    void remove(State &state, int word) const {
        const std::size_t block = at(word / 64);
        Bits lines = 0;
        for (int line = 0; line < 2 * size(); ++line)
            lines |= (state.lines[at(line)].any[block] >> word % 64 & 1) << line;
        for (; lines != 0; lines &= lines - 1) {
            LineMoves &line = state.lines[at(lowest_cell(lines))];
            for (Bits &words : line.words[block]) words &= ~bit(word % 64);
            recount(state, line);
        }
    }

    // Writes a word on the grid; returns the cells of the line that were empty.
    Cells write(State &state, const Placement &placed) const {
        const auto [line, start, word] = placed;
        const Cells span = cells(start, words_.length(word)), fresh = span & ~*filled(state, line);
        *filled(state, line) |= span;
        const std::string &text = words_[word];
        for (Cells left = fresh; left != 0; left &= left - 1) {
            const int cell = std::countr_zero(left);
            *filled(state, lines_.across(line, cell)) |= cells(lines_.index(line), 1);
            state.letters[at(lines_.cell(line, cell))] = text[at(cell - start)];
        }
        state.unused[at(word / 64)] &= ~bit(word % 64);
        ++state.words;
        state.length = static_cast<std::uint16_t>(state.length + text.size());
        return fresh;
    }

    // Works out the moves in the stretch of a line around a cell that is filled and alone in it.
    void open(State &state, int line, int cell) const {
        const auto [begin, end, crossings] = stretch(state, line, cell);
        for (int block = 0; block < words_.blocks(); ++block) {
            Row fit, lone; // the words that fit, and those of them that cross nothing
            const Bits *const ending = words_.avoiding().row(block, end);
            for (std::size_t s = 0; s < fit.size(); ++s)
                lone[s] = fit[s] = ending[s] & state.unused[at(block)];
            for (Cells left = crossings; left != 0; left &= left - 1) {
                const int crossed = std::countr_zero(left);
                const char letter = state.letters[at(lines_.cell(line, crossed))];
                const Bits *const fitting = words_.fitting(letter).row(block, crossed);
                const Bits *const apart = words_.apart().row(block, crossed);
                for (std::size_t s = 0; s < fit.size(); ++s) {
                    fit[s] &= fitting[s];
                    lone[s] &= apart[s];
                }
            }
            Row &words = state.lines[at(line)].words[at(block)];
            const Bits *const inside = from(begin), *const outside = from(end);
            for (std::size_t s = 0; s < fit.size(); ++s) {
                const Bits in = inside[s] & ~outside[s];
                words[s] = (fit[s] & ~lone[s] & in) | (words[s] & ~in);
            }
        }
        recount(state, state.lines[at(line)]);
    }

    struct Stretch {
        int begin, end;
        Cells crossings;
    };

    [[nodiscard]] Stretch stretch(const State &state, int line, int cell) const {
        const Cells *const filled = this->filled(state, line);
        const Cells run = in_runs(*filled), beside = (filled[-1] | filled[1]) & ~*filled;
        const Cells hard = run | run << 1 | run >> 1 | beside | cells(size(), 1);
        const int begin = last_cell(hard & cells(0, cell)) + 1, end = cell + std::countr_zero(hard >> cell);
        return {begin, end, *filled & cells(begin, end - begin)};
    }

    void close_around(State &state, const Placement &placed, Cells fresh) const {
        const auto [line, start, word] = placed;
        const int place = lines_.index(line), end = start + words_.length(word);
        const Cells span = cells(start, words_.length(word));
        close(state, line, span | span << 1 | span >> 1);
        if (place > 0) close(state, line - 1, fresh);
        if (place < size() - 1) close(state, line + 1, fresh);
        if (start > 0) close(state, lines_.across(line, start - 1), cells(place, 1));
        if (end < size()) close(state, lines_.across(line, end), cells(place, 1));
    }

    // Takes out the moves of a line that contain one of the cells.
    void close(State &state, int line, Cells closed) const {
        if (state.lines[at(line)].count == 0) return;
        for (int block = 0; block < words_.blocks(); ++block) {
            Row &words = state.lines[at(line)].words[at(block)];
            for (Cells left = closed; left != 0; left &= left - 1) {
                const Bits *const avoiding = words_.avoiding().row(block, std::countr_zero(left));
                for (std::size_t s = 0; s < words.size(); ++s) words[s] &= avoiding[s];
            }
        }
        recount(state, state.lines[at(line)]);
    }

    static void recount(State &state, LineMoves &line) {
        std::uint32_t n = 0;
        for (std::size_t block = 0; block < Blocks; ++block) {
            Bits any = 0;
            for (const Bits words : line.words[block]) any |= words;
            line.any[block] = any;
            n += static_cast<std::uint32_t>(count_all(line.words[block]));
        }
        state.moves += n - line.count;
        line.count = n;
    }

    // No word at the starts before the first one, all words from there on.
    static const Bits *from(int first) {
        static constexpr auto sets = [] {
            std::array<Bits, 2 * Words::starts> row{};
            for (std::size_t s = Words::starts; s < row.size(); ++s) row[s] = ~Bits{0};
            return row;
        }();
        return sets.data() + Words::starts - first;
    }

    Words words_;
    Lines lines_;
};

} // namespace playout::crosswords

namespace playout {
using crosswords::Crossword;
}
