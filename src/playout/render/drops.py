"""Discs in an upright frame with holes: Max is yellow, Min is red."""

from typing import TYPE_CHECKING

from playout._core import Turn
from playout.render import board
from playout.render.grid import Grid
from playout.render.page import Drawing

if TYPE_CHECKING:
    from playout.state import State


def picture(state: "State") -> Drawing:
    """A Connect Four frame."""
    return board.picture(state, disc, ground=_frame, dots=_last_disc, columns=True)


def _last_disc(state: "State", grid: Grid) -> list[tuple[float, float]]:
    """A move names a column: its disc is the highest one there."""
    columns = [grid.files.index(name) for name in state.history_names[-1:]]
    return [(column, min(y for x, y, _ in grid.pieces() if x == column)) for column in columns]


def disc(side: Turn) -> str:
    """A coloured disc."""
    fill, edge = ("#facc15", "#a16207") if side is Turn.MAX else ("#ef4444", "#991b1b")
    return f'<circle r="17" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'


def _frame(grid: Grid, cell: int) -> list[str]:
    width, height = cell * len(grid.files), cell * len(grid.ranks)
    holes = [
        f'<circle cx="{cell * x + cell / 2:g}" cy="{cell * y + cell / 2:g}" r="17" fill="#dbeafe"/>'
        for y in range(len(grid.ranks))
        for x in range(len(grid.files))
    ]
    return [f'<rect width="{width}" height="{height}" rx="8" fill="#1d4ed8"/>', *holes]
