// Random games from one state, each with a generator of its own, which a game may be able to play side by
// side.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"

namespace playout {

struct ManyGames {
    std::vector<Move> firsts;          // the first move of each; none where it is drawn like the others
    std::vector<std::uint64_t> seeds;  // of the generators
    std::vector<double> scores;        // what came of each
    std::vector<std::int32_t> lengths; // its moves, the first among them

    // So many games, of which each gets the next number of a generator as its seed.
    void deal(std::size_t games, Rng &rng) {
        seeds.resize(games);
        for (std::uint64_t &seed : seeds) seed = rng.next();
        scores.resize(games);
        lengths.resize(games);
    }
};

// Hook: a game that may play many uniform playouts side by side. Each is the one that playouts/uniform.hpp
// makes with its generator. The meter is asked now and then, and counts nothing; it may throw.
template <class G>
concept PlaysMany =
    Game<G> && requires(const G &game, const typename G::State &seen, ManyGames &games, Meter &meter) {
        { game.plays_many() } -> std::same_as<bool>;
        game.play_many(seen, games, meter);
    };

template <Game G> bool plays_many(const G &game) {
    if constexpr (PlaysMany<G>)
        return game.plays_many();
    else
        return false;
}

} // namespace playout
