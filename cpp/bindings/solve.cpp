#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/busy.hpp"
#include "bindings/closing.hpp"
#include "bindings/functions.hpp"

namespace playout {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// A solver as Python holds it.
class PySolver {
public:
    PySolver(const Position &position, const SolverOptions &options, std::uint64_t seed,
             const std::vector<Move> &known)
        : owner_(position.owner), options_(bound(options, position)),
          solver_(position.engine().make_solver(*position.state, options_, seed, known)) {}
    PySolver(const Position &position, const SolverOptions &options, std::string_view bytes)
        : owner_(position.owner), options_(bound(options, position)),
          solver_(position.engine().load_solver(*position.state, options_, bytes)) {}

    // Without the GIL, unless the game needs it.
    void run(const Budget &budget, const Stop &stop, double target) {
        const Busy busy(is_busy_);
        std::optional<Released> released;
        if (nb::inst_ptr<PyEngine>(owner_)->python == nullptr) released.emplace();
        solver_->run(budget, stop, target);
    }

    nb::bytes save() {
        const Busy busy(is_busy_);
        const std::string bytes = solver_->save();
        return nb::bytes(bytes.data(), bytes.size());
    }

    // What the last slice left behind.
    const Solver &open() {
        const Busy busy(is_busy_);
        return *solver_;
    }

    int traverse(visitproc visit, void *arg) const {
        Py_VISIT(owner_.ptr());
        return playout::traverse(options_, visit, arg);
    }

private:
    nb::object owner_;      // the game, which the solver refers to
    SolverOptions options_; // with the functions written in Python that the solver calls
    SolverPtr solver_;
    bool is_busy_ = false;
};

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
                return new PySolver(position, options, {saved.c_str(), saved.size()});
            },
            "position"_a, "options"_a, "saved"_a, nb::rv_policy::take_ownership,
            "Goes on where save() was called; a ValueError if the bytes are damaged or of another search.",
            counted)
        .def("run", &PySolver::run, "budget"_a, "stop"_a,
             "target"_a = std::numeric_limits<double>::infinity(),
             "Goes on until the budget of this call is spent, the target is reached or a stop is requested.",
             counted)
        .def("save", &PySolver::save, "The whole state of the search.", counted)
        .def_prop_ro(
            "best", [](PySolver &solver) { return solver.open().best(); },
            "The best sequence so far; no moves and minus infinity before the first playout.")
        .def_prop_ro(
            "held", [](PySolver &solver) { return solver.open().held(); },
            "The sequence that the top level of NRPA holds; of another search, the best so far.")
        .def_prop_ro("simulations", [](PySolver &solver) { return solver.open().simulations(); })
        .def_prop_ro("states", [](PySolver &solver) { return solver.open().states(); });
}

} // namespace playout
