// Every game of two players on many boards, and random states of it.
#pragma once

#include <array>

#include "games/atarigo.hpp"
#include "games/breakthrough.hpp"
#include "games/connectfour.hpp"
#include "games/domineering.hpp"
#include "games/go.hpp"
#include "games/knightthrough.hpp"
#include "games/nogo.hpp"
#include "games/seki.hpp"
#include "games/tictactoe.hpp"
#include "tests/support.hpp"

namespace playout {

struct Board {
    int rows, cols, pieces;
};

inline constexpr std::array<Board, 15> boards{{{2, 2, 1},
                                               {2, 26, 1},
                                               {3, 3, 1},
                                               {3, 21, 1},
                                               {4, 2, 2},
                                               {4, 3, 2},
                                               {4, 16, 2},
                                               {5, 5, 1},
                                               {5, 5, 2},
                                               {6, 10, 3},
                                               {8, 8, 2},
                                               {8, 8, 4},
                                               {16, 4, 2},
                                               {21, 3, 1},
                                               {32, 2, 2}}};

struct Size {
    int rows, cols;
};

// Bit boards of one, two and six words.
inline constexpr std::array<Size, 7> stone_boards{{{2, 2}, {2, 5}, {3, 3}, {5, 4}, {8, 8}, {9, 9}, {10, 13}}};

template <class Check> void for_every_race(Check check) {
    for (const auto [rows, cols, pieces] : boards) {
        CAPTURE(rows);
        CAPTURE(cols);
        CAPTURE(pieces);
        check(Breakthrough(rows, cols, pieces));
        check(Knightthrough(rows, cols, pieces));
    }
}

template <class Check> void for_every_stone_game(Check check) {
    for (const auto [rows, cols] : stone_boards) {
        CAPTURE(rows);
        CAPTURE(cols);
        with_words(rows, cols, [&]<int Words>() {
            check(NoGo<Words>(rows, cols));
            check(AtariGo<Words>(rows, cols));
            check(Go<Words>(rows, cols, 0.5));
        });
    }
}

// Calls a check with every game of the library on every board.
template <class Check> void for_every_game(Check check) {
    check(TicTacToe());
    for_every_race(check);
    for_every_stone_game(check);
    for (const auto [rows, cols] : {Size{1, 1}, {1, 7}, {7, 1}, {2, 26}, {5, 5}, {64, 1}, {8, 8}}) {
        CAPTURE(rows);
        CAPTURE(cols);
        check(Domineering(rows, cols));
    }
    for (const int connect : {2, 3, 4, 5, 8})
        for (const auto [rows, cols] : {Size{1, 1}, {1, 8}, {8, 1}, {6, 7}, {8, 8}}) {
            CAPTURE(connect);
            check(ConnectFour(cols, rows, connect));
        }
    for (const auto [own, others] : {Size{0, 0}, {1, 0}, {3, 4}, {30, 30}}) check(Seki(own, others));
}

// Calls a check with every state of some random games; of fewer where a state is large.
template <Game G, class Check> void for_random_states(const G &game, Check check) {
    Rng rng(1);
    const int all = sizeof(typename G::State) < 1000 ? 20 : 2;
    for (int games = 0; games < all; ++games) {
        auto state = game.initial();
        for (auto moves = legal_moves(game, state); !moves.empty(); moves = legal_moves(game, state)) {
            check(state, moves);
            game.play(state, moves[static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.size())))]);
        }
        check(state, legal_moves(game, state));
    }
}

} // namespace playout
