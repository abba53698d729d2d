// Numbers of the search on a warp. Every operation is fixed to the last bit by IEEE 754, so that a card and
// its emulation take the same decisions; the polynomials are exact to five digits, which is more than a
// search needs.
#pragma once

#include "playout/device/warp.hpp"

namespace playout::device {

// SplitMix64, the generator of the library's core: the n-th number of a seed.
PLAYOUT_DEVICE uint64_t random_number(uint64_t seed, uint64_t n) {
    uint64_t z = seed + (n + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

// A number that two words decide (the finaliser of MurmurHash3).
PLAYOUT_DEVICE Word mixed(Word key, Word n) {
    Word h = key + n * Word(0x9E3779B1u);
    h = (h ^ (h >> Word(16))) * Word(0x85EBCA6Bu);
    h = (h ^ (h >> Word(13))) * Word(0xC2B2AE35u);
    return h ^ (h >> Word(16));
}

// A policy holds logits in units of 2^-10, from `lowest` to `highest`.
constexpr int32_t logit_one = 1024;
constexpr int32_t lowest_logit = -12 * logit_one, highest_logit = 16 * logit_one;

// exp(sign * logit)
PLAYOUT_DEVICE Float exponential(Whole logit, float sign) {
    const Float x = converted<float>(logit) * Float(sign * 1.44269504f / logit_one);
    const Float to_integer(12582912.0f); // added, it leaves no bits for a fraction
    const Float shifted = x + to_integer;
    const Float r = x - (shifted - to_integer);
    Float series = fused(r, Float(0.00967217174f), Float(0.0559220356f));
    series = fused(series, r, Float(0.240222281f));
    series = fused(series, r, Float(0.693121034f));
    series = fused(series, r, Float(1.0f));
    return float_of(bits_of(series) + (bits_of(shifted) << Word(23)));
}

// A number from the exponential distribution of mean 1 / ln 2, from the upper bits of a random one.
PLAYOUT_DEVICE Float waiting_time(Word random) {
    const Word bits = bits_of(converted<float>(random >> Word(9)) + Float(0.5f));
    const Float x = float_of((bits & Word(0x7FFFFF)) | Word(0x3F800000)) - Float(1.0f);
    Float series = fused(x, Float(0.0442437413f), Float(-0.14701877f));
    series = fused(series, x, Float(0.26653628f));
    series = fused(series, x, Float(-0.441835872f));
    series = fused(series, x - Float(1.0f), Float(1.0f));
    return converted<float>(Word(150) - (bits >> Word(23))) - series * x; // -log2 of a fraction
}

PLAYOUT_DEVICE Whole clamped(Whole logit) {
    const Whole high = select(logit > Whole(highest_logit), Whole(highest_logit), logit);
    return select(high < Whole(lowest_logit), Whole(lowest_logit), high);
}

} // namespace playout::device
