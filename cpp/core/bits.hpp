// Bit boards: a set of cells is a 64-bit word, cell i is bit i.
#pragma once

#include <bit>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace playout {

using Bits = std::uint64_t;

constexpr Bits bit(int cell) { return Bits{1} << cell; }
constexpr int count_bits(Bits set) { return std::popcount(set); }
constexpr int lowest_cell(Bits set) { return std::countr_zero(set); }

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

} // namespace playout
