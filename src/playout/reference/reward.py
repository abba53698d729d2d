"""Scores as rewards in [0, 1], from the side of one player: twin of `cpp/search/reward.hpp`."""

from math import inf

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


class SeenScale:
    """Rewards of a puzzle from 0 for the lowest score seen to 1 for the highest.

    >>> scale = SeenScale()
    >>> scale.stretch(2.0), scale.reward(2.0)
    ((1.0, 0.0), 0.0)
    >>> scale.stretch(6.0), scale.reward(5.0)
    ((0.25, 0.0), 0.75)
    """

    def __init__(self) -> None:
        self.low, self.high, self.width = inf, -inf, 1.0

    def stretch(self, score: float) -> tuple[float, float]:
        """Takes in a score: what a reward must be multiplied by, and what must be added to it."""
        is_first = self.low > self.high
        low, width = self.low, self.width
        self.low, self.high = min(self.low, score), max(self.high, score)
        self.width = self.high - self.low if self.low < self.high else 1.0
        return (1.0, 0.0) if is_first else (width / self.width, (low - self.low) / self.width)

    def reward(self, score: float) -> float:
        """What a score is worth."""
        return (score - self.low) / self.width

    def score(self, reward: float) -> float:
        """The inverse."""
        return self.low + reward * self.width


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
