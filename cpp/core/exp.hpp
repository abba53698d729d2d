// The exponential, written with operations whose results IEEE 754 fixes to the last bit, so that a search
// takes the same decisions with every compiler and C library. Error below 1 ulp. There is no branch and no
// table, so a compiler turns a loop over it into vector instructions.
//
// x = k log 2 + r with |r| <= log(2) / 2; exp x = 2^k (1 + r + r^2/2 + r^3/6 + ...).
// `src/playout/reference/exp.py` is its twin, operation for operation.
#pragma once

#include <bit>
#include <cstdint>

namespace playout {

// Beyond these the result would not be a normal number.
constexpr double min_exponent = -708, max_exponent = 709;

// For x from min_exponent to max_exponent.
constexpr double exp(double x) {
    constexpr double log2_e = 0x1.71547652b82fep+0;
    constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;
    constexpr double to_integer = 0x1.8p+52; // added, it leaves no bits for a fraction
    const double shifted = x * log2_e + to_integer;
    const double k = shifted - to_integer;
    const double r = (x - k * ln2_high) - k * ln2_low;
    double series = 1.0 / 6227020800.0; // 1/13!
    series = series * r + 1.0 / 479001600.0;
    series = series * r + 1.0 / 39916800.0;
    series = series * r + 1.0 / 3628800.0;
    series = series * r + 1.0 / 362880.0;
    series = series * r + 1.0 / 40320.0;
    series = series * r + 1.0 / 5040.0;
    series = series * r + 1.0 / 720.0;
    series = series * r + 1.0 / 120.0;
    series = series * r + 1.0 / 24.0;
    series = series * r + 1.0 / 6.0;
    series = series * r + 1.0 / 2.0;
    const double m = 1.0 + (r + r * r * series);
    // k stands in the lowest bits of `shifted`; adding it to the exponent of m multiplies by 2^k.
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(m) +
                                 (std::bit_cast<std::uint64_t>(shifted) << 52));
}

} // namespace playout
