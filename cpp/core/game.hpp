// The Game concept: what every search asks of the rules, and the hooks that make a game faster.
//
// A game object holds the parameters; a state is a plain value. Scores are from Max's side.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/moves.hpp"
#include "core/rng.hpp"

namespace playout {

enum class Turn : std::uint8_t { Max = 0, Min = 1 };

constexpr Turn other(Turn turn) { return turn == Turn::Max ? Turn::Min : Turn::Max; }

// Where players add one mark each in turn, Max first, the numbers of marks tell whose turn it is.
inline void check_alternation(int max, int min, Turn turn) {
    if (max - min != static_cast<int>(turn))
        throw std::invalid_argument("X has made " + std::to_string(max) + " moves and O " +
                                    std::to_string(min) + ", so it cannot be the turn of " +
                                    (turn == Turn::Max ? "X" : "O"));
}

struct Bounds {
    double low, high;

    [[nodiscard]] double middle() const { return (low + high) / 2; }
};

template <class G>
concept Game = requires(const G &game, typename G::State &state, const typename G::State &seen,
                        typename G::Moves &moves, Move move, std::string_view text) {
    { game.initial() } -> std::same_as<typename G::State>;
    game.legal(seen, moves); // fills the cleared list in one defined order; empty if and only if terminal
    game.play(state, move);
    { game.turn(seen) } -> std::same_as<Turn>;
    { game.score(seen) } -> std::convertible_to<double>; // of a terminal state
    { game.bounds() } -> std::same_as<Bounds>;
    { game.players() } -> std::convertible_to<int>;
    { game.code(seen, move) } -> std::convertible_to<std::int64_t>;
    { game.name(seen, move) } -> std::convertible_to<std::string>;
    { game.parse(seen, text) } -> std::same_as<Move>;         // -1 where the text names no move of this game
    { game.board(seen) } -> std::convertible_to<std::string>; // rows from the top, joined by '/'
    // The inverse of board(); throws std::invalid_argument where the board is not a position of the game.
    { game.setup(text, Turn::Max) } -> std::same_as<typename G::State>;
    { seen == seen } -> std::convertible_to<bool>;
};

// Hook: the number of legal moves and the k-th of them, in legal()'s order, without listing.
template <class G>
concept Indexed = Game<G> && requires(const G &game, const typename G::State &seen, typename G::State &state,
                                      std::uint32_t k) {
    { game.count(seen) } -> std::convertible_to<std::uint32_t>;
    { game.nth(seen, k) } -> std::same_as<Move>;
    game.play_nth(state, k); // the same as play(state, nth(state, k))
};

// Hook: the moves that playouts draw from, where they are not all the legal ones.
template <class G>
concept OwnPlayoutMoves =
    Game<G> && requires(const G &game, const typename G::State &seen, typename G::State &state,
                        typename G::Moves &moves, std::uint32_t k) {
        { game.playout_count(seen) } -> std::convertible_to<std::uint32_t>; // 0 if and only if terminal
        { game.playout_nth(seen, k) } -> std::same_as<Move>;
        game.playout_play(state, k); // the same as play(state, playout_nth(state, k))
        game.playout_list(seen, moves);
    };

// Hook: a game that may play whole uniform playouts by itself, with the draws of playouts/uniform.hpp.
template <class G>
concept PlaysOut = Game<G> && requires(const G &game, typename G::State &state, typename G::Moves &scratch,
                                       Rng &rng, std::uint32_t limit) {
    { game.plays_out() } -> std::same_as<bool>;
    // Makes at most so many moves, and says how many.
    { game.play_out(state, scratch, rng, limit) } -> std::same_as<std::uint32_t>;
};

// Hook: the codes of several legal moves at once.
template <class G>
concept CodesInBulk =
    Game<G> && requires(const G &game, const typename G::State &seen, std::span<const Move> moves,
                        std::int64_t *codes) { game.codes(seen, moves, codes); };

// Hook: every code is from 0 to code_count() - 1, so that what is learned of it has its place in an array;
// unless code_count() is 0, which promises nothing.
template <class G>
concept DenseCodes = Game<G> && requires(const G &game) {
    { game.code_count() } -> std::convertible_to<std::int32_t>;
};

// Hook: a code that says beside which move it is what stands around it, from 0 to feature_count() - 1. Moves
// of the same feature code have the same code.
template <class G>
concept Featured = Game<G> && requires(const G &game, const typename G::State &seen, Move move) {
    { game.feature_code(seen, move) } -> std::convertible_to<std::int64_t>;
    { game.feature_count() } -> std::convertible_to<std::int32_t>;
};

// Hook: a game that may be a puzzle. Solvers are made for such games only.
template <class G>
concept MaybePuzzle = Game<G> && G::may_be_puzzle;

// Hook: a move is its own code, and the legal moves are listed by eights, for vector instructions.
template <class G>
concept ListedCodes =
    Indexed<G> && DenseCodes<G> && requires(const G &game, const typename G::State &seen, Move *list) {
        // Writes the legal moves, in legal()'s order, and -1 behind them up to a multiple of eight.
        game.list_by_eights(seen, list);
    };

// Hook: a state holds its legal moves. They stay legal until they are not, for good, and new ones are put
// last: so many since the last move. nth() looks one up, and is -1 behind the last, up to a multiple of
// eight.
template <class G>
concept NewMovesLast = ListedCodes<G> && requires(const G &game, const typename G::State &seen) {
    { game.added(seen) } -> std::convertible_to<std::uint32_t>;
};

// Hook: what the rules' author thinks of a legal move, as the logarithm of its odds; 0 for nothing special.
template <class G>
concept Biased = Game<G> && requires(const G &game, const typename G::State &seen, Move move) {
    { game.has_bias() } -> std::convertible_to<bool>;
    { game.bias(seen, move) } -> std::convertible_to<double>; // from -max_bias to max_bias
};
constexpr double max_bias = 50;

// Hook: how far a move in one state is from a move in another; for searches that change what lies together.
template <class G>
concept Measured = Game<G> && requires(const G &game, const typename G::State &seen, Move move) {
    { game.has_distance() } -> std::convertible_to<bool>;
    { game.distance(seen, move, seen, move) } -> std::convertible_to<double>; // a finite number
};

// Hook: which of the moves that playouts draw from may end the game at once, found faster than by trying all.
// Those that do are listed, in their order, and perhaps some that do not.
template <class G>
concept ForeseesEnd = Game<G> && requires(const G &game, const typename G::State &seen,
                                          typename G::Moves &moves) { game.list_ends(seen, moves); };

// Lists the moves that playouts choose from, in the order in which the hooks count them.
template <Game G>
void list_playout_moves(const G &game, const typename G::State &state, typename G::Moves &moves) {
    if constexpr (OwnPlayoutMoves<G>) {
        game.playout_list(state, moves);
    } else {
        game.legal(state, moves);
    }
}

// A hook of the game counts the moves that playouts choose from.
template <class G>
concept CountedPlayoutMoves = OwnPlayoutMoves<G> || Indexed<G>;

// How many moves playouts choose from, 0 if and only if the game is over.
template <CountedPlayoutMoves G>
std::uint32_t count_playout_moves(const G &game, const typename G::State &state) {
    if constexpr (OwnPlayoutMoves<G>)
        return game.playout_count(state);
    else
        return game.count(state);
}

// The k-th of them.
template <CountedPlayoutMoves G>
Move nth_playout_move(const G &game, const typename G::State &state, std::uint32_t k) {
    if constexpr (OwnPlayoutMoves<G>)
        return game.playout_nth(state, k);
    else
        return game.nth(state, k);
}

// The same for any game: where no hook counts the moves, they are listed.
template <Game G>
std::uint32_t count_playout_moves(const G &game, const typename G::State &state, typename G::Moves &moves) {
    if constexpr (CountedPlayoutMoves<G>) {
        return count_playout_moves(game, state);
    } else {
        game.legal(state, moves);
        return static_cast<std::uint32_t>(moves.size());
    }
}

// The k-th of the moves that have just been counted.
template <Game G>
Move nth_playout_move(const G &game, const typename G::State &state, const typename G::Moves &moves,
                      std::uint32_t k) {
    if constexpr (CountedPlayoutMoves<G>)
        return nth_playout_move(game, state, k);
    else
        return moves[static_cast<int>(k)];
}

} // namespace playout
