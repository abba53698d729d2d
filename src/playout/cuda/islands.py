"""Islands of searches: in one, a search that is behind goes on from a better one; none knows another.

Now and then the better half of the islands takes the place of the worse: what looks good for a minute may
look good for two (successive halving: Jamieson, Talwalkar, Non-stochastic Best Arm Identification and
Hyperparameter Optimization, AISTATS 2016).
"""

from collections.abc import Sequence
from random import Random

from playout.cuda.options import Report

__all__ = ["exchanged", "islands", "spread"]


def islands(count: int, members: int) -> list[range]:
    """The searches of each island."""
    return [range(begin, min(begin + members, count)) for begin in range(0, count, members)]


def exchanged(
    now: Sequence[Report], before: Sequence[Report], members: int, exchange: float, seed: int
) -> list[int]:
    """For each search the one that it goes on from after a slice; -1 if it goes on from its own solution.

    After each of its steps it does so with the probability `exchange`, if the better one of two members of
    its island has a longer solution.
    """
    draw = Random(seed)
    taken = [-1] * len(now)
    for island in islands(len(now), members):
        for one in island:
            if draw.random() >= (1 - exchange) ** (now[one].steps - before[one].steps):
                better = max(draw.choice(island), draw.choice(island), key=lambda i: now[i].current)
                if now[better].current > now[one].current:
                    taken[one] = better
    given = set(taken)
    return [-1 if one in given else source for one, source in enumerate(taken)]


def spread(now: Sequence[Report], members: int, share: int) -> list[int]:
    """The same when the best of so many islands, at least one, takes the place of the others."""
    order = sorted(
        islands(len(now), members), key=lambda island: max(now[one].current for one in island), reverse=True
    )
    keepers = max(1, len(order) // share)
    taken = [-1] * len(now)
    for number, island in enumerate(order[keepers:]):
        for one, source in zip(island, order[number % keepers], strict=False):  # the last may have fewer
            taken[one] = source
    return taken
