"""Shared libraries for tests: the game in C that `playout new` writes, with changes."""

import shutil
import subprocess
from pathlib import Path

import pytest

import playout as po

GAME = (Path(po.__file__).parent / "templates" / "c" / "mygame.c").read_text(encoding="utf-8")
COMPILER = shutil.which("cc")

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler (cc)")

Change = tuple[str, str]
"""A piece of the source that stands there once, and what to put in its place."""


def changed(*changes: Change) -> str:
    """The game in C, with changes."""
    source = GAME
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


def build(folder: Path, source: str, name: str = "mygame.so") -> str:
    """Builds a library, and gives its path."""
    assert COMPILER is not None
    library = folder / name
    options = ["-shared", "-fPIC", "-w", "-I", po.include_dir()]
    subprocess.run(
        [COMPILER, "-x", "c", "-", *options, "-o", str(library)], input=source, text=True, check=True
    )
    return str(library)


PUZZLE = r"""
#include <playout/game.h>
#include <stdio.h>

/* Eight digits from 0 to 4; a digit counts if it is one more than the one before, modulo 5. */
typedef struct {
    int8_t digits[8];
    int8_t length;
} State;

static int32_t initial(const void *self, void *state) { return 0; }

static int32_t legal(const void *self, const void *state, int32_t *moves) {
    int32_t n = 0;
    while (((const State *)state)->length < 8 && n < 5) moves[n] = n, ++n;
    return n;
}

static int32_t play(const void *self, void *state, int32_t move) {
    State *s = state;
    s->digits[s->length++] = (int8_t)move;
    return 0;
}

static double score(const void *self, const void *state) {
    const State *s = state;
    int right = 0;
    for (int i = 1; i < 8; ++i) right += s->digits[i] == (s->digits[i - 1] + 1) % 5;
    return right;
}

static int32_t codes(const void *self, const void *state, const int32_t *moves, int32_t n, int64_t *codes) {
    for (int32_t i = 0; i < n; ++i) codes[i] = 5 * ((const State *)state)->length + moves[i];
    return 0;
}

static int32_t name(const void *self, const void *state, int32_t move, char *text, int32_t room) {
    return snprintf(text, (size_t)room, "d%d", (int)move);
}

static int32_t text(const void *self, const void *state, char *text, int32_t room) {
    const State *s = state;
    char digits[9] = "........";
    for (int i = 0; i < s->length; ++i) digits[i] = (char)('0' + s->digits[i]);
    return snprintf(text, (size_t)room, "%s", digits);
}

static int32_t setup(const void *self, const char *text, int32_t turn, void *state) {
    State *s = state;
    for (int i = 0; i < 8; ++i) {
        if (text[i] != '.' && (text[i] < '0' || text[i] > '4' || i != s->length)) return 1;
        if (text[i] != '.') s->digits[s->length++] = (int8_t)(text[i] - '0');
    }
    return text[8] != 0;
}

const char *playout_open(playout_game *game, const double *values) {
    *game = (playout_game){
        .version = PLAYOUT_VERSION, .players = 1, .state_size = sizeof(State), .max_moves = 5,
        .max_length = 8, .code_count = 40, .low = 0, .high = 7, .initial = initial, .legal = legal,
        .play = play, .score = score, .codes = codes, .name = name, .text = text, .setup = setup,
    };
    return 0;
}
"""
