// One game between two players. The game's seed decides everything: each move's search gets the next
// number of its generator as a seed.
#pragma once

#include <array>
#include <vector>

#include "search/player.hpp"

namespace playout {

// One who plays, and how long each of his moves may take.
struct Side {
    const PlayerOptions &player;
    const Budget &budget;
};

struct GameRecord {
    std::vector<Move> moves;
    double score = 0; // meaningless if interrupted
    bool interrupted = false;
};

template <Game G>
GameRecord play_game(const G &game, typename G::State state, const Side &max, const Side &min,
                     std::uint64_t seed, const Stop &stop) {
    std::array<Player<G>, 2> players{Player<G>(game, max.player), Player<G>(game, min.player)};
    const std::array<Budget, 2> budgets{max.budget, min.budget};
    Rng seeds(seed);
    GameRecord record;
    typename G::Moves moves;
    for (game.legal(state, moves); !moves.empty(); game.legal(state, moves)) {
        const auto turn = static_cast<std::size_t>(game.turn(state));
        Meter meter(budgets[turn], stop);
        const Move move = search(players[turn], state, Rng(seeds.next()), meter).move;
        if (stop.requested()) {
            record.interrupted = true;
            return record;
        }
        record.moves.push_back(move);
        game.play(state, move);
    }
    record.score = game.score(state);
    return record;
}

} // namespace playout
