"""Islands of searches: in one, a search that is behind goes on from a better one; none knows another."""

from collections.abc import Sequence
from random import Random

from playout.cuda.options import Report

__all__ = ["sources"]


def sources(
    now: Sequence[Report], before: Sequence[Report], members: int, exchange: float, seed: int
) -> list[int]:
    """For each search the one that it goes on from after a slice; -1 if it goes on from its own solution.

    After each of its steps it does so with the probability `exchange`, if the better one of two members of
    its island has a longer solution.
    """
    draw = Random(seed)
    taken = [-1] * len(now)
    for one, (new, old) in enumerate(zip(now, before, strict=True)):
        if draw.random() >= (1 - exchange) ** (new.steps - old.steps):
            begin = one - one % members
            island = range(begin, min(begin + members, len(now)))
            better = max(draw.choice(island), draw.choice(island), key=lambda i: now[i].current)
            if now[better].current > new.current:
                taken[one] = better
    given = set(taken)
    return [-1 if one in given else source for one, source in enumerate(taken)]
