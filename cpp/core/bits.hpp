// Bit boards: a set of cells is a 64-bit word, cell i is bit i.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace playout {

using Bits = std::uint64_t;

constexpr Bits bit(int cell) { return Bits{1} << cell; }
constexpr bool contains(Bits set, int cell) { return (set >> cell & 1) != 0; }
constexpr int count_bits(Bits set) { return std::popcount(set); }
constexpr int lowest_cell(Bits set) { return std::countr_zero(set); }

// The number of members of up to 31 sets together, on any machine: by bytes, which the compiler does for
// several sets at once.
template <std::size_t N> constexpr int count_all_portable(const std::array<Bits, N> &sets) {
    static_assert(8 * N < 256);
    Bits bytes = 0;
    for (Bits set : sets) {
        set -= set >> 1 & 0x5555555555555555;
        set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
        bytes += (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f;
    }
    bytes = (bytes & 0x00ff00ff00ff00ff) + (bytes >> 8 & 0x00ff00ff00ff00ff);
    return static_cast<int>(bytes * 0x0001000100010001 >> 48);
}

// The same by one instruction for several sets, where the machine has it.
template <std::size_t N> constexpr int count_all(const std::array<Bits, N> &sets) {
#if defined(__AVX512VPOPCNTDQ__)
    Bits n = 0;
    for (const Bits set : sets) n += static_cast<Bits>(count_bits(set));
    return static_cast<int>(n);
#else
    return count_all_portable(sets);
#endif
}

// The k-th lowest member of a set (k < count_bits(set)), as a set of one cell, on any machine.
constexpr Bits nth_bit_portable(Bits set, std::uint32_t k) {
    while (k-- > 0) set &= set - 1;
    return set & (~set + 1);
}

// The same by one instruction, where the machine has it.
inline Bits nth_bit(Bits set, std::uint32_t k) {
#if defined(__BMI2__)
    return _pdep_u64(Bits{1} << k, set);
#else
    return nth_bit_portable(set, k);
#endif
}

// The members of a mask that are in a set, as the lowest bits of a number, in their order; on any machine.
constexpr Bits extract_bits_portable(Bits set, Bits mask) {
    Bits found = 0;
    for (int i = 0; mask != 0; mask &= mask - 1, ++i) found |= (set >> lowest_cell(mask) & 1) << i;
    return found;
}

// The same by one instruction, where the machine has it.
inline Bits extract_bits(Bits set, Bits mask) {
#if defined(__BMI2__)
    return _pext_u64(set, mask);
#else
    return extract_bits_portable(set, mask);
#endif
}

} // namespace playout
