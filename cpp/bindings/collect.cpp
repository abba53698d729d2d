// Garbage collection. A game written in Python is easily part of a cycle (its class knows the module, the
// module knows the game), so the collector must see the references that the core holds.
#include "bindings/bindings.hpp"
#include "bindings/python_game.hpp"

namespace playout {

namespace {

int traverse_engine(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    if (!nb::inst_ready(self)) return 0;
    const auto *const game = nb::inst_ptr<PyEngine>(self);
    Py_VISIT(game->game.ptr());
    Py_VISIT(game->face.ptr());
    return game->engine && game->python ? game->python->traverse(visit, arg) : 0;
}

int clear_engine(PyObject *self) {
    if (nb::inst_ready(self)) nb::inst_ptr<PyEngine>(self)->engine.reset();
    return 0;
}

int traverse_position(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    if (!nb::inst_ready(self)) return 0;
    const auto *const position = nb::inst_ptr<Position>(self);
    Py_VISIT(position->owner.ptr());
    if (position->state && position->owner.is_valid() && position->game().python)
        Py_VISIT(PythonEngine::open(*position->state).raw.ptr());
    return 0;
}

int clear_position(PyObject *self) {
    if (!nb::inst_ready(self)) return 0;
    auto *const position = nb::inst_ptr<Position>(self);
    position->state.reset();
    position->owner.reset();
    return 0;
}

} // namespace

PyType_Slot engine_slots[] = {{Py_tp_traverse, reinterpret_cast<void *>(traverse_engine)},
                              {Py_tp_clear, reinterpret_cast<void *>(clear_engine)},
                              {0, nullptr}};
PyType_Slot position_slots[] = {{Py_tp_traverse, reinterpret_cast<void *>(traverse_position)},
                                {Py_tp_clear, reinterpret_cast<void *>(clear_position)},
                                {0, nullptr}};

} // namespace playout
