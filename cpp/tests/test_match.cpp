#include "games/breakthrough.hpp"
#include "games/tictactoe.hpp"
#include "match/match.hpp"
#include "tests/support.hpp"

using namespace playout;

namespace {

const PlayerOptions uct = UctOptions{}, flat = FlatOptions{}, random_player = RandomOptions{};
const Budget budget{.simulations = 50};

template <Game G>
GameRecord play(const G &game, const PlayerOptions &max, const PlayerOptions &min, std::uint64_t seed) {
    return play_game(game, game.initial(), {max, budget}, {min, budget}, seed, Stop());
}

} // namespace

TEST_CASE("match: a game is a function of its seed") {
    const Breakthrough game(5, 5, 2);
    const GameRecord a = play(game, uct, flat, 1), b = play(game, uct, flat, 1), c = play(game, uct, flat, 2);
    CHECK(a.moves == b.moves);
    CHECK(a.score == b.score);
    CHECK(a.moves != c.moves);
}

TEST_CASE("match: the moves are legal, and the score is that of the state they lead to") {
    const Breakthrough game(5, 4, 2);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const GameRecord record = play(game, random_player, flat, seed);
        auto state = game.initial();
        for (const Move move : record.moves) {
            REQUIRE(contains_move(legal_moves(game, state), move));
            game.play(state, move);
        }
        CHECK(legal_moves(game, state).empty());
        CHECK(record.score == game.score(state));
        CHECK_FALSE(record.interrupted);
    }
}

TEST_CASE("match: each player moves on his own turn, with the next seed of the game's generator") {
    const TicTacToe game;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        Rng seeds(seed);
        auto state = game.initial();
        for (const Move move : play(game, uct, flat, seed).moves) {
            const Stop stop;
            Meter meter(budget, stop);
            Player<TicTacToe> player(game, game.turn(state) == Turn::Max ? uct : flat);
            REQUIRE(search(player, state, Rng(seeds.next()), meter).move == move);
            game.play(state, move);
        }
    }
}

TEST_CASE("match: each player has a budget of his own") {
    const Breakthrough game(5, 5, 2);
    const Budget one{.simulations = 1};
    int as_max = 0, as_min = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        as_max += play_game(game, game.initial(), {uct, budget}, {uct, one}, seed, Stop()).score > 0;
        as_min += play_game(game, game.initial(), {uct, one}, {uct, budget}, seed, Stop()).score < 0;
    }
    CHECK(as_max >= 15);
    CHECK(as_min >= 15);
}

TEST_CASE("match: search beats chance from both sides") {
    const Breakthrough game(5, 5, 2);
    int as_max = 0, as_min = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        as_max += play(game, uct, random_player, seed).score > 0;
        as_min += play(game, random_player, uct, seed).score < 0;
    }
    CHECK(as_max >= 16);
    CHECK(as_min >= 16);
}

TEST_CASE("match: a game may start anywhere, at its end too") {
    const TicTacToe game;
    const auto end = after(game, {"a1", "b1", "a2", "b2", "a3"});
    const GameRecord over = play_game(game, end, {uct, budget}, {uct, budget}, 1, Stop());
    CHECK(over.moves.empty());
    CHECK(over.score == 1);
    const auto near_end = after(game, {"a1", "b1", "a2", "b2"});
    CHECK(play_game(game, near_end, {uct, budget}, {uct, budget}, 1, Stop()).moves.size() == 1);
}

TEST_CASE("match: a stopped game says so") {
    const Breakthrough game(5, 5, 2);
    Stop stop;
    stop.request();
    const GameRecord record = play_game(game, game.initial(), {uct, budget}, {uct, budget}, 1, stop);
    CHECK(record.interrupted);
    CHECK(record.moves.empty());
}
