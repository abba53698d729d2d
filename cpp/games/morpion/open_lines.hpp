// The lines that may be drawn in a position of Morpion Solitaire, in the order in which they became legal.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "games/morpion/grid.hpp"

namespace playout::join_five {

// A line that lacks one dot.
struct OpenLine {
    Cell dot;
    Line line;
};

class OpenLines {
public:
    static constexpr std::uint32_t capacity = 256;
    static constexpr std::uint32_t most_added = 20; // by one move: five lines in each direction

    [[nodiscard]] std::uint32_t size() const { return size_; }
    // How many of the last ones came with the last move.
    [[nodiscard]] std::uint32_t added() const { return added_; }
    [[nodiscard]] bool is_full() const { return size_ > capacity - most_added; }
    OpenLine operator[](std::uint32_t k) const { return lines_[k]; }

    // Writes the lines, and -1 behind them up to a multiple of eight.
    void list_by_eights(std::int32_t *list) const {
        using Eight = std::int32_t __attribute__((vector_size(32)));
        static_assert(std::endian::native == std::endian::little && sizeof(OpenLine) == 4);
        for (std::uint32_t k = 0; k < size_; k += 8) {
            Eight open;
            std::memcpy(&open, &lines_[k], sizeof open);
            open >>= 16; // the line of each
            std::memcpy(list + k, &open, sizeof open);
        }
    }

    // Writes the k-th line behind the end; it counts once the list has grown. Then all bits of the next eight
    // are set: no line, and -1 as a number with a sign.
    void write(std::uint32_t k, OpenLine line) { lines_[size_ + k] = line; }
    void grow(std::uint32_t by) {
        size_ += by;
        added_ = by;
        std::memset(&lines_[size_], 0xFF, 8 * sizeof(OpenLine));
    }

    // Takes off the lines that lack the dot of the line drawn, which lack none now, and those that begin less
    // than `span` places from it in its lane, which overlap it.
    void drop(OpenLine drawn, int span) {
#if defined(__AVX512F__)
        size_ = drop_by_vectors(drawn, span);
#else
        std::uint32_t kept = 0;
        for (std::uint32_t k = 0; k < size_; ++k) {
            const OpenLine open = lines_[k];
            const bool same_lane = (open.line ^ drawn.line) < join_five::size;
            const bool near = wrap(open.line - drawn.line + span - 1) <= 2 * (span - 1);
            lines_[kept] = open;
            kept += !((open.dot == drawn.dot) | (same_lane & near)); // a branch would be unpredictable
        }
        size_ = kept;
#endif
    }

private:
#if defined(__AVX512F__)
    // The same for sixteen lines at a time.
    std::uint32_t drop_by_vectors(OpenLine drawn, int span) {
        const auto all = [](int line, int dot) { return _mm512_set1_epi32(line << 16 | dot); };
        const __m512i dots = all(0, 0xFFFF), lanes = all(-join_five::size, 0),
                      places = all(join_five::size - 1, 0);
        const __m512i here = all(drawn.line, drawn.dot), from = all(drawn.line - span + 1, 0);
        const __m512i distance = all(2 * span - 1, 0);
        const std::uint32_t n = size_;
        std::uint32_t kept = 0;
        for (std::uint32_t k = 0; k < n; k += 16) {
            const __m512i open = _mm512_loadu_si512(&lines_[k]);
            const __m512i differs = _mm512_xor_si512(open, here);
            const __m512i place = _mm512_and_si512(_mm512_sub_epi32(open, from), places);
            const __mmask16 same_lane = _mm512_testn_epi32_mask(differs, lanes);
            const __mmask16 overlaps = _mm512_mask_cmplt_epu32_mask(same_lane, place, distance);
            const __mmask16 other_dot = _mm512_test_epi32_mask(differs, dots);
            const std::uint32_t present = n - k < 16 ? (1u << (n - k)) - 1 : 0xFFFF;
            const auto keep = static_cast<__mmask16>(other_dot & ~overlaps & present);
            _mm512_storeu_si512(&lines_[kept], _mm512_maskz_compress_epi32(keep, open));
            kept += static_cast<std::uint32_t>(count_bits(keep));
        }
        return kept;
    }
#endif

    std::uint32_t size_ = 0, added_ = 0;
    std::array<OpenLine, capacity + 8> lines_;
};

} // namespace playout::join_five
