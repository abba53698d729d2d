// The memory of RAVE statistics (rave.hpp): lists of actions, and sums, of all states of a tree.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace playout {

// The statistics of some actions, side by side.
struct RaveSums {
    static constexpr float most = 1 << 24; // where a float can no longer count
    std::span<float> n, total; // simulations, and the sum of rewards of the player whose action it is
};

// The memory of the statistics of all states of a tree: lists of actions, and sums. Each is known by its
// place and stays there; at place 0 is an empty one. Threads may add to it one at a time, and read all the
// while.
class RaveMemory {
public:
    using Place = std::uint32_t; // counted in words
    static constexpr Place none = 0;

    explicit RaveMemory(std::uint64_t max_bytes)
        : max_words_(std::min<std::uint64_t>(max_bytes / word, std::numeric_limits<Place>::max())) {}

    // Another one with the same cap.
    [[nodiscard]] RaveMemory empty_one() const {
        RaveMemory other(max_words_ * word);
        other.clear();
        return other;
    }

    // To be called before anything is added.
    void clear() {
        chunks_.reserve(max_words_ / chunk + 1); // so that it stays where it is
        if (chunks_.empty()) add_chunk();
        *at<std::uint32_t>(none) = 0;
        used_ = 1;
    }
    [[nodiscard]] std::uint64_t bytes() const { return used_ * word; }

    // Both answer `none` where the memory cap forbids it.
    Place add_list(std::span<const std::uint16_t> actions) {
        const Place place = add(actions.size(), actions.size_bytes());
        if (place != none) std::ranges::copy(actions, list(place).begin());
        return place;
    }
    Place add_sums(std::size_t size) {
        const Place place = add(size, 2 * size * sizeof(float));
        if (place != none)
            std::ranges::fill_n(sums(place).n.data(), static_cast<std::ptrdiff_t>(2 * size), 0.0f);
        return place;
    }

    // More sums, of which the first are those of another place; that place itself where the cap forbids it.
    Place grow(Place old, std::size_t size) {
        const Place place = copy(sums(old), size);
        return place == none ? old : place;
    }
    // Sums that begin with others; `none` where the cap forbids it.
    Place copy(const RaveSums &from, std::size_t size) {
        const Place place = add_sums(size);
        if (place == none) return none;
        std::ranges::copy(from.n, sums(place).n.begin());
        std::ranges::copy(from.total, sums(place).total.begin());
        return place;
    }

    [[nodiscard, gnu::always_inline]] std::span<std::uint16_t> list(Place place) const {
        return {at<std::uint16_t>(place + 1), size(place)};
    }
    [[nodiscard, gnu::always_inline]] RaveSums sums(Place place) const {
        float *const first = at<float>(place + 1);
        return {{first, size(place)}, {first + size(place), size(place)}};
    }

private:
    static constexpr std::size_t word = sizeof(float), chunk = std::size_t{1} << 18; // a megabyte

    // Room for so many bytes, behind a word that says how many actions they are for.
    Place add(std::size_t actions, std::size_t bytes) {
        const std::size_t words = 1 + (bytes + word - 1) / word;
        std::uint64_t place = used_;
        if (place % chunk + words > chunk) place = (place / chunk + 1) * chunk;
        if (words > chunk || place + words > max_words_) return none;
        if (place / chunk == chunks_.size()) add_chunk();
        used_ = place + words;
        *at<std::uint32_t>(static_cast<Place>(place)) = static_cast<std::uint32_t>(actions);
        return static_cast<Place>(place);
    }
    void add_chunk() { chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(chunk * word)); }

    template <class T> [[nodiscard]] T *at(Place place) const {
        return reinterpret_cast<T *>(chunks_[place / chunk].get() + place % chunk * word);
    }
    [[nodiscard]] std::size_t size(Place place) const { return *at<std::uint32_t>(place); }

    std::uint64_t max_words_, used_ = 1;
    std::vector<std::unique_ptr<std::byte[]>> chunks_;
};

} // namespace playout
