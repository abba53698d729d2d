// A coin toss in the place of a playout: the control of section 3.3 of Chou, Teytaud and Yen, "Revisiting
// Monte-Carlo Tree Search on a Normal Form Game: NoGo" (EvoGames 2011), which shows what playouts are worth.
// A winner is drawn with probability 1/2 each: the score is one of the two bounds. The toss makes no moves,
// so its length is 0, it counts no states and never reaches a limit. A finished game keeps its true score,
// without a toss. `src/playout/reference/coin.py` is its twin.
#pragma once

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"
#include "playouts/line.hpp"
#include "playouts/outcome.hpp"

namespace playout {

struct CoinOptions {};

template <Game G> class Coin {
public:
    using State = typename G::State;

    Coin(const G &game, const CoinOptions &) : game_(game) {}

    Outcome play(const State &state, Rng &rng, Meter &, std::uint32_t = no_limit, Line<G> * = nullptr) {
        if (count_playout_moves(game_, state, moves_) == 0) return {game_.score(state), 0};
        const auto [low, high] = game_.bounds();
        return {rng.below(2) == 0 ? low : high, 0};
    }

private:
    const G &game_;
    typename G::Moves moves_;
};

} // namespace playout
