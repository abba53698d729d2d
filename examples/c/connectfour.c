/* Connect Four against the C interface of playout, with bit boards. The rules are the library's.
 *
 *     cc -O3 -march=native -shared -fPIC -I$(python -c 'import playout; print(playout.include_dir())') \
 *         connectfour.c -o connectfour.so
 *     playout match './connectfour.so(7,6)' uct random --games 20
 *
 * Cell 0 is at the bottom left. A move is a column. Moves are listed by the cell that the disc falls to, so
 * lower ones come first.
 */
#include <playout/game.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

typedef struct {
    int width, height, connect;
    uint64_t board, floor, column; /* all cells, the lowest row, the leftmost column */
    int step[4];                   /* in each direction */
    uint64_t start[4];             /* the cells from which a line in a direction stays on the board */
} rules;

typedef struct {
    uint64_t x, o;
    int32_t turn, won;
} state;

static int lowest(uint64_t cells) { return __builtin_ctzll(cells); }

/* The k-th cell of a set, as a set of one. */
static uint64_t nth(uint64_t cells, uint32_t k) {
#if defined(__BMI2__)
    return _pdep_u64((uint64_t)1 << k, cells);
#else
    while (k-- > 0) cells &= cells - 1;
    return cells & -cells;
#endif
}

/* The cells that a disc can fall to: empty, on the floor or on a disc. */
static inline uint64_t open_cells(const rules *r, const state *s) {
    const uint64_t taken = s->x | s->o;
    return s->won ? 0 : ~taken & r->board & (taken << r->width | r->floor);
}

/* The cells from which `connect` discs follow each other: of two lines of half the length, and so on. */
static inline uint64_t lines(uint64_t discs, int connect, int step) {
    int length = 1;
    for (; 2 * length <= connect; length *= 2) discs &= discs >> length * step;
    return discs & discs >> (connect - length) * step;
}

static inline int has_line(const rules *r, uint64_t discs, int connect) {
    uint64_t found = 0;
    for (int i = 0; i < 4; ++i) found |= lines(discs, connect, r->step[i]) & r->start[i];
    return found != 0;
}

static inline void drop(const rules *r, state *s, uint64_t disc) {
    uint64_t *own = s->turn == PLAYOUT_MAX ? &s->x : &s->o;
    *own |= disc;
    /* The usual number as a constant, so that the compiler knows the shifts. */
    s->won = r->connect == 4 ? has_line(r, *own, 4) : has_line(r, *own, r->connect);
    s->turn = 1 - s->turn;
}

static int32_t initial(const void *self, void *s) {
    (void)self, (void)s; /* all zeros: an empty board, and Max begins */
    return 0;
}

static int32_t legal(const void *self, const void *s, int32_t *moves) {
    const rules *r = self;
    int32_t n = 0;
    for (uint64_t left = open_cells(r, s); left != 0; left &= left - 1) moves[n++] = lowest(left) % r->width;
    return n;
}

static int32_t play(const void *self, void *s, int32_t move) {
    const rules *r = self;
    drop(r, s, open_cells(r, s) & r->column << move);
    return 0;
}

static int32_t turn(const void *self, const void *s) {
    (void)self;
    return ((const state *)s)->turn;
}

static double score(const void *self, const void *s) {
    if (!((const state *)s)->won) return 0;
    return turn(self, s) == PLAYOUT_MAX ? -1 : 1;
}

/* A move's code is the cell that the disc falls to. */
static int32_t codes(const void *self, const void *s, const int32_t *moves, int32_t n, int64_t *codes) {
    const rules *r = self;
    for (int32_t i = 0; i < n; ++i) codes[i] = lowest(open_cells(r, s) & r->column << moves[i]);
    return 0;
}

/* The loop of playout_run, with moves counted and drawn, but not listed. */
static int32_t playout(const void *self, void *given, int32_t *moves, uint64_t *rng, int32_t limit) {
    const rules r = *(const rules *)self;
    state s = *(state *)given;
    uint64_t draws = *rng, cells;
    int32_t length;
    (void)moves;
    for (length = 0; length < limit && (cells = open_cells(&r, &s)) != 0; ++length)
        drop(&r, &s, nth(cells, playout_below(&draws, (uint32_t)__builtin_popcountll(cells))));
    *(state *)given = s;
    *rng = draws;
    return length;
}

static int32_t name(const void *self, const void *s, int32_t move, char *text, int32_t room) {
    (void)self, (void)s;
    return snprintf(text, (size_t)room, "%c", 'a' + move);
}

/* The rows from the top, joined by '/'. */
static int32_t text(const void *self, const void *given, char *text, int32_t room) {
    const rules *r = self;
    const state *s = given;
    int32_t n = 0;
    for (int row = r->height - 1; row >= 0; --row)
        for (int col = 0; col <= r->width; ++col, ++n) {
            const int cell = row * r->width + col;
            if (n >= room) continue;
            text[n] = col == r->width ? '/' : s->x >> cell & 1 ? 'X' : s->o >> cell & 1 ? 'O' : '.';
        }
    if (--n < room) text[n] = 0; /* in place of the last '/' */
    return n;
}

static void close(const void *self) { free((void *)self); }

static void prepare(rules *r, int direction, int rows, int cols) {
    const int far = r->connect - 1;
    r->step[direction] = rows * r->width + cols;
    for (int row = 0; row + far * rows < r->height; ++row)
        for (int col = 0; col < r->width; ++col)
            if (col + far * cols >= 0 && col + far * cols < r->width)
                r->start[direction] |= (uint64_t)1 << (row * r->width + col);
}

const playout_parameter playout_parameters[] = {
    {"width", 7, 1, 8, 1}, {"height", 6, 1, 8, 1}, {"connect", 4, 2, 8, 1}, {0, 0, 0, 0, 0}};

const char *playout_open(playout_game *game, const double *values) {
    rules *r = calloc(1, sizeof *r);
    if (r == 0) return "no memory";
    r->width = (int)values[0], r->height = (int)values[1], r->connect = (int)values[2];
    const int cells = r->width * r->height;
    r->board = ~(uint64_t)0 >> (64 - cells);
    r->floor = ((uint64_t)1 << r->width) - 1;
    r->column = r->board / r->floor;
    prepare(r, 0, 0, 1);
    prepare(r, 1, 1, 0);
    prepare(r, 2, 1, 1);
    prepare(r, 3, 1, -1);
    *game = (playout_game){.version = PLAYOUT_VERSION,
                           .players = 2,
                           .state_size = sizeof(state),
                           .max_moves = (uint32_t)r->width,
                           .max_length = (uint32_t)cells,
                           .code_count = (uint32_t)cells,
                           .low = -1,
                           .high = 1,
                           .self = r,
                           .initial = initial,
                           .legal = legal,
                           .play = play,
                           .turn = turn,
                           .score = score,
                           .codes = codes,
                           .playout = playout,
                           .name = name,
                           .text = text,
                           .close = close};
    return 0;
}
