#include "bindings/python_game.hpp"

#include <nanobind/stl/string.h>

#include <cmath>
#include <limits>

#include "bindings/bindings.hpp"
#include "core/error.hpp"
#include "search/solvers.hpp"

namespace playout {

namespace {

constexpr std::size_t max_moves = 1'000'000;
constexpr long max_move = std::numeric_limits<Move>::max();

} // namespace

PythonGame::PythonGame(nb::object rules) : rules_(std::move(rules)), answers_(rules_) {
    legal_ = method("legal");
    play_ = method("play");
    turn_ = method("turn");
    score_ = method("score");
    code_ = method("code");
    own_code_ = !nb::getattr(code_, "__func__", nb::none())
                     .is(nb::module_::import_("playout.python_game").attr("PythonGame").attr("code"));
    name_ = method("name");
    text_ = method("text");
    bias_ = optional_method("bias");
    distance_ = optional_method("distance");
    with_turn_ = optional_method("with_turn");
    hash_ = optional_method("hash");
    players_ = static_cast<int>(answers_.integer("players", method("players"), 1, 2));
    max_length_ = static_cast<int>(answers_.integer("max_length", method("max_length"), 1, 1'000'000'000));
    bounds_ = read_bounds();
}

// Values of the user's may be compared to anything; an array, to an array that is neither true nor false.
bool PythonGame::State::operator==(const State &that) const {
    if (raw.is(that.raw)) return true;
    const nb::object same = nb::steal(PyObject_RichCompare(raw.ptr(), that.raw.ptr(), Py_EQ));
    if (!same.is_valid()) throw nb::python_error();
    const int truth = PyObject_IsTrue(same.ptr());
    if (truth >= 0) return truth == 1;
    if (!PyErr_ExceptionMatches(PyExc_Exception)) throw nb::python_error();
    PyErr_Clear();
    throw ContractError("two states are equal or not, but == of " +
                        nb::cast<std::string>(raw.type().attr("__name__")) +
                        " is neither true nor false; let a state be a tuple, or an array's tobytes()");
}

// Objects that are equal to nobody else, or have no hash, are no help.
PythonGame::Key PythonGame::key(const State &state) const {
    const auto of_type = [&] { return nb::cast<std::string>(state.raw.type().attr("__name__")); };
    const auto comparison = [](PyTypeObject *type) { return PyType_GetSlot(type, Py_tp_richcompare); };
    if (comparison(reinterpret_cast<PyTypeObject *>(state.raw.type().ptr())) ==
        comparison(&PyBaseObject_Type))
        throw ContractError("uct: transpositions need states that are equal to others, and " + of_type() +
                            " has no __eq__; let a state be a tuple");
    const Py_hash_t hash = PyObject_Hash(hash_.is_valid() ? hash_(state.raw).ptr() : state.raw.ptr());
    if (hash != -1) return {state, static_cast<std::uint64_t>(hash)};
    if (hash_.is_valid() || !PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
    PyErr_Clear();
    throw ContractError("uct: transpositions need states with a hash, and " + of_type() +
                        " has none; let a state be a tuple, or give the game a method hash(state)");
}

PythonGame::State PythonGame::initial() const { return {something("initial", method("initial")()), 0}; }

// A method that ends without a return gives None: the commonest slip of all.
nb::object PythonGame::something(const char *method, nb::object answer) const {
    if (answer.is_none()) answers_.complain(method, answer, "a state; has it a return?");
    return answer;
}

void PythonGame::legal(const State &state, Moves &moves) const {
    moves.clear();
    const nb::object answer = legal_(state.raw);
    if (PyList_CheckExact(answer.ptr()))
        read_list(answer, moves);
    else
        read_sequence(answer, moves);
}

// An iterator costs more than the moves of a short list.
void PythonGame::read_list(const nb::object &answer, Moves &moves) const {
    const std::size_t size = checked_length(answer);
    for (std::size_t i = 0; i < size && i < nb::len(answer); ++i) // what it holds may change it
        moves.push_back(legal_move(nb::borrow(PyList_GetItem(answer.ptr(), static_cast<Py_ssize_t>(i)))));
    if (nb::len(answer) != size) complain_of_length(answer, size);
}

void PythonGame::read_sequence(const nb::object &answer, Moves &moves) const {
    const std::size_t size = checked_length(answer);
    const auto note = [&](nb::handle item) { moves.push_back(legal_move(item)); };
    if (!read_items(answer, size, note)) complain_of_length(answer, size);
}

std::size_t PythonGame::checked_length(const nb::object &answer) const {
    const bool is_sequence =
        PyList_CheckExact(answer.ptr()) || (PySequence_Check(answer.ptr()) && nb::hasattr(answer, "__len__"));
    const std::size_t length = is_sequence ? nb::len(answer) : 0;
    if (!is_sequence || length > max_moves)
        answers_.complain("legal", answer,
                          "a list, tuple or range of at most 1000000 integers from 0 to 2147483647");
    return length;
}

void PythonGame::complain_of_length(nb::handle answer, std::size_t said) const {
    answers_.complain("legal", answer, "as many moves as its len() says, " + std::to_string(said));
}

Move PythonGame::legal_move(nb::handle item) const {
    return static_cast<Move>(answers_.integer("legal", item, 0, max_move));
}

void PythonGame::play(State &state, Move move) const {
    if (++state.ply > max_length_)
        throw ContractError(answers_.type() + ": a game did not end within max_length = " +
                            std::to_string(max_length_) + " moves; make it end, or raise max_length");
    state.raw = something("play", play_(state.raw, move));
}

Turn PythonGame::turn(const State &state) const {
    if (players_ == 1) return Turn::Max;
    const nb::object answer = turn_(state.raw);
    if (!nb::isinstance<Turn>(answer)) answers_.complain("turn", answer, "playout.MAX or playout.MIN");
    return nb::cast<Turn>(answer);
}

double PythonGame::score(const State &state) const {
    return answers_.score("score", score_(state.raw), bounds_);
}

std::int64_t PythonGame::code(const State &state, Move move) const {
    if (!own_code_) return move;
    constexpr long limit = std::numeric_limits<long>::max();
    return answers_.integer("code", code_(state.raw, move), -limit, limit);
}

double PythonGame::bias(const State &state, Move move) const {
    const nb::object answer = bias_(state.raw, move);
    const double bias = answers_.number("bias", answer);
    if (!(std::abs(bias) <= max_bias)) answers_.complain("bias", answer, "a number from -50 to 50");
    return bias;
}

double PythonGame::distance(const State &state, Move move, const State &other, Move other_move) const {
    const nb::object answer = distance_(state.raw, move, other.raw, other_move);
    const double distance = answers_.number("distance", answer);
    if (!std::isfinite(distance)) answers_.complain("distance", answer, "a finite number");
    return distance;
}

PythonGame::State PythonGame::with_turn(const State &state, Turn turn) const {
    if (!normal_form())
        throw ContractError(answers_.type() +
                            " has no with_turn(state, turn), by which it would say that the player without a "
                            "move has lost, and what a player could play out of turn");
    return {with_turn_(state.raw, turn), state.ply};
}

std::string PythonGame::name(const State &state, Move move) const {
    return answers_.string("name", name_(state.raw, move));
}

Move PythonGame::parse(const State &state, std::string_view text) const {
    Moves moves;
    legal(state, moves);
    for (const Move move : moves)
        if (name(state, move) == text) return move;
    return -1;
}

std::string PythonGame::board(const State &state) const { return answers_.string("text", text_(state.raw)); }

PythonGame::State PythonGame::setup(std::string_view, Turn) const {
    throw ContractError(answers_.type() +
                        " is written in Python: its states cannot be set up from text, only played to");
}

int PythonGame::traverse(visitproc visit, void *arg) const {
    for (const nb::object *held : {&rules_, &legal_, &play_, &turn_, &score_, &code_, &name_, &text_, &bias_,
                                   &distance_, &with_turn_, &hash_})
        Py_VISIT(held->ptr());
    return 0;
}

nb::object PythonGame::optional_method(const char *name) const {
    return nb::hasattr(rules_, name) ? method(name) : nb::object();
}

nb::object PythonGame::method(const char *name) const {
    nb::object found = nb::getattr(rules_, name, nb::none());
    if (found.is_none())
        throw ContractError(answers_.type() + " has no '" + name +
                            "': a game in Python is a subclass of playout.PythonGame");
    return found;
}

Bounds PythonGame::read_bounds() const {
    const nb::object answer = method("bounds")();
    const char *const expected = "two finite numbers, the lowest score and a higher one";
    if (!nb::isinstance<nb::tuple>(answer) || nb::len(answer) != 2)
        answers_.complain("bounds", answer, expected);
    const Bounds bounds{answers_.number("bounds", answer[0]), answers_.number("bounds", answer[1])};
    if (!std::isfinite(bounds.high - bounds.low) || !(bounds.low < bounds.high))
        answers_.complain("bounds", answer, expected);
    return bounds;
}

PyEngine python_game(nb::object rules, bool misere) {
    auto engine = std::make_shared<PythonEngine>(Misere(PythonGame(std::move(rules)), misere));
    return {engine, &engine->game()};
}

} // namespace playout
