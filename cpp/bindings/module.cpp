#include "bindings/bindings.hpp"
#include "bindings/closing.hpp"

NB_MODULE(_core, m) {
    // A game that a module holds until the interpreter ends is not a leak worth a warning.
    nanobind::set_leak_warnings(false);
    m.doc() = "The native core of playout. Its public face is the package `playout`.";
    playout::bind_core(m);
    playout::bind_games(m);
    playout::bind_gdl(m);
    playout::bind_search(m);
    playout::bind_solve(m);
    playout::bind_device(m);
    playout::close_at_exit();
}
