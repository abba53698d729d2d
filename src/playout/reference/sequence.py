"""What a search for the best sequence of a puzzle answers, and how it is told to end."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from playout.budget import Budget
from playout.reference.meter import Meter
from playout.reference.rng import Rng


@dataclass(frozen=True)
class Solution:
    """The best sequence that was found.

    >>> Solution(score=7.0, moves=(0, 3, 1), simulations=10, states=30).score
    7.0
    """

    score: float
    moves: tuple[int, ...]
    simulations: int
    states: int


class Spent(Exception):  # noqa: N818 (it is no error)
    """The budget is spent: the search ends wherever it is."""


class Run:
    """The generator and the budget of a search, and the best of its playouts."""

    def __init__(self, budget: Budget | str, seed: int) -> None:
        self.rng = Rng(seed)
        self.meter = Meter(budget)
        self.score = -inf
        self.moves: tuple[int, ...] = ()

    def finish_playout(self, score: float, moves: tuple[int, ...]) -> None:
        """Notes a whole game, from the first state to the last."""
        self.meter.simulations += 1
        if score > self.score:
            self.score, self.moves = score, moves
        if self.meter.spent:
            raise Spent

    def repeat(self, search: Callable[[], object]) -> Solution:
        """Searches again and again until the budget is spent.

        >>> run = Run("3 sims", seed=1)
        >>> run.repeat(lambda: run.finish_playout(float(run.rng.below(10)), (0,)))
        Solution(score=9.0, moves=(0,), simulations=3, states=0)
        """
        try:
            while True:
                search()
        except Spent:
            return Solution(self.score, self.moves, self.meter.simulations, self.meter.states)
