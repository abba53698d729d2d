"""Games written in Python: the class to derive from."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from playout._core import ContractError, Turn

Turn.__doc__ = """Who is to move: Max, who wants a high score, or Min.

>>> import playout as po
>>> po.game("tictactoe").initial().turn is po.MAX
True
>>> po.Turn.MAX, po.Turn.MIN
(Turn.MAX, Turn.MIN)
"""

MAX = Turn.MAX
MIN = Turn.MIN
MAX.__doc__ = MIN.__doc__ = Turn.__doc__

S = TypeVar("S")


class Rules(Protocol[S]):
    """What the library asks of a game; `PythonGame` has a default for most of it.

    What a game may say besides (`bias`, `distance`, `with_turn`, `hash`, `svg`) is in the docstring of
    `PythonGame`.

    >>> class Pick(PythonGame[int]):
    ...     players = 1
    ...
    ...     def initial(self):
    ...         return 0
    ...
    ...     def legal(self, state):
    ...         return () if state else (1, 2, 3)
    ...
    ...     def play(self, state, move):
    ...         return move
    ...
    ...     def score(self, state):
    ...         return state / 3
    >>> def first_moves(rules: Rules[int]) -> list[int]:
    ...     return list(rules.legal(rules.initial()))
    >>> first_moves(Pick())
    [1, 2, 3]
    """

    players: int
    max_length: int

    def initial(self) -> S:
        """See `PythonGame`."""

    def legal(self, state: S) -> Sequence[int]:
        """See `PythonGame`."""

    def play(self, state: S, move: int) -> S:
        """See `PythonGame`."""

    def score(self, state: S) -> float:
        """See `PythonGame`."""

    def turn(self, state: S) -> Turn:
        """See `PythonGame`."""

    def bounds(self) -> tuple[float, float]:
        """See `PythonGame`."""

    def code(self, state: S, move: int) -> int:
        """See `PythonGame`."""

    def name(self, state: S, move: int) -> str:
        """See `PythonGame`."""

    def text(self, state: S) -> str:
        """See `PythonGame`."""


class PythonGame(ABC, Generic[S]):
    """Rules of a game or puzzle of your own. Every player, `match` and `check` take it.

    A state may be any value but None that is never changed after it was made: a tuple, a string, a frozen
    dataclass. A move is an integer, 0 or more; integers may be NumPy's. Four methods are a puzzle, five a
    two-player game.

    Methods that have no default say more of a game, by being there:

    - `bias(state, move)`: a number from -50 to 50, for `NRPA(bias=True)`;
    - `distance(state, move, other, other_move)`: how far a move in one state is from a move in another, a
      finite number, for `LNS`;
    - `with_turn(state, turn)`: the same board with this player to move. It says that the player without a
      move has lost, so that the playout `mobility` can count moves out of turn;
    - `hash(state)`: an integer, the same for equal states, where the hash of the text is too slow;
    - `svg(state)`: the state as a picture, the text of an SVG file.

    >>> class Nim(PythonGame[tuple[int, Turn]]):
    ...     '''Take one to three matches; who takes the last one wins.'''
    ...
    ...     def initial(self):
    ...         return 7, MAX
    ...
    ...     def legal(self, state):
    ...         return range(1, min(3, state[0]) + 1)
    ...
    ...     def play(self, state, move):
    ...         return state[0] - move, MIN if state[1] is MAX else MAX
    ...
    ...     def turn(self, state):
    ...         return state[1]
    ...
    ...     def score(self, state):
    ...         return -1 if state[1] is MAX else 1
    >>> import playout as po
    >>> po.UCT().search(po.game(Nim()).initial(), "500 sims", seed=1).name
    '3'
    """

    players: int = 2
    """1 for a puzzle, which has Max only, or 2."""

    max_length: int = 10_000
    """No game is longer, in moves: one that is raises ContractError instead of running on for ever."""

    @abstractmethod
    def initial(self) -> S:
        """The state in which the game starts."""

    @abstractmethod
    def legal(self, state: S) -> Sequence[int]:
        """The legal moves, in a fixed order; none if and only if the game is over."""

    @abstractmethod
    def play(self, state: S, move: int) -> S:
        """The state after a legal move. The given state must not change."""

    @abstractmethod
    def score(self, state: S) -> float:
        """The payoff of a finished game, from Max's side: in a two-player game, positive if Max has won."""

    def turn(self, state: S) -> Turn:
        """Who is to move, `playout.MAX` or `playout.MIN`; a puzzle need not say."""
        if self.players == 1:
            return MAX
        raise ContractError(f"{type(self).__name__} has two players, so it must define turn()")

    def bounds(self) -> tuple[float, float]:
        """The lowest and the highest possible score."""
        return -1.0, 1.0

    def code(self, state: S, move: int) -> int:
        """An integer that names the action across states; searches that learn share what they learn by it.

        Different for each legal move.
        """
        return move

    def name(self, state: S, move: int) -> str:
        """The move as people write it; different for each legal move."""
        return str(move)

    def text(self, state: S) -> str:
        """The state as people read it."""
        return str(state)

    def __repr__(self) -> str:
        return type(self).__name__
