#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/closing.hpp"
#include "bindings/held.hpp"

namespace playout {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

class PySolver : public Held<Solver, SolverOptions> {
public:
    PySolver(const Position &position, const SolverOptions &options, std::uint64_t seed,
             const std::vector<Move> &known)
        : Held(position, options,
               [&](const Engine &engine, const AnyState &state, const SolverOptions &bound) {
                   return engine.make_solver(state, bound, seed, known);
               }) {}
    PySolver(const Position &position, const SolverOptions &options, const nb::bytes &saved)
        : Held(position, options,
               [&](const Engine &engine, const AnyState &state, const SolverOptions &bound) {
                   return engine.load_solver(state, bound, view(saved));
               }) {}
};

template <auto member> constexpr auto &ask = answer<PySolver, member>;

} // namespace

void bind_solve(nb::module_ &m) {
    nb::class_<NmcsOptions>(m, "Nmcs")
        .def(nb::init<>())
        .def_rw("level", &NmcsOptions::level)
        .def_rw("sample", &NmcsOptions::sample)
        .def_rw("tuned", &NmcsOptions::tuned);
    nb::class_<NrpaOptions>(m, "Nrpa")
        .def(nb::init<>())
        .def_rw("level", &NrpaOptions::level)
        .def_rw("iterations", &NrpaOptions::iterations)
        .def_rw("alpha", &NrpaOptions::alpha)
        .def_rw("tau", &NrpaOptions::tau)
        .def_rw("bias", &NrpaOptions::bias)
        .def_rw("repetitions", &NrpaOptions::repetitions);
    nb::enum_<Forget>(m, "Forget", "What LNS forgets of a solution.")
        .value("mixed", Forget::mixed)
        .value("near", Forget::near)
        .value("branch", Forget::branch)
        .value("after", Forget::after)
        .value("share", Forget::share);
    nb::class_<LnsOptions>(m, "Lns")
        .def(nb::init<>())
        .def_rw("repair", &LnsOptions::repair)
        .def_rw("first", &LnsOptions::first)
        .def_rw("forget", &LnsOptions::forget)
        .def_rw("share", &LnsOptions::share)
        .def_rw("keep", &LnsOptions::keep)
        .def_rw("hard", &LnsOptions::hard)
        .def_rw("steps", &LnsOptions::steps)
        .def_rw("slack", &LnsOptions::slack)
        .def_rw("accept", &LnsOptions::accept)
        .def_rw("islands", &LnsOptions::islands)
        .def_rw("members", &LnsOptions::members)
        .def_rw("exchange", &LnsOptions::exchange);

    nb::class_<Solution>(m, "Solution", "A sequence of moves to the end of the game, and its score.")
        .def_ro("score", &Solution::score)
        .def_ro("moves", &Solution::moves);

    nb::class_<PySolver>(m, "Solver", nb::type_slots(searcher_slots<PySolver>),
                         "One stream of a search for the best sequence of a puzzle.")
        .def(nb::init<const Position &, const SolverOptions &, std::uint64_t, const std::vector<Move> &>(),
             "position"_a, "options"_a, "seed"_a, "known"_a = std::vector<Move>(), counted)
        .def_static(
            "load",
            [](const Position &position, const SolverOptions &options, nb::bytes saved) {
                return new PySolver(position, options, saved);
            },
            "position"_a, "options"_a, "saved"_a, nb::rv_policy::take_ownership,
            "Goes on where save() was called; a ValueError if the bytes are damaged or of another search.",
            counted)
        .def("run", &PySolver::run<double>, "budget"_a, "stop"_a,
             "target"_a = std::numeric_limits<double>::infinity(),
             "Goes on until the budget of this call is spent, the target is reached or a stop is requested.",
             counted)
        .def("save", &PySolver::save, "The whole state of the search.", counted)
        .def_prop_ro("best", ask<&Solver::best>,
                     "The best sequence so far; no moves and minus infinity before the first playout.")
        .def_prop_ro("held", ask<&Solver::held>,
                     "The sequence that the top level of NRPA holds; of another search, the best so far.")
        .def_prop_ro("simulations", ask<&Solver::simulations>)
        .def_prop_ro("states", ask<&Solver::states>);
}

} // namespace playout
