"""The functions of the C interface for one game, as Numba compiles them.

Nobody imports this file: it is copied, once for each game, since Numba keeps what it has compiled by the file
that it is in. Every function answers what the interface says for rules that have failed (`playout/game.h`).
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import carray, cfunc, types
from numba.extending import register_jitable

from playout.compiled import given

rules, max_moves = given.rules, given.max_moves

SELF = types.voidptr
STATE = types.CPointer(given.record)
MOVES = types.CPointer(types.int32)
CODES = types.CPointer(types.int64)
BIASES = types.CPointer(types.float64)
RNG = types.CPointer(types.uint64)
INT, FLOAT = types.int32, types.float64


def entry(result: Any, *arguments: Any) -> Callable[..., Any]:
    """Compiles a function that C can call."""
    return cfunc(result(SELF, *arguments), cache=True)  # type: ignore[no-any-return]


@entry(INT, STATE)
def initial(_, state):  # type: ignore[no-untyped-def]
    try:
        rules.initial(carray(state, 1)[0])
    except Exception:
        return -1
    return 0


@entry(INT, STATE, MOVES)
def legal(_, state, moves):  # type: ignore[no-untyped-def]
    try:
        return rules.legal(carray(state, 1)[0], carray(moves, max_moves))
    except Exception:
        return -1


@entry(INT, STATE, INT)
def play(_, state, move):  # type: ignore[no-untyped-def]
    try:
        rules.play(carray(state, 1)[0], np.int64(move))
    except Exception:
        return -1
    return 0


@entry(FLOAT, STATE)
def score(_, state):  # type: ignore[no-untyped-def]
    try:
        return rules.score(carray(state, 1)[0])
    except Exception:
        return np.nan


if hasattr(rules, "play_nth"):

    @register_jitable
    def count(s, _):  # type: ignore[no-untyped-def]
        return rules.count(s)

    @register_jitable
    def play_kth(s, _, k):  # type: ignore[no-untyped-def]
        rules.play_nth(s, k)

else:

    @register_jitable
    def count(s, listed):  # type: ignore[no-untyped-def]
        return rules.legal(s, listed)

    @register_jitable
    def play_kth(s, listed, k):  # type: ignore[no-untyped-def]
        rules.play(s, np.int64(listed[k]))


@register_jitable
def play_out(s, listed, seed, limit):  # type: ignore[no-untyped-def]
    # The loop of cpp/playouts/uniform.hpp, with the draws of cpp/core/rng.hpp.
    length, draws = 0, seed[0]
    while length < limit:
        n = count(s, listed)
        if n == 0:
            break
        if n < 0 or n > max_moves:
            raise ValueError("no such number of moves")
        draws += np.uint64(0x9E3779B97F4A7C15)
        z = (draws ^ (draws >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
        play_kth(s, listed, np.int64(((z >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32)))
        length += 1
    seed[0] = draws
    return length


@entry(INT, STATE, MOVES, RNG, INT)
def playout(_, state, moves, rng, limit):  # type: ignore[no-untyped-def]
    try:
        return play_out(carray(state, 1)[0], carray(moves, max_moves), carray(rng, 1), limit)
    except Exception:
        return -1


if rules.players == 2:

    @entry(INT, STATE)
    def turn(_, state):  # type: ignore[no-untyped-def]
        try:
            return rules.turn(carray(state, 1)[0])
        except Exception:
            return -1


if hasattr(rules, "code"):

    @entry(INT, STATE, MOVES, INT, CODES)
    def codes(_, state, moves, n, codes):  # type: ignore[no-untyped-def]
        try:
            s, listed, filled = carray(state, 1)[0], carray(moves, max_moves), carray(codes, max_moves)
            for i in range(n):
                filled[i] = rules.code(s, np.int64(listed[i]))
        except Exception:
            return -1
        return 0


if hasattr(rules, "bias"):

    @entry(INT, STATE, MOVES, INT, BIASES)
    def biases(_, state, moves, n, biases):  # type: ignore[no-untyped-def]
        try:
            s, listed, filled = carray(state, 1)[0], carray(moves, max_moves), carray(biases, max_moves)
            for i in range(n):
                filled[i] = rules.bias(s, np.int64(listed[i]))
        except Exception:
            return -1
        return 0


if hasattr(rules, "distance"):

    @entry(FLOAT, STATE, INT, STATE, INT)
    def distance(_, state, move, other, other_move):  # type: ignore[no-untyped-def]
        try:
            s, t = carray(state, 1)[0], carray(other, 1)[0]
            return rules.distance(s, np.int64(move), t, np.int64(other_move))
        except Exception:
            return np.nan


if hasattr(rules, "with_turn"):

    @entry(INT, STATE, INT)
    def with_turn(_, state, turn):  # type: ignore[no-untyped-def]
        try:
            rules.with_turn(carray(state, 1)[0], np.int64(turn))
        except Exception:
            return -1
        return 0
