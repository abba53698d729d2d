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

// A value for an error message, as the Python side shows it.
std::string describe(nb::handle value) {
    return nb::cast<std::string>(nb::module_::import_("playout.errors").attr("show")(value));
}

} // namespace

PythonGame::PythonGame(nb::object rules) : rules_(std::move(rules)) {
    type_ = nb::cast<std::string>(rules_.type().attr("__name__"));
    legal_ = method("legal");
    play_ = method("play");
    turn_ = method("turn");
    score_ = method("score");
    code_ = method("code");
    own_code_ = !nb::getattr(code_, "__func__", nb::none())
                     .is(nb::module_::import_("playout.python_game").attr("PythonGame").attr("code"));
    name_ = method("name");
    text_ = method("text");
    if (nb::hasattr(rules_, "bias")) bias_ = method("bias");
    players_ = static_cast<int>(integer("players", method("players"), 1, 2));
    max_length_ = static_cast<int>(integer("max_length", method("max_length"), 1, 1'000'000'000));
    bounds_ = read_bounds();
}

bool PythonGame::State::operator==(const State &that) const { return raw.equal(that.raw); }

PythonGame::State PythonGame::initial() const { return {method("initial")(), 0}; }

void PythonGame::legal(const State &state, Moves &moves) const {
    moves.clear();
    const nb::object answer = legal_(state.raw);
    if (!PySequence_Check(answer.ptr()) || nb::len(answer) > max_moves)
        complain("legal", answer, "a list, tuple or range of at most 1000000 integers from 0 to 2147483647");
    if (!PyList_CheckExact(answer.ptr())) {
        for (const nb::handle item : answer) moves.push_back(legal_move(item));
        return;
    }
    // An iterator costs more than the moves of a short list.
    for (Py_ssize_t i = 0; i < PyList_Size(answer.ptr()); ++i)
        moves.push_back(legal_move(PyList_GetItem(answer.ptr(), i)));
}

Move PythonGame::legal_move(nb::handle item) const {
    return static_cast<Move>(integer("legal", item, 0, max_move));
}

void PythonGame::play(State &state, Move move) const {
    if (++state.ply > max_length_)
        throw ContractError(type_ + ": a game did not end within max_length = " +
                            std::to_string(max_length_) + " moves; make it end, or raise max_length");
    state.raw = play_(state.raw, move);
}

Turn PythonGame::turn(const State &state) const {
    if (players_ == 1) return Turn::Max;
    const nb::object answer = turn_(state.raw);
    Turn turn{};
    if (!nb::try_cast(answer, turn)) complain("turn", answer, "playout.MAX or playout.MIN");
    return turn;
}

double PythonGame::score(const State &state) const {
    const nb::object answer = score_(state.raw);
    const double score = number("score", answer);
    if (!(score >= bounds_.low && score <= bounds_.high))
        complain("score", answer,
                 "a number within bounds() = (" + std::to_string(bounds_.low) + ", " +
                     std::to_string(bounds_.high) + ")");
    return score;
}

std::int64_t PythonGame::code(const State &state, Move move) const {
    if (!own_code_) return move;
    constexpr long limit = std::numeric_limits<long>::max();
    return integer("code", code_(state.raw, move), -limit, limit);
}

double PythonGame::bias(const State &state, Move move) const {
    const nb::object answer = bias_(state.raw, move);
    const double bias = number("bias", answer);
    if (!(std::abs(bias) <= max_bias)) complain("bias", answer, "a number from -50 to 50");
    return bias;
}

std::string PythonGame::name(const State &state, Move move) const {
    return string("name", name_(state.raw, move));
}

Move PythonGame::parse(const State &state, std::string_view text) const {
    Moves moves;
    legal(state, moves);
    for (const Move move : moves)
        if (name(state, move) == text) return move;
    return -1;
}

std::string PythonGame::board(const State &state) const { return string("text", text_(state.raw)); }

PythonGame::State PythonGame::setup(std::string_view, Turn) const {
    throw ContractError(type_ +
                        " is written in Python: its states cannot be set up from text, only played to");
}

int PythonGame::traverse(visitproc visit, void *arg) const {
    for (const nb::object *held : {&rules_, &legal_, &play_, &turn_, &score_, &code_, &name_, &text_, &bias_})
        Py_VISIT(held->ptr());
    return 0;
}

void PythonGame::complain(const char *method, nb::handle returned, const std::string &expected) const {
    throw ContractError(type_ + "." + method + " gave " + describe(returned) + "; expected " + expected);
}

nb::object PythonGame::method(const char *name) const {
    nb::object found = nb::getattr(rules_, name, nb::none());
    if (found.is_none())
        throw ContractError(type_ + " has no '" + name +
                            "': a game in Python is a subclass of playout.PythonGame");
    return found;
}

long PythonGame::integer(const char *method, nb::handle value, long low, long high) const {
    int overflow = 0;
    const long number = PyLong_Check(value.ptr()) ? PyLong_AsLongAndOverflow(value.ptr(), &overflow) : 0;
    if (!PyLong_Check(value.ptr()) || overflow != 0 || number < low || number > high)
        complain(method, value, "an integer from " + std::to_string(low) + " to " + std::to_string(high));
    return number;
}

double PythonGame::number(const char *method, nb::handle value) const {
    double number = 0;
    if (!nb::try_cast(value, number) || std::isnan(number)) complain(method, value, "a number");
    return number;
}

std::string PythonGame::string(const char *method, nb::handle value) const {
    std::string text;
    if (!nb::try_cast(value, text)) complain(method, value, "a string");
    return text;
}

Bounds PythonGame::read_bounds() const {
    const nb::object answer = method("bounds")();
    const char *const expected = "two finite numbers, the lowest score and a higher one";
    if (!nb::isinstance<nb::tuple>(answer) || nb::len(answer) != 2) complain("bounds", answer, expected);
    const Bounds bounds{number("bounds", answer[0]), number("bounds", answer[1])};
    if (!std::isfinite(bounds.high - bounds.low) || !(bounds.low < bounds.high))
        complain("bounds", answer, expected);
    return bounds;
}

PyEngine python_game(nb::object rules, bool misere) {
    auto engine = std::make_shared<PythonEngine>(Misere(PythonGame(std::move(rules)), misere));
    return {engine, &engine->game()};
}

} // namespace playout
