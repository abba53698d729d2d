// Rules for a card on the processor, for playout.cuda: the searches, and the rules by themselves. What stands
// before this names the Kind of playouts and the Puzzle. Nothing else can be seen from outside: libraries of
// several puzzles have the same names.
#include "playout/device/emulation.hpp"

using namespace playout::device;

#pragma GCC visibility push(default)
extern "C" {

Emulation *make(std::size_t count) { return new EmulationOf<Search<Kind, 6>>(count); }

void sizes(uint32_t *numbers) {
    numbers[0] = Puzzle::most_plies;
    numbers[1] = Puzzle::most_moves;
    numbers[2] = Puzzle::codes;
}

// The legal moves after some moves, and their codes; how many.
uint32_t look(const uint16_t *played, uint32_t length, uint16_t *moves, uint32_t *codes, int32_t *score) {
    Puzzle puzzle{};
    puzzle.begin();
    for (uint32_t ply = 0; ply < length; ++ply) puzzle.play(played[ply]);
    const uint32_t count = puzzle.legal(moves);
    for (uint32_t k = 0; k < count; ++k) codes[k] = puzzle.code(moves[k]);
    *score = puzzle.score();
    return count;
}

} // extern "C"
#pragma GCC visibility pop
