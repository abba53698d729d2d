// Several uniform playouts in the place of one, whose score is the mean of theirs: with a tree search, leaf
// parallelisation (Cazenave and Jouandeau, "On the Parallelization of UCT", CGW 2007; Chaslot, Winands and
// van den Herik, "Parallel Monte-Carlo Tree Search", CG 2008), here for games that play many side by side.
//
// Each game has a generator of its own, whose seed the search's generator draws; so a game that cannot play
// them side by side plays them one after another, with the same result.
//
// In the papers a leaf is updated with each result. Here a simulation is one visit with their mean, so that
// whatever a search does with a playout it does with this one. What is a mean has no length and no line: its
// length is 0, it tells RAVE no moves and never reaches a limit. A finished game keeps its true score.
// `src/playout/reference/batch.py` is its twin.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/many_games.hpp"
#include "core/rng.hpp"
#include "playouts/line.hpp"
#include "playouts/outcome.hpp"
#include "playouts/uniform.hpp"

namespace playout {

struct BatchOptions {
    static constexpr int max_games = 4096;
    int games = 64;
};

template <Game G> class Batch {
public:
    using State = typename G::State;

    Batch(const G &game, const BatchOptions &options)
        : game_(game), one_(game, {}), count_(static_cast<std::size_t>(options.games)) {
        if (options.games < 1 || options.games > BatchOptions::max_games)
            throw std::invalid_argument("batch: games must be from 1 to " +
                                        std::to_string(BatchOptions::max_games));
    }

    Outcome play(State &&state, Rng &rng, Meter &meter, std::uint32_t = no_limit, Line<G> * = nullptr) {
        if (count_playout_moves(game_, state, moves_) == 0) return {game_.score(state), 0};
        games_.deal(count_, rng);
        if (plays_many(game_))
            play_together(state, meter);
        else
            play_in_turn(state, meter);
        double total = 0;
        for (const double score : games_.scores) total += score;
        return {total / static_cast<double>(count_), 0};
    }

private:
    void play_together(const State &state, Meter &meter) {
        if constexpr (PlaysMany<G>) game_.play_many(state, games_, meter);
        for (const std::int32_t length : games_.lengths) meter.states += static_cast<std::uint32_t>(length);
    }

    void play_in_turn(const State &state, Meter &meter) {
        for (std::size_t i = 0; i < count_; ++i) {
            Rng rng(games_.seeds[i]);
            games_.scores[i] = one_.play(State(state), rng, meter).score;
            meter.check();
        }
    }

    const G &game_;
    Uniform<G> one_;
    std::size_t count_;
    ManyGames games_;
    typename G::Moves moves_;
};

} // namespace playout
