// An engine: a game with every search instantiated for it, behind one virtual interface. A virtual call
// is made once a search, never inside one. This is what the bindings see of the core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_state.hpp"
#include "core/budget.hpp"
#include "core/error.hpp"
#include "core/game.hpp"
#include "match/match.hpp"
#include "search/player.hpp"
#include "search/result.hpp"
#include "search/search.hpp"
#include "search/solver.hpp"
#include "search/solver_options.hpp"

namespace playout {

class Engine {
public:
    virtual ~Engine() = default;

    [[nodiscard]] virtual StatePtr initial() const = 0;
    [[nodiscard]] virtual StatePtr setup(std::string_view board, Turn) const = 0;
    [[nodiscard]] virtual std::vector<Move> legal(const AnyState &) const = 0;
    [[nodiscard]] virtual std::vector<Move>
    playout_moves(const AnyState &) const = 0;                             // what playouts draw from
    [[nodiscard]] virtual StatePtr play(const AnyState &, Move) const = 0; // throws IllegalMove
    // The same with one of playout_moves(), which may be illegal outside playouts.
    [[nodiscard]] virtual StatePtr playout_play(const AnyState &, Move) const = 0;
    // The same board with this player to move, in a game in normal form.
    [[nodiscard]] virtual StatePtr with_turn(const AnyState &, Turn) const = 0;
    [[nodiscard]] virtual Turn turn(const AnyState &) const = 0;
    [[nodiscard]] virtual double score(const AnyState &) const = 0;
    [[nodiscard]] virtual Bounds bounds() const = 0;
    [[nodiscard]] virtual int players() const = 0;
    [[nodiscard]] virtual std::int64_t code(const AnyState &, Move) const = 0;
    [[nodiscard]] virtual std::string name(const AnyState &, Move) const = 0;
    [[nodiscard]] virtual Move parse(const AnyState &, std::string_view) const = 0; // -1 if illegal
    [[nodiscard]] virtual std::string
    allowed(const AnyState &) const = 0; // the legal moves, for an error message
    [[nodiscard]] virtual std::string board(const AnyState &) const = 0;
    [[nodiscard]] virtual bool equal(const AnyState &, const AnyState &) const = 0;
    [[nodiscard]] virtual std::size_t state_size() const = 0; // in bytes
    // A state as plain bytes, of a game behind the C interface; none of any other.
    [[nodiscard]] virtual std::span<const std::byte> bytes(const AnyState &) const = 0;
    virtual void copy(const AnyState &, std::uint64_t times) const = 0; // to measure how long it takes

    // A search of any player from a state, new or saved; it refers to the engine.
    [[nodiscard]] virtual SearchPtr start(const AnyState &, const PlayerOptions &,
                                          std::uint64_t seed) const = 0;
    [[nodiscard]] virtual SearchPtr load_search(const AnyState &, const PlayerOptions &,
                                                std::string_view bytes) const = 0;
    [[nodiscard]] virtual GameRecord play_game(const AnyState &, const Side &max, const Side &min,
                                               std::uint64_t seed, const Stop &) const = 0;
    // Playouts from a state until the budget is spent; only the counters are answered.
    [[nodiscard]] virtual SearchResult run_playouts(const AnyState &, const PlayoutOptions &, const Budget &,
                                                    std::uint64_t seed, const Stop &) const = 0;
    // A solver of a puzzle from a state, new or saved; it refers to the engine. `known` is a sequence to
    // begin with, or nothing.
    [[nodiscard]] virtual SolverPtr make_solver(const AnyState &, const SolverOptions &, std::uint64_t seed,
                                                const std::vector<Move> &known) const = 0;
    [[nodiscard]] virtual SolverPtr load_solver(const AnyState &, const SolverOptions &,
                                                std::string_view bytes) const = 0;
    [[nodiscard]] virtual std::uint64_t perft(const AnyState &, int depth, const Stop &) const = 0;
};
using EnginePtr = std::shared_ptr<const Engine>;

} // namespace playout
