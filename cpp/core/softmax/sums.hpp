// Sums of weights, and a draw in proportion to them, eight at a time.
//
// The i-th weight goes to lane i mod 8. A lane is summed from its first weight to its last; then the lanes
// are, by running sums with strides 1, 2 and 4. That order is part of the result: a sum of floating-point
// numbers depends on it in the last bit. `src/playout/reference/weights.py` is the twin.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "core/bits.hpp"

namespace playout::softmax {

constexpr std::size_t lanes = 8;
using Lanes = double __attribute__((vector_size(lanes * sizeof(double))));

constexpr std::size_t padded(std::size_t n) { return (n + lanes - 1) / lanes * lanes; }

constexpr std::size_t padding(std::size_t n) { return padded(n) - n; }

// What stands in the places of a list that were added to make its length a multiple of eight. The weight of
// this slot is 0.
constexpr std::int32_t no_slot = -1;

// The weights of eight slots, slot(0) to slot(7). Loads one by one are no slower than a gather instruction,
// where there is one.
template <class Slot> Lanes gather(const double *weights, Slot slot) {
    return Lanes{weights[slot(0)], weights[slot(1)], weights[slot(2)], weights[slot(3)],
                 weights[slot(4)], weights[slot(5)], weights[slot(6)], weights[slot(7)]};
}

inline Lanes load(const double *numbers) {
    Lanes eight;
    std::memcpy(&eight, numbers, sizeof eight);
    return eight;
}

// Each lane moved one up; the first is 0.
inline Lanes one_up(const Lanes &x) {
    return __builtin_shufflevector(Lanes{}, x, 7, 8, 9, 10, 11, 12, 13, 14);
}

// The sum of each lane and those before it.
inline Lanes running_sums(Lanes x) {
    x += one_up(x);
    x += __builtin_shufflevector(Lanes{}, x, 6, 7, 8, 9, 10, 11, 12, 13);
    x += __builtin_shufflevector(Lanes{}, x, 4, 5, 6, 7, 8, 9, 10, 11);
    return x;
}

// The sum of all lanes, in each of them: the same number as the last of the running sums, but sooner.
inline Lanes sum_of_lanes(Lanes x) {
    x += __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
    x += __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
    x += __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
    return x;
}

// The sum of `n` weights, at least one; weigh(i) gives eight, from the i-th on, and 0 for those that are not
// there.
template <class Weigh> double sum(std::size_t n, Weigh weigh) {
    Lanes total = weigh(0);
    for (std::size_t i = lanes; i < n; i += lanes) total += weigh(i);
    return sum_of_lanes(total)[0];
}

// Draws one of the first `n` weights, at least one, in proportion to them. `fraction` is a random number in
// [0, 1). A search waits for each draw before it can make a move, so what counts is the time from the first
// weight to the answer: all lanes are looked at before it is known which one matters.
class Drawing {
public:
    struct Drawn {
        std::size_t i;
        double sum;
    };

    template <class Weigh> Drawn operator()(std::size_t n, double fraction, Weigh weigh) {
        if (sums_.size() * lanes < n) [[unlikely]]
            sums_.resize(2 * padded(n) / lanes);
        Lanes total = sums_[0] = weigh(0);
        for (std::size_t i = lanes; i < n; i += lanes) sums_[i / lanes] = total += weigh(i);
        const Lanes running = running_sums(total), all = sum_of_lanes(total);
        const Lanes at = fraction * all;
        // The clamps are for a sum that is smaller than a part of it, by a rounding.
        const std::size_t lane = std::min(count_up_to(running, at), std::min(lanes, n) - 1);
        const Lanes rest = at - one_up(running);
        std::size_t i = lane; // a loop that ends at the first larger sum would end unpredictably
        for (std::size_t next = lanes; next < n; next += lanes)
            i += is_up_to(sums_[next / lanes - 1], rest, lane) ? lanes : 0;
        return {i < n ? i : i - lanes, all[0]};
    }

private:
    static std::size_t count_up_to(const Lanes &sums, const Lanes &at) {
#if defined(__AVX512F__)
        return static_cast<std::size_t>(count_bits(_mm512_cmp_pd_mask(sums, at, _CMP_LE_OQ)));
#endif
        std::size_t count = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) count += sums[lane] <= at[lane];
        return count;
    }

    static bool is_up_to(const Lanes &sums, const Lanes &at, std::size_t lane) {
#if defined(__AVX512F__)
        return (_mm512_cmp_pd_mask(sums, at, _CMP_LE_OQ) >> lane & 1) != 0;
#endif
        return sums[lane] <= at[lane];
    }

    std::vector<Lanes> sums_; // of each lane so far, block after block
};

} // namespace playout::softmax
