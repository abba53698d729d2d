"""What the intermediate solutions of NRPA are made of: Section 4.4 of its paper.

The solutions of a run are the sequences that its top level takes over, ties and improvements alike. A code of
a solution belongs to the prefix that it shares with the solution before it; or it is a permutation, in that
solution at another place; or hybrid, in an older one only; or new.

The paper does not say whether the first solution of a run, where all is new, is an improvement. Here it is
none.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from math import inf

from playout import _core
from playout.budget import Budget
from playout.run.runners import Job
from playout.solve import replay
from playout.solvers import NRPA
from playout.state import State

__all__ = ["CATEGORIES", "content", "solutions"]

CATEGORIES = ("prefix", "permutation", "hybrid", "new")


def solutions(start: State, player: NRPA, seed: int, simulations: int) -> Iterator[State]:
    """Where the solutions of a run lead, one after another.

    A solution that is found again move by move is not seen, nor is the last iteration of the top level.
    """
    job = Job(start, player, inf)
    solver = job.begin(seed, ())
    step = player.iterations ** (player.level - 1)
    last: State | None = None
    for _ in range(min(simulations // step, player.iterations - 1)):
        job.run(solver, Budget(simulations=step), _core.Stop())
        found = replay(start, solver.held.moves)[2]
        if last is None or found.history != last.history:
            yield found
            last = found


def content(found: Sequence[State]) -> dict[str, dict[str, int]]:
    """How many codes of each category the solutions after the first have, ties and improvements apart."""
    counts = {"ties": Counter[str](), "improvements": Counter[str]()}
    older: set[int] = set()
    for before, after in pairwise(found):
        previous, codes = _codes(before), _codes(after)
        kind = "ties" if after.score == before.score else "improvements"
        counts[kind] += Counter(_categories(codes, previous, older))
        older.update(previous)
    return {kind: {name: counts[kind][name] for name in CATEGORIES} for kind in counts}


def _codes(end: State) -> list[int]:
    state, codes = end.start, []
    for move in end.history:
        codes.append(state.code(move))
        state = state.play(move)
    return codes


def _categories(codes: Sequence[int], previous: Sequence[int], older: set[int]) -> Iterator[str]:
    prefix = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(codes, previous, strict=False)))
    for place, code in enumerate(codes):
        if place < prefix:
            yield "prefix"
        elif code in previous:
            yield "permutation"
        else:
            yield "hybrid" if code in older else "new"
