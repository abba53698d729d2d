// Sets of up to 64 * Words cells with the operations of a bit board. With one word it compiles to the
// plain 64-bit operations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/bits.hpp"

namespace playout {

template <int Words> struct BitSet {
    std::array<Bits, Words> words{};

    static constexpr BitSet cell(int i) {
        BitSet set;
        set.words[static_cast<std::size_t>(i / 64)] = bit(i % 64);
        return set;
    }

    constexpr bool operator==(const BitSet &) const = default;
    friend constexpr bool contains(const BitSet &set, int i) {
        return contains(set.words[static_cast<std::size_t>(i / 64)], i % 64);
    }

    [[nodiscard]] constexpr bool any() const {
        Bits all = 0;
        for (const Bits w : words) all |= w;
        return all != 0;
    }
    [[nodiscard]] constexpr int count() const {
        int n = 0;
        for (const Bits w : words) n += count_bits(w);
        return n;
    }
    // Whether the set has exactly one member.
    [[nodiscard]] constexpr bool single() const {
        if constexpr (Words == 1)
            return std::has_single_bit(words[0]);
        else
            return count() == 1;
    }
    [[nodiscard]] constexpr int lowest() const {
        for (std::size_t w = 0; w + 1 < Words; ++w)
            if (words[w] != 0) return static_cast<int>(64 * w) + lowest_cell(words[w]);
        return 64 * (Words - 1) + lowest_cell(words[Words - 1]);
    }
    // The k-th lowest member, as a set of one cell; k < count().
    [[nodiscard]] BitSet nth(std::uint32_t k) const {
        BitSet set;
        for (std::size_t w = 0;; ++w) {
            const auto n = static_cast<std::uint32_t>(count_bits(words[w]));
            if (w + 1 == Words || k < n) {
                set.words[w] = nth_bit(words[w], k);
                return set;
            }
            k -= n;
        }
    }
    // Calls f(cell) for each member, lowest first.
    template <class F> constexpr void each(F f) const {
        for (std::size_t w = 0; w < Words; ++w)
            for (Bits left = words[w]; left != 0; left &= left - 1)
                f(static_cast<int>(64 * w) + lowest_cell(left));
    }

    friend constexpr BitSet operator&(BitSet a, const BitSet &b) { return a &= b; }
    friend constexpr BitSet operator|(BitSet a, const BitSet &b) { return a |= b; }
    friend constexpr BitSet operator~(BitSet a) {
        for (Bits &w : a.words) w = ~w;
        return a;
    }
    constexpr BitSet &operator&=(const BitSet &b) {
        for (std::size_t w = 0; w < Words; ++w) words[w] &= b.words[w];
        return *this;
    }
    constexpr BitSet &operator|=(const BitSet &b) {
        for (std::size_t w = 0; w < Words; ++w) words[w] |= b.words[w];
        return *this;
    }
    // Shifts by fewer than 64 cells, and at least one.
    friend constexpr BitSet operator<<(const BitSet &a, int n) {
        BitSet set;
        for (std::size_t w = 0; w < Words; ++w)
            set.words[w] = a.words[w] << n | (w > 0 ? a.words[w - 1] >> (64 - n) : 0);
        return set;
    }
    friend constexpr BitSet operator>>(const BitSet &a, int n) {
        BitSet set;
        for (std::size_t w = 0; w < Words; ++w)
            set.words[w] = a.words[w] >> n | (w + 1 < Words ? a.words[w + 1] << (64 - n) : 0);
        return set;
    }
};

} // namespace playout
