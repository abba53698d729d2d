#include <nanobind/stl/optional.h>

#include <limits>
#include <optional>
#include <stdexcept>

#include "bindings/bindings.hpp"
#include "core/exp.hpp"
#include "core/log.hpp"
#include "core/rng.hpp"

namespace playout {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// Lets Python deliver its signals. Its handlers may raise: the search is then abandoned.
void deliver_signals() {
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

Budget make_budget(std::optional<double> seconds, std::optional<std::uint64_t> simulations,
                   std::optional<std::uint64_t> states) {
    const Budget all;
    return {seconds.value_or(all.seconds), simulations.value_or(all.simulations),
            states.value_or(all.states)};
}

double checked_exp(double x) {
    if (!(x >= min_exponent && x <= max_exponent))
        throw std::invalid_argument("exp takes a number from -708 to 709");
    return exp(x);
}

} // namespace

void bind_core(nb::module_ &m) {
    nb::class_<Rng>(m, "Rng", "The generator of the core.")
        .def(nb::init<std::uint64_t>(), "seed"_a)
        .def("next", &Rng::next, "Sixty-four random bits.")
        .def("below", &Rng::below, "n"_a, "A uniform integer in [0, n).");

    m.def("log", [](double x) { return log(x); }, "x"_a, "The core's logarithm, for normal x > 0.");
    m.def("exp", &checked_exp, "x"_a, "The core's exponential, for x from -708 to 709.");

    nb::class_<Budget>(m, "Budget", "When a search ends; None is no limit.")
        .def(
            "__init__",
            [](Budget *self, std::optional<double> seconds, std::optional<std::uint64_t> simulations,
               std::optional<std::uint64_t> states) {
                new (self) Budget(make_budget(seconds, simulations, states));
            },
            "seconds"_a.none() = nb::none(), "simulations"_a.none() = nb::none(),
            "states"_a.none() = nb::none());

    nb::class_<Stop>(m, "Stop", "A flag that ends the searches that hold it.")
        .def(
            "__init__",
            [](Stop *self, bool signals) {
                if (signals)
                    new (self) Stop(deliver_signals);
                else
                    new (self) Stop();
            },
            "signals"_a = false,
            "With `signals`, a search in the main thread lets Python's signal handlers run.")
        .def("request", &Stop::request)
        .def_prop_ro("requested", &Stop::requested);
}

} // namespace playout
