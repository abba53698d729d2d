// The policy of two-player nested Monte Carlo search, Π(V(NMC(n))), as a player: each move is evaluated by
// one playout of level n, and the best is played. It is the choice that a playout of level n + 1 makes, so
// cut on win and prune on depth act here as well where they reach level n + 1. A budget only ends it early.
#pragma once

#include <algorithm>
#include <vector>

#include "core/error.hpp"
#include "playouts/playout.hpp"
#include "search/result.hpp"

namespace playout {

// The options of the playouts, as a type of its own: a player is not a playout.
struct NestedPlayerOptions {
    NestedOptions playout;
};

template <Game G> class NestedPlayer {
public:
    using State = typename G::State;

    NestedPlayer(const G &game, const NestedPlayerOptions &options)
        : game_(game), level_(options.playout.level), nested_(game, options.playout) {}

    SearchResult search(const State &root, Rng rng, Meter &meter) {
        game_.legal(root, moves_);
        if (moves_.empty()) throw FickleGame();
        tried_.clear();
        try {
            nested_.choose(level_ + 1, root, moves_, rng, meter, [&](Move move, const Outcome &outcome) {
                ++meter.simulations;
                if (outcome.finished) tried_.push_back({move, outcome});
                if (meter.spent()) throw Interrupted{};
            });
        } catch (const Interrupted &) { // the best of what was tried
        }
        return answer(game_.turn(root), meter);
    }

private:
    struct Tried {
        Move move;
        Outcome outcome;
    };

    SearchResult answer(Turn turn, const Meter &meter) {
        std::stable_sort(tried_.begin(), tried_.end(), [&](const Tried &a, const Tried &b) {
            return nested_.better(a.outcome, b.outcome, turn);
        });
        SearchResult result;
        for (const auto &[move, outcome] : tried_)
            result.children.push_back({move, 1, outcome.score, outcome.length});
        result.bounds = game_.bounds();
        result.move = tried_.empty() ? moves_[0] : tried_[0].move;
        result.value = tried_.empty() ? result.bounds.middle() : tried_[0].outcome.score;
        result.read(meter);
        return result;
    }

    const G &game_;
    int level_;
    Nested<G> nested_;
    typename G::Moves moves_;
    std::vector<Tried> tried_;
};

} // namespace playout
