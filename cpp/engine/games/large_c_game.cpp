#include "engine/catalogue.hpp"
#include "engine/engine_of.hpp"
#include "games/c_game.hpp"
#include "search/solvers.hpp"

playout::EnginePtr playout::large_c_game(const playout_game &rules, FacePtr face, bool misere) {
    return make_engine(CGame<FarBytes>(rules, std::move(face)), misere);
}
