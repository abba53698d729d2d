#include "games/tictactoe.hpp"

#include "engine/catalogue.hpp"
#include "engine/engine_of.hpp"

playout::EnginePtr playout::tictactoe(bool misere) { return make_engine(TicTacToe(), misere); }
