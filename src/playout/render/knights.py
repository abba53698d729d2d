"""Chess knights: Max is white, Min is black."""

from typing import TYPE_CHECKING

from playout._core import Turn
from playout.render import board
from playout.render.page import Drawing

if TYPE_CHECKING:
    from playout.state import State

# Drawn for this library, facing left.
_HEAD = (
    "M-9.5 12.5C-10 5.5-2.5 4-1.5-2.5C-3.5 0-6 1-8.5 1.5L-10.5 4.5C-12 5.5-14.5 4.5-14.5 1.5"
    "C-14-2-11.5-4-10.5-6.5C-9.5-9.5-7.5-11.5-4.5-12.5L-4.5-17.5L0.5-13.5C9.5-12 12.5-2 11 12.5Z"
)
_BASE = "M-12.5 17.5V14.5Q-12.5 12.5-10.5 12.5H11.5Q13.5 12.5 13.5 14.5V17.5Z"
_MANE = "M2.5-10C7.5-7 9 0 8 9"


def picture(state: "State") -> Drawing:
    """A chequered board with knights."""
    return board.picture(state, knight)


def knight(side: Turn) -> str:
    """A horse's head on a base."""
    fill, edge, detail = (
        ("#ffffff", "#334155", "#94a3b8") if side is Turn.MAX else ("#334155", "#0f172a", "#94a3b8")
    )
    eye = edge if side is Turn.MAX else "#f8fafc"
    return (
        f'<path d="{_HEAD}{_BASE}" fill="{fill}" stroke="{edge}" stroke-width="1.5" stroke-linejoin="round"/>'
        f'<path d="{_MANE}" fill="none" stroke="{detail}" stroke-width="1.5" stroke-linecap="round"/>'
        f'<circle cx="-6" cy="-6.5" r="1.5" fill="{eye}"/>'
    )
