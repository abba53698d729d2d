#include "games/domineering.hpp"

#include "engine/catalogue.hpp"
#include "engine/engine_of.hpp"

playout::EnginePtr playout::domineering(int rows, int cols, bool misere) {
    return make_engine(Domineering(rows, cols), misere);
}
