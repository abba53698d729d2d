#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "core/rng.hpp"

using playout::Rng;

TEST_CASE("rng: the published numbers of SplitMix64") {
    Rng rng(1234567);
    for (const std::uint64_t number : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                       4593380528125082431u, 16408922859458223821u})
        CHECK(rng.next() == number);
}

TEST_CASE("rng: below stays in its range, and reaches all of it") {
    constexpr std::uint32_t most = 40;
    Rng rng(5);
    for (std::uint32_t n = 1; n <= most; ++n) {
        std::array<int, most> seen{};
        for (std::uint32_t draw = 0; draw < 30 * n; ++draw) {
            const std::uint32_t k = rng.below(n);
            REQUIRE(k < n);
            ++seen[k];
        }
        for (std::uint32_t k = 0; k < n; ++k) CHECK(seen[k] > 0);
    }
}

TEST_CASE("rng: below takes one draw, whatever the range") {
    constexpr std::uint32_t widest = std::numeric_limits<std::uint32_t>::max();
    for (const std::uint32_t n : {1u, 2u, 77u, widest}) {
        Rng drawn(9), skipped(9);
        const std::uint32_t k = drawn.below(n);
        CHECK(k == static_cast<std::uint32_t>((skipped.next() >> 32) * n >> 32));
        CHECK(drawn.next() == skipped.next());
    }
}
