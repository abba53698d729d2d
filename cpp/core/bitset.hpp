// Sets of up to 64 * Words cells with the operations of a bit board. With one word it compiles to the plain
// 64-bit operations, with two to those of 128 bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/bits.hpp"

namespace playout {

// Two words that GCC and Clang compute with at once, wherever the machine can.
using TwoWords [[gnu::vector_size(16)]] = Bits;

template <int Words> struct BitSet {
    std::conditional_t<Words == 2, TwoWords, std::array<Bits, Words>> words{};

    static BitSet cell(int i) {
        BitSet set;
        set.words[static_cast<std::size_t>(i / 64)] = bit(i % 64);
        return set;
    }

    bool operator==(const BitSet &that) const {
        Bits differ = 0;
        for (std::size_t w = 0; w < Words; ++w) differ |= words[w] ^ that.words[w];
        return differ == 0;
    }
    friend bool contains(const BitSet &set, int i) {
        return contains(set.words[static_cast<std::size_t>(i / 64)], i % 64);
    }

    [[nodiscard]] bool any() const {
        Bits all = 0;
        for (std::size_t w = 0; w < Words; ++w) all |= words[w];
        return all != 0;
    }
    [[nodiscard]] int count() const {
        int n = 0;
        for (std::size_t w = 0; w < Words; ++w) n += count_bits(words[w]);
        return n;
    }
    // Whether the set has exactly one member.
    [[nodiscard]] bool single() const {
        if constexpr (Words == 1)
            return std::has_single_bit(words[0]);
        else
            return count() == 1;
    }
    // Whether it has more than one.
    [[nodiscard]] bool several() const {
        if constexpr (Words == 1)
            return (words[0] & (words[0] - 1)) != 0;
        else
            return count() > 1;
    }
    [[nodiscard]] int lowest() const {
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
    // The members of a small mask that are in the set, as the lowest bits of a number, in their order.
    [[nodiscard]] Bits extract(const BitSet &mask) const {
        Bits found = 0;
        for (std::size_t w = Words; w-- > 0;)
            found = found << count_bits(mask.words[w]) | extract_bits(words[w], mask.words[w]);
        return found;
    }
    // Calls f(cell) for each member, lowest first.
    template <class F> void each(F f) const {
        for (std::size_t w = 0; w < Words; ++w)
            for (Bits left = words[w]; left != 0; left &= left - 1)
                f(static_cast<int>(64 * w) + lowest_cell(left));
    }

    friend BitSet operator&(BitSet a, const BitSet &b) { return a &= b; }
    friend BitSet operator|(BitSet a, const BitSet &b) { return a |= b; }
    friend BitSet operator~(BitSet a) {
        if constexpr (Words == 2)
            a.words = ~a.words;
        else
            for (Bits &w : a.words) w = ~w;
        return a;
    }
    BitSet &operator&=(const BitSet &b) {
        if constexpr (Words == 2)
            words &= b.words;
        else
            for (std::size_t w = 0; w < Words; ++w) words[w] &= b.words[w];
        return *this;
    }
    BitSet &operator|=(const BitSet &b) {
        if constexpr (Words == 2)
            words |= b.words;
        else
            for (std::size_t w = 0; w < Words; ++w) words[w] |= b.words[w];
        return *this;
    }
    // Shifts by fewer than 64 cells, and at least one.
    friend BitSet operator<<(const BitSet &a, int n) {
        BitSet set;
        if constexpr (Words == 2)
            set.words = a.words << n | TwoWords{0, a.words[0]} >> (64 - n);
        else
            for (std::size_t w = 0; w < Words; ++w)
                set.words[w] = a.words[w] << n | (w > 0 ? a.words[w - 1] >> (64 - n) : 0);
        return set;
    }
    friend BitSet operator>>(const BitSet &a, int n) {
        BitSet set;
        if constexpr (Words == 2)
            set.words = a.words >> n | TwoWords{a.words[1], 0} << (64 - n);
        else
            for (std::size_t w = 0; w < Words; ++w)
                set.words[w] = a.words[w] >> n | (w + 1 < Words ? a.words[w + 1] << (64 - n) : 0);
        return set;
    }
};

} // namespace playout
