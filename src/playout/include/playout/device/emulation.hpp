// The searches of a card on the processor, one after another: what src/playout/cuda/kernels.cu does. A class
// of plain numbers and memory, so that code that was compiled at run time can be called through it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <vector>

#include "playout/device/lns.hpp"

namespace playout::device {

class Emulation {
public:
    virtual ~Emulation() = default;
    [[nodiscard]] virtual std::size_t count() const = 0;
    [[nodiscard]] virtual std::size_t search_size() const = 0;
    virtual void *memory() = 0; // of all searches
    virtual void begin(const std::uint64_t *seeds) = 0;
    // Whether a search can make such steps.
    [[nodiscard]] virtual bool takes(const Options &options) const = 0;
    virtual void run(const Options *options, std::size_t kinds, std::size_t members) = 0;
    virtual void adopt(const std::int32_t *from) = 0;
    [[nodiscard]] virtual std::size_t most_plies() const = 0;
    // A search goes on from so many moves.
    virtual void plant(std::size_t which, const std::uint16_t *moves, std::uint32_t length) = 0;
    virtual void report(Report *reports) const = 0;
    // The moves of the best solution of a search; how many.
    virtual std::size_t solution(std::size_t which, const std::uint16_t *&moves) const = 0;
};

template <class Search> class EmulationOf : public Emulation {
public:
    static constexpr std::uint32_t most_levels = Search::levels_at_most;

    explicit EmulationOf(std::size_t count) : searches_(count) {}

    [[nodiscard]] std::size_t count() const override { return searches_.size(); }
    [[nodiscard]] std::size_t search_size() const override { return sizeof(Search); }
    void *memory() override { return searches_.data(); }
    void begin(const std::uint64_t *seeds) override {
        std::memset(memory(), 0, searches_.size() * sizeof(Search));
        for (std::size_t i = 0; i < searches_.size(); ++i) searches_[i].begin(seeds[i]);
    }
    [[nodiscard]] bool takes(const Options &options) const override {
        const auto is_level = [](std::uint32_t level) { return level >= 2 && level <= most_levels; };
        const auto are_some = [](std::uint32_t n) { return n > 0; };
        return is_level(options.levels) && is_level(options.first_levels) && options.first_iterations > 0 &&
               std::all_of(std::begin(options.iterations), std::end(options.iterations), are_some);
    }
    [[nodiscard]] std::size_t most_plies() const override { return Search::Solution::most_plies; }
    void run(const Options *options, std::size_t kinds, std::size_t members) override {
        for (std::size_t i = 0; i < searches_.size(); ++i)
            searches_[i].run(arena_, options[i / members % kinds]);
    }
    void adopt(const std::int32_t *from) override {
        for (std::size_t i = 0; i < searches_.size(); ++i)
            if (from[i] >= 0) searches_[i].adopt(searches_[static_cast<std::size_t>(from[i])].current);
    }
    void plant(std::size_t which, const std::uint16_t *moves, std::uint32_t length) override {
        typename Search::Solution solution{};
        solution.length = length;
        std::copy_n(moves, length, solution.move);
        searches_[which].plant(solution);
    }
    void report(Report *reports) const override {
        for (std::size_t i = 0; i < searches_.size(); ++i) reports[i] = searches_[i].report();
    }
    std::size_t solution(std::size_t which, const std::uint16_t *&moves) const override {
        moves = searches_[which].best.move;
        return searches_[which].best.length;
    }

private:
    std::vector<Search> searches_;
    typename Search::Arena arena_;
};

} // namespace playout::device
