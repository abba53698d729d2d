// The catalogue of native games: one line a game, each made in its own translation unit.
#pragma once

#include "engine/engine.hpp"
#include "games/c_game.hpp"

namespace playout {

EnginePtr tictactoe(bool misere);
EnginePtr breakthrough(int rows, int cols, int pieces, bool misere);
EnginePtr knightthrough(int rows, int cols, int pieces, bool misere);
EnginePtr domineering(int rows, int cols, bool misere);
EnginePtr nogo(int rows, int cols, bool misere);
EnginePtr atarigo(int rows, int cols, bool misere);
EnginePtr go(int rows, int cols, double komi, bool misere);
EnginePtr connectfour(int width, int height, int connect, bool misere);
EnginePtr seki(int max_liberties, int min_liberties, bool misere);
EnginePtr crossword(const std::vector<std::string> &words, int size);
EnginePtr morpion(std::string_view variant, bool replace_dominated);

// Rules behind the C interface, by the size of their states. Throws ContractError if they make no sense.
EnginePtr c_game(const playout_game &, FacePtr, bool misere);
EnginePtr small_c_game(const playout_game &, FacePtr, bool misere);
EnginePtr middle_c_game(const playout_game &, FacePtr, bool misere);
EnginePtr large_c_game(const playout_game &, FacePtr, bool misere);

} // namespace playout
