"""Scores as rewards in [0, 1], from the side of one player: twin of `cpp/search/reward.hpp`."""

from playout._core import Turn
from playout.python_game import MAX

Bounds = tuple[float, float]


def reward(score: float, turn: Turn, bounds: Bounds) -> float:
    """What a score is worth to a player.

    >>> from playout import MAX, MIN
    >>> reward(0.5, MAX, (-1.0, 1.0)), reward(0.5, MIN, (-1.0, 1.0))
    (0.75, 0.25)
    """
    low, high = bounds
    return (score - low if turn is MAX else high - score) / (high - low)


def score(reward: float, turn: Turn, bounds: Bounds) -> float:
    """The inverse: the score that a mean reward stands for.

    >>> from playout import MIN
    >>> score(0.25, MIN, (-1.0, 1.0))
    0.5
    """
    low, high = bounds
    return low + reward * (high - low) if turn is MAX else high - reward * (high - low)


def middle(bounds: Bounds) -> float:
    """The score halfway between the bounds.

    >>> middle((-88.5, 73.5))
    -7.5
    """
    low, high = bounds
    return (low + high) / 2
