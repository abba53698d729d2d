#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "games/knightthrough.hpp"
#include "games/tictactoe.hpp"
#include "search/uct.hpp"
#include "tests/support.hpp"

using namespace playout;

namespace {

template <Game G>
SearchResult uct(const G &game, std::uint64_t simulations, const UctOptions &options,
                 std::uint64_t seed = 1) {
    return run<Uct<G>>(game, game.initial(), options, {.simulations = simulations}, seed);
}

// The later in the list of moves, the better.
void later_is_better(const StatePtr &, std::span<double> numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i);
}

std::uint64_t visits(const SearchResult &found) {
    std::uint64_t sum = 0;
    for (const Child &child : found.children) sum += child.visits;
    return sum;
}

} // namespace

TEST_CASE("prior: the option with the highest number is tried first, whatever the seed") {
    const Knightthrough game(5, 5, 2);
    const auto moves = legal_moves(game, game.initial());
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const SearchResult found = uct(game, 1, {.prior = later_is_better}, seed);
        CHECK(found.move == moves[moves.size() - 1]);
        CHECK(found.children.size() == 1);
    }
}

TEST_CASE("prior: chance decides among equals") {
    const TicTacToe game;
    std::set<Move> first;
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        first.insert(uct(game, 1, {.prior = [](const StatePtr &, std::span<double>) {}}, seed).move);
    CHECK(first.size() == 9);
}

TEST_CASE("prior: it is asked once for each bandit, with its state and a number for each option") {
    const TicTacToe game;
    std::vector<TicTacToe::State> asked;
    const auto note = [&](const StatePtr &boxed, std::span<double> numbers) {
        const auto &state = unbox<TicTacToe::State>(*boxed);
        CHECK(static_cast<int>(numbers.size()) == legal_moves(game, state).size());
        CHECK(std::ranges::all_of(numbers, [](double number) { return number == 0; }));
        asked.push_back(state);
    };
    uct(game, 9, {.exploration = 10, .prior = note});
    CHECK(asked.size() == 1); // no option was tried twice
    uct(game, 100, {.creation = 1000, .prior = note});
    CHECK(asked.size() == 2);
    CHECK((asked[0] == game.initial() && asked[1] == game.initial()));
}

TEST_CASE("prior: a tree without room for a family goes without") {
    const Knightthrough game(5, 5, 2);
    for (const std::uint32_t max_nodes : {2u, 3u, 17u, 32u, 33u, 34u, 64u, 65u, 100u, 1000u})
        for (const BoundsMode bounds : {BoundsMode::none, BoundsMode::cuts}) {
            CAPTURE(max_nodes);
            const UctOptions options{.max_nodes = max_nodes, .bounds = bounds, .prior = later_is_better};
            const SearchResult found = uct(game, 2000, options);
            CHECK(found.simulations == 2000);
            CHECK(visits(found) == 2000);
            CHECK(found.tree_nodes <= max_nodes);
            CHECK(contains_move(legal_moves(game, game.initial()), found.move));
        }
}

TEST_CASE("prior: one that throws leaves a search that can go on") {
    const TicTacToe game;
    int asked = 0;
    const auto fail = [&](const StatePtr &, std::span<double>) {
        if (++asked % 3 == 0) throw std::runtime_error("mine");
    };
    Uct<TicTacToe> searcher(game, {.prior = fail});
    searcher.begin(game.initial(), Rng(1));
    const Stop stop;
    Meter meter({.simulations = 300}, stop);
    int thrown = 0;
    while (meter.simulations < 300) try {
            searcher.run(meter);
        } catch (const std::runtime_error &) {
            ++thrown;
        }
    CHECK(thrown > 10);
    CHECK(visits(searcher.answer()) == 300);
}

TEST_CASE("prior: not with rave") {
    const TicTacToe game;
    const UctOptions options{.rave = 10, .prior = later_is_better};
    CHECK_THROWS_AS(Uct<TicTacToe>(game, options), std::invalid_argument);
}
