"""Playout policy adaptation, without and with move features: twin of `cpp/playouts/ppa.hpp`.

Cazenave, "Playout Policy Adaptation with Move Features" (Theoretical Computer Science 644, 2016). As in
`nrpa.py` a policy is kept as the exponentials of its entries: `pol[code]` stands for exp(pol[code]).
"""
# ruff: noqa: N803 (the names are the paper's)

from collections import defaultdict
from collections.abc import Callable, Hashable

from playout.python_game import MAX
from playout.reference.exp import MIN_EXPONENT, exp
from playout.reference.meter import Meter
from playout.reference.nrpa import LOWEST, MAX_STEP, TOO_HIGH, Policy
from playout.reference.playout import Line, Outcome, play_out
from playout.reference.rng import Rng
from playout.reference.weights import add_up, draw
from playout.state import State

Code = Callable[[State, int], Hashable]
"""What the policy knows a move of a player by."""


def plain(s: State, move: int) -> int:
    """The game's own code.

    >>> import playout as po
    >>> plain(po.game("tictactoe").initial(), 4)
    4
    """
    return s.position.code(move)


class Ppa:
    """Moves of winners. Called, it is a playout; a search needs one of its own.

    >>> import playout as po
    >>> from playout.reference.uct import uct
    >>> uct(po.game("tictactoe").initial(), "100 sims", seed=1, playout=Ppa()).move
    4
    """

    def __init__(self, Alpha: float = 0.32, code: Code = plain) -> None:
        self.Alpha = min(Alpha, MAX_STEP)
        self.code = code
        self.pol = Policy()

    def action(self, s: State, move: int) -> Hashable:
        """A move as what is learned about."""
        return self.code(s, move), s.turn

    def weights(self, s: State) -> list[float]:
        """Of the moves that playouts choose from."""
        return [self.pol[self.action(s, move)] for move in s.position.playout_moves]

    def __call__(
        self, s: State, rng: Rng, meter: Meter, limit: int | None = None, line: Line | None = None
    ) -> Outcome:
        """A playout from state s."""
        return play_out(s, lambda s: s.position.playout_moves[draw(self.weights(s), rng)], meter, limit, line)

    def learn(self, line: Line, score: float) -> None:
        """A gradient ascent step towards the moves of the winner of a simulation."""
        won = [(s, move) for s, move in line if score != 0 and (score > 0) == (s.turn is MAX)]
        shares: defaultdict[Hashable, float] = defaultdict(float)
        for s, _ in won:
            z = add_up(self.weights(s))
            for move in s.position.playout_moves:
                shares[self.action(s, move)] += 1 / z
        for action, share in shares.items():
            step = max(-self.Alpha * (self.pol[action] * share), MIN_EXPONENT)
            self.pol[action] = max(self.pol[action] * exp(step), LOWEST)
        for s, move in won:
            action = self.action(s, move)
            self.pol[action] = min(self.pol[action] * exp(self.Alpha), TOO_HIGH)
        self.pol.rescale()
