// 512 bits, one for each of the playouts that run side by side.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/bits.hpp"

namespace playout::gdl {

// GCC and Clang compute with it in as few instructions as the machine can.
using Lanes [[gnu::vector_size(64)]] = Bits;

constexpr int lane_words = 8, lane_count = 64 * lane_words;

inline Lanes all_lanes() { return ~Lanes{}; }

// The bits that any word has.
inline Bits join(const Lanes &lanes) {
    Bits all = 0;
    for (int w = 0; w < lane_words; ++w) all |= lanes[w];
    return all;
}
inline bool any(const Lanes &lanes) { return join(lanes) != 0; }

inline std::uint64_t count_lanes(const Lanes &lanes) {
    std::uint64_t n = 0;
    for (int w = 0; w < lane_words; ++w) n += static_cast<std::uint64_t>(count_bits(lanes[w]));
    return n;
}

// Calls f(lane) for each lane that is set, lowest first.
template <class F> void each_lane(const Lanes &lanes, F f) {
    for (int w = 0; w < lane_words; ++w)
        for (Bits left = lanes[w]; left != 0; left &= left - 1) f(64 * w + lowest_cell(left));
}

// The number of bits of each word.
inline Lanes count_each(Lanes words) {
#if defined(__AVX512VPOPCNTDQ__)
    for (int w = 0; w < lane_words; ++w) words[w] = static_cast<Bits>(count_bits(words[w]));
    return words;
#else
    words -= words >> 1 & 0x5555555555555555;
    words = (words & 0x3333333333333333) + (words >> 2 & 0x3333333333333333);
    words = (words + (words >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return words * 0x0101010101010101 >> 56;
#endif
}

// Sixty-four rows of lanes become, lane by lane, words of sixty-four rows: the word of lane 64 * w + i is
// then element w of row i. Squares of half the size change places, from 32 down to 1 (Warren, Hacker's
// Delight, 7-3).
using Square = std::array<Lanes, 64>;

inline void transpose(Square &rows) {
    Bits mask = 0x00000000ffffffff;
    for (int size = 32; size != 0; size /= 2, mask ^= mask << size)
        for (int i = 0; i < 64; i = ((i | size) + 1) & ~size) {
            Lanes &low = rows[static_cast<std::size_t>(i)], &high = rows[static_cast<std::size_t>(i | size)];
            const Lanes change = ((low >> size) ^ high) & mask;
            high ^= change;
            low ^= change << size;
        }
}

} // namespace playout::gdl
