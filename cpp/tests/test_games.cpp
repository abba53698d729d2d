// One suite over every game and many boards: the hooks agree with the plain way, misère reverses the score
// and nothing else, and the move counts are the known ones.
#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <stdexcept>
#include <string>

#include "games/breakthrough.hpp"
#include "games/knightthrough.hpp"
#include "games/misere.hpp"
#include "games/tictactoe.hpp"
#include "search/perft.hpp"
#include "tests/support.hpp"

using namespace playout;

namespace {

struct Board {
    int rows, cols, pieces;
};

constexpr std::array<Board, 15> boards{{{2, 2, 1},
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

// Calls a check with every game of the library on every board.
template <class Check> void for_every_game(Check check) {
    check(TicTacToe());
    for (const auto [rows, cols, pieces] : boards) {
        CAPTURE(rows);
        CAPTURE(cols);
        CAPTURE(pieces);
        check(Breakthrough(rows, cols, pieces));
        check(Knightthrough(rows, cols, pieces));
    }
}

// Calls a check with every state of some random games.
template <Game G, class Check> void for_random_states(const G &game, Check check) {
    Rng rng(1);
    for (int games = 0; games < 20; ++games) {
        auto state = game.initial();
        for (auto moves = legal_moves(game, state); !moves.empty(); moves = legal_moves(game, state)) {
            check(state, moves);
            game.play(state, moves[static_cast<int>(rng.below(static_cast<std::uint32_t>(moves.size())))]);
        }
        check(state, legal_moves(game, state));
    }
}

// A game that Max can win higher than Min.
struct Lopsided : TicTacToe {
    [[nodiscard]] Bounds bounds() const { return {-1, 3}; }
};

template <Game G> std::uint64_t count(const G &game, int depth) {
    const Stop stop;
    Meter meter({}, stop);
    return perft(game, game.initial(), depth, meter);
}

template <Game G> void check_perft(const G &game, std::initializer_list<std::uint64_t> counts) {
    int depth = 0;
    for (const std::uint64_t expected : counts) CHECK(count(game, ++depth) == expected);
}

} // namespace

TEST_CASE("games: count, nth and play_nth are legal and play without the list") {
    for_every_game([](const auto &game) {
        for_random_states(game, [&](const auto &state, const auto &moves) {
            REQUIRE(game.count(state) == static_cast<std::uint32_t>(moves.size()));
            for (int k = 0; k < moves.size(); ++k) {
                auto plain = state, hooked = state;
                game.play(plain, moves[k]);
                game.play_nth(hooked, static_cast<std::uint32_t>(k));
                REQUIRE(game.nth(state, static_cast<std::uint32_t>(k)) == moves[k]);
                REQUIRE(plain == hooked);
            }
        });
    });
}

TEST_CASE("games: a move changes the state and the turn") {
    for_every_game([](const auto &game) {
        for_random_states(game, [&](const auto &state, const auto &moves) {
            for (const Move move : moves) {
                auto next = state;
                game.play(next, move);
                REQUIRE_FALSE(next == state);
                REQUIRE(game.turn(next) == other(game.turn(state)));
                REQUIRE(game.board(next) != game.board(state));
            }
        });
    });
}

TEST_CASE("games: names are different and are read back as their move") {
    for_every_game([](const auto &game) {
        for_random_states(game, [&](const auto &state, const auto &moves) {
            std::set<std::string> names;
            for (const Move move : moves) {
                REQUIRE(names.insert(game.name(state, move)).second);
                REQUIRE(game.parse(state, game.name(state, move)) == move);
            }
        });
    });
}

TEST_CASE("games: what is no move is read as none") {
    for_every_game([](const auto &game) {
        for (const char *text :
             {"", "a", "a1a", "a0a1", "a1a99", "1a", "zz9", "a1b1c1", "A1A2", "a1-", "\xff"})
            CHECK(game.parse(game.initial(), text) == -1);
    });
}

TEST_CASE("games: a finished game has a score within the bounds") {
    for_every_game([](const auto &game) {
        for_random_states(game, [&](const auto &state, const auto &moves) {
            if (!moves.empty()) return;
            REQUIRE(game.score(state) >= game.bounds().low);
            REQUIRE(game.score(state) <= game.bounds().high);
        });
    });
}

TEST_CASE("games: misère reverses the score and nothing else") {
    for_every_game([](const auto &game) {
        const Misere same(game, false), reversed(game, true);
        CHECK(reversed.initial() == game.initial());
        CHECK(reversed.players() == game.players());
        CHECK(reversed.bounds().low == -game.bounds().high);
        CHECK(reversed.bounds().high == -game.bounds().low);
        CHECK(same.bounds().low == game.bounds().low);
        CHECK(same.bounds().high == game.bounds().high);
        for_random_states(game, [&](const auto &state, const auto &moves) {
            const auto those = legal_moves(reversed, state);
            REQUIRE(std::equal(moves.begin(), moves.end(), those.begin(), those.end()));
            REQUIRE(reversed.turn(state) == game.turn(state));
            if (!moves.empty()) return;
            REQUIRE(reversed.score(state) == -game.score(state));
            REQUIRE(same.score(state) == game.score(state));
        });
    });
}

TEST_CASE("games: misère bounds of a game that one side can win higher") {
    const Misere reversed(Lopsided(), true);
    CHECK(reversed.bounds().low == -3);
    CHECK(reversed.bounds().high == 1);
}

TEST_CASE("games: boards that do not work are refused") {
    for (const auto [rows, cols, pieces] :
         {Board{0, 5, 2}, Board{5, 0, 2}, Board{3, 5, 2}, Board{5, 1, 2}, Board{5, 5, 0}, Board{9, 8, 2},
          Board{-5, -5, 1}, Board{100, 100, 2}, Board{65536, 65536, 1}, Board{2, 33, 1}}) {
        CAPTURE(rows);
        CAPTURE(cols);
        CHECK_THROWS_AS(Breakthrough(rows, cols, pieces), std::invalid_argument);
        CHECK_THROWS_AS(Knightthrough(rows, cols, pieces), std::invalid_argument);
    }
}

// Counted by OpenSpiel.
TEST_CASE("games: perft of tic-tac-toe and breakthrough") {
    check_perft(TicTacToe(), {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872});
    check_perft(Breakthrough(8, 8, 2), {22, 484, 11132, 256036});
    check_perft(Breakthrough(5, 5, 1), {13, 169, 1911, 21514, 232478});
    check_perft(Breakthrough(6, 4, 2), {10, 100, 1074, 11232, 126368});
    check_perft(Breakthrough(8, 3, 2), {7, 49, 392, 3136, 28181});
}

// Counted by the naive rules of tests/naive.py.
TEST_CASE("games: perft of knightthrough, and of breakthrough with two rows on small boards") {
    check_perft(Breakthrough(5, 5, 2), {13, 156, 1924, 23084});
    check_perft(Breakthrough(4, 3, 2), {4, 20, 112, 500, 2422, 9526});
    check_perft(Knightthrough(8, 8, 2), {40, 1600, 63520});
    check_perft(Knightthrough(5, 5, 2), {22, 470, 9622, 178820});
    check_perft(Knightthrough(4, 3, 2), {10, 52, 256, 872, 2872});
    check_perft(Knightthrough(4, 16, 2), {88, 4992});
}
