#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "games/breakthrough.hpp"
#include "games/connectfour.hpp"
#include "games/domineering.hpp"
#include "games/misere.hpp"
#include "games/nogo.hpp"
#include "games/tictactoe.hpp"
#include "search/player.hpp"
#include "tests/support.hpp"

using namespace playout;

namespace {

constexpr int all_levels = NestedOptions::max_level + 1;

// A game that remembers the last state whose score was asked for: the end of a playout.
template <Game G> struct Remembering : G {
    explicit Remembering(G game) : G(std::move(game)) {}
    double score(const typename G::State &state) const {
        end = state;
        return G::score(state);
    }
    mutable typename G::State end{};
};

using Histogram = std::map<std::string, double>;

// Ends of playouts, each with the playout's length.
template <Game G> Histogram ends(const G &rules, const NestedOptions &options, std::uint64_t seed) {
    const Remembering game(rules);
    Playout<Remembering<G>> playout(game, {options});
    const Stop stop;
    Meter meter({}, stop);
    Rng rng(seed);
    Histogram counts;
    for (int i = 0; i < 10'000; ++i) {
        const Outcome outcome = playout.play(game.initial(), rng, meter);
        ++counts[game.board(game.end) + ' ' + std::to_string(outcome.length)];
    }
    return counts;
}

// Whether two samples of one size look as if drawn from the same distribution: the chi-square statistic is
// less than four deviations above its mean. What is rare is counted together.
bool same_distribution(const Histogram &a, const Histogram &b) {
    std::map<std::string, std::array<double, 2>> cells;
    for (const auto &[key, count] : a) cells[key][0] = count;
    for (const auto &[key, count] : b) cells[key][1] = count;
    std::array<double, 2> rare{};
    double chi_square = 0, freedom = 0;
    for (const auto &[key, count] : cells) {
        if (const double both = count[0] + count[1]; both >= 10) {
            chi_square += (count[0] - count[1]) * (count[0] - count[1]) / both;
            ++freedom;
        } else {
            rare = {rare[0] + count[0], rare[1] + count[1]};
        }
    }
    if (const double both = rare[0] + rare[1]; both > 0)
        chi_square += (rare[0] - rare[1]) * (rare[0] - rare[1]) / both;
    REQUIRE(freedom > 5);
    return chi_square < freedom + 4 * std::sqrt(2 * freedom);
}

template <Game G> void check_proposition_3(const G &game) {
    for (const int level : {1, 2}) {
        CAPTURE(level);
        const auto plain = ends(game, {.level = level}, 1);
        for (int cut = 1; cut <= level; ++cut) {
            CAPTURE(cut);
            CHECK(same_distribution(plain, ends(game, {.level = level, .cut_on_win = cut}, 2)));
        }
    }
}

template <Game G>
SearchResult nested(const G &game, const typename G::State &state, const NestedOptions &options,
                    const Budget &budget = {}, std::uint64_t seed = 1) {
    return run<NestedPlayer<G>>(game, state, NestedPlayerOptions{options}, budget, seed);
}

} // namespace

TEST_CASE("nested: proposition 3, cut on win changes no distribution of playouts") {
    check_proposition_3(TicTacToe());
    check_proposition_3(Breakthrough(4, 2, 2));
    check_proposition_3(Misere(Breakthrough(4, 2, 2), true));
    check_proposition_3(Domineering(3, 3));
    check_proposition_3(Misere(NoGo<1>(2, 3), true));
    check_proposition_3(ConnectFour(3, 3, 3));
}

TEST_CASE("nested: proposition 3 needs that length does not count") {
    const Breakthrough game(4, 2, 2);
    const NestedOptions plain{.level = 1, .discount = true};
    const NestedOptions cut{.level = 1, .discount = true, .cut_on_win = all_levels};
    CHECK(same_distribution(ends(game, plain, 1), ends(game, plain, 2)));
    CHECK_FALSE(same_distribution(ends(game, plain, 1), ends(game, cut, 2)));
    CHECK_FALSE(same_distribution(ends(game, {.level = 1}, 1), ends(game, {.level = 2}, 2)));
}

TEST_CASE("nested: cut on win spares states, the more levels the more") {
    const Breakthrough game(5, 5, 2);
    const auto states = [&](int cut) {
        return nested(game, game.initial(), {.level = 2, .cut_on_win = cut}).states;
    };
    CHECK(states(1) < states(0));
    CHECK(states(2) < states(1));
    CHECK(states(3) < states(2));
    CHECK(states(all_levels) == states(3));
}

TEST_CASE("nested: the hooks of a game change the speed and nothing else") {
    const Breakthrough game(4, 4, 2);
    const Plain plain(game);
    Rng rng(2);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto state = random_state(game, rng, 10);
        const NestedOptions options{.level = 1, .discount = seed % 2 == 0, .prune_on_depth = all_levels};
        check_same(nested(game, state, options, {}, seed), nested(plain, state, options, {}, seed));
    }
}

TEST_CASE("nested: a budget in states ends a search within a playout of a high level") {
    const Breakthrough game(8, 8, 2);
    const SearchResult found = nested(game, game.initial(), {.level = 3}, {.states = 100'000});
    CHECK(found.states >= 100'000);
    CHECK(found.states < 100'200); // the last playout of level 0 is played to its end
    CHECK(found.simulations == 0);
    CHECK(found.children.empty());
    CHECK(contains_move(legal_moves(game, game.initial()), found.move));
}

TEST_CASE("nested: a level out of range is refused") {
    const TicTacToe game;
    CHECK_THROWS_AS(nested(game, game.initial(), {.level = -1}), std::invalid_argument);
    CHECK_THROWS_AS(nested(game, game.initial(), {.level = NestedOptions::max_level + 1}),
                    std::invalid_argument);
}
