"""A coin toss in the place of a playout: twin of `cpp/playouts/coin.hpp`."""

from playout.reference.meter import Meter
from playout.reference.playout import Line, Outcome
from playout.reference.rng import Rng
from playout.state import State


def coin(s: State, rng: Rng, meter: Meter, limit: int | None = None, line: Line | None = None) -> Outcome:
    """A winner drawn with probability 1/2 each, without a move; a finished game keeps its score.

    >>> import playout as po
    >>> rng, meter = Rng(1), Meter("1 sims")
    >>> [coin(po.game("nogo(7,7)").initial(), rng, meter).score for _ in range(5)], meter.states
    ([1.0, 1.0, 1.0, -1.0, -1.0], 0)
    """
    if s.is_terminal:
        return Outcome(s.score, 0)
    low, high = s.game.bounds
    return Outcome(low if rng.below(2) == 0 else high, 0)
