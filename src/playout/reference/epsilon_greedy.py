"""The choice of playouts that learn what moves are worth: twin of `cpp/playouts/epsilon_greedy.hpp`.

Tak, Winands and Björnsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing" (IEEE
TCIAIG 4(2), 2012): the move that is worth most, or with probability ε any. `mast.py` and `nst.py` say what
moves are worth.
"""

from abc import ABC, abstractmethod
from math import inf

from playout._core import Turn
from playout.python_game import MAX
from playout.reference.meter import Meter
from playout.reference.playout import Line, Outcome, play_out
from playout.reference.rng import Rng
from playout.state import State

Action = tuple[int, Turn]
"""The code of a move and its player."""


class Mean:
    """The mean of some rewards; more than any reward as long as there are none.

    >>> mean = Mean()
    >>> mean.value
    inf
    >>> mean.add(1.0)
    >>> mean.add(0.0)
    >>> mean.n, mean.value
    (2, 0.5)
    """

    def __init__(self) -> None:
        self.n, self._total = 0, 0.0

    def add(self, reward: float) -> None:
        """Takes in a reward."""
        self.n += 1
        self._total += reward

    @property
    def value(self) -> float:
        """The mean."""
        return self._total / self.n if self.n else inf


class EpsilonGreedy(ABC):
    """A playout that learns what moves are worth. A search needs one of its own."""

    def __init__(self, epsilon: float = 0.4) -> None:
        self.epsilon = epsilon

    @abstractmethod
    def value(self, previous: Action | None, action: Action) -> float:
        """What an action is worth after another one."""

    @abstractmethod
    def add(self, previous: Action | None, action: Action, gained: float) -> None:
        """Takes in the reward of a simulation with the action after another one."""

    def __call__(
        self, s: State, rng: Rng, meter: Meter, limit: int | None = None, line: Line | None = None
    ) -> Outcome:
        """A playout from state s, to which a line of moves has led."""
        moves = [] if line is None else line
        return play_out(s, lambda s: self.choose(s, moves, rng), meter, limit, moves)

    def choose(self, s: State, line: Line, rng: Rng) -> int:
        """One of the moves, from a random one on: that one, or the first of the best."""
        explores = rng.fraction() < self.epsilon
        moves = s.position.playout_moves
        first = rng.below(len(moves))
        previous = action(*line[-1]) if line else None
        order = moves[first:] + moves[:first]
        return order[0] if explores else max(order, key=lambda move: self.value(previous, action(s, move)))

    def learn(self, line: Line, score: float) -> None:
        """Takes in a whole simulation."""
        previous = None
        for s, move in line:
            played = action(s, move)
            self.add(previous, played, reward(s, score))
            previous = played


def action(s: State, move: int) -> Action:
    """A move of a playout as what is learned about.

    >>> import playout as po
    >>> action(po.game("tictactoe").initial(), 4)
    (4, Turn.MAX)
    """
    return s.position.code(move), s.turn


def reward(s: State, score: float) -> float:
    """What a score is worth to the player to move: a win, a draw or a loss; in a puzzle, itself.

    >>> import playout as po
    >>> s = po.game("go(9,9)").initial()
    >>> reward(s, 3.5), reward(s, 0.0), reward(s.play("e5"), 3.5)
    (1.0, 0.5, 0.0)
    """
    if s.game.players == 1:
        return score
    return 0.5 if score == 0 else float((score > 0) == (s.turn is MAX))
