/* playout/game.h: the rules of a game or puzzle, for playout, in plain C.
 *
 * A library of rules exports one function, playout_open, which fills a playout_game: numbers, and pointers to
 * functions. A state is `state_size` plain bytes, aligned to 16: it is copied, compared and forgotten as
 * bytes, so it holds no pointers, and what of it is padding stays zero. A move is an integer, 0 or more.
 *
 * The functions get what `self` points to and the state. They keep nothing between two calls and change
 * nothing but what they are given to fill: several threads call them at once. Those that fill answer 0, and
 * anything else where the rules have failed. Scores are from the side of Max, who wants a high one; a puzzle
 * has Max only.
 *
 * `playout new NAME --language c` writes a whole game to start from, and `playout check ./NAME.so` tries it.
 */
#ifndef PLAYOUT_GAME_H
#define PLAYOUT_GAME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PLAYOUT_VERSION 1

#define PLAYOUT_MAX 0
#define PLAYOUT_MIN 1

#if defined(_WIN32)
#define PLAYOUT_EXPORT __declspec(dllexport)
#else
#define PLAYOUT_EXPORT __attribute__((visibility("default")))
#endif

/* Random games that all go on from one state, for the function `playouts`. Each draws from a generator of its
 * own as playout_run does, one playout_below for each move. */
typedef struct playout_batch {
    int32_t n;                     /* how many games */
    int32_t limit;                 /* no game may have more moves */
    const int32_t *firsts;         /* the first move of each, not drawn; null where it is drawn too */
    const uint64_t *rngs;          /* the generator of each */
    double *scores;                /* to be filled: the score of each, */
    int32_t *lengths;              /* and its moves, the first among them; -1 if the limit is too low */
    int32_t (*spent)(void *asker); /* to be called now and then: if it is not 0, give up and answer -1 */
    void *asker;
} playout_batch;

typedef struct playout_game {
    uint32_t version;    /* PLAYOUT_VERSION */
    uint32_t players;    /* 1 for a puzzle, or 2 */
    uint64_t state_size; /* in bytes */
    uint32_t max_moves;  /* no state has more legal moves */
    uint32_t max_length; /* no game has more moves: a longer one is an error, and not for ever */
    uint32_t code_count; /* every code is from 0 to code_count - 1; 0 if that cannot be said */
    uint32_t reserved;   /* 0 */
    double low, high;    /* no score is outside */
    const void *self;    /* whatever the functions need to know: sizes, tables; may be null */

    /* The state in which the game starts; it is all zeros before. */
    int32_t (*initial)(const void *self, void *state);
    /* Fills the array with the legal moves, in a fixed order, and answers how many: none if and only if the
     * game is over. Less than 0 says that the rules have failed. */
    int32_t (*legal)(const void *self, const void *state, int32_t *moves);
    /* Makes a legal move. */
    int32_t (*play)(const void *self, void *state, int32_t move);
    /* Who is to move, PLAYOUT_MAX or PLAYOUT_MIN. Not asked of a puzzle: it may be null there. */
    int32_t (*turn)(const void *self, const void *state);
    /* The payoff of a finished game. */
    double (*score)(const void *self, const void *state);

    /* The rest may be null. */

    /* What names an action across states, for searches that learn: a number for each of n legal moves,
     * different for each. By default a move is its own code. */
    int32_t (*codes)(const void *self, const void *state, const int32_t *moves, int32_t n, int64_t *codes);
    /* What the author thinks of n legal moves, as logarithms of odds from -50 to 50: nrpa(bias=true). */
    int32_t (*biases)(const void *self, const void *state, const int32_t *moves, int32_t n, double *biases);
    /* The same board with this player to move. To have it says that who cannot move has lost, so that the
     * playout `mobility` can count moves out of turn. */
    int32_t (*with_turn)(const void *self, void *state, int32_t turn);
    /* Plays on at random, for speed: playout_run below does it, where the compiler sees all of the rules. */
    int32_t (*playout)(const void *self, void *state, int32_t *moves, uint64_t *rng, int32_t limit);

    /* Texts are UTF-8 that ends with a zero, in room for so many bytes. The functions answer the length,
     * as snprintf does, or less than 0 if they failed. */
    int32_t (*name)(const void *self, const void *state, int32_t move, char *text, int32_t room);
    /* The move of this name, less than 0 if there is none. By default the names of the legal moves are
     * compared. */
    int32_t (*parse)(const void *self, const void *state, const char *text);
    int32_t (*text)(const void *self, const void *state, char *text, int32_t room);
    /* Sets a state up, of zeros, from what `text` writes; not 0 if that is no position. */
    int32_t (*setup)(const void *self, const char *text, int32_t turn, void *state);
    /* The same for equal states. */
    uint64_t (*hash)(const void *self, const void *state);
    /* Frees what `self` points to. */
    void (*close)(const void *self);

    /* Plays many random games, for rules that play them side by side faster than one after another. */
    int32_t (*playouts)(const void *self, const void *state, const playout_batch *batch);
    /* How far a legal move of one state is from one of another state: a finite number. For lns, which changes
     * together what lies together. */
    double (*distance)(const void *self, const void *state, int32_t move, const void *other, int32_t other_move);
} playout_game;

/* A parameter of the rules, such as the size of the board: what ./hex.so(size=7) sets. */
typedef struct playout_parameter {
    const char *name;
    double value, low, high; /* by default, at least, at most */
    int32_t is_integer;      /* not 0 if only whole numbers will do */
} playout_parameter;

/* What a library exports: the parameters, if it has any, ended by one without a name; */
PLAYOUT_EXPORT extern const playout_parameter playout_parameters[];
/* and a function that makes the rules, from a value for each parameter. The game is all zeros before. It
 * answers null, or what is wrong with the values, in one line. */
PLAYOUT_EXPORT const char *playout_open(playout_game *game, const double *values);

/* The one random generator, SplitMix64, whose state is one number: a uniform integer from 0 to n - 1. */
static inline uint32_t playout_below(uint64_t *rng, uint32_t n) {
    uint64_t z = *rng += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((((z ^ (z >> 31)) >> 32) * n) >> 32);
}

/* Plays `limit` random moves at most, and answers how many, or -1 if the rules fail. Write
 *     static int32_t my_playout(const void *self, void *state, int32_t *moves, uint64_t *rng, int32_t limit) {
 *         return playout_run(self, state, moves, rng, limit, my_legal, my_play);
 *     }
 * and the compiler makes one loop of it all. */
static inline int32_t playout_run(const void *self, void *state, int32_t *moves, uint64_t *rng, int32_t limit,
                                  int32_t (*legal)(const void *, const void *, int32_t *),
                                  int32_t (*play)(const void *, void *, int32_t)) {
    int32_t length, n;
    for (length = 0; length < limit && (n = legal(self, state, moves)) != 0; ++length)
        if (n < 0 || play(self, state, moves[playout_below(rng, (uint32_t)n)]) != 0) return -1;
    return length;
}

#ifdef __cplusplus
}
#endif

#endif
