// A playout of the caller's own: any function of a state that is not terminal and a seed, which answers the
// score of a finished game, within the game's bounds. It takes one number of the generator, its seed. What it
// does on the way is its own affair: its length is 0, it counts no states, tells RAVE no moves and never
// reaches a limit. A finished game keeps its true score. `src/playout/reference/custom.py` is its twin.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "core/any_state.hpp"
#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"
#include "playouts/line.hpp"
#include "playouts/outcome.hpp"

namespace playout {

struct CustomOptions {
    std::function<double(StatePtr, std::uint64_t seed)> play;
};

template <Game G> class Custom {
public:
    using State = typename G::State;

    Custom(const G &game, const CustomOptions &options) : game_(game), options_(options) {}

    Outcome play(State &&state, Rng &rng, Meter &, std::uint32_t = no_limit, Line<G> * = nullptr) {
        if (count_playout_moves(game_, state, moves_) == 0) return {game_.score(state), 0};
        return {options_.play(box(std::move(state)), rng.next()), 0};
    }

private:
    const G &game_;
    CustomOptions options_;
    typename G::Moves moves_;
};

} // namespace playout
