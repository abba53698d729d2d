#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <thread>

#include "core/budget.hpp"

using namespace playout;

namespace {

// The most questions between two looks at the clock.
constexpr int longest_interval = 1 << 20;

bool ever_spent(Meter &meter, int asks) {
    bool spent = false;
    for (int i = 0; i < asks; ++i) spent |= meter.spent();
    return spent;
}

int asks_until_spent(Meter &meter) {
    int asks = 1;
    while (!meter.spent() && asks <= longest_interval) ++asks;
    return asks;
}

} // namespace

TEST_CASE("budget: simulations and states end at their limit, not before and not after") {
    const Stop stop;
    for (const std::uint64_t limit : {1u, 2u, 1000u}) {
        Meter simulations({.simulations = limit}, stop), states({.states = limit}, stop);
        for (std::uint64_t n = 0; n < limit; ++n) {
            REQUIRE_FALSE(simulations.spent());
            REQUIRE_FALSE(states.spent());
            ++simulations.simulations;
            ++states.states;
        }
        CHECK(simulations.spent());
        CHECK(states.spent());
    }
}

TEST_CASE("budget: whichever limit comes first") {
    const Stop stop;
    Meter meter({.simulations = 10, .states = 100}, stop);
    meter.simulations = 9;
    meter.states = 99;
    CHECK_FALSE(meter.spent());
    meter.states = 250; // a playout may go past the limit, as it is not cut
    CHECK(meter.spent());
}

TEST_CASE("budget: no limit is no limit") {
    const Stop stop;
    Meter meter({}, stop);
    meter.simulations = meter.states = Budget::unlimited - 1;
    CHECK(asks_until_spent(meter) > longest_interval);
    CHECK_FALSE(meter.interrupted());
}

TEST_CASE("budget: the clock ends a search, and it stays ended") {
    const Stop stop;
    Meter meter({.seconds = 0.001}, stop);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    CHECK(meter.spent()); // the first question looks at the clock
    CHECK(meter.spent());
    CHECK_THROWS_AS(meter.check(), Interrupted);
    CHECK_FALSE(meter.interrupted()); // nobody raised the flag
    CHECK(meter.seconds() >= 0.002);
}

TEST_CASE("budget: check throws for the clock and the flag, never for a counter") {
    Stop stop;
    Meter counted({.simulations = 1, .states = 1}, stop);
    counted.simulations = counted.states = 5;
    CHECK_NOTHROW(counted.check());
    stop.request();
    Meter stopped({}, stop);
    CHECK_THROWS_AS(stopped.check(), Interrupted);
    CHECK(stopped.interrupted());
}

TEST_CASE("budget: a raised flag is heard, however fast the questions came before") {
    Stop stop;
    Meter meter({}, stop);
    CHECK_FALSE(ever_spent(meter, 3 * longest_interval));
    stop.request();
    CHECK(asks_until_spent(meter) <= longest_interval);
}

TEST_CASE("budget: all searches can be stopped, and let run again") {
    int heard = 0;
    const Stop stop([&] { ++heard; });
    Stop::request_all(true);
    CHECK(stop.requested());
    CHECK_THROWS_AS(Meter({}, stop).check(), Interrupted);
    CHECK(heard == 0); // nobody outside is listened to any more
    Stop::request_all(false);
    CHECK_FALSE(stop.requested());
    CHECK_NOTHROW(Meter({}, stop).check());
    CHECK(heard == 1);
}

TEST_CASE("budget: the outside world is heard now and then, not at every question") {
    int heard = 0;
    const Stop stop([&] { ++heard; });
    Meter meter({}, stop);
    CHECK_FALSE(ever_spent(meter, 1));
    CHECK(heard == 1); // at once, as the first step may be a slow one
    constexpr int asks = 1 << 22;
    CHECK_FALSE(ever_spent(meter, asks));
    CHECK(heard > asks / longest_interval);
    CHECK(heard < asks / 16);
}

TEST_CASE("budget: where steps are slow, every one looks at the clock") {
    int heard = 0;
    const Stop stop([&] { ++heard; });
    Meter meter({}, stop);
    CHECK_FALSE(ever_spent(meter, 8)); // it waits for at most 8 asks from now on
    const auto slow_step = [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        CHECK_FALSE(meter.spent());
    };
    for (int i = 0; i < 8 + 4 + 2 + 1; ++i) slow_step();
    heard = 0;
    for (int i = 0; i < 3; ++i) slow_step();
    CHECK(heard == 3);
}

TEST_CASE("budget: what the outside world throws reaches the caller") {
    const Stop stop([] { throw std::runtime_error("enough"); });
    Meter meter({}, stop);
    CHECK_THROWS_AS(static_cast<void>(meter.spent()), std::runtime_error);
    CHECK_THROWS_AS(Meter({}, stop).check(), std::runtime_error);
}
