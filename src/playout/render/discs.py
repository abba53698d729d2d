"""Discs: Max is white, Min is black."""

from typing import TYPE_CHECKING

from playout._core import Turn
from playout.render import board
from playout.render.page import Drawing

if TYPE_CHECKING:
    from playout.state import State


def picture(state: "State") -> Drawing:
    """A chequered board with discs."""
    return board.picture(state, disc)


def disc(side: Turn) -> str:
    """A disc with a rim."""
    fill, edge, rim = (
        ("#ffffff", "#334155", "#cbd5e1") if side is Turn.MAX else ("#334155", "#0f172a", "#64748b")
    )
    return (
        f'<circle r="17" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
        f'<circle r="11.5" fill="none" stroke="{rim}" stroke-width="1.5"/>'
    )
