// Minimax to a given depth, with alpha-beta: what lies beyond counts as the middle of the scores, and among
// equally good moves one is drawn at random.
#pragma once

#include <algorithm>
#include <vector>

#include "core/error.hpp"
#include "playouts/minimax.hpp"
#include "search/result.hpp"

namespace playout {

struct MinimaxPlayerOptions {
    MinimaxOptions search;
};

template <Game G> class MinimaxPlayer {
public:
    using State = typename G::State;

    MinimaxPlayer(const G &game, const MinimaxPlayerOptions &options)
        : game_(game), minimax_(game, options.search) {}

    SearchResult search(const State &root, Rng rng, Meter &meter) {
        game_.legal(root, moves_);
        if (moves_.empty()) throw FickleGame();
        SearchResult result;
        result.bounds = minimax_.bounds();
        try {
            for (int i = 0; i < moves_.size() && !(i > 0 && meter.spent()); ++i)
                try_move(i, root, rng, meter, result);
        } catch (const Interrupted &) { // the best of what was tried
        }
        rank(game_.turn(root), result);
        result.read(meter);
        return result;
    }

private:
    // Each move has the whole window, so that its value is exact.
    void try_move(int i, const State &root, Rng &rng, Meter &meter, SearchResult &result) {
        const auto [low, high] = minimax_.bounds();
        const Move move = draw_move(moves_, i, rng);
        const double value = minimax_.value(root, move, low, high, meter);
        ++meter.simulations;
        result.children.push_back({move, 1, value, 0});
    }

    void rank(Turn turn, SearchResult &result) const {
        std::stable_sort(result.children.begin(), result.children.end(), [&](const Child &a, const Child &b) {
            return turn == Turn::Max ? a.value > b.value : a.value < b.value;
        });
        const bool none = result.children.empty();
        result.move = none ? moves_[0] : result.children[0].move;
        result.value = none ? result.bounds.middle() : result.children[0].value;
    }

    const G &game_;
    Minimax<G> minimax_;
    typename G::Moves moves_;
};

} // namespace playout
