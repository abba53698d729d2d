/* mygame: a game for playout, in C++. This builds it:
 *
 *     c++ -std=c++17 -O3 -shared -fPIC -I$(python3 -c 'import playout; print(playout.include_dir())') -o mygame.so mygame.cpp
 *
 * Two players take one to three stones in turn, and who takes the last one wins. Put your own rules in their
 * place; playout/game.h says what each function has to do, and what more there is.
 */
#include <playout/game.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <numeric>
#include <string>

namespace {

/* Plain numbers and arrays, no pointers: a state is copied and compared as bytes. */
struct State {
    int32_t stones;
    int32_t turn;
};

class MyGame {
public:
    explicit MyGame(int32_t stones) : stones_(stones) {}

    uint32_t max_length() const { return static_cast<uint32_t>(stones_); }

    void initial(State &s) const { s = {stones_, PLAYOUT_MAX}; }

    int32_t legal(const State &s, int32_t *moves) const {
        const int32_t n = std::min(3, s.stones);
        std::iota(moves, moves + n, 1);
        return n;
    }

    void play(State &s, int32_t move) const {
        s.stones -= move;
        s.turn = 1 - s.turn;
    }

    /* Asked at the end only, from the side of Max: who is to move now has not taken the last stone. */
    double score(const State &s) const { return s.turn == PLAYOUT_MAX ? -1 : 1; }

    std::string text(const State &s) const {
        return std::to_string(s.stones) + " stones, " + (s.turn == PLAYOUT_MAX ? "X" : "O") + " to take";
    }

private:
    int32_t stones_;
};

/* From here to playout_open: the class as functions of C. No exception may leave them: -1 tells of one. */

const MyGame &game_of(const void *self) { return *static_cast<const MyGame *>(self); }
State &state_of(void *state) { return *static_cast<State *>(state); }
const State &state_of(const void *state) { return *static_cast<const State *>(state); }

template <class Function> int32_t answer(Function function) noexcept {
    try {
        return function();
    } catch (...) {
        return -1;
    }
}

int32_t initial(const void *self, void *state) {
    return answer([&] { return game_of(self).initial(state_of(state)), 0; });
}

int32_t legal(const void *self, const void *state, int32_t *moves) {
    return answer([&] { return game_of(self).legal(state_of(state), moves); });
}

int32_t play(const void *self, void *state, int32_t move) {
    return answer([&] { return game_of(self).play(state_of(state), move), 0; });
}

int32_t turn(const void *, const void *state) { return state_of(state).turn; }

double score(const void *self, const void *state) { return game_of(self).score(state_of(state)); }

int32_t playout(const void *self, void *state, int32_t *moves, uint64_t *rng, int32_t limit) {
    return playout_run(self, state, moves, rng, limit, legal, play);
}

int32_t text(const void *self, const void *state, char *text, int32_t room) {
    return answer([&] {
        const std::string written = game_of(self).text(state_of(state));
        return std::snprintf(text, static_cast<size_t>(room), "%s", written.c_str());
    });
}

void forget(const void *self) { delete &game_of(self); }

} // namespace

extern "C" {

/* By default, at least, at most, whether only whole numbers will do: ./mygame.so(stones=30) sets it. */
const playout_parameter playout_parameters[] = {{"stones", 21, 1, 1000, 1}, {}};

const char *playout_open(playout_game *game, const double *values) {
    const MyGame *rules = new (std::nothrow) MyGame(static_cast<int32_t>(values[0]));
    if (rules == nullptr) return "out of memory";
    game->version = PLAYOUT_VERSION;
    game->players = 2;
    game->state_size = sizeof(State);
    game->max_moves = 3;
    game->max_length = rules->max_length();
    game->code_count = 4; /* a move is its own code, from 0 to 3 */
    game->low = -1;
    game->high = 1;
    game->self = rules;
    game->initial = initial;
    game->legal = legal;
    game->play = play;
    game->turn = turn;
    game->score = score;
    game->playout = playout;
    game->text = text;
    game->close = forget;
    return nullptr;
}
}
