"""How a move is found: what the mind of a match asks for."""

from collections.abc import Callable
from typing import Protocol

from playout.budget import Budget
from playout.gdl.rules import Term
from playout.protocols.ggp.board import Moves

Watch = Callable[[], bool]
"""Called about ten times a second while a chooser thinks: whether to go on."""

SLICE_SECONDS = 0.1


class Chooser(Protocol):
    """Thinks about the state that is on the board."""

    ponders: bool
    """Whether it is of use to think on after the move was sent."""

    def think(self, limit: Budget, watch: Watch) -> None:
        """Thinks until the limit, or until it is told to stop, or until there is nothing left to find."""

    def move(self) -> Term | None:
        """The best move so far of the role that it plays; None if it has none."""

    def play(self, moves: Moves) -> None:
        """Everybody has moved."""
