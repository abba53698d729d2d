#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/closing.hpp"
#include "playout/device/lns.hpp"
#include "playout/device/morpion.hpp"

namespace playout {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

constexpr std::uint32_t team_size = 4, most_levels = 6;

// The searches of a card, in the emulation of a warp: what src/playout/cuda/kernels.cu does, one after
// another.
class Emulation {
public:
    virtual ~Emulation() = default;
    virtual void begin(const std::vector<std::uint64_t> &seeds) = 0;
    virtual void run(const nb::bytes &options, std::size_t members) = 0;
    virtual void adopt(const std::vector<int> &from) = 0;
    virtual void plant(const nb::bytes &solutions) = 0;
    [[nodiscard]] virtual nb::bytes reports() const = 0;
    [[nodiscard]] virtual std::vector<std::uint32_t> solution(std::size_t which) const = 0;
    [[nodiscard]] virtual nb::bytes save() const = 0;
    virtual void load(const nb::bytes &saved) = 0;
};

template <class Rules> class EmulationOf : public Emulation {
    using Search = device::Search<Rules, team_size, most_levels>;

public:
    explicit EmulationOf(std::size_t count) : searches_(count) {}

    void begin(const std::vector<std::uint64_t> &seeds) override {
        std::memset(static_cast<void *>(searches_.data()), 0, searches_.size() * sizeof(Search));
        for (std::size_t i = 0; i < searches_.size(); ++i) searches_[i].begin(seeds.at(i));
    }
    void run(const nb::bytes &options, std::size_t members) override {
        std::vector<device::Options> kinds(options.size() / sizeof(device::Options));
        read(kinds.data(), kinds.size() * sizeof(device::Options), options);
        const Released released;
        for (std::size_t i = 0; i < searches_.size(); ++i)
            searches_[i].run(arena_, kinds.at(i / members % kinds.size()));
    }
    void adopt(const std::vector<int> &from) override {
        for (std::size_t i = 0; i < searches_.size(); ++i)
            if (from.at(i) >= 0) searches_[i].adopt(searches_.at(static_cast<std::size_t>(from[i])).current);
    }
    void plant(const nb::bytes &solutions) override {
        std::vector<typename Search::Solution> all(searches_.size());
        read(all.data(), all.size() * sizeof(typename Search::Solution), solutions);
        for (std::size_t i = 0; i < searches_.size(); ++i) searches_[i].plant(all[i]);
    }
    [[nodiscard]] nb::bytes reports() const override {
        std::vector<device::Report> all;
        for (const Search &search : searches_) all.push_back(search.report());
        return nb::bytes(all.data(), all.size() * sizeof(device::Report));
    }
    [[nodiscard]] std::vector<std::uint32_t> solution(std::size_t which) const override {
        const auto &best = searches_.at(which).best;
        return {best.code, best.code + best.length};
    }
    [[nodiscard]] nb::bytes save() const override {
        return nb::bytes(searches_.data(), searches_.size() * sizeof(Search));
    }
    void load(const nb::bytes &saved) override {
        read(searches_.data(), searches_.size() * sizeof(Search), saved);
    }

private:
    static void read(void *to, std::size_t size, const nb::bytes &from) {
        if (from.size() != size) throw std::invalid_argument("the bytes are of another kind of search");
        std::memcpy(to, from.c_str(), size);
    }

    std::vector<Search> searches_;
    typename Search::Arena arena_;
};

std::unique_ptr<Emulation> emulation(const std::string &variant, std::size_t count) {
    if (variant == "5T") return std::make_unique<EmulationOf<device::Morpion<5, 4>>>(count);
    if (variant == "5D") return std::make_unique<EmulationOf<device::Morpion<5, 5>>>(count);
    if (variant == "4T") return std::make_unique<EmulationOf<device::Morpion<4, 3>>>(count);
    if (variant == "4D") return std::make_unique<EmulationOf<device::Morpion<4, 4>>>(count);
    throw std::invalid_argument("there is no variant '" + variant + "'");
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
        .def("solution", &Emulation::solution, "which"_a, "The codes of the best solution of a search.",
             counted)
        .def("save", &Emulation::save, counted)
        .def("load", &Emulation::load, "saved"_a, counted);
    m.def("emulation", &emulation, "variant"_a, "count"_a, counted);
}

} // namespace playout
