"""Sums of weights, and a draw in proportion to them: twin of `cpp/search/nrpa/sums.hpp`.

The i-th weight goes to lane i mod 8. A lane is summed from its first weight to its last; then the lanes are.
The order matters for the last bit of a sum of floating-point numbers, and this one suits vector instructions.
"""

from collections.abc import Sequence

from playout.reference.rng import Rng

LANES = 8


def running_sums(lanes: Sequence[float]) -> list[float]:
    """The sum of each lane and those before it, by strides of 1, 2 and 4.

    >>> running_sums([1.0, 2.0, 3.0, 4.0, 0.0, 0.0, 0.0, 1.0])
    [1.0, 3.0, 6.0, 10.0, 10.0, 10.0, 10.0, 11.0]
    """
    sums = list(lanes)
    for stride in (1, 2, 4):
        sums = [x + (sums[lane - stride] if lane >= stride else 0.0) for lane, x in enumerate(sums)]
    return sums


def add_up(weights: Sequence[float]) -> float:
    """The sum of some weights.

    >>> add_up([1.0, 2.0, 4.0])
    7.0
    """
    return running_sums([_sum(weights[lane::LANES]) for lane in range(LANES)])[-1]


def draw(weights: Sequence[float], rng: Rng) -> int:
    """The index of one of the weights, drawn in proportion to them.

    >>> rng = Rng(1)
    >>> [draw([1.0, 2.0, 7.0], rng) for _ in range(10)]
    [2, 2, 2, 2, 2, 2, 2, 2, 1, 2]
    """
    n = len(weights)
    sums = running_sums([_sum(weights[lane::LANES]) for lane in range(LANES)])
    at = rng.fraction() * sums[-1]
    # The two `min` are for a sum that is smaller than a part of it, by a rounding.
    lane = min(sum(x <= at for x in sums), min(LANES, n) - 1)
    rest = at - (sums[lane - 1] if lane else 0.0)
    own = weights[lane::LANES]
    place = sum(_sum(own[: i + 1]) <= rest for i in range(len(own) - 1))
    return lane + LANES * place


def _sum(weights: Sequence[float]) -> float:
    """From the first to the last; Python's own `sum` is more exact than that."""
    total = 0.0
    for weight in weights:
        total += weight
    return total
