#include "games/breakthrough.hpp"

#include "engine/catalogue.hpp"
#include "engine/engine_of.hpp"

playout::EnginePtr playout::breakthrough(int rows, int cols, int pieces, bool misere) {
    return make_engine(Breakthrough(rows, cols, pieces), misere);
}
