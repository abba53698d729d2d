// One game between two players. The game's seed decides everything: each move's search gets the next
// number of its generator as a seed.
#pragma once

#include <array>
#include <vector>

#include "search/player.hpp"

namespace playout {

struct GameRecord {
    std::vector<Move> moves;
    double score = 0; // meaningless if interrupted
    bool interrupted = false;
};

template <Game G>
GameRecord play_game(const G &game, typename G::State state, const PlayerOptions &max,
                     const PlayerOptions &min, const Budget &budget, std::uint64_t seed, const Stop &stop) {
    std::array<Player<G>, 2> players{Player<G>(game, max), Player<G>(game, min)};
    Rng seeds(seed);
    GameRecord record;
    typename G::Moves moves;
    for (game.legal(state, moves); !moves.empty(); game.legal(state, moves)) {
        Meter meter(budget, stop);
        auto &player = players[static_cast<std::size_t>(game.turn(state))];
        const Move move = search(player, state, Rng(seeds.next()), meter).move;
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
