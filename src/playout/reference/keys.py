"""What tells the states of a search from each other.

In a tree a state is known by the moves that led to it. With transpositions it is known by what decides how
it goes on, and by its ply, so that no way leads back to it.
"""

from collections.abc import Callable, Hashable

from playout._core import Turn
from playout.state import State

Key = Callable[[State], Hashable]


def by_history(s: State) -> Hashable:
    """The key of a tree.

    >>> import playout as po
    >>> by_history(po.game("tictactoe").initial().play("a1").play("b1"))
    (0, 1)
    """
    return s.history


def by_position(s: State) -> tuple[str, Turn, int]:
    """The key of a graph, where board and turn decide how a state goes on.

    >>> import playout as po
    >>> start = po.game("tictactoe").initial()
    >>> one, other = (start.play(x).play("b2").play(y) for x, y in [("a1", "c3"), ("c3", "a1")])
    >>> by_position(one) == by_position(other), by_history(one) == by_history(other)
    (True, False)
    """
    return s.board, s.turn, len(s.history)
