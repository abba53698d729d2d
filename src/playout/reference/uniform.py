"""The Monte Carlo playout, uniformly random legal moves to the end: twin of `cpp/playouts/uniform.hpp`."""

from playout.reference.meter import Meter
from playout.reference.playout import GIVEN_UP, Line, Outcome, step
from playout.reference.rng import Rng
from playout.state import State


def uniform(s: State, rng: Rng, meter: Meter, limit: int | None = None, line: Line | None = None) -> Outcome:
    """The outcome of a random game from state s. Each move takes one draw.

    >>> import playout as po
    >>> meter = Meter("1 sims")
    >>> uniform(po.game("tictactoe").initial(), Rng(1), meter)
    Outcome(score=1.0, length=7, finished=True)
    """
    length = 0
    while not s.is_terminal:
        if length == limit:
            return GIVEN_UP
        moves = s.position.playout_moves
        move = moves[rng.below(len(moves))]
        if line is not None:
            line.append((s, move))
        s = step(s, move)
        meter.states += 1
        length += 1
    return Outcome(s.score, length)
