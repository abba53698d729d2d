"""The Monte Carlo playout, uniformly random legal moves to the end: twin of `cpp/playouts/uniform.hpp`."""

from playout.reference.meter import Meter
from playout.reference.rng import Rng
from playout.state import State


def uniform(s: State, rng: Rng, meter: Meter) -> float:
    """The score of a random game from state s. Each move takes one draw.

    >>> import playout as po
    >>> meter = Meter("1 sims")
    >>> uniform(po.game("tictactoe").initial(), Rng(1), meter), meter.states
    (1.0, 7)
    """
    while moves := s.position.playout_moves:
        s = State(s.game, s.position.playout_play(moves[rng.below(len(moves))]))
        meter.states += 1
    return s.score
