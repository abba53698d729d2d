"""Islands of searches: in one, a search that is behind goes on from a better one; none knows another."""

from collections.abc import Sequence
from random import Random

from playout.cuda.options import Report

__all__ = ["sources"]

SHARE = 0.025
"""Of the searches, those that look at two others after a slice."""
BEHIND = 2
"""Lines that a search is behind when it goes on from another one."""


def sources(reports: Sequence[Report], members: int, seed: int) -> list[int]:
    """For each search the one that it goes on from; -1 if it goes on from its own."""
    draw = Random(seed)
    taken = [-1] * len(reports)
    for begin in range(0, len(reports), members):
        island = range(begin, min(begin + members, len(reports)))
        _take_over(reports, island, draw, taken)
    given = set(taken)
    return [-1 if one in given else source for one, source in enumerate(taken)]


def _take_over(reports: Sequence[Report], island: range, draw: Random, taken: list[int]) -> None:
    for _ in range(max(1, round(len(island) * SHARE))):
        one = draw.choice(island)
        better = max(draw.choice(island), draw.choice(island), key=lambda i: reports[i].best)
        if reports[better].best >= reports[one].best + BEHIND:
            taken[one] = better
