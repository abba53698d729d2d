"""The tuned playout of Morpion Solitaire, Figure 6 of the NRPA paper: twin of `cpp/playouts/tuned.hpp`.

Some moves are sampled, tried, and the one that promises most is made. Ties go to the move sampled first.
Every trial counts as a state; the move that is made was tried, and counts no more.
"""

import re

from playout.reference.meter import Meter
from playout.reference.rng import Rng
from playout.state import State


def new_lines(s: State) -> list[int]:
    """The available moves that the last move has made available."""
    if not s.history:
        return []
    before = _parent(s).legal_moves
    return [move for move in s.legal_moves if move not in before]


def near_moves(s: State) -> list[int]:
    """The moves whose dot is 1 or 2 from the last dot: along a row, a column or a diagonal."""
    if not s.history:
        return []
    x, y = dot(s.history_names[-1])
    return [move for move in s.legal_moves if _is_near(x, y, *dot(s.name(move)))]


def dot(name: str) -> tuple[int, int]:
    """The column and the row of the new dot.

    >>> dot("-1:10NE3")
    (-1, 10)
    """
    column, row = re.findall(r"-?\d+", name)[:2]
    return int(column), int(row)


def with_replacement(moves: list[int], count: int, rng: Rng) -> list[int]:
    """A sample, each move of it once."""
    return list(dict.fromkeys(moves[rng.below(len(moves))] for _ in range(count)))


def without_replacement(moves: list[int], count: int, rng: Rng) -> list[int]:
    """A sample of different moves; all of them if there are no more."""
    left = list(moves)
    sample: list[int] = []
    while left and len(sample) < count:
        i = rng.below(len(left))
        sample.append(left[i])
        left[i] = left[-1]
        left.pop()
    return sample


def tuned(s: State, rng: Rng, meter: Meter) -> State:
    """The end of a game from state s.

    >>> import playout as po
    >>> tuned(po.game("morpion(5D)").initial(), Rng(1), Meter("1 sims")).score
    54.0
    """
    while not s.is_terminal:
        if new := new_lines(s):
            sample, compare_new = with_replacement(new, 4, rng), False
        elif rng.below(10) < 9 and (near := near_moves(s)):
            sample, compare_new = with_replacement(near, 2, rng), False
        else:
            sample, compare_new = without_replacement(list(s.legal_moves), 6, rng), True
        trials = [s.play(move) for move in sample]
        meter.states += len(trials)
        s = max(trials, key=lambda t: (len(new_lines(t)) if compare_new else 0, len(t.legal_moves)))
    return s


def _parent(s: State) -> State:
    state = s.start
    for move in s.history[:-1]:
        state = state.play(move)
    return state


def _is_near(x1: int, y1: int, x2: int, y2: int) -> bool:
    x, y = abs(x1 - x2), abs(y1 - y2)
    return 1 <= max(x, y) <= 2 and (x == y or x == 0 or y == 0)
