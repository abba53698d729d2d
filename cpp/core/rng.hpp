// The one random generator: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
//
// Its whole state is one 64-bit word, so a seed is a state and a checkpoint is a number. Successive
// draws depend on each other only through one addition, so the processor computes the next draw while
// the current move is still being made. It passes BigCrush. `src/playout/reference/rng.py` is its twin.
#pragma once

#include <cstdint>

namespace playout {

class Rng {
public:
    explicit constexpr Rng(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        return mix(state_);
    }

    // A uniform integer in [0, n), n >= 1, from the upper half of one draw. Its bias is below n / 2^32: with
    // a hundred moves, one game in forty million has one move other than it should be.
    constexpr std::uint32_t below(std::uint32_t n) {
        return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32);
    }

    // The seed of a generator that draws what this one will.
    [[nodiscard]] constexpr std::uint64_t state() const { return state_; }

    // A uniform number in [0, 1), with 53 bits of one draw.
    constexpr double fraction() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
    static constexpr std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    std::uint64_t state_;
};

} // namespace playout
