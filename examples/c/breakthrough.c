/* Breakthrough against the C interface of playout, with bit boards. The rules are the library's.
 *
 *     cc -O3 -march=native -shared -fPIC -I$(python -c 'import playout; print(playout.include_dir())') \
 *         breakthrough.c -o breakthrough.so
 *     playout match './breakthrough.so(5,5)' uct random --games 20
 *
 * Cell 0 is a1, at the bottom left. A move is 3 * the cell that it goes to, plus 0, 1 or 2 for a step to the
 * left, straight on or to the right. Moves are listed by step, then by the cell that they go to.
 */
#include <playout/game.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

typedef struct {
    int rows, cols;
    uint64_t board, bottom, top, not_left, not_right, start_x, start_o;
} rules;

typedef struct {
    uint64_t x, o;
    int64_t turn; /* as wide as the rest, so that nothing is padding */
} state;

typedef struct {
    uint64_t left, ahead, right;
} targets;

static int lowest(uint64_t cells) { return __builtin_ctzll(cells); }
static int count(uint64_t cells) { return __builtin_popcountll(cells); }

/* The k-th cell of a set, as a set of one. */
static uint64_t nth(uint64_t cells, int k) {
#if defined(__BMI2__)
    return _pdep_u64((uint64_t)1 << k, cells);
#else
    while (k-- > 0) cells &= cells - 1;
    return cells & -cells;
#endif
}

/* Where the player to move may go: nowhere, if the other one has arrived. */
static inline targets find_targets(const rules *r, const state *s) {
    const uint64_t empty = ~(s->x | s->o);
    if (s->turn == PLAYOUT_MAX) {
        const uint64_t room = s->o & r->bottom ? 0 : r->board & ~s->x;
        return (targets){(s->x & r->not_left) << (r->cols - 1) & room, s->x << r->cols & room & empty,
                         (s->x & r->not_right) << (r->cols + 1) & room};
    }
    const uint64_t room = s->x & r->top ? 0 : ~s->o;
    return (targets){(s->o & r->not_left) >> (r->cols + 1) & room, s->o >> r->cols & room & empty,
                     (s->o & r->not_right) >> (r->cols - 1) & room};
}

/* `side` is -1, 0 or 1. */
static inline void advance(const rules *r, state *s, uint64_t to, int side) {
    if (s->turn == PLAYOUT_MAX) {
        s->x ^= to | to >> (r->cols + side);
        s->o &= ~to;
    } else {
        s->o ^= to | to << (r->cols - side);
        s->x &= ~to;
    }
    s->turn = 1 - s->turn;
}

static int32_t initial(const void *self, void *s) {
    const rules *r = self;
    *(state *)s = (state){r->start_x, r->start_o, PLAYOUT_MAX};
    return 0;
}

static int32_t list(uint64_t to, int step, int32_t *moves) {
    int32_t n = 0;
    for (; to != 0; to &= to - 1) moves[n++] = 3 * lowest(to) + step;
    return n;
}

static int32_t legal(const void *self, const void *s, int32_t *moves) {
    const targets t = find_targets(self, s);
    int32_t n = list(t.left, 0, moves);
    n += list(t.ahead, 1, moves + n);
    return n + list(t.right, 2, moves + n);
}

static int32_t play(const void *self, void *s, int32_t move) {
    advance(self, s, (uint64_t)1 << move / 3, move % 3 - 1);
    return 0;
}

static int32_t turn(const void *self, const void *s) {
    (void)self;
    return (int32_t)((const state *)s)->turn;
}

/* Who is to move has lost: the other one has arrived, or has left him no move. */
static double score(const void *self, const void *s) { return turn(self, s) == PLAYOUT_MAX ? -1 : 1; }

static int32_t with_turn(const void *self, void *s, int32_t turn) {
    (void)self;
    ((state *)s)->turn = turn;
    return 0;
}

/* The loop of playout_run, with moves counted and drawn, but not listed. Which step is drawn cannot be
 * predicted, so it is looked up and not branched upon. */
static int32_t playout(const void *self, void *given, int32_t *moves, uint64_t *rng, int32_t limit) {
    const rules r = *(const rules *)self;
    state s = *(state *)given;
    uint64_t draws = *rng;
    int32_t length;
    (void)moves;
    for (length = 0; length < limit; ++length) {
        const targets t = find_targets(&r, &s);
        const int ahead = count(t.left), right = ahead + count(t.ahead), n = right + count(t.right);
        if (n == 0) break;
        const int k = (int)playout_below(&draws, (uint32_t)n), step = (k >= ahead) + (k >= right);
        const uint64_t to[3] = {t.left, t.ahead, t.right};
        const int before[3] = {0, ahead, right};
        advance(&r, &s, nth(to[step], k - before[step]), step - 1);
    }
    *(state *)given = s;
    *rng = draws;
    return length;
}

static int32_t name(const void *self, const void *s, int32_t move, char *text, int32_t room) {
    const rules *r = self;
    const int to = move / 3, side = move % 3 - 1;
    const int from = turn(self, s) == PLAYOUT_MAX ? to - r->cols - side : to + r->cols - side;
    return snprintf(text, (size_t)room, "%c%d%c%d", 'a' + from % r->cols, from / r->cols + 1, 'a' + to % r->cols,
                    to / r->cols + 1);
}

/* The rows from the top, joined by '/'. */
static int32_t text(const void *self, const void *given, char *text, int32_t room) {
    const rules *r = self;
    const state *s = given;
    int32_t n = 0;
    for (int row = r->rows - 1; row >= 0; --row)
        for (int col = 0; col <= r->cols; ++col, ++n) {
            const int cell = row * r->cols + col;
            if (n >= room) continue;
            text[n] = col == r->cols ? '/' : s->x >> cell & 1 ? 'X' : s->o >> cell & 1 ? 'O' : '.';
        }
    if (--n < room) text[n] = 0; /* in place of the last '/' */
    return n;
}

static void close(const void *self) { free((void *)self); }

const playout_parameter playout_parameters[] = {
    {"rows", 8, 2, 32, 1}, {"cols", 8, 2, 26, 1}, {"pieces", 2, 1, 16, 1}, {0, 0, 0, 0, 0}};

const char *playout_open(playout_game *game, const double *values) {
    const int rows = (int)values[0], cols = (int)values[1], pieces = (int)values[2];
    if (rows * cols > 64 || rows < 2 * pieces) return "need rows * cols <= 64 and rows >= 2 * pieces";
    rules *r = calloc(1, sizeof *r);
    if (r == 0) return "no memory";
    r->rows = rows, r->cols = cols;
    r->board = ~(uint64_t)0 >> (64 - rows * cols);
    r->bottom = ((uint64_t)1 << cols) - 1;
    r->top = r->bottom << (rows - 1) * cols;
    const uint64_t left = r->board / r->bottom;
    r->not_left = r->board & ~left, r->not_right = r->board & ~(left << (cols - 1));
    r->start_x = ((uint64_t)1 << pieces * cols) - 1;
    r->start_o = r->start_x << (rows - pieces) * cols;
    *game = (playout_game){.version = PLAYOUT_VERSION,
                           .players = 2,
                           .state_size = sizeof(state),
                           .max_moves = (uint32_t)(3 * pieces * cols),
                           .max_length = (uint32_t)(2 * pieces * cols * (rows - 1)),
                           .code_count = (uint32_t)(3 * rows * cols),
                           .low = -1,
                           .high = 1,
                           .self = r,
                           .initial = initial,
                           .legal = legal,
                           .play = play,
                           .turn = turn,
                           .score = score,
                           .with_turn = with_turn,
                           .playout = playout,
                           .name = name,
                           .text = text,
                           .close = close};
    return 0;
}
