// What every search answers. Values are estimates of the score, from Max's side.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"

namespace playout {

struct Child {
    Move move;
    std::uint64_t visits;
    double value;
    Bounds bounds;
    std::uint32_t length = 0;         // of the one playout that the value stands for; 0 where there were more
    std::vector<Child> children = {}; // as far as somebody asked for them
};

struct SearchResult {
    Move move = -1;
    double value = 0;
    Bounds bounds{};
    std::vector<Child> children; // best first
    std::uint64_t simulations = 0, states = 0, tree_nodes = 0, tree_bytes = 0;
    std::uint64_t recycled = 0; // how often the tree was full, and gave up its least visited parts
    std::uint32_t depth = 0;    // that minimax has searched whole
    double seconds = 0;
    bool interrupted = false;
    bool finished = false; // nothing was left to do

    void read(const Meter &meter) {
        simulations = meter.simulations;
        states = meter.states;
        seconds = meter.seconds();
        interrupted = meter.interrupted();
    }
};

// The answer of a search that tried moves one after another: the best of them, or, before the first, `any` of
// the legal moves.
inline SearchResult best_of(std::vector<Child> best_first, Move any, const Bounds &bounds) {
    SearchResult result;
    const bool none = best_first.empty();
    result.move = none ? any : best_first[0].move;
    result.value = none ? bounds.middle() : best_first[0].value;
    result.bounds = bounds;
    result.children = std::move(best_first);
    return result;
}

// A whole search with any of the searchers, which have in common:
// - begin(root, rng): what is known from before is used where it fits, or forgotten.
// - run(meter): goes on until the meter ends it. How a run is cut into slices changes nothing: a simulation
//   that a slice has cut short is made again by the next, which lets it come to its end.
// - finished(): nothing is left to do.
// - answer(): the best so far. look(path): the same for a state some moves below the root.
// - play(move): the root is now the state after it.
template <class Searcher, class State>
SearchResult search(Searcher &&searcher, const State &root, Rng rng, Meter &meter) {
    searcher.begin(root, rng);
    searcher.run(meter);
    SearchResult result = searcher.answer();
    result.read(meter);
    return result;
}

} // namespace playout
