#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <typeinfo>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/closing.hpp"
#include "bindings/python_game.hpp"
#include "engine/catalogue.hpp"

namespace playout {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// The function that makes a native game, as Python calls it.
template <class... Args> auto native(EnginePtr (*make)(Args...)) {
    return [make](Args... args) { return PyEngine{make(args...)}; };
}

// A handle, unlike a reference, may be of an object whose __init__ never ran.
const Engine &open(nb::handle_t<PyEngine> game) {
    if (!nb::inst_ready(game)) throw nb::type_error("this Engine was never made");
    return *nb::inst_ptr<PyEngine>(game)->engine;
}

Position initial(nb::handle_t<PyEngine> game) { return {nb::borrow(game), open(game).initial()}; }

Position setup(nb::handle_t<PyEngine> game, std::string_view board, Turn turn) {
    return {nb::borrow(game), open(game).setup(board, turn)};
}

Position play(const Position &from, Move move) { return {from.owner, from.engine().play(*from.state, move)}; }

Position playout_play(const Position &from, Move move) {
    return {from.owner, from.engine().playout_play(*from.state, move)};
}

// For states of equal games, which is the caller's to know.
bool equal(const Position &a, const Position &b) {
    return typeid(a.engine()) == typeid(b.engine()) && a.engine().equal(*a.state, *b.state);
}

nb::any game(const Position &position) {
    const nb::object &reference = position.game().game;
    return nb::borrow<nb::any>(reference.is_valid() ? reference() : nb::none());
}

// A state of a game written in Python, as its rules made it, or the bytes of one behind the C interface; None
// of a native one.
nb::any raw(const Position &position) {
    if (position.game().python != nullptr)
        return nb::borrow<nb::any>(PythonEngine::open(*position.state).raw);
    const std::span<const std::byte> bytes = position.engine().bytes(*position.state);
    if (bytes.empty()) return nb::borrow<nb::any>(nb::none());
    return nb::borrow<nb::any>(nb::bytes(bytes.data(), bytes.size()));
}

void bind_catalogue(nb::module_ &m) {
    m.def("tictactoe", native(tictactoe), "misere"_a = false);
    m.def("breakthrough", native(breakthrough), "rows"_a, "cols"_a, "pieces"_a = 2, "misere"_a = false);
    m.def("knightthrough", native(knightthrough), "rows"_a, "cols"_a, "pieces"_a = 2, "misere"_a = false);
    m.def("domineering", native(domineering), "rows"_a, "cols"_a, "misere"_a = false);
    m.def("nogo", native(nogo), "rows"_a, "cols"_a, "misere"_a = false);
    m.def("atarigo", native(atarigo), "rows"_a, "cols"_a, "misere"_a = false);
    m.def("go", native(go), "rows"_a, "cols"_a, "komi"_a = 7.5, "misere"_a = false);
    m.def("connectfour", native(connectfour), "width"_a, "height"_a, "connect"_a = 4, "misere"_a = false);
    m.def("seki", native(seki), "max_liberties"_a, "min_liberties"_a, "misere"_a = false);
    m.def("crossword", native(crossword), "words"_a, "size"_a);
    m.def("morpion", native(morpion), "variant"_a, "replace_dominated"_a = true);
    m.def("python_game", &python_game, "rules"_a.none(), "misere"_a = false,
          "A game from an object with the methods of playout.PythonGame.", counted);
    m.def("c_game", &make_c_game, "rules"_a, "face"_a, "misere"_a = false,
          "A game from the address of a playout_game, and an object that shows it to people.", counted);
}

} // namespace

void bind_games(nb::module_ &m) {
    nb::exception<IllegalMove>(m, "IllegalMove", PyExc_ValueError);
    nb::exception<ContractError>(m, "ContractError", PyExc_ValueError);

    nb::enum_<Turn>(m, "Turn", "Who is to move.").value("MAX", Turn::Max).value("MIN", Turn::Min);

    nb::class_<Position>(m, "Position", nb::type_slots(position_slots), "A state of a game.")
        .def_prop_ro("game", &game, "The playout.Game that it is of, if that is still there.")
        .def_prop_ro("raw", &raw,
                     "The state as rules in Python made it, or as bytes behind the C interface; else None.")
        .def_prop_ro(
            "legal_moves", [](const Position &p) { return p.engine().legal(*p.state); }, counted)
        .def_prop_ro(
            "playout_moves", [](const Position &p) { return p.engine().playout_moves(*p.state); },
            "What playouts draw from.", counted)
        .def("play", &play, "move"_a, counted)
        .def("playout_play", &playout_play, "move"_a, "Plays one of playout_moves.", counted)
        .def(
            "with_turn",
            [](const Position &p, Turn turn) {
                return Position{p.owner, p.engine().with_turn(*p.state, turn)};
            },
            "turn"_a, "The same board with this player to move, in a game where who cannot move has lost.",
            counted)
        .def_prop_ro(
            "turn", [](const Position &p) { return p.engine().turn(*p.state); }, counted)
        .def_prop_ro(
            "score", [](const Position &p) { return p.engine().score(*p.state); }, counted)
        .def(
            "code", [](const Position &p, Move move) { return p.engine().code(*p.state, move); }, "move"_a,
            counted)
        .def(
            "name", [](const Position &p, Move move) { return p.engine().name(*p.state, move); }, "move"_a,
            counted)
        .def(
            "parse",
            [](const Position &p, std::string_view text) { return p.engine().parse(*p.state, text); },
            "text"_a, "The legal move of this name; -1 if there is none.", counted)
        .def_prop_ro(
            "allowed", [](const Position &p) { return p.engine().allowed(*p.state); }, counted)
        .def_prop_ro(
            "board", [](const Position &p) { return p.engine().board(*p.state); }, counted)
        .def("equals", &equal, "that"_a, counted);

    nb::class_<PyEngine>(m, "Engine", nb::type_slots(engine_slots), "A game with every search made for it.")
        .def("initial", &initial, counted)
        .def("setup", &setup, "board"_a, "turn"_a, counted)
        .def_rw("game", &PyEngine::game, "A weak reference to the playout.Game that has this engine.")
        .def_prop_ro(
            "face",
            [](const PyEngine &game) {
                return nb::borrow<nb::any>(game.face.is_valid() ? nb::handle(game.face) : nb::none());
            },
            "What was given with rules behind the C interface.")
        .def_prop_ro("players", [](const PyEngine &game) { return game.engine->players(); })
        .def_prop_ro("bounds",
                     [](const PyEngine &game) {
                         const auto [low, high] = game.engine->bounds();
                         return std::pair(low, high);
                     })
        .def_prop_ro(
            "state_size", [](const PyEngine &game) { return game.engine->state_size(); },
            "The bytes of a state.");

    bind_catalogue(m);
}

} // namespace playout
