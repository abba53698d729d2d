// A solver: a search for the best sequence of a puzzle that can be stopped, saved, loaded and run on.
//
// It is one stream: game, start, options and seed decide everything. It runs from playout to playout, for as
// long as it is let; how its run is cut into slices changes nothing. When the search is over it begins again,
// with the generator as it is by then, so that a budget is always used up.
//
// A machine is what differs from one algorithm to another:
// - simulate(rng, meter, best) makes one playout and all that follows from it. If it throws, the machine and
//   the generator are as they were at some moment from which the run goes on as if nothing had happened.
// - prepare(meter), if a run has to begin with more: what load() has put off, or an exception undone. It
//   counts nothing, and throws Interrupted where the meter ends the run.
// - save(writer), load(reader): its whole state, but what follows from game, start and options.
// - simulations(), if it saves how many it has made.
// - held(), if it goes on from another sequence than the best one: that sequence.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"

namespace playout {

struct Solution {
    double score = -std::numeric_limits<double>::infinity();
    std::vector<Move> moves;
};

class Solver {
public:
    virtual ~Solver() = default;

    // Goes on until the budget of this call is spent, the best score is `target` or more, or a stop is
    // requested.
    virtual void run(const Budget &, const Stop &, double target) = 0;

    [[nodiscard]] virtual std::string save() const = 0;
    [[nodiscard]] virtual Solution held() const = 0;

    [[nodiscard]] const Solution &best() const { return best_; }
    [[nodiscard]] std::uint64_t simulations() const { return simulations_; }
    [[nodiscard]] std::uint64_t states() const { return states_; }

protected:
    Solution best_;
    std::uint64_t simulations_ = 0, states_ = 0;
};
using SolverPtr = std::unique_ptr<Solver>;

// Plays the moves of a sequence, calling see(state, legal moves, move) before each. Throws ContractError
// where a move is illegal: the sequence has been a legal one, or so its owner says.
template <Game G, class See>
typename G::State replay(const G &game, typename G::State state, const std::vector<Move> &moves, See see) {
    typename G::Moves legal;
    for (const Move move : moves) {
        game.legal(state, legal);
        if (std::find(legal.begin(), legal.end(), move) == legal.end())
            throw ContractError("the sequence has an illegal move, " + std::to_string(move) +
                                ", or legal() gives two different answers for the same state");
        see(state, legal, move);
        game.play(state, move);
    }
    return state;
}

// A whole game from its moves; a game that is not over is a std::invalid_argument.
template <Game G>
Solution solution(const G &game, const typename G::State &start, const std::vector<Move> &moves) {
    const auto end = replay(game, start, moves, [](const auto &, const auto &, Move) {});
    typename G::Moves legal;
    game.legal(end, legal);
    if (!legal.empty()) throw std::invalid_argument("the sequence does not reach the end of the game");
    return {game.score(end), moves};
}

// Takes back what the meter has counted, unless the work is done: it will be done again.
class Uncounted {
public:
    explicit Uncounted(Meter &meter) : meter_(meter), states_(meter.states) {}
    Uncounted(const Uncounted &) = delete;
    Uncounted &operator=(const Uncounted &) = delete;
    ~Uncounted() { meter_.states = states_; }
    void count() { states_ = meter_.states; }

private:
    Meter &meter_;
    std::uint64_t states_;
};

template <Game G, template <class> class Machine, class Options> class SolverOf final : public Solver {
public:
    using State = typename G::State;

    // `known` is a sequence to begin with, or nothing.
    SolverOf(const G &game, const State &start, const Options &options, std::uint64_t seed,
             const std::vector<Move> &known)
        : game_(game), start_(start), options_(options), known_(known), rng_(seed),
          machine_(game, start, options, begin(known)) {}

    void run(const Budget &budget, const Stop &stop, double target) override {
        Meter meter(budget, stop);
        const Tally tally{*this, meter};
        try {
            if constexpr (requires { machine_.prepare(meter); }) machine_.prepare(meter);
            while (best_.score < target && !meter.spent()) simulate(meter);
        } catch (const Interrupted &) { // the unfinished playout will be made again
        }
    }

    [[nodiscard]] std::string save() const override {
        Writer writer;
        writer.text(title());
        writer.text(game_.board(start_));
        describe(writer, options_);
        writer.moves(known_);
        writer.integer(rng_.state());
        writer.integer(simulations_);
        writer.integer(states_);
        writer.moves(best_.moves);
        machine_.save(writer);
        writer.integer(checksum(writer.bytes()));
        return writer.bytes();
    }

    [[nodiscard]] Solution held() const override {
        if constexpr (requires { machine_.held(); })
            return machine_.held();
        else
            return best_;
    }

    // Goes on where save() was called, if the bytes are of the same game, start and options.
    static SolverPtr load(const G &game, const State &start, const Options &options, std::string_view bytes) {
        Reader reader(checked(bytes));
        if (reader.text() != title()) throw std::invalid_argument("the saved search is of another kind");
        if (reader.text() != game.board(start))
            throw std::invalid_argument("the saved search began at another state");
        Writer wanted;
        describe(wanted, options);
        for (Reader fields(wanted.bytes()); !fields.empty();)
            if (reader.integer() != fields.integer())
                throw std::invalid_argument("the saved search has other options");
        auto solver = std::make_unique<SolverOf>(game, start, options, 0, reader.moves());
        solver->read(reader);
        return solver;
    }

private:
    // The counters of a slice are added up however it ends.
    struct Tally {
        SolverOf &solver;
        Meter &meter;
        ~Tally() {
            solver.simulations_ += meter.simulations;
            solver.states_ += meter.states;
        }
    };

    // A start that has moves leads to no game without any.
    void simulate(Meter &meter) {
        machine_.simulate(rng_, meter, best_);
        if (!best_.moves.empty()) return;
        best_ = {};
        throw FickleGame();
    }

    static std::string title() { return std::string("playout search 1: ") + Options::name; }

    static std::string_view checked(std::string_view bytes) {
        Reader::require(bytes.size() >= 8);
        const std::string_view body = bytes.substr(0, bytes.size() - 8);
        Reader::require(Reader(bytes.substr(body.size())).integer() == checksum(body));
        return body;
    }

    const Solution &begin(const std::vector<Move> &known) {
        if (!known.empty()) best_ = solution(game_, start_, known);
        return best_;
    }

    void read(Reader &reader) {
        rng_ = Rng(reader.integer());
        simulations_ = reader.integer();
        states_ = reader.integer();
        const std::vector<Move> moves = reader.moves();
        best_ = moves.empty() ? Solution{} : solution(game_, start_, moves);
        machine_.load(reader);
        if constexpr (requires { machine_.simulations(); })
            Reader::require(machine_.simulations() == simulations_);
        reader.end();
    }

    const G &game_;
    State start_;
    Options options_;
    std::vector<Move> known_;
    Rng rng_;
    Machine<G> machine_;
};

} // namespace playout
