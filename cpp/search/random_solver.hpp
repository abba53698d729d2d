// Uniform playouts, of which the best is remembered: the yardstick of every other solver.
#pragma once

#include <vector>

#include "playouts/recorded.hpp"
#include "search/solver.hpp"
#include "search/solver_options.hpp"

namespace playout {

template <class G> class RandomMachine {
public:
    using State = typename G::State;

    RandomMachine(const G &game, const State &root, const RandomOptions &, const Solution &)
        : root_(root), playout_(game) {}

    void simulate(Rng &rng, Meter &meter, Solution &best) {
        Rng draws = rng; // kept only if nothing throws
        const double score = playout_.play(root_, draws, meter, moves_);
        ++meter.simulations;
        if (score > best.score) best = {score, moves_};
        rng = draws;
    }

    // The generator is all there is.
    void save(Writer &) const {}
    void load(Reader &) const {}

private:
    State root_;
    RecordedUniform<G> playout_;
    std::vector<Move> moves_;
};

} // namespace playout
