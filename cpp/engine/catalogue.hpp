// The catalogue of native games: one line a game, each made in its own translation unit.
#pragma once

#include "engine/engine.hpp"

namespace playout {

EnginePtr tictactoe(bool misere);
EnginePtr breakthrough(int rows, int cols, int pieces, bool misere);
EnginePtr knightthrough(int rows, int cols, int pieces, bool misere);

} // namespace playout
