#include "bindings/bindings.hpp"

NB_MODULE(_core, m) {
    m.doc() = "The native core of playout. Its public face is the package `playout`.";
    playout::bind_core(m);
    playout::bind_games(m);
    playout::bind_search(m);
}
