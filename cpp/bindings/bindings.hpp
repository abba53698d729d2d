// What the translation units of the bindings share.
#pragma once

#include <nanobind/nanobind.h>

#include "engine/engine.hpp"

namespace playout {

class PythonGame;

// A game as Python holds it.
struct PyEngine {
    EnginePtr engine;
    const PythonGame *python = nullptr; // the engine's game, if it is written in Python
    nanobind::object game{};            // of the Python side, weakly
    nanobind::object face{};            // of the Python side, if the game is behind the C interface
};

// A state as Python holds it: with the Python object of its game, a PyEngine.
struct Position {
    nanobind::object owner;
    StatePtr state;

    [[nodiscard]] const PyEngine &game() const { return *nanobind::inst_ptr<PyEngine>(owner); }
    [[nodiscard]] const Engine &engine() const { return *game().engine; }
};

PyEngine python_game(nanobind::object rules, bool misere);
// From the address of a playout_game, which is copied. The face is an object that shows the game to people.
PyEngine make_c_game(std::uintptr_t rules, nanobind::object face, bool misere);

// How Python's garbage collector sees through games and states into those written in Python.
extern PyType_Slot engine_slots[], position_slots[];

// The same for a searcher, a T with a member `traverse`. It need clear nothing: whoever closes the cycle is
// an object of the user's, which Python clears.
template <class T> int traverse_searcher(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    return nanobind::inst_ready(self) ? nanobind::inst_ptr<T>(self)->traverse(visit, arg) : 0;
}
template <class T>
inline PyType_Slot searcher_slots[] = {{Py_tp_traverse, reinterpret_cast<void *>(traverse_searcher<T>)},
                                       {0, nullptr}};

void bind_core(nanobind::module_ &);   // generator, logarithm, budget, stop flag
void bind_games(nanobind::module_ &);  // the catalogue, positions
void bind_gdl(nanobind::module_ &);    // networks of games in GDL
void bind_search(nanobind::module_ &); // players, searches, matches
void bind_solve(nanobind::module_ &);  // solvers of puzzles
void bind_device(nanobind::module_ &); // the emulation of a card

} // namespace playout
