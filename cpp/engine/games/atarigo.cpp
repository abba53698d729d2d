#include "games/atarigo.hpp"

#include "engine/catalogue.hpp"
#include "engine/engine_of.hpp"

playout::EnginePtr playout::atarigo(int rows, int cols, bool misere) {
    return with_words(rows, cols,
                      [&]<int Words>() { return make_engine(AtariGo<Words>(rows, cols), misere); });
}
