#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

#include "core/piece.hpp"
#include "core/rng.hpp"
#include "games/breakthrough.hpp"
#include "search/player.hpp"
#include "search/search.hpp"
#include "support.hpp"

using namespace playout;

namespace {

// A piece of work that looks at its meter before each state.
auto visit(int states) {
    return [states](Meter &meter) {
        for (int i = 0; i < states; ++i) {
            meter.check_states();
            ++meter.states;
        }
    };
}

} // namespace

TEST_CASE("piece: what was cut short is done again to its end, and counted once") {
    const Stop never;
    Meter first({.states = 10}, never);
    Piece piece;
    const auto work = visit(25);
    CHECK_THROWS_AS(piece.run(first, work), Interrupted);
    CHECK(piece.is_pending());
    CHECK(first.states == 10);
    Meter second({.states = 3}, never);
    piece.run(second, work);
    CHECK_FALSE(piece.is_pending());
    CHECK(first.states + second.states == 25);
}

TEST_CASE("piece: a stop is heard also by what must come to its end") {
    Stop stop;
    Meter first({.states = 1}, stop);
    Piece piece;
    const auto work = visit(100);
    CHECK_THROWS_AS(piece.run(first, work), Interrupted);
    stop.request();
    Meter second({}, stop);
    CHECK_THROWS_AS(piece.run(second, work), Interrupted);
    CHECK(piece.is_pending());
    CHECK(second.states == 0); // nothing of it counts twice
}

TEST_CASE("meter: the shares of slices are those of the sum") {
    const Stop never;
    const std::uint64_t threads = 3;
    Meter::Counts all, own[threads];
    for (const std::uint64_t slice : {1u, 1u, 2u, 5u, 100u}) {
        const Meter meter({.simulations = slice}, never);
        std::uint64_t given = 0;
        for (std::uint64_t i = 0; i < threads; ++i) {
            Meter share = meter.share(threads, i, never, all, own[i]);
            std::uint64_t part = 0;
            while (!share.spent()) {
                ++share.simulations;
                ++part;
            }
            own[i].simulations += part;
            given += part;
        }
        CHECK(given == slice);
        all.simulations += slice;
        for (std::uint64_t i = 0; i < threads; ++i)
            CHECK(own[i].simulations == (all.simulations + threads - 1 - i) / threads);
    }
    Meter endless = Meter({.seconds = 1}, never).share(threads, 0, never, all, own[0]);
    CHECK_FALSE(endless.spent());
}

TEST_CASE("search: an illegal move is refused, and nothing changes") {
    const Plain<Breakthrough> game(Breakthrough(4, 4, 1));
    SearchOf<Plain<Breakthrough>> search(game, game.initial(), UctOptions{}, 1);
    CHECK_THROWS_AS(search.play(-1), IllegalMove);
    CHECK_THROWS_AS(search.play(std::numeric_limits<Move>::max()), IllegalMove);
    CHECK_THROWS_WITH(search.result(), "nothing is known of this position yet: run the search");
    const Stop never;
    search.run({.simulations = 10}, never);
    CHECK(search.result().simulations == 10);
}
