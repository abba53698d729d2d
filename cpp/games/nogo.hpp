// NoGo (invented for the BIRS workshop on combinatorial games, 2011).
//
// Players place stones in turn. A stone that would capture, or that would have no liberty, may not be placed;
// who cannot place one has lost.
#pragma once

#include "games/nogo_mobility.hpp"
#include "games/placement.hpp"

namespace playout {

struct NoGoRules {
    static constexpr const char *name = "nogo";
    static constexpr bool capture_wins = false;

    template <class Board>
    [[gnu::always_inline]] static auto open(const Board &board, const typename Board::Stones &stones,
                                            int player) {
        return board.breathing(stones, player) & ~board.capturing(stones, player);
    }
};

template <int Words> class NoGo : public Placement<NoGoRules, Words> {
public:
    using Placement<NoGoRules, Words>::Placement;
    using Mobility = NoGoMobility<NoGoRules, Words>;
};

} // namespace playout
