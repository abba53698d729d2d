"""Scores as rewards in [0, 1], from the side of one player: twin of `cpp/search/reward.hpp`."""

from math import inf

from playout._core import Turn
from playout.python_game import MAX

Bounds = tuple[float, float]


class Scale:
    """What scores are worth: the score itself, of which only a share may count beside the result.

    >>> from playout import MAX, MIN
    >>> scale = Scale((-1.0, 1.0))
    >>> scale.reward(0.5, MAX), scale.reward(0.5, MIN)
    (0.75, 0.25)
    >>> Scale((-80.0, 80.0), share=0.5).reward(40.0, MAX)
    0.875
    """

    def __init__(self, bounds: Bounds, share: float = 1.0) -> None:
        self.low, self.high = bounds
        self.width = self.high - self.low
        self.share = share

    def reward(self, score: float, turn: Turn) -> float:
        """What a score is worth to a player."""
        scaled = (score - self.low if turn is MAX else self.high - score) / self.width
        return scaled if self.share == 1 else self.share * scaled + (1 - self.share) * result(score, turn)

    def value(self, reward: float, turn: Turn) -> float:
        """What a mean reward stands for: a score, or where it is made of results, the expected result.

        >>> from playout import MIN
        >>> Scale((-1.0, 1.0)).value(0.25, MIN), Scale((-80.0, 80.0), share=0.1).value(0.25, MIN)
        (0.5, 0.5)
        """
        if self.share == 1:
            return self.low + reward * self.width if turn is MAX else self.high - reward * self.width
        return 2 * reward - 1 if turn is MAX else 1 - 2 * reward


def result(score: float, turn: Turn) -> float:
    """A win, a draw or a loss."""
    return 0.5 if score == 0 else float((score > 0) is (turn is MAX))


class SeenScale(Scale):
    """Rewards of a puzzle from 0 for the lowest score seen to 1 for the highest.

    >>> from playout import MAX
    >>> scale = SeenScale()
    >>> scale.stretch(2.0), scale.reward(2.0, MAX)
    ((1.0, 0.0), 0.0)
    >>> scale.stretch(6.0), scale.reward(5.0, MAX)
    ((0.25, 0.0), 0.75)
    """

    def __init__(self) -> None:
        super().__init__((inf, -inf))

    def stretch(self, score: float) -> tuple[float, float]:
        """Takes in a score: what a reward must be multiplied by, and what must be added to it."""
        is_first = self.low > self.high
        low, width = self.low, self.width
        self.low, self.high = min(self.low, score), max(self.high, score)
        self.width = self.high - self.low if self.low < self.high else 1.0
        return (1.0, 0.0) if is_first else (width / self.width, (low - self.low) / self.width)


def middle(bounds: Bounds) -> float:
    """The score halfway between the bounds.

    >>> middle((-88.5, 73.5))
    -7.5
    """
    low, high = bounds
    return (low + high) / 2
