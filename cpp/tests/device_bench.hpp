// What the tests of a card's searches have in common.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>

#include "playout/device/lns.hpp"

namespace playout {

inline device::Options options(std::uint32_t plies = 20000) {
    return {.levels = 2,
            .iterations = {2, 2, 3, 3, 4, 4, 5, 5},
            .forget = {0, 0, 0, 1, 1, 2, 2, 3},
            .is_lns = 1,
            .first_levels = 2,
            .first_iterations = 5,
            .steps = 30,
            .plies = plies,
            .step = 1024,
            .keep = 9,
            .share = 0.3F,
            .hard = 0.7F,
            .worse = 0.1F};
}

// A search, its arena, and a sequence of each team.
template <class Search> struct Bench {
    std::unique_ptr<Search> search = std::make_unique<Search>();
    std::unique_ptr<typename Search::Arena> arena = std::make_unique<typename Search::Arena>();

    explicit Bench(std::uint64_t seed) {
        std::memset(static_cast<void *>(search.get()), 0, sizeof(Search));
        search->begin(seed);
    }
    [[nodiscard]] bool operator==(const Bench &that) const {
        return std::memcmp(search.get(), that.search.get(), sizeof(Search)) == 0;
    }
};

} // namespace playout
