// UCT (uct.hpp) as a solver: it remembers the best game that a simulation has played.
//
// A simulation notes no moves. Only when its score is a new best, the game is played once more, from the
// state of the generator before its playout.
//
// A tree is large, and the seed decides all of it; so what is saved is the seed and the number of
// simulations, and the tree of a search that is loaded is made again before it goes on. So it is after an
// exception of the game, for half a simulation leaves its traces in the tree.
//
// When a tree has had all the simulations that its counters can hold, another one is begun.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <variant>

#include "search/solver.hpp"
#include "search/solver_options.hpp"
#include "search/uct.hpp"

namespace playout {

template <class G> class UctMachine {
public:
    using State = typename G::State;

    UctMachine(const G &game, const State &root, const UctOptions &options, const Solution &)
        : root_(root), uct_(game, of_one_tree(options)) {
        if (!std::holds_alternative<UniformOptions>(options.playout.chosen))
            throw std::invalid_argument("uct solves puzzles with uniform playouts only");
        if (options.threads != 1)
            throw std::invalid_argument("uct: the threads of a solve are given to solve, not to uct");
        if (options.transpositions && options.bounds != BoundsMode::none)
            throw std::invalid_argument("uct solves puzzles with bounds or with transpositions, not with "
                                        "both: where all is known, no game is played to its end");
        plant(0);
    }

    // Makes again what is missing in the tree, as far as the meter lets it: the next call goes on from there.
    void prepare(Meter &meter) {
        Meter uncounted({}, never_);
        while (made_ < simulations_of_tree()) {
            meter.check();
            grow([&] { uct_.simulate(uncounted); });
        }
    }

    // The clock and the stop flag wait for the end of the simulation.
    void simulate(Rng &rng, Meter &meter, Solution &best) {
        if (simulations_of_tree() == 0) plant(rng.state());
        Meter patient({}, never_);
        grow([&] {
            const double score = uct_.simulate(patient);
            if (score > best.score) best = {score, uct_.last_game()};
        });
        rng = uct_.rng();
        ++simulations_;
        ++meter.simulations;
        meter.states += patient.states;
    }

    [[nodiscard]] std::uint64_t simulations() const { return simulations_; }

    void save(Writer &writer) const {
        writer.integer(seed_);
        writer.integer(simulations_);
    }

    void load(Reader &reader) {
        plant(reader.integer());
        simulations_ = reader.integer();
    }

private:
    // Every tree begins empty.
    static UctOptions of_one_tree(UctOptions options) {
        options.reuse = false;
        return options;
    }

    [[nodiscard]] std::uint64_t simulations_of_tree() const { return simulations_ % Node::max_visits; }

    void plant(std::uint64_t seed) {
        uct_.begin(root_, Rng(seed));
        made_ = 0;
        seed_ = seed;
    }

    // One simulation of the tree, all of it or nothing.
    template <class Simulate> void grow(Simulate simulate_once) {
        try {
            simulate_once();
            ++made_;
        } catch (...) {
            plant(seed_);
            throw;
        }
    }

    State root_;
    Uct<G> uct_;
    std::uint64_t seed_ = 0, simulations_ = 0; // of the tree, and of the whole search
    std::uint64_t made_ = 0;                   // simulations that are in the tree by now
    Stop never_;
};

} // namespace playout
