#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/exp.hpp"
#include "core/rng.hpp"

namespace {

void check_near_libm(double x) {
    CAPTURE(x);
    const double expected = std::exp(x);
    const double ulp = std::nextafter(expected, std::numeric_limits<double>::infinity()) - expected;
    CHECK(std::fabs(playout::exp(x) - expected) <= ulp);
}

} // namespace

TEST_CASE("exp: known values") {
    static_assert(playout::exp(0.0) == 1.0);
    CHECK(playout::exp(2.0) == 0x1.d8e64b8d4ddaep+2);
    CHECK(playout::exp(-1.0) == 0x1.78b56362cef38p-2);
}

TEST_CASE("exp: at most one unit in the last place from libm") {
    playout::Rng rng(5);
    for (int i = 0; i < 50'000; ++i) {
        check_near_libm(rng.fraction() * 4 - 2);
        check_near_libm(playout::min_exponent +
                        rng.fraction() * (playout::max_exponent - playout::min_exponent));
    }
    check_near_libm(playout::min_exponent);
    check_near_libm(playout::max_exponent);
    check_near_libm(1e-300);
}

TEST_CASE("exp: grows with its argument, across every change of the power of two") {
    for (int k = -1000; k <= 1000; k += 7) {
        double x = (k + 0.5) * 0x1.62e42fefa39efp-1;
        for (int i = 0; i < 30; ++i) x = std::nextafter(x, -1e9);
        for (int i = 0; i < 60; ++i) {
            const double next = std::nextafter(x, 1e9);
            CHECK(playout::exp(x) <= playout::exp(next));
            x = next;
        }
    }
}

TEST_CASE("exp: many at a time are what each is on its own") {
    playout::Rng rng(6);
    std::vector<double> numbers(1003), together(numbers.size());
    for (double &x : numbers) x = rng.fraction() * 1400 - 700;
    for (std::size_t i = 0; i < numbers.size(); ++i) together[i] = playout::exp(numbers[i]);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        volatile double alone = numbers[i];
        REQUIRE(together[i] == playout::exp(alone));
    }
}
