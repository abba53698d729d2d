// Keys of states, for whoever wants to know a state again: words that tell it from all states that go on
// otherwise, and a number that spreads them over a table. A key is compared, so that what is found by it is
// never another state.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace playout {

// A well mixed number, different for different ones.
constexpr std::uint64_t mixed(std::uint64_t word) {
    word = (word ^ word >> 32) * 0xD6E8FEB86659FD93u;
    word = (word ^ word >> 32) * 0xD6E8FEB86659FD93u;
    return word ^ word >> 32;
}

template <std::size_t Words> std::uint64_t hash_key(const std::array<std::uint64_t, Words> &key) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) hash = mixed(hash ^ word) + word;
    return hash;
}

inline std::uint64_t hash_bytes(std::span<const std::byte> bytes) {
    std::uint64_t hash = bytes.size(), word = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        word = word << 8 | std::to_integer<std::uint64_t>(bytes[i]);
        if (i % 8 == 7 || i + 1 == bytes.size()) hash = mixed(hash ^ word);
    }
    return hash;
}

// Hook: a key of a state. States of one key have the same legal moves in the same order, whatever led to
// them, and so have those that the same moves lead to; they end alike.
template <class G>
concept Keyed = requires(const G &game, const typename G::State &seen) {
    { game.key(seen) == game.key(seen) } -> std::convertible_to<bool>;
    { hash_key(game.key(seen)) } -> std::same_as<std::uint64_t>;
};

} // namespace playout
