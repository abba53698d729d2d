#include "games/seki.hpp"

#include "engine/catalogue.hpp"
#include "engine/engine_of.hpp"

playout::EnginePtr playout::seki(int max_liberties, int min_liberties, bool misere) {
    return make_engine(Seki(max_liberties, min_liberties), misere);
}
