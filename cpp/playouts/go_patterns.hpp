// The Go playout of MoGo: Gelly, Wang, Munos and Teytaud, "Modification of UCT with Patterns in Monte-Carlo
// Go" (INRIA RR-6062, 2006), section 3.2. For each move, the first of these rules that finds any moves draws
// one:
//
//     1. If the last stone has put chains of the player to move in atari: the moves that save one, by
//        capturing beside it or by giving it more liberties.
//     2. The moves beside the last stone, all eight, that match a pattern (mogo_patterns.hpp).
//     3. The moves that capture.
//     4. All moves.
//
// In section 3.3 of the NoGo paper such playouts, made for Go, are worse than uniform ones on NoGo; so they
// are there for NoGo and AtariGo as well. What the report leaves open is settled as follows.
// - The moves are those that playouts draw from: in Go none that fills an own eye; in NoGo none that
//   captures, so that rule 3 finds nothing.
// - A move saves a chain in atari if it captures stones beside it, if it is its last liberty and captures, or
//   if it joins it to a chain of two liberties or more.
// - Each move takes one draw, a pass as well.
// - A playout does not know what was played before it: at its first move, and after a pass, rules 1 and 2 do
//   not apply.
// `src/playout/reference/go_patterns.py` is its twin.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"
#include "playouts/line.hpp"
#include "playouts/mogo_patterns.hpp"
#include "playouts/outcome.hpp"

namespace playout {

struct GoPatternsOptions {};

// A game of stones on a board: playout_cells are the cells that playouts draw from. Where they are none and
// the game goes on, playouts pass.
template <class G>
concept StoneGame = Game<G> && requires(const G &game, const typename G::State &seen) {
    { game.stone_board().grid.cells() } -> std::same_as<int>;
    { game.playout_cells(seen) } -> std::same_as<typename G::Set>;
    seen.stones;
};

template <Game G> class GoPatterns {
public:
    using State = typename G::State;

    GoPatterns(const G &game, const GoPatternsOptions &) : game_(game) {
        if constexpr (StoneGame<G>)
            list_neighbours();
        else
            throw std::invalid_argument(
                "go_patterns is for games of stones on a board: go, nogo and atarigo");
    }

    Outcome play(State state, Rng &rng, Meter &meter, std::uint32_t limit = no_limit,
                 Line<G> *line = nullptr) {
        if constexpr (!StoneGame<G>) {
            return given_up; // no such playout can be made
        } else {
            int last = nowhere;
            for (std::uint32_t length = 0;; ++length) {
                const std::uint32_t n = count_playout_moves(game_, state, moves_);
                if (n == 0) return {game_.score(state), length};
                if (length == limit) return given_up;
                const auto cells = game_.playout_cells(state);
                const Move move = cells.any() ? choose(state, cells, last, rng)
                                              : nth_playout_move(game_, state, moves_, rng.below(n));
                if (line != nullptr) line->add(game_, state, move);
                game_.play(state, move);
                ++meter.states;
                last = move < game_.stone_board().grid.cells() ? move : nowhere;
            }
        }
    }

private:
    static constexpr int nowhere = -1;

    // By the rules, in their order.
    template <class Set> Move choose(const State &state, const Set &cells, int last, Rng &rng) const {
        Set found{};
        if (last != nowhere) found = saving(state, cells, last);
        if (last != nowhere && !found.any()) found = matching(state, cells, last);
        if (!found.any()) found = cells & board().capturing(state.stones, player(state));
        if (!found.any()) found = cells;
        return found.nth(rng.below(static_cast<std::uint32_t>(found.count()))).lowest();
    }

    // Of the given cells, those that save a chain that the last stone has put in atari.
    template <class Set> Set saving(const State &state, const Set &cells, int last) const {
        const int p = player(state), q = 1 - p;
        const auto &[of, atari] = state.stones;
        const Set threatened = board().flood(board().next_to(Set::cell(last)) & atari[p], atari[p]);
        if (!threatened.any()) return threatened;
        const Set around = board().next_to(threatened);
        const Set capturable = board().flood(around & atari[q], atari[q]);
        const Set free = board().empty(state.stones), capturing = board().capturing(state.stones, p);
        Set found = cells & ((free & board().next_to(capturable)) | (around & capturing));
        (cells & around & ~capturing).each([&](int cell) {
            const Set stone = Set::cell(cell);
            const Set chain = board().flood(stone, of[p] | stone);
            if ((board().next_to(chain) & free & ~stone).count() >= 2) found |= stone;
        });
        return found;
    }

    // Of the given cells, those beside the last stone that match a pattern.
    template <class Set> Set matching(const State &state, const Set &cells, int last) const {
        Set found{};
        for (const int cell : neighbours_[static_cast<std::size_t>(last)])
            if (cell != nowhere && contains(cells, cell) && matches(state, cell)) found |= Set::cell(cell);
        return found;
    }

    [[nodiscard]] bool matches(const State &state, int cell) const {
        std::uint32_t code = 0;
        for (const int beside : neighbours_[static_cast<std::size_t>(cell)])
            code = code << 2 | (beside == nowhere ? MogoTable::off : look(state, beside));
        return table_.matches(code);
    }

    [[nodiscard]] MogoTable::Cell look(const State &state, int cell) const {
        const int p = player(state);
        return contains(state.stones.of[p], cell)       ? MogoTable::own
               : contains(state.stones.of[1 - p], cell) ? MogoTable::other
                                                        : MogoTable::empty;
    }

    // The eight cells around each, in reading order.
    void list_neighbours() {
        const auto &grid = board().grid;
        neighbours_.resize(static_cast<std::size_t>(grid.cells()));
        for (int cell = 0; cell < grid.cells(); ++cell)
            for (int i = 0; i < 9; ++i) {
                const int row = grid.row(cell) + 1 - i / 3, col = grid.col(cell) + i % 3 - 1;
                const bool on = row >= 0 && row < grid.rows && col >= 0 && col < grid.cols;
                if (i == 4) continue;
                neighbours_[static_cast<std::size_t>(cell)][static_cast<std::size_t>(i - (i > 4))] =
                    on ? row * grid.cols + col : nowhere;
            }
    }

    [[nodiscard]] const auto &board() const { return game_.stone_board(); }
    static int player(const State &state) { return static_cast<int>(state.turn); }

    const G &game_;
    const MogoTable &table_ = MogoTable::get();
    std::vector<std::array<int, 8>> neighbours_;
    typename G::Moves moves_; // scratch
};

} // namespace playout
