#include "games/connectfour.hpp"

#include "engine/catalogue.hpp"
#include "engine/engine_of.hpp"

playout::EnginePtr playout::connectfour(int width, int height, int connect, bool misere) {
    return make_engine(ConnectFour(width, height, connect), misere);
}
