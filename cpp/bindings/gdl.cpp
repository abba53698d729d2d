// Networks of games in GDL. A state is, for Python, a byte, 0 or 1, for each fact.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/closing.hpp"
#include "core/budget.hpp"
#include "gdl/bulk.hpp"
#include "gdl/machine.hpp"

namespace playout {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using gdl::Index;
using gdl::Machine;

std::vector<Bits> packed(const Machine &machine, const nb::bytes &state) {
    const std::size_t n = machine.network().facts.size();
    if (state.size() != n)
        throw std::invalid_argument("a state has " + std::to_string(n) + " facts, not " +
                                    std::to_string(state.size()));
    std::vector<Bits> facts(machine.network().fact_words());
    for (std::size_t i = 0; i < n; ++i)
        if (state.c_str()[i] != 0) facts[i / 64] |= bit(static_cast<int>(i % 64));
    return facts;
}

nb::bytes unpacked(const Machine &machine, std::span<const Bits> facts) {
    std::string state(machine.network().facts.size(), '\0');
    for (std::size_t i = 0; i < state.size(); ++i)
        state[i] = contains(facts[i / 64], static_cast<int>(i % 64)) ? 1 : 0;
    return nb::bytes(state.data(), state.size());
}

gdl::Evaluator &at(const Machine &machine, const nb::bytes &state) {
    return machine.at(packed(machine, state).data());
}

std::vector<std::vector<Index>> legal(const Machine &machine, const nb::bytes &state) {
    const gdl::Evaluator &evaluator = at(machine, state);
    std::vector<std::vector<Index>> moves(machine.network().roles.size());
    for (Index role = 0; role < moves.size(); ++role) {
        evaluator.each_legal(role, [&](Index move) { moves[role].push_back(move); });
        if (moves[role].empty() && !evaluator.is_terminal())
            gdl::complain_of_moves(machine.network(), role, evaluator.facts());
    }
    return moves;
}

// For each role its move of these, or -1.
std::vector<std::int64_t> by_role(const Machine &machine, const gdl::Evaluator &state,
                                  const std::vector<Index> &moves) {
    const gdl::Network &network = machine.network();
    std::vector<std::int64_t> found(network.roles.size(), -1);
    for (const Index move : moves) {
        if (move >= network.movers.size() || !state.is_legal(move))
            throw IllegalMove("move " + std::to_string(move) + " is not legal");
        if (std::exchange(found[network.movers[move]], move) >= 0)
            throw IllegalMove("the role " + network.roles[network.movers[move]] + " has two moves");
    }
    return found;
}

nb::bytes play(const Machine &machine, const nb::bytes &state, const std::vector<Index> &moves) {
    gdl::Evaluator &evaluator = at(machine, state);
    const auto found = by_role(machine, evaluator, moves);
    if (const auto none = std::find(found.begin(), found.end(), -1); none != found.end())
        throw IllegalMove("the role " +
                          machine.network().roles[static_cast<std::size_t>(none - found.begin())] +
                          " has no move");
    evaluator.play(moves);
    return unpacked(machine, evaluator.facts());
}

std::vector<Index> goals(const Machine &machine, const nb::bytes &state) {
    gdl::Evaluator &evaluator = at(machine, state);
    std::vector<Index> values;
    for (Index role = 0; role < machine.network().role_count(); ++role)
        values.push_back(evaluator.goal(role));
    return values;
}

using Counts = std::tuple<std::uint64_t, std::uint64_t, std::vector<std::uint64_t>>;

Counts playouts(const Machine &machine, const nb::bytes &state, std::uint64_t count, std::uint64_t seed,
                const std::vector<Index> &moves, std::uint64_t length, const Stop &stop) {
    const std::vector<Bits> facts = packed(machine, state);
    gdl::Tallied games(by_role(machine, at(machine, state), moves), count, seed);
    const Released released;
    gdl::Bulk bulk(machine.network(), machine.gates(), facts.data(), length, games);
    Meter meter(Budget{}, stop); // which hears the flag now and then
    while (bulk.step() && !meter.spent()) {
    }
    return {games.tally().finished, games.tally().moves, games.tally().totals};
}

PyEngine game(const Machine &machine, double low, double high, std::uint32_t max_length, nb::object face,
              bool misere) {
    const playout_game rules = machine.rules(low, high, max_length);
    return make_c_game(reinterpret_cast<std::uintptr_t>(&rules), std::move(face), misere);
}

std::vector<gdl::Goal> goal_list(const std::vector<std::tuple<Index, Index, Index>> &goals) {
    std::vector<gdl::Goal> list;
    for (const auto &[role, value, literal] : goals) list.push_back({role, value, literal});
    return list;
}

} // namespace

void bind_gdl(nb::module_ &m) {
    using List = std::vector<Index>;
    nb::class_<Machine>(m, "GdlMachine", "A game in GDL, from the arrays of playout.gdl.arrays.")
        .def(
            "__init__",
            [](Machine *self, std::string title, std::vector<std::string> roles,
               std::vector<std::string> facts, std::vector<std::uint8_t> initial, List next, List movers,
               List legal, List guarded, List guards, List terms, List idle,
               const std::vector<std::tuple<Index, Index, Index>> &goals, Index terminal, List starts,
               List literals, Index state_gates, Index goal_gates) {
                new (self)
                    Machine({std::move(title), std::move(roles), std::move(facts), std::move(initial),
                             std::move(next), std::move(movers), std::move(legal), std::move(guarded),
                             std::move(guards), std::move(terms), std::move(idle), goal_list(goals), terminal,
                             std::move(starts), std::move(literals), state_gates, goal_gates});
            },
            nb::kw_only(), "title"_a, "roles"_a, "facts"_a, "initial"_a, "next"_a, "movers"_a, "legal"_a,
            "guarded"_a, "guards"_a, "terms"_a, "idle"_a, "goals"_a, "terminal"_a, "starts"_a, "literals"_a,
            "state_gates"_a, "goal_gates"_a)
        .def(
            "is_terminal",
            [](const Machine &machine, const nb::bytes &state) { return at(machine, state).is_terminal(); },
            "state"_a)
        .def("legal", &legal, "state"_a, "The numbers of each role's moves.")
        .def("play", &play, "state"_a, "moves"_a, "The state after a move of each role.")
        .def("goals", &goals, "state"_a, "The goal of each role.")
        .def("playouts", &playouts, "state"_a, "count"_a, "seed"_a, "moves"_a, "length"_a, "stop"_a,
             "How many random games ended, their moves, and for each role the sum of its goals.", counted)
        .def("game", &game, "low"_a, "high"_a, "max_length"_a, "face"_a, "misere"_a, nb::keep_alive<0, 1>(),
             "The same for the searches, with an object that shows it to people.", counted);
}

} // namespace playout
