// The engine of one game. Included by one translation unit a game, so that they compile side by side.
#pragma once

#include <algorithm>
#include <utility>

#include "engine/engine.hpp"
#include "games/misere.hpp"
#include "playouts/playout.hpp"
#include "search/perft.hpp"

namespace playout {

// In search/solvers.hpp, which the translation units of puzzles include.
template <Game G> class Solvers;

template <Game G> class EngineOf final : public Engine {
public:
    using State = typename G::State;

    explicit EngineOf(G game) : game_(std::move(game)) {}

    [[nodiscard]] const G &game() const { return game_; }
    static const State &open(const AnyState &state) { return unbox<State>(state); }

    [[nodiscard]] StatePtr initial() const override { return box(game_.initial()); }

    [[nodiscard]] StatePtr setup(std::string_view board, Turn turn) const override {
        return box(game_.setup(board, turn));
    }

    [[nodiscard]] std::vector<Move> legal(const AnyState &state) const override {
        typename G::Moves moves;
        game_.legal(open(state), moves);
        return {moves.begin(), moves.end()};
    }

    [[nodiscard]] std::vector<Move> playout_moves(const AnyState &state) const override {
        typename G::Moves moves;
        list_playout_moves(game_, open(state), moves);
        return {moves.begin(), moves.end()};
    }

    [[nodiscard]] StatePtr playout_play(const AnyState &state, Move move) const override {
        if constexpr (!OwnPlayoutMoves<G>) return play(state, move);
        if (!plays(state, move)) throw IllegalMove("no playout plays move " + std::to_string(move));
        State next = open(state);
        game_.play(next, move);
        return box(std::move(next));
    }

    [[nodiscard]] StatePtr play(const AnyState &state, Move move) const override {
        require_legal(state, move);
        State next = open(state);
        game_.play(next, move);
        return box(std::move(next));
    }

    [[nodiscard]] StatePtr with_turn(const AnyState &state, Turn turn) const override {
        if constexpr (NormalForm<G>) return box(game_.with_turn(open(state), turn));
        throw std::invalid_argument("this game does not say what a player could play out of turn");
    }

    [[nodiscard]] Turn turn(const AnyState &state) const override { return game_.turn(open(state)); }

    [[nodiscard]] double score(const AnyState &state) const override {
        if (!legal(state).empty())
            throw std::invalid_argument("the game is not over, so it has no score yet");
        return game_.score(open(state));
    }

    [[nodiscard]] Bounds bounds() const override { return game_.bounds(); }
    [[nodiscard]] int players() const override { return game_.players(); }

    // Also of a move that only playouts make.
    [[nodiscard]] std::int64_t code(const AnyState &state, Move move) const override {
        if (!OwnPlayoutMoves<G> || !plays(state, move)) require_legal(state, move);
        return game_.code(open(state), move);
    }

    [[nodiscard]] std::string name(const AnyState &state, Move move) const override {
        require_legal(state, move);
        return game_.name(open(state), move);
    }

    [[nodiscard]] Move parse(const AnyState &state, std::string_view text) const override {
        const Move move = game_.parse(open(state), text);
        return is_legal(state, move) ? move : -1;
    }

    [[nodiscard]] std::string allowed(const AnyState &state) const override {
        constexpr std::size_t shown = 12;
        const std::vector<Move> moves = legal(state);
        if (moves.empty()) return "the game is over";
        std::string text = "the legal moves are";
        for (std::size_t i = 0; i < std::min(shown, moves.size()); ++i)
            (text += ' ') += game_.name(open(state), moves[i]);
        return moves.size() > shown ? text + " and " + std::to_string(moves.size() - shown) + " more" : text;
    }

    [[nodiscard]] std::string board(const AnyState &state) const override { return game_.board(open(state)); }

    [[nodiscard]] bool equal(const AnyState &a, const AnyState &b) const override {
        return open(a) == open(b);
    }

    [[nodiscard]] std::size_t state_size() const override { return sizeof(State); }

    [[nodiscard]] std::span<const std::byte> bytes(const AnyState &state) const override {
        if constexpr (requires { game_.bytes(open(state)); }) return game_.bytes(open(state));
        return {};
    }

    void copy(const AnyState &state, std::uint64_t times) const override {
        for (State to = open(state); times > 0; --times) {
            to = open(state);
            asm volatile("" : : "r"(&to) : "memory"); // or one copy would do for all
        }
    }

    [[nodiscard]] SearchPtr start(const AnyState &state, const PlayerOptions &options,
                                  std::uint64_t seed) const override {
        require_unfinished(state);
        return std::make_unique<SearchOf<G>>(game_, open(state), options, seed);
    }

    [[nodiscard]] SearchPtr load_search(const AnyState &state, const PlayerOptions &options,
                                        std::string_view bytes) const override {
        return std::make_unique<SearchOf<G>>(game_, open(state), options, bytes);
    }

    [[nodiscard]] GameRecord play_game(const AnyState &state, const Side &max, const Side &min,
                                       std::uint64_t seed, const Stop &stop) const override {
        return playout::play_game(game_, open(state), max, min, seed, stop);
    }

    [[nodiscard]] SearchResult run_playouts(const AnyState &state, const PlayoutOptions &options,
                                            const Budget &budget, std::uint64_t seed,
                                            const Stop &stop) const override {
        require_unfinished(state);
        Meter meter(budget, stop);
        Rng rng(seed);
        Playout<G> playout(game_, options);
        try {
            for (; !meter.spent(); ++meter.simulations) {
                playout.begin();
                playout.learn(playout.play(State(open(state)), rng, meter).score);
                if (meter.states == 0 && budget.only_states())
                    throw std::invalid_argument("this playout makes no moves, so a budget in states would "
                                                "never be spent: give seconds or simulations");
            }
        } catch (const Interrupted &) { // the unfinished playout does not count
        }
        SearchResult counters;
        counters.read(meter);
        return counters;
    }

    [[nodiscard]] SolverPtr make_solver(const AnyState &state, const SolverOptions &options,
                                        std::uint64_t seed, const std::vector<Move> &known) const override {
        require_solvable(state);
        if constexpr (MaybePuzzle<G>) return Solvers<G>::make(game_, open(state), options, seed, known);
        return {};
    }

    [[nodiscard]] SolverPtr load_solver(const AnyState &state, const SolverOptions &options,
                                        std::string_view bytes) const override {
        require_solvable(state);
        if constexpr (MaybePuzzle<G>) return Solvers<G>::load(game_, open(state), options, bytes);
        return {};
    }

    [[nodiscard]] std::uint64_t perft(const AnyState &state, int depth, const Stop &stop) const override {
        Meter meter({}, stop);
        return playout::perft(game_, open(state), depth, meter);
    }

private:
    [[nodiscard]] bool is_legal(const AnyState &state, Move move) const {
        const std::vector<Move> moves = legal(state);
        return std::find(moves.begin(), moves.end(), move) != moves.end();
    }

    // Whether playouts may make a move.
    [[nodiscard]] bool plays(const AnyState &state, Move move) const {
        const std::vector<Move> moves = playout_moves(state);
        return std::find(moves.begin(), moves.end(), move) != moves.end();
    }

    void require_legal(const AnyState &state, Move move) const {
        if (!is_legal(state, move))
            throw IllegalMove("illegal move " + std::to_string(move) + ": " + allowed(state));
    }

    void require_unfinished(const AnyState &state) const {
        if (legal(state).empty())
            throw std::invalid_argument("the game is over: there is no move to search for");
    }

    void require_solvable(const AnyState &state) const {
        if (!MaybePuzzle<G> || players() != 1)
            throw std::invalid_argument("only a puzzle can be solved: this game has two players");
        require_unfinished(state);
    }

    G game_;
};

// The engine of a two-player game or of its misère version.
template <Game G> EnginePtr make_engine(G game, bool misere) {
    return std::make_shared<EngineOf<Misere<G>>>(Misere<G>(std::move(game), misere));
}

} // namespace playout
