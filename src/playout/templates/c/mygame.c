/* mygame: a game for playout, in C. This builds it:
 *
 *     cc -O3 -shared -fPIC -I$(python3 -c 'import playout; print(playout.include_dir())') -o mygame.so mygame.c
 *
 * Two players take one to three stones in turn, and who takes the last one wins. Put your own rules in their
 * place; playout/game.h says what each function has to do, and what more there is.
 */
#include <playout/game.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int32_t stones;
} Rules;

/* Plain numbers and arrays, no pointers: a state is copied and compared as bytes. */
typedef struct {
    int32_t stones;
    int32_t turn;
} State;

static int32_t initial(const void *self, void *state) {
    const Rules *rules = self;
    State *s = state;
    s->stones = rules->stones;
    s->turn = PLAYOUT_MAX;
    return 0;
}

static int32_t legal(const void *self, const void *state, int32_t *moves) {
    const State *s = state;
    int32_t n = s->stones < 3 ? s->stones : 3;
    (void)self;
    for (int32_t i = 0; i < n; ++i) moves[i] = i + 1;
    return n;
}

static int32_t play(const void *self, void *state, int32_t move) {
    State *s = state;
    (void)self;
    s->stones -= move;
    s->turn = 1 - s->turn;
    return 0;
}

static int32_t turn(const void *self, const void *state) {
    const State *s = state;
    (void)self;
    return s->turn;
}

/* Asked at the end only, from the side of Max: who is to move now has not taken the last stone. */
static double score(const void *self, const void *state) {
    const State *s = state;
    (void)self;
    return s->turn == PLAYOUT_MAX ? -1 : 1;
}

/* Not required, but random games are faster in one loop. */
static int32_t playout(const void *self, void *state, int32_t *moves, uint64_t *rng, int32_t limit) {
    return playout_run(self, state, moves, rng, limit, legal, play);
}

/* Not required either: what people see. */
static int32_t text(const void *self, const void *state, char *text, int32_t room) {
    const State *s = state;
    const char *who = s->turn == PLAYOUT_MAX ? "X" : "O";
    (void)self;
    return snprintf(text, (size_t)room, "%d stones, %s to take", (int)s->stones, who);
}

static void forget(const void *self) { free((void *)self); }

/* By default, at least, at most, whether only whole numbers will do: ./mygame.so(stones=30) sets it. */
const playout_parameter playout_parameters[] = {{"stones", 21, 1, 1000, 1}, {0}};

const char *playout_open(playout_game *game, const double *values) {
    Rules *rules = malloc(sizeof *rules);
    if (rules == NULL) return "out of memory";
    rules->stones = (int32_t)values[0];
    *game = (playout_game){
        .version = PLAYOUT_VERSION,
        .players = 2,
        .state_size = sizeof(State),
        .max_moves = 3,
        .max_length = (uint32_t)rules->stones,
        .code_count = 4, /* a move is its own code, from 0 to 3 */
        .low = -1,
        .high = 1,
        .self = rules,
        .initial = initial,
        .legal = legal,
        .play = play,
        .turn = turn,
        .score = score,
        .playout = playout,
        .text = text,
        .close = forget,
    };
    return NULL;
}
