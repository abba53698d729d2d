"""Games written in Python that are compiled: the class to derive from."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

__all__ = ["CompiledGame"]

Field = str | tuple[str, int] | tuple[str, tuple[int, ...]]


class CompiledGame(ABC):
    """Rules of your own at native speed: Python that Numba compiles (`pip install 'playout[compiled]'`).

    A state has fields, numbers and arrays of numbers of a fixed size, and the methods change it in place.
    They are ordinary Python on numbers, loops and arrays. What is set in `__init__` is constant: numbers,
    tuples of numbers and NumPy arrays, which the methods read as `self.size`. They may call each other and
    functions of your module.

    The same class runs uncompiled as well (`playout.uncompiled`), slowly and with Python's own errors, and
    `playout.check` compares both.

    Methods that have no default say more of a game, by being there: `code(s, move)`, `bias(s, move)`,
    `distance(s, move, t, other_move)`, `with_turn(s, turn)`, as in `playout.PythonGame`; and, never compiled,
    `hash(s)`, `svg(s)` and `card()`, the rules for a graphics card.

    >>> class Nim(CompiledGame):
    ...     '''Take one to three matches; who takes the last one wins.'''
    ...
    ...     def __init__(self, matches=7):
    ...         self.matches = matches
    ...         self.max_moves = 3
    ...         self.fields = {"left": "int32", "turn": "int8"}
    ...
    ...     def initial(self, s):
    ...         s.left = self.matches
    ...
    ...     def legal(self, s, moves):
    ...         n = min(3, s.left)
    ...         for i in range(n):
    ...             moves[i] = i + 1
    ...         return n
    ...
    ...     def play(self, s, move):
    ...         s.left -= move
    ...         s.turn = 1 - s.turn
    ...
    ...     def score(self, s):
    ...         return -1 if s.turn == 0 else 1
    >>> import playout as po
    >>> po.UCT().search(po.uncompiled(Nim()).initial(), "500 sims", seed=1).name
    '3'
    """

    fields: Mapping[str, Field]
    """The fields of a state: the type of a number, or a type and the size (or the shape) of an array."""

    max_moves: int
    """No state has more legal moves."""

    players: int = 2
    """1 for a puzzle, which has Max only, or 2."""

    max_length: int = 10_000
    """No game is longer, in moves: one that is raises ContractError instead of running on for ever."""

    code_count: int = 0
    """If it is more than 0, every code is from 0 to code_count - 1, and what is learned is found faster."""

    def initial(self, s: Any) -> None:  # noqa: B027 -- a state of zeros is a good beginning
        """Sets up the state in which the game starts; all its fields are 0 before."""

    @abstractmethod
    def legal(self, s: Any, moves: Any) -> int:
        """Fills `moves` with the legal moves, in a fixed order; returns how many.

        None if and only if the game is over.
        """

    @abstractmethod
    def play(self, s: Any, move: int) -> None:
        """Makes a legal move."""

    @abstractmethod
    def score(self, s: Any) -> float:
        """The payoff of a finished game, from Max's side: in a two-player game, positive if Max has won."""

    def turn(self, s: Any) -> int:
        """Who is to move, 0 for Max and 1 for Min: by default what the field `turn` says."""
        turn: int = s.turn
        return turn

    def bounds(self) -> tuple[float, float]:
        """The lowest and the highest possible score. Not compiled."""
        return -1.0, 1.0

    def name(self, s: Any, move: int) -> str:
        """The move as people write it; different for each legal move. Not compiled."""
        return str(move)

    def text(self, s: Any) -> str:
        """The state as people read it. Not compiled."""
        return str(s)

    def __repr__(self) -> str:
        return type(self).__name__
