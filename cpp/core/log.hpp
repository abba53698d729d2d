// The natural logarithm, written with operations whose results IEEE 754 fixes to the last bit, so that a
// search takes the same decisions with every compiler and C library. Error below 1 ulp.
//
// x = 2^e m with m in [sqrt(1/2), sqrt(2)); with s = (m-1)/(m+1), log m = 2 (s + s^3/3 + s^5/5 + ...).
// `src/playout/reference/log.py` is its twin, operation for operation.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace playout {

// For finite normal x > 0.
constexpr double log(double x) {
    constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;
    const auto word = std::bit_cast<std::uint64_t>(x);
    auto e = static_cast<int>(word >> 52) - 1023;
    auto m = std::bit_cast<double>((word & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u);
    if (m > 0x1.6a09e667f3bcdp+0) {
        m *= 0.5;
        e += 1;
    }
    const double f = m - 1.0; // exact
    const double s = f / (2.0 + f);
    const double z = s * s;
    double series = 1.0 / 23.0;
    for (int k = 21; k >= 3; k -= 2) series = series * z + 1.0 / k;
    series *= z;
    // log(1+f) = f - s (f - 2 series): the leading term f is exact.
    const double correction = s * (f - 2.0 * series);
    return e * ln2_high - ((correction - e * ln2_low) - f);
}

// The logarithms that a search asks for most, looked up: to compute one is a long chain of operations, each
// waiting for the one before.
inline const auto small_logs = [] {
    std::array<double, 4096> logs{};
    for (std::size_t n = 1; n < logs.size(); ++n) logs[n] = log(static_cast<double>(n));
    return logs;
}();

// The same number as log(n), for a whole n >= 1.
inline double log_of_count(std::uint64_t n) {
    return n < small_logs.size() ? small_logs[n] : log(static_cast<double>(n));
}

} // namespace playout
