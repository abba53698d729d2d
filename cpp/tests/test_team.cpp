#include <atomic>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <thread>

#include "games/connectfour.hpp"
#include "games/knightthrough.hpp"
#include "games/tictactoe.hpp"
#include "search/team.hpp"
#include "tests/support.hpp"

using namespace playout;

namespace {

// Independent trees; those that share one have tests of their own (threads/).
template <Game G>
SearchResult search(const G &game, const typename G::State &state, UctOptions options, const Budget &budget,
                    std::uint64_t seed = 1) {
    options.parallel = Parallel::root;
    return run<UctTeam<G>>(game, state, options, budget, seed);
}

std::uint64_t visits(const SearchResult &found) {
    std::uint64_t sum = 0;
    for (const Child &child : found.children) sum += child.visits;
    return sum;
}

// Tic-tac-toe that breaks down after so many moves, whoever makes them. A listed game, which asks the meter
// at every move.
struct Breaking : Plain<TicTacToe> {
    std::shared_ptr<std::atomic<int>> left;
    explicit Breaking(int moves)
        : Plain(playout::TicTacToe{}), left(std::make_shared<std::atomic<int>>(moves)) {}
    void play(State &state, Move move) const {
        if (--*left < 0) throw std::runtime_error("broken");
        Plain::play(state, move);
    }
};

// Tic-tac-toe in which only the caller's thread is fast, so that it is done long before the others.
struct Slow : Plain<TicTacToe> {
    std::thread::id caller = std::this_thread::get_id();
    std::shared_ptr<std::atomic<int>> slow_moves = std::make_shared<std::atomic<int>>(0);
    Slow() : Plain(playout::TicTacToe{}) {}
    void play(State &state, Move move) const {
        if (std::this_thread::get_id() != caller) {
            ++*slow_moves;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        Plain::play(state, move);
    }
};

// More than the caller's thread listens in its share of the simulations below, and far less than the moves
// of the others; no game has fewer than five.
constexpr int late_poll = 60, slow_simulations = 1000, fewest_slow_moves = 5 * slow_simulations;

} // namespace

TEST_CASE("team: one thread is the plain search") {
    const Knightthrough game(5, 5, 2);
    for (std::uint64_t seed = 0; seed < 5; ++seed)
        for (const UctOptions &options :
             {UctOptions{}, UctOptions{.rave = 100}, UctOptions{.bounds = BoundsMode::cuts}})
            check_same(search(game, game.initial(), options, {.simulations = 700}, seed),
                       run<Uct<Knightthrough>>(game, game.initial(), options, {.simulations = 700}, seed));
}

TEST_CASE("team: with a budget that is counted, the answer does not depend on how the threads run") {
    const Knightthrough game(5, 5, 2);
    const UctOptions options{.rave = 100, .bounds = BoundsMode::cuts, .threads = 3};
    for (const Budget &budget : {Budget{.simulations = 1000}, Budget{.states = 9000}}) {
        const SearchResult first = search(game, game.initial(), options, budget, 7);
        for (int i = 0; i < 5; ++i) check_same(first, search(game, game.initial(), options, budget, 7));
        CHECK(search(game, game.initial(), options, budget, 8).states != first.states);
    }
}

TEST_CASE("team: the members share the budget to the last simulation, and all of theirs count") {
    const Knightthrough game(5, 5, 2);
    for (const int threads : {2, 3, 7})
        for (const std::uint64_t simulations : {1u, 2u, 3u, 5u, 100u, 1001u}) {
            const auto found =
                search(game, game.initial(), {.threads = threads}, {.simulations = simulations});
            CHECK(found.simulations == simulations);
            CHECK(visits(found) == simulations);
        }
}

TEST_CASE("team: the members share the memory") {
    const Knightthrough game(5, 5, 2);
    const UctOptions options{.max_nodes = 300, .threads = 3};
    const auto found = search(game, game.initial(), options, {.simulations = 5000});
    CHECK(found.tree_nodes <= 300);
    CHECK(found.tree_nodes > 100); // the share of one
    CHECK(found.tree_bytes == found.tree_nodes * sizeof(Node));
}

TEST_CASE("team: what one proves, all know") {
    const TicTacToe game;
    const auto state = after(game, {"a1", "b1", "a2", "c1"});
    for (const auto mode : {BoundsMode::solver, BoundsMode::cuts}) {
        const auto found = search(game, state, {.bounds = mode, .threads = 4}, {.simulations = 400});
        CHECK(found.bounds.low == 1);
        CHECK(found.bounds.high == 1);
        CHECK(found.value == 1);
        CHECK(game.name(state, found.move) == "a3");
        CHECK(visits(found) == found.simulations);
    }
}

TEST_CASE("team: bounds that the members found apart are put together") {
    const RewardScale scale({-1, 1});
    RootKnowledge one{{{0, 0, 5, 2.5, {-1, 0}}, {1, 1, 5, 2.5, {-1, 1}}}, {-1, 1}, true, 10, 240};
    const RootKnowledge two{{{0, 0, 4, 4, {-1, 1}}, {1, 1, 7, 0.5, {0, 0}}}, {0, 1}, true, 11, 264};
    one.add(two);
    one.narrow(Turn::Max);
    CHECK(one.bounds.low == 0);
    CHECK(one.bounds.high == 0); // neither knew alone
    const SearchResult found = RootAnswer(scale, Turn::Max)(one);
    CHECK(found.move == 1);
    CHECK(found.value == 0);
    CHECK(found.children[1].visits == 9);
    CHECK(found.children[1].value == 0); // its mean is more than its bound
    CHECK(found.tree_nodes == 21);
    CHECK(found.tree_bytes == 504);
}

TEST_CASE("team: an error of one is an error of all, and ends all") {
    for (const int moves : {0, 1, 50, 5000}) {
        const Breaking game(moves);
        CHECK_THROWS_WITH(search(game, game.initial(), {.threads = 3}, {}), "broken");
    }
}

TEST_CASE("team: what was done before an error counts") {
    for (const Parallel parallel : {Parallel::tree, Parallel::root}) {
        const Breaking game(5000);
        UctTeam<Breaking> team(game, {.threads = 3, .parallel = parallel});
        team.begin(game.initial(), Rng(1));
        const Stop stop;
        Meter meter({.simulations = 100'000}, stop);
        CHECK_THROWS_WITH(team.run(meter), "broken");
        CHECK(meter.simulations > 0);
        CHECK(meter.simulations == visits(team.answer()));
    }
}

TEST_CASE("team: stopped, all members answer") {
    const Plain game(Knightthrough(5, 5, 2));
    int polls = 0;
    Stop stop([&] {
        if (++polls == 5) stop.request();
    });
    Meter meter({}, stop);
    const auto found = search(UctTeam<Plain<Knightthrough>>(game, {.threads = 3, .parallel = Parallel::root}),
                              game.initial(), Rng(1), meter);
    CHECK(found.interrupted);
    CHECK(visits(found) == found.simulations);
    CHECK(contains_move(legal_moves(game, game.initial()), found.move));
}

TEST_CASE("team: what the world throws is thrown, and ends all") {
    const Knightthrough game(5, 5, 2);
    int polls = 0;
    const Stop stop([&] {
        if (++polls == 5) throw std::runtime_error("the world ends");
    });
    Meter meter({}, stop);
    UctTeam<Knightthrough> team(game, {.threads = 3, .parallel = Parallel::root});
    CHECK_THROWS_WITH(search(team, game.initial(), Rng(1), meter), "the world ends");
}

TEST_CASE("team: a stop is heard until the last member is done") {
    const Slow game;
    int polls = 0;
    Stop stop([&] {
        if (++polls == late_poll) stop.request();
    });
    Meter meter({.simulations = 2 * slow_simulations}, stop);
    const auto found = search(UctTeam<Slow>(game, {.threads = 2, .parallel = Parallel::root}), game.initial(),
                              Rng(1), meter);
    CHECK(found.interrupted);
    CHECK(found.simulations < 2 * slow_simulations);
    CHECK(visits(found) == found.simulations);
}

TEST_CASE("team: what the world throws ends those that are not done") {
    const Slow game;
    int polls = 0;
    const Stop stop([&] {
        if (++polls == late_poll) throw std::runtime_error("the world ends");
    });
    Meter meter({.simulations = 2 * slow_simulations}, stop);
    UctTeam<Slow> team(game, {.threads = 2, .parallel = Parallel::root});
    CHECK_THROWS_WITH(search(team, game.initial(), Rng(1), meter), "the world ends");
    CHECK(*game.slow_moves < fewest_slow_moves);
}

TEST_CASE("team: a number of threads that makes sense") {
    const TicTacToe game;
    for (const int threads : {-1, 0, 1025})
        CHECK_THROWS_AS(UctTeam<TicTacToe>(game, {.threads = threads}), std::invalid_argument);
}
