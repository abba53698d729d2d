#include "games/breakthrough.hpp"
#include "games/tictactoe.hpp"
#include "search/flat.hpp"
#include "tests/support.hpp"

using namespace playout;

namespace {

template <Game G>
SearchResult flat(const G &game, const typename G::State &state, const Budget &budget,
                  std::uint64_t seed = 1) {
    return run<Flat<G>>(game, state, FlatOptions{}, budget, seed);
}

} // namespace

TEST_CASE("flat: simulations are counted exactly and dealt evenly") {
    const TicTacToe game;
    for (std::uint64_t simulations = 1; simulations <= 40; ++simulations) {
        const SearchResult found = flat(game, game.initial(), {.simulations = simulations});
        CHECK(found.simulations == simulations);
        for (const Child &child : found.children) // a move is its place in the list here
            CHECK(child.visits == (simulations + 8 - static_cast<std::uint64_t>(child.move)) / 9);
    }
}

TEST_CASE("flat: the only legal move") {
    const TicTacToe game;
    const auto state = after(game, {"a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3"});
    REQUIRE(game.count(state) == 1);
    const SearchResult found = flat(game, state, {.simulations = 5});
    CHECK(game.name(state, found.move) == "c3");
    CHECK(found.simulations == 5);
    CHECK(found.states == 5);
    CHECK(found.children.size() == 1);
}

TEST_CASE("flat: the search ends with the simulation that spends the states") {
    const Breakthrough game(5, 5, 2);
    const SearchResult found = flat(game, game.initial(), {.states = 1000});
    const SearchResult without_last = flat(game, game.initial(), {.simulations = found.simulations - 1});
    CHECK(found.states >= 1000);
    CHECK(without_last.states < 1000);
}

TEST_CASE("flat: takes a win") {
    const TicTacToe game;
    const auto max_wins = after(game, {"a1", "b1", "a2", "c1"}),
               min_wins = after(game, {"a1", "b2", "a2", "b1", "c3"});
    const SearchResult max = flat(game, max_wins, {.simulations = 1000});
    const SearchResult min = flat(game, min_wins, {.simulations = 1000});
    CHECK(game.name(max_wins, max.move) == "a3");
    CHECK(max.value == 1);
    CHECK(game.name(min_wins, min.move) == "b3");
    CHECK(min.value == -1);
}

TEST_CASE("flat: the hooks of a game change the speed and nothing else") {
    const Breakthrough game(5, 5, 2);
    const Plain plain(game);
    static_assert(Indexed<Breakthrough> && !Indexed<Plain<Breakthrough>>);
    Rng rng(2);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto state = random_state(game, rng, 15);
        check_same(flat(game, state, {.simulations = 100}, seed),
                   flat(plain, state, {.simulations = 100}, seed));
    }
}

TEST_CASE("flat: stopped before the first playout ends, it still answers a legal move") {
    const Plain game(Breakthrough(5, 5, 2)); // a listed game asks the meter at every move
    Stop stop;
    stop.request();
    Meter meter({}, stop);
    const SearchResult found = search(Flat<Plain<Breakthrough>>(game, {}), game.initial(), Rng(1), meter);
    CHECK(found.interrupted);
    CHECK(found.simulations == 0);
    CHECK(found.children.empty());
    CHECK(contains_move(legal_moves(game, game.initial()), found.move));
}
