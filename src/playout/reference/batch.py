"""Several uniform playouts in the place of one: twin of `cpp/playouts/batch.hpp`."""

from dataclasses import dataclass

from playout.reference.meter import Meter
from playout.reference.playout import Line, Outcome
from playout.reference.rng import Rng
from playout.reference.uniform import uniform
from playout.state import State


@dataclass(frozen=True)
class Batch:
    """The mean score of some random games, each with a generator of its own; a finished game keeps its score.

    >>> import playout as po
    >>> meter = Meter("1 sims")
    >>> Batch(games=10)(po.game("tictactoe").initial(), Rng(1), meter), meter.states
    (Outcome(score=0.5, length=0, finished=True), 70)
    """

    games: int

    def __call__(
        self, s: State, rng: Rng, meter: Meter, limit: int | None = None, line: Line | None = None
    ) -> Outcome:
        """A playout from state s, which has neither a length nor moves to tell."""
        if s.is_terminal:
            return Outcome(s.score, 0)
        total = 0.0
        for seed in [rng.next() for _ in range(self.games)]:
            total += uniform(s, Rng(seed), meter).score
        return Outcome(total / self.games, 0)
