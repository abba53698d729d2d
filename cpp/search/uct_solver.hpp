// UCT (uct.hpp) as a solver: it remembers the best game that a simulation has played.
//
// A simulation notes no moves. Only when its score is a new best, the game is played once more, from the
// state of the generator before its playout.
//
// A tree is large, and the seed decides all of it; so what is saved is the seed and the number of
// simulations, and a search that is loaded is made again.
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
        : root_(root), uct_(game, options) {
        if (!std::holds_alternative<UniformOptions>(options.playout.chosen))
            throw std::invalid_argument("uct solves puzzles with uniform playouts only");
        if (options.threads != 1)
            throw std::invalid_argument("uct: the threads of a solve are given to solve, not to uct");
        uct_.plant(root);
    }

    // Half a simulation leaves its traces in the tree. So the clock and the stop flag wait for its end; and
    // after an exception of the game the tree is made again.
    void simulate(Rng &rng, Meter &meter, Solution &best) {
        if (simulations_ == 0) seed_ = rng.state();
        if (!is_whole_) make_again();
        Rng draws = rng;
        Meter patient({}, never_);
        is_whole_ = false;
        const double score = uct_.simulate(root_, draws, patient);
        if (score > best.score) best = {score, uct_.last_game(root_)};
        is_whole_ = true;
        rng = draws;
        ++simulations_;
        ++meter.simulations;
        meter.states += patient.states;
    }

    void save(Writer &writer) const {
        writer.integer(seed_);
        writer.integer(simulations_);
    }

    void load(Reader &reader) {
        seed_ = reader.integer();
        simulations_ = reader.integer();
        make_again();
    }

private:
    void make_again() {
        uct_.plant(root_);
        Rng rng(seed_);
        Meter meter({}, never_);
        for (std::uint64_t i = 0; i < simulations_; ++i) uct_.simulate(root_, rng, meter);
        is_whole_ = true;
    }

    State root_;
    Uct<G> uct_;
    std::uint64_t seed_ = 0, simulations_ = 0;
    bool is_whole_ = true;
    Stop never_;
};

} // namespace playout
