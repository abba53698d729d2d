#include "games/nogo.hpp"

#include "engine/catalogue.hpp"
#include "engine/engine_of.hpp"

playout::EnginePtr playout::nogo(int rows, int cols, bool misere) {
    return with_words(rows, cols, [&]<int Words>() { return make_engine(NoGo<Words>(rows, cols), misere); });
}
