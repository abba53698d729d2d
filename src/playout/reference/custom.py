"""A playout of the user's own: twin of `cpp/playouts/custom.hpp`."""

from dataclasses import dataclass

from playout import playouts
from playout.reference.meter import Meter
from playout.reference.playout import Line, Outcome
from playout.reference.rng import Rng
from playout.state import State


@dataclass(frozen=True)
class Custom:
    """What a playout written in Python says of a state and a seed; the true score of a finished game.

    >>> import playout as po
    >>> class Draw(po.Playout):
    ...     def play(self, state, seed):
    ...         return 0
    >>> Custom(Draw())(po.game("tictactoe").initial(), Rng(1), Meter("1 sims"))
    Outcome(score=0, length=0, finished=True)
    """

    playout: playouts.Playout

    def __call__(
        self, s: State, rng: Rng, meter: Meter, limit: int | None = None, line: Line | None = None
    ) -> Outcome:
        """A playout from state s, which tells neither its length nor its moves."""
        return Outcome(s.score if s.is_terminal else self.playout.play(s, rng.next()), 0)
