// What the translation units of the bindings share.
#pragma once

#include <nanobind/nanobind.h>

#include "engine/engine.hpp"

namespace playout {

EnginePtr python_game(nanobind::object rules, bool misere);

// A state together with its engine: what Python holds.
struct Position {
    EnginePtr engine;
    std::shared_ptr<const AnyState> state;
    bool needs_gil; // its game is written in Python
};

// A game as Python holds it.
struct PyEngine {
    EnginePtr engine;
    bool needs_gil;
};

void bind_core(nanobind::module_ &);   // generator, logarithm, budget, stop flag
void bind_games(nanobind::module_ &);  // the catalogue, positions
void bind_search(nanobind::module_ &); // players, searches, matches

} // namespace playout
