#include "games/knightthrough.hpp"

#include "engine/catalogue.hpp"
#include "engine/engine_of.hpp"

playout::EnginePtr playout::knightthrough(int rows, int cols, int pieces, bool misere) {
    return make_engine(Knightthrough(rows, cols, pieces), misere);
}
