#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "core/log.hpp"
#include "core/rng.hpp"

namespace {

double ulp(double x) {
    x = std::fabs(x);
    return std::nextafter(x, std::numeric_limits<double>::infinity()) - x;
}

void check_near_libm(double x) {
    CAPTURE(x);
    const double expected = std::log(x);
    CHECK(std::fabs(playout::log(x) - expected) <= ulp(expected));
}

} // namespace

TEST_CASE("log: known values") {
    static_assert(playout::log(1.0) == 0.0);
    CHECK(playout::log(2.0) == 0x1.62e42fefa39efp-1);
    CHECK(playout::log(0.5) == -0x1.62e42fefa39efp-1);
    CHECK(playout::log(10.0) == 0x1.26bb1bbb55516p+1);
}

TEST_CASE("log: at most one unit in the last place from libm") {
    for (int n = 1; n <= 100'000; ++n) check_near_libm(n);
    playout::Rng rng(3);
    for (int i = 0; i < 50'000; ++i) {
        const double fraction = 1.0 + static_cast<double>(rng.next() >> 11) * 0x1p-53; // in [1, 2)
        check_near_libm(fraction);
        check_near_libm(std::ldexp(fraction, static_cast<int>(rng.below(2046)) - 1022));
    }
    check_near_libm(std::numeric_limits<double>::min());
    check_near_libm(std::numeric_limits<double>::max());
}

TEST_CASE("log: grows with its argument, across every change of exponent") {
    for (int e = -20; e <= 60; ++e) {
        for (const double edge : {std::ldexp(1.0, e), std::ldexp(0x1.6a09e667f3bcdp+0, e)}) {
            double x = edge;
            for (int i = 0; i < 50; ++i) x = std::nextafter(x, 0.0);
            for (int i = 0; i < 100; ++i) {
                const double next = std::nextafter(x, std::numeric_limits<double>::infinity());
                CHECK(playout::log(x) <= playout::log(next));
                x = next;
            }
        }
    }
}

TEST_CASE("log: that of a count is that of the number, looked up or not") {
    for (std::uint64_t n = 1; n <= 2 * playout::small_logs.size(); ++n)
        REQUIRE(playout::log_of_count(n) == playout::log(static_cast<double>(n)));
    CHECK(playout::log_of_count(0xFFFFFFFF) == playout::log(4294967295.0));
}
