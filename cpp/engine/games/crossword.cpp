#include "games/crossword.hpp"

#include "engine/catalogue.hpp"
#include "engine/engine_of.hpp"
#include "search/solvers.hpp"

namespace {

template <int Blocks> playout::EnginePtr make_crossword(const std::vector<std::string> &words, int size) {
    using Game = playout::Crossword<Blocks>;
    return std::make_shared<playout::EngineOf<Game>>(Game(words, size));
}

} // namespace

// A short list, such as the paper's, gets a smaller state and faster code.
playout::EnginePtr playout::crossword(const std::vector<std::string> &words, int size) {
    return words.size() <= 64 ? make_crossword<1>(words, size) : make_crossword<8>(words, size);
}
