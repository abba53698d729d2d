#include "games/go.hpp"

#include "engine/catalogue.hpp"
#include "engine/engine_of.hpp"

playout::EnginePtr playout::go(int rows, int cols, double komi, bool misere) {
    return with_words(rows, cols,
                      [&]<int Words>() { return make_engine(Go<Words>(rows, cols, komi), misere); });
}
