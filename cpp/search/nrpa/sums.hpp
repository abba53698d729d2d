// Sums of weights, and a draw in proportion to them, eight at a time.
//
// The i-th weight goes to lane i mod 8. A lane is summed from its first weight to its last; then the lanes
// are, by running sums with strides 1, 2 and 4. That order is part of the result: a sum of floating-point
// numbers depends on it in the last bit. `src/playout/reference/weights.py` is the twin.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "core/bits.hpp"

namespace playout::nrpa {

constexpr std::size_t lanes = 8;
using Lanes = double __attribute__((vector_size(lanes * sizeof(double))));

constexpr std::size_t padded(std::size_t n) { return (n + lanes - 1) / lanes * lanes; }

constexpr std::size_t padding(std::size_t n) { return padded(n) - n; }

// What stands in the places of a list that were added to make its length a multiple of eight. The weight of
// this slot is 0.
constexpr std::int32_t no_slot = -1;

// The weights of eight slots. Loads one by one are no slower than a gather instruction, where there is one.
inline Lanes gather(const double *weights, const std::int32_t *slots) {
    return Lanes{weights[slots[0]], weights[slots[1]], weights[slots[2]], weights[slots[3]],
                 weights[slots[4]], weights[slots[5]], weights[slots[6]], weights[slots[7]]};
}

inline Lanes load(const double *numbers) {
    Lanes eight;
    std::memcpy(&eight, numbers, sizeof eight);
    return eight;
}

inline void store(double *numbers, const Lanes &eight) { std::memcpy(numbers, &eight, sizeof eight); }

// The sum of each lane and those before it.
inline Lanes running_sums(Lanes x) {
    const Lanes zero{};
    x += __builtin_shufflevector(zero, x, 0, 8, 9, 10, 11, 12, 13, 14);
    x += __builtin_shufflevector(zero, x, 0, 0, 8, 9, 10, 11, 12, 13);
    x += __builtin_shufflevector(zero, x, 0, 0, 0, 0, 8, 9, 10, 11);
    return x;
}

// The sum of `n` weights; weigh(i) gives eight, from the i-th on, and 0 for those that are not there.
template <class Weigh> double sum(std::size_t n, Weigh weigh) {
    Lanes total{};
    for (std::size_t i = 0; i < n; i += lanes) total += weigh(i);
    return running_sums(total)[lanes - 1];
}

// Draws one of the first `n` weights, in proportion to them. `fraction` is a random number in [0, 1).
class Drawing {
public:
    struct Drawn {
        std::size_t i;
        double sum;
    };

    template <class Weigh> Drawn operator()(std::size_t n, double fraction, Weigh weigh) {
        if (sums_.size() < padded(n)) [[unlikely]]
            sums_.resize(2 * padded(n));
        Lanes total{};
        for (std::size_t i = 0; i < n; i += lanes) store(&sums_[i], total += weigh(i));
        const Lanes running = running_sums(total);
        store(&before_[1], running);
        const double at = fraction * running[lanes - 1];
        // The clamps are for a sum that is smaller than a part of it, by a rounding.
        const std::size_t lane = std::min(count_up_to(running, at), std::min(lanes, n) - 1);
        const double rest = at - before_[lane];
        std::size_t i = lane; // a loop that ends at the first larger sum would end unpredictably
        for (std::size_t next = lane; next + lanes < n; next += lanes) i += sums_[next] <= rest ? lanes : 0;
        return {i, running[lanes - 1]};
    }

private:
    static std::size_t count_up_to(const Lanes &sums, double at) {
#if defined(__AVX512F__)
        return static_cast<std::size_t>(count_bits(_mm512_cmp_pd_mask(sums, _mm512_set1_pd(at), _CMP_LE_OQ)));
#endif
        std::size_t count = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) count += sums[lane] <= at;
        return count;
    }

    std::vector<double> sums_;               // of each lane so far, block after block
    std::array<double, lanes + 1> before_{}; // the sum of the lanes before a lane
};

} // namespace playout::nrpa
