// A warp: 32 lanes that do the same thing at the same time.
//
// `Lanes<T>` is one value in each lane. On a GPU that is a plain T of each thread; elsewhere it is an array
// of 32, and every operation is a loop. A lane never branches on its own: what a lane shall not do is masked,
// so one source serves both. A value that is the same in all lanes is a plain number.
//
// Loads and stores go to `array[index]`, in the lanes of the mask. No two lanes store to one place at once,
// unless they store the same; `sync` stands between a store and a load of it by another lane.
//
// Plain code that each lane runs for itself, such as the rules of a puzzle, is a function for `each_lane`;
// `in_lane` is the value of the lane that runs it.
#pragma once

#if defined(__CUDACC__)
#define PLAYOUT_DEVICE __device__ __forceinline__
#define PLAYOUT_DATA static __device__ const
#else
#define PLAYOUT_DEVICE inline
#define PLAYOUT_DATA static constexpr
#endif

#if !defined(__CUDACC_RTC__)
#include <bit>
#include <cmath>
#include <cstdint>
#else
using int16_t = short;
using int32_t = int;
using int64_t = long long;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned int;
using uint64_t = unsigned long long;
#endif

namespace playout::device {

constexpr uint32_t warp_size = 32;

// Two words that are loaded and stored at once.
struct alignas(8) Pair {
    uint32_t first, second;
};

#if defined(__CUDACC__)

constexpr uint32_t all_lanes = 0xFFFFFFFF;

template <class T> using Lanes = T;
using Mask = bool;

PLAYOUT_DEVICE uint32_t lane() { return threadIdx.x % warp_size; }
PLAYOUT_DEVICE bool is_first_lane() { return lane() == 0; }
template <class Function> PLAYOUT_DEVICE void each_lane(Function function) { function(lane()); }
template <class T> PLAYOUT_DEVICE T &in_lane(T &value, uint32_t) { return value; }
PLAYOUT_DEVICE void sync() { __syncwarp(); }
PLAYOUT_DEVICE uint32_t ballot(bool mask) { return __ballot_sync(all_lanes, mask); }
PLAYOUT_DEVICE bool any(bool mask) { return __any_sync(all_lanes, mask); }
template <class T> PLAYOUT_DEVICE T shuffle(T value, uint32_t from) {
    return __shfl_sync(all_lanes, value, static_cast<int>(from));
}
template <class T> PLAYOUT_DEVICE T shuffle_xor(T value, uint32_t by) {
    return __shfl_xor_sync(all_lanes, value, static_cast<int>(by));
}
template <class T> PLAYOUT_DEVICE T value_at(T value, uint32_t one) { return shuffle(value, one); }
// The value of the lane `by` places before; of the first ones their own.
template <class T> PLAYOUT_DEVICE T shuffle_up(T value, uint32_t by) {
    return __shfl_up_sync(all_lanes, value, by);
}

template <class T> PLAYOUT_DEVICE T select(bool mask, T yes, T no) { return mask ? yes : no; }
PLAYOUT_DEVICE uint32_t count_ones(uint32_t x) { return __popc(x); }
PLAYOUT_DEVICE uint32_t lowest_one(uint32_t x) { return __ffs(x) - 1; }
PLAYOUT_DEVICE uint32_t highest_one(uint32_t x) { return 31 - __clz(x); }
PLAYOUT_DEVICE uint32_t least(uint32_t a, uint32_t b) { return min(a, b); }
PLAYOUT_DEVICE float fused(float a, float b, float c) { return __fmaf_rn(a, b, c); }
PLAYOUT_DEVICE float quotient(float a, float b) { return __fdiv_rn(a, b); }
PLAYOUT_DEVICE uint32_t bits_of(float x) { return __float_as_uint(x); }
PLAYOUT_DEVICE float float_of(uint32_t bits) { return __uint_as_float(bits); }
template <class To, class From> PLAYOUT_DEVICE To converted(From x) { return static_cast<To>(x); }
PLAYOUT_DEVICE int32_t nearest(float x) { return __float2int_rn(x); }

template <class T> PLAYOUT_DEVICE T load(const T *array, uint32_t index, bool mask) {
    return mask ? array[index] : T{};
}
template <class T> PLAYOUT_DEVICE void store(T *array, uint32_t index, T value, bool mask) {
    if (mask) array[index] = value;
}
PLAYOUT_DEVICE void add(int32_t *array, uint32_t index, int32_t value, bool mask) {
    if (mask) atomicAdd(array + index, value); // of integers: in whichever order
}

#else

template <class T> struct Lanes {
    static constexpr T bits = 8 * sizeof(T);
    T at[warp_size];

    Lanes() = default;
    Lanes(T all) { // NOLINT: a number is the same in all lanes
        for (T &one : at) one = all;
    }

    template <class Function> static Lanes make(Function function) {
        Lanes made;
        for (uint32_t i = 0; i < warp_size; ++i) made.at[i] = static_cast<T>(function(i));
        return made;
    }

#define PLAYOUT_OPERATOR(op, Result)                                                                         \
    friend Lanes<Result> operator op(const Lanes &a, const Lanes &b) {                                       \
        return Lanes<Result>::make([&](uint32_t i) { return a.at[i] op b.at[i]; });                          \
    }
    PLAYOUT_OPERATOR(+, T)
    PLAYOUT_OPERATOR(-, T)
    PLAYOUT_OPERATOR(*, T)
    PLAYOUT_OPERATOR(/, T)
    PLAYOUT_OPERATOR(%, T)
    PLAYOUT_OPERATOR(&, T)
    PLAYOUT_OPERATOR(|, T)
    PLAYOUT_OPERATOR(^, T)
    PLAYOUT_OPERATOR(==, bool)
    PLAYOUT_OPERATOR(!=, bool)
    PLAYOUT_OPERATOR(<, bool)
    PLAYOUT_OPERATOR(<=, bool)
    PLAYOUT_OPERATOR(>, bool)
    PLAYOUT_OPERATOR(>=, bool)
#undef PLAYOUT_OPERATOR
    // In a lane that is masked the distance may be anything.
    friend Lanes operator<<(const Lanes &a, const Lanes &b) {
        return make([&](uint32_t i) { return a.at[i] << (b.at[i] % bits); });
    }
    friend Lanes operator>>(const Lanes &a, const Lanes &b) {
        return make([&](uint32_t i) { return a.at[i] >> (b.at[i] % bits); });
    }
    friend Lanes operator~(const Lanes &a) {
        return make([&](uint32_t i) { return ~a.at[i]; });
    }
    friend Lanes operator-(const Lanes &a) {
        return make([&](uint32_t i) { return -a.at[i]; });
    }
    friend Lanes<bool> operator!(const Lanes &a) {
        return Lanes<bool>::make([&](uint32_t i) { return !a.at[i]; });
    }
    Lanes &operator+=(const Lanes &that) { return *this = *this + that; }
    Lanes &operator-=(const Lanes &that) { return *this = *this - that; }
    Lanes &operator&=(const Lanes &that) { return *this = *this & that; }
    Lanes &operator|=(const Lanes &that) { return *this = *this | that; }
};
using Mask = Lanes<bool>;

inline Lanes<uint32_t> lane() {
    return Lanes<uint32_t>::make([](uint32_t i) { return i; });
}
inline bool is_first_lane() { return true; }
template <class Function> void each_lane(Function function) {
    for (uint32_t i = 0; i < warp_size; ++i) function(i);
}
template <class T> T &in_lane(Lanes<T> &value, uint32_t i) { return value.at[i]; }
template <class T> const T &in_lane(const Lanes<T> &value, uint32_t i) { return value.at[i]; }
inline void sync() {}
inline uint32_t ballot(const Mask &mask) {
    uint32_t word = 0;
    for (uint32_t i = 0; i < warp_size; ++i) word |= static_cast<uint32_t>(mask.at[i]) << i;
    return word;
}
inline bool any(const Mask &mask) { return ballot(mask) != 0; }
template <class T> Lanes<T> shuffle(const Lanes<T> &value, const Lanes<uint32_t> &from) {
    return Lanes<T>::make([&](uint32_t i) { return value.at[from.at[i] % warp_size]; });
}
template <class T> Lanes<T> shuffle_xor(const Lanes<T> &value, uint32_t by) {
    return Lanes<T>::make([&](uint32_t i) { return value.at[i ^ by]; });
}
template <class T> T value_at(const Lanes<T> &value, uint32_t one) { return value.at[one]; }
template <class T> Lanes<T> shuffle_up(const Lanes<T> &value, uint32_t by) {
    return Lanes<T>::make([&](uint32_t i) { return value.at[i < by ? i : i - by]; });
}

#define PLAYOUT_SELECT(T)                                                                                    \
    inline Lanes<T> select(const Mask &mask, const Lanes<T> &yes, const Lanes<T> &no) {                      \
        return Lanes<T>::make([&](uint32_t i) { return mask.at[i] ? yes.at[i] : no.at[i]; });                \
    }
PLAYOUT_SELECT(uint32_t)
PLAYOUT_SELECT(int32_t)
PLAYOUT_SELECT(int64_t)
PLAYOUT_SELECT(float)
#undef PLAYOUT_SELECT
template <class T> T select(bool mask, T yes, T no) { return mask ? yes : no; }

inline uint32_t count_ones(uint32_t x) { return static_cast<uint32_t>(std::popcount(x)); }
inline uint32_t lowest_one(uint32_t x) { return static_cast<uint32_t>(std::countr_zero(x)); }
inline Lanes<uint32_t> count_ones(const Lanes<uint32_t> &x) {
    return Lanes<uint32_t>::make([&](uint32_t i) { return count_ones(x.at[i]); });
}
inline Lanes<uint32_t> lowest_one(const Lanes<uint32_t> &x) {
    return Lanes<uint32_t>::make([&](uint32_t i) { return lowest_one(x.at[i]); });
}
inline Lanes<uint32_t> highest_one(const Lanes<uint32_t> &x) {
    return Lanes<uint32_t>::make([&](uint32_t i) { return 31 - std::countl_zero(x.at[i]); });
}
inline Lanes<uint32_t> least(const Lanes<uint32_t> &a, const Lanes<uint32_t> &b) {
    return Lanes<uint32_t>::make([&](uint32_t i) { return a.at[i] < b.at[i] ? a.at[i] : b.at[i]; });
}
inline Lanes<float> fused(const Lanes<float> &a, const Lanes<float> &b, const Lanes<float> &c) {
    return Lanes<float>::make([&](uint32_t i) { return std::fma(a.at[i], b.at[i], c.at[i]); });
}
inline Lanes<float> quotient(const Lanes<float> &a, const Lanes<float> &b) { return a / b; }
inline Lanes<uint32_t> bits_of(const Lanes<float> &x) {
    return Lanes<uint32_t>::make([&](uint32_t i) { return std::bit_cast<uint32_t>(x.at[i]); });
}
inline Lanes<float> float_of(const Lanes<uint32_t> &bits) {
    return Lanes<float>::make([&](uint32_t i) { return std::bit_cast<float>(bits.at[i]); });
}
template <class To, class From> Lanes<To> converted(const Lanes<From> &x) {
    return Lanes<To>::make([&](uint32_t i) { return static_cast<To>(x.at[i]); });
}
inline Lanes<int32_t> nearest(const Lanes<float> &x) {
    return Lanes<int32_t>::make([&](uint32_t i) { return std::nearbyint(x.at[i]); });
}

template <class T> Lanes<T> load(const T *array, const Lanes<uint32_t> &index, const Mask &mask) {
    Lanes<T> loaded;
    for (uint32_t i = 0; i < warp_size; ++i) loaded.at[i] = mask.at[i] ? array[index.at[i]] : T{};
    return loaded;
}
template <class T>
void store(T *array, const Lanes<uint32_t> &index, const Lanes<T> &value, const Mask &mask) {
    for (uint32_t i = 0; i < warp_size; ++i)
        if (mask.at[i]) array[index.at[i]] = value.at[i];
}
inline void add(int32_t *array, const Lanes<uint32_t> &index, const Lanes<int32_t> &value, const Mask &mask) {
    for (uint32_t i = 0; i < warp_size; ++i)
        if (mask.at[i]) array[index.at[i]] += value.at[i];
}

#endif

#if defined(__CUDACC__)
PLAYOUT_DEVICE uint32_t first_of(Pair pair) { return pair.first; }
PLAYOUT_DEVICE uint32_t second_of(Pair pair) { return pair.second; }
PLAYOUT_DEVICE Pair pair_of(uint32_t first, uint32_t second) { return {first, second}; }
PLAYOUT_DEVICE int64_t long_of(Pair pair) {
    return static_cast<int64_t>(static_cast<uint64_t>(pair.second) << 32 | pair.first);
}
PLAYOUT_DEVICE Pair pair_of(int64_t x) { return {static_cast<uint32_t>(x), static_cast<uint32_t>(x >> 32)}; }
#else
inline Lanes<uint32_t> first_of(const Lanes<Pair> &pair) {
    return Lanes<uint32_t>::make([&](uint32_t i) { return pair.at[i].first; });
}
inline Lanes<uint32_t> second_of(const Lanes<Pair> &pair) {
    return Lanes<uint32_t>::make([&](uint32_t i) { return pair.at[i].second; });
}
inline Lanes<Pair> pair_of(const Lanes<uint32_t> &first, const Lanes<uint32_t> &second) {
    Lanes<Pair> made;
    for (uint32_t i = 0; i < warp_size; ++i) made.at[i] = {first.at[i], second.at[i]};
    return made;
}
inline Lanes<int64_t> long_of(const Lanes<Pair> &pair) {
    return Lanes<int64_t>::make([&](uint32_t i) {
        return static_cast<int64_t>(static_cast<uint64_t>(pair.at[i].second) << 32 | pair.at[i].first);
    });
}
inline Lanes<Pair> pair_of(const Lanes<int64_t> &x) {
    return pair_of(converted<uint32_t>(x), converted<uint32_t>(x >> Lanes<int64_t>(32)));
}
#endif

using Word = Lanes<uint32_t>;
using Float = Lanes<float>;
using Whole = Lanes<int32_t>;
using Long = Lanes<int64_t>;

} // namespace playout::device
