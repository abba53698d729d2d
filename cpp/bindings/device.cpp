#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/closing.hpp"
#include "playout/device/emulation.hpp"
#include "playout/device/intervals.hpp"
#include "playout/device/morpion.hpp"

namespace playout {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

constexpr std::uint32_t team_size = 4, most_levels = 6;

// The searches of a card, in the emulation of a warp, as Python sees them.
class Emulation {
public:
    explicit Emulation(std::unique_ptr<device::Emulation> searches) : searches_(std::move(searches)) {}

    void begin(const std::vector<std::uint64_t> &seeds) {
        check(seeds.size(), searches_->count());
        searches_->begin(seeds.data());
    }
    void run(const nb::bytes &options, std::size_t members) {
        std::vector<device::Options> kinds(options.size() / sizeof(device::Options));
        check(options.size(), kinds.size() * sizeof(device::Options));
        std::memcpy(kinds.data(), options.c_str(), options.size());
        require(!kinds.empty() && members > 0);
        for (const auto &kind : kinds) require(searches_->takes(kind));
        const Released released;
        searches_->run(kinds.data(), kinds.size(), members);
    }
    void adopt(const std::vector<std::int32_t> &from) {
        check(from.size(), searches_->count());
        for (const std::int32_t source : from) require(source < static_cast<std::int64_t>(from.size()));
        searches_->adopt(from.data());
    }
    void plant(const std::vector<std::vector<std::uint16_t>> &solutions) {
        check(solutions.size(), searches_->count());
        for (const auto &solution : solutions) require(solution.size() <= searches_->most_plies());
        for (std::size_t i = 0; i < solutions.size(); ++i)
            searches_->plant(i, solutions[i].data(), static_cast<std::uint32_t>(solutions[i].size()));
    }
    [[nodiscard]] nb::bytes reports() const {
        std::vector<device::Report> all(searches_->count());
        searches_->report(all.data());
        return nb::bytes(all.data(), all.size() * sizeof(device::Report));
    }
    [[nodiscard]] std::vector<std::uint32_t> solution(std::size_t which) const {
        if (which >= searches_->count()) throw std::out_of_range("there is no such search");
        const std::uint16_t *moves = nullptr;
        const std::size_t length = searches_->solution(which, moves);
        return {moves, moves + length};
    }
    [[nodiscard]] nb::bytes save() const { return nb::bytes(searches_->memory(), size()); }
    void load(const nb::bytes &saved) {
        check(saved.size(), size());
        std::memcpy(searches_->memory(), saved.c_str(), size());
    }

private:
    [[nodiscard]] std::size_t size() const { return searches_->count() * searches_->search_size(); }
    static void check(std::size_t given, std::size_t expected) {
        if (given != expected) throw std::invalid_argument("it is of another kind of search");
    }
    static void require(bool holds) {
        if (!holds) throw std::invalid_argument("no search can do that");
    }

    std::unique_ptr<device::Emulation> searches_;
};

template <std::uint32_t length, std::uint32_t span> std::unique_ptr<Emulation> lines(std::size_t count) {
    using Kind = device::Intervals<device::Morpion<length, span>, team_size>;
    return std::make_unique<Emulation>(
        std::make_unique<device::EmulationOf<device::Search<Kind, most_levels>>>(count));
}

std::unique_ptr<Emulation> emulation(const std::string &variant, std::size_t count) {
    if (variant == "5T") return lines<5, 4>(count);
    if (variant == "5D") return lines<5, 5>(count);
    if (variant == "4T") return lines<4, 3>(count);
    if (variant == "4D") return lines<4, 4>(count);
    throw std::invalid_argument("there is no variant '" + variant + "'");
}

// By a function of a library that stays loaded, of which the address is given.
std::unique_ptr<Emulation> emulation_by(std::uintptr_t make, std::size_t count) {
    const auto function = reinterpret_cast<device::Emulation *(*)(std::size_t)>(make);
    return std::make_unique<Emulation>(std::unique_ptr<device::Emulation>(function(count)));
}

} // namespace

void bind_device(nb::module_ &m) {
    nb::class_<Emulation>(m, "Emulation", "The searches of a card, in an emulation on this processor.")
        .def("begin", &Emulation::begin, "seeds"_a, counted)
        .def("run", &Emulation::run, "options"_a, "members"_a,
             "One slice of each search; islands of so many members take turns with the options.", counted)
        .def("adopt", &Emulation::adopt, "sources"_a,
             "Search i goes on from the solution of search sources[i]; -1: from its own.", counted)
        .def("plant", &Emulation::plant, "solutions"_a, "All searches begin with given solutions.", counted)
        .def("reports", &Emulation::reports, counted)
        .def("solution", &Emulation::solution, "which"_a, "The moves of the best solution of a search.",
             counted)
        .def("save", &Emulation::save, counted)
        .def("load", &Emulation::load, "saved"_a, counted);
    m.def("emulation", &emulation, "variant"_a, "count"_a, counted);
    m.def("emulation_by", &emulation_by, "make"_a, "count"_a,
          "By a function of a library, of which the address is given.", counted);
}

} // namespace playout
