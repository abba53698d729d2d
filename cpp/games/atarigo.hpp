// AtariGo: Go in which the first capture wins.
//
// Players place stones in turn; a stone that captures ends the game and wins it. A stone that captures
// nothing and would have no liberty may not be placed. There is no pass: who cannot place a stone has lost,
// as in the other games of the two-player paper, so that every game has a winner.
#pragma once

#include "games/placement.hpp"

namespace playout {

struct AtariGoRules {
    static constexpr const char *name = "atarigo";
    static constexpr bool capture_wins = true;

    template <class Board>
    static auto open(const Board &board, const typename Board::Stones &stones, int player) {
        return board.breathing(stones, player) | board.capturing(stones, player);
    }
};

template <int Words> using AtariGo = Placement<AtariGoRules, Words>;

} // namespace playout
