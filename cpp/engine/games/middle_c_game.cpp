#include "engine/catalogue.hpp"
#include "engine/engine_of.hpp"
#include "games/c_game.hpp"
#include "search/solvers.hpp"

playout::EnginePtr playout::middle_c_game(const playout_game &rules, FacePtr face, bool misere) {
    return make_engine(CGame<OwnBytes<512>>(rules, std::move(face)), misere);
}
