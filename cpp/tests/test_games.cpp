// One suite over every game and many boards: the hooks agree with the plain way, misère reverses the score
// and nothing else, and the move counts are the known ones.
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

#include "core/key.hpp"
#include "games/misere.hpp"
#include "search/perft.hpp"
#include "tests/every_game.hpp"
#include "tests/support.hpp"

using namespace playout;

namespace {

// A game that Max can win higher than Min.
struct Lopsided : TicTacToe {
    [[nodiscard]] Bounds bounds() const { return {-1, 3}; }
};

// Whether a position is more than its board and whose turn it is: passes and repetitions count.
template <class G> constexpr bool has_a_past = OwnPlayoutMoves<G> || std::same_as<G, Seki>;

// nth and play_nth, of the legal moves or of those of playouts: the same as listing and playing.
template <Game G, class Nth, class PlayNth>
void check_nth(const G &game, const typename G::State &state, const typename G::Moves &moves, Nth nth,
               PlayNth play_nth) {
    for (int k = 0; k < moves.size(); ++k) {
        auto plain = state, hooked = state;
        game.play(plain, moves[k]);
        play_nth(hooked, static_cast<std::uint32_t>(k));
        REQUIRE(nth(state, static_cast<std::uint32_t>(k)) == moves[k]);
        REQUIRE(plain == hooked);
    }
}

// The moves of playouts as the list of them says.
template <OwnPlayoutMoves G> typename G::Moves playout_moves(const G &game, const typename G::State &state) {
    typename G::Moves moves;
    moves.clear();
    for (std::uint32_t k = 0; k < game.playout_count(state); ++k) moves.push_back(game.playout_nth(state, k));
    return moves;
}

// Whether the last stone of a game of Go repeated a position; a pass may.
template <class State> bool repeated(const State &state) {
    const auto end = state.history.begin() + state.length;
    return state.passes == 0 && std::find(state.history.begin(), end, state.hash) != end;
}

// The state after some moves in their order, if they are legal.
template <Game G>
std::optional<typename G::State> after_moves(const G &game, typename G::State state,
                                             std::initializer_list<Move> moves) {
    for (const Move move : moves) {
        if (!contains_move(legal_moves(game, state), move)) return {};
        game.play(state, move);
    }
    return state;
}

// Whether two states have the same moves, and end alike.
template <Game G> bool go_on_alike(const G &game, const typename G::State &a, const typename G::State &b) {
    const auto moves = legal_moves(game, a), same = legal_moves(game, b);
    return game.turn(a) == game.turn(b) && std::equal(moves.begin(), moves.end(), same.begin(), same.end()) &&
           (!moves.empty() || game.score(a) == game.score(b));
}

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
    for_every_game([]<Game G>(const G &game) {
        if constexpr (Indexed<G>)
            for_random_states(game, [&](const auto &state, const auto &moves) {
                REQUIRE(game.count(state) == static_cast<std::uint32_t>(moves.size()));
                check_nth(
                    game, state, moves, [&](const auto &seen, auto k) { return game.nth(seen, k); },
                    [&](auto &played, auto k) { game.play_nth(played, k); });
            });
    });
}

// Playouts forbid repetition as simple ko only: a move of theirs that is not legal repeats an older position.
TEST_CASE("games: the moves of playouts are legal but for superko, different, and none only at the end") {
    for_every_game([]<Game G>(const G &game) {
        if constexpr (OwnPlayoutMoves<G>)
            for_random_states(game, [&](const auto &state, const auto &moves) {
                const auto own = playout_moves(game, state);
                REQUIRE(own.empty() == moves.empty());
                REQUIRE(std::set<Move>(own.begin(), own.end()).size() ==
                        static_cast<std::size_t>(own.size()));
                for (const Move move : own) {
                    auto next = state;
                    game.play(next, move);
                    REQUIRE(contains_move(moves, move) != repeated(next));
                }
                check_nth(
                    game, state, own, [&](const auto &seen, auto k) { return game.playout_nth(seen, k); },
                    [&](auto &played, auto k) { game.playout_play(played, k); });
            });
    });
}

TEST_CASE("games: states of one key go on alike, and those that are equal have one") {
    int met = 0;
    for_every_game([&]<Game G>(const G &game) {
        if constexpr (Keyed<G>)
            for_random_states(game, [&](const auto &state, const auto &moves) {
                if (moves.size() < 3) return;
                const Move first = moves[0], reply = moves[moves.size() / 2], last = moves[moves.size() - 1];
                const auto one = after_moves(game, state, {first, reply, last}),
                           other = after_moves(game, state, {last, reply, first});
                if (!one || !other) return;
                if (*one == *other) REQUIRE(game.key(*one) == game.key(*other));
                if (game.key(*one) == game.key(*other)) REQUIRE((++met, go_on_alike(game, *one, *other)));
                REQUIRE_FALSE(game.key(*one) == game.key(state));
            });
    });
    CHECK(met > 1000);
}

TEST_CASE("games: dominoes that cover the same cells are one") {
    const Domineering game(4, 4);
    const auto two = after(game, {"a1a2", "c1d1", "b1b2", "c2d2"}),
               other = after(game, {"c1c2", "a1b1", "d1d2", "a2b2"});
    CHECK_FALSE(two == other);
    CHECK(game.key(two) == game.key(other));
    CHECK_FALSE(game.key(two) == game.key(game.initial()));
}

TEST_CASE("games: a board is read back as its state") {
    for_every_game([]<Game G>(const G &game) {
        for_random_states(game, [&](const auto &state, const auto &moves) {
            const auto again = game.setup(game.board(state), game.turn(state));
            REQUIRE(game.board(again) == game.board(state));
            REQUIRE(game.turn(again) == game.turn(state));
            if constexpr (!has_a_past<G>) {
                REQUIRE(again == state);
                REQUIRE(legal_moves(game, again).empty() == moves.empty());
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
                REQUIRE((game.board(next) == game.board(state)) == (game.name(state, move) == "pass"));
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
             {"", "aa", "a1a", "a0a1", "a1a99", "1a", "zz9", "a1b1c1", "A1A2", "a1-", "\xff"})
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

TEST_CASE("games: stone boards, dominoes and discs that do not work are refused") {
    for (const auto [rows, cols] : {Size{1, 5}, {5, 1}, {0, 0}, {20, 5}, {5, 20}, {-3, -3}, {65536, 65536}}) {
        CHECK_THROWS_AS(NoGo<6>(rows, cols), std::invalid_argument);
        CHECK_THROWS_AS(AtariGo<6>(rows, cols), std::invalid_argument);
        CHECK_THROWS_AS(Go<6>(rows, cols, 0), std::invalid_argument);
    }
    for (const auto [rows, cols] : {Size{0, 5}, {5, 0}, {65, 1}, {1, 27}, {9, 8}, {-8, -8}, {65536, 65536}})
        CHECK_THROWS_AS(Domineering(rows, cols), std::invalid_argument);
    for (const auto [rows, cols] : {Size{0, 5}, {5, 0}, {9, 8}, {8, 9}, {-1, 4}})
        CHECK_THROWS_AS(ConnectFour(cols, rows, 4), std::invalid_argument);
    for (const int connect : {-1, 0, 1, 9})
        CHECK_THROWS_AS(ConnectFour(7, 6, connect), std::invalid_argument);
    for (const auto [own, others] : {Size{-1, 3}, {3, -1}, {31, 3}, {3, 31}})
        CHECK_THROWS_AS(Seki(own, others), std::invalid_argument);
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
