#include "games/morpion.hpp"

#include "engine/catalogue.hpp"
#include "engine/engine_of.hpp"
#include "search/solvers.hpp"

playout::EnginePtr playout::morpion(std::string_view variant, bool replace_dominated) {
    return std::make_shared<EngineOf<Morpion>>(Morpion(variant, replace_dominated));
}
