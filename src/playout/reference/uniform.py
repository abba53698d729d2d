"""The Monte Carlo playout, uniformly random legal moves to the end: twin of `cpp/playouts/uniform.hpp`."""

from playout.reference.meter import Meter
from playout.reference.rng import Rng
from playout.state import State


def random_choice(s: State, rng: Rng) -> int:
    """A naive random choice among the moves that playouts draw from."""
    moves = s.position.playout_moves
    return moves[rng.below(len(moves))]


def step(s: State, move: int) -> State:
    """The state after a move of a playout, which a game may allow only there."""
    return State(s.game, s.position.playout_play(move), s, move)


def uniform(s: State, rng: Rng, meter: Meter) -> float:
    """The score of a random game from state s. Each move takes one draw.

    >>> import playout as po
    >>> meter = Meter("1 sims")
    >>> uniform(po.game("tictactoe").initial(), Rng(1), meter), meter.states
    (1.0, 7)
    """
    while not s.is_terminal:
        s = step(s, random_choice(s, rng))
        meter.states += 1
    return s.score
