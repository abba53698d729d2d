"""Marks on paper: Max is X, Min is O."""

from typing import TYPE_CHECKING

from playout._core import Turn
from playout.render import board
from playout.render.page import Drawing

if TYPE_CHECKING:
    from playout.state import State

_CELL = 72


def picture(state: "State") -> Drawing:
    """A grid with crosses and rings."""
    return board.picture(state, mark, cell=_CELL, ground=board.lines)


def mark(side: Turn) -> str:
    """A cross or a ring."""
    if side is Turn.MAX:
        shape, colour = '<path d="M-17-17 17 17M17-17-17 17"', "#2563eb"
    else:
        shape, colour = '<circle r="18"', "#db2777"
    return f'{shape} fill="none" stroke="{colour}" stroke-width="8" stroke-linecap="round"/>'
