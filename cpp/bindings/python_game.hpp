// A game written in Python, as the core sees it: the Game concept on top of the methods of
// `playout.PythonGame`. Every call needs the GIL; what the methods answer is checked (answers.hpp).
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "bindings/answers.hpp"
#include "core/game.hpp"
#include "core/key.hpp"
#include "engine/engine_of.hpp"

namespace playout {

namespace nb = nanobind;

class PythonGame {
public:
    struct State {
        nb::object raw;
        int ply = 0;
        bool operator==(const State &) const;
    };

    // A state that is known again by ==; the hash comes from the game, or from Python.
    struct Key {
        State state;
        std::uint64_t hash = 0;
        bool operator==(const Key &that) const { return hash == that.hash && state == that.state; }
        friend std::uint64_t hash_key(const Key &key) { return key.hash; }
    };

    using Moves = MoveVector;
    static constexpr bool single_threaded = true; // every call needs the GIL
    static constexpr bool may_be_puzzle = true;

    explicit PythonGame(nb::object rules);

    [[nodiscard]] State initial() const;
    void legal(const State &, Moves &) const;
    void play(State &, Move) const;
    [[nodiscard]] Turn turn(const State &) const;
    [[nodiscard]] double score(const State &) const;
    [[nodiscard]] Bounds bounds() const { return bounds_; }
    [[nodiscard]] int players() const { return players_; }
    [[nodiscard]] std::int64_t code(const State &, Move) const;
    [[nodiscard]] Key key(const State &) const;
    [[nodiscard]] bool has_bias() const { return bias_.is_valid(); }
    [[nodiscard]] double bias(const State &, Move) const;
    [[nodiscard]] bool has_distance() const { return distance_.is_valid(); }
    [[nodiscard]] double distance(const State &, Move, const State &, Move) const;
    [[nodiscard]] bool normal_form() const { return with_turn_.is_valid(); }
    [[nodiscard]] State with_turn(const State &, Turn) const;
    [[nodiscard]] std::string name(const State &, Move) const;
    [[nodiscard]] Move parse(const State &, std::string_view) const;
    [[nodiscard]] std::string board(const State &) const;
    [[nodiscard]] State setup(std::string_view,
                              Turn) const; // throws: a game in Python starts at its beginning

    // Shows the garbage collector every reference to a Python object, as tp_traverse wants it.
    int traverse(visitproc visit, void *arg) const;

private:
    [[nodiscard]] nb::object something(const char *method, nb::object answer) const;
    [[nodiscard]] nb::object method(const char *name) const;
    [[nodiscard]] nb::object optional_method(const char *name) const; // nothing if the game has none
    [[nodiscard]] Move legal_move(nb::handle item) const;
    [[nodiscard]] std::size_t checked_length(const nb::object &answer) const;
    void read_list(const nb::object &answer, Moves &moves) const;
    void read_sequence(const nb::object &answer, Moves &moves) const;
    [[noreturn]] void complain_of_length(nb::handle answer, std::size_t said) const;
    [[nodiscard]] Bounds read_bounds() const;

    nb::object rules_;
    Answers answers_;
    nb::object legal_, play_, turn_, score_, code_, name_, text_; // bound methods, looked up once
    nb::object bias_, distance_, with_turn_, hash_;               // nothing if the game has none
    bool own_code_;                                               // else the code of a move is the move
    int players_, max_length_;
    Bounds bounds_;
};

using PythonEngine = EngineOf<Misere<PythonGame>>;

} // namespace playout
