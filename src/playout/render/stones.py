"""Stones on the crossings of lines: Max is black and moves first, Min is white."""

from typing import TYPE_CHECKING

from playout._core import Turn
from playout.render import board
from playout.render.grid import Grid
from playout.render.page import Drawing

if TYPE_CHECKING:
    from playout.state import State

_CELL = 36
_WOOD = "#ecd9b0"
_LINE = "#8d7243"
COLOURS = {Turn.MAX: ("#1f2937", "#0b1220", "#4b5563"), Turn.MIN: ("#ffffff", "#6b7280", "#e5e7eb")}
"""Of a side: the stone, its edge and its gleam."""


def picture(state: "State") -> Drawing:
    """A Go board."""
    return board.picture(state, stone, cell=_CELL, ground=_crossings, dots=_last_stone)


def _last_stone(state: "State", grid: Grid) -> list[tuple[float, float]]:
    return [*board.last_cells(state, grid)]


def stone(side: Turn) -> str:
    """A stone with a gleam."""
    fill, edge, gleam = COLOURS[side]
    return (
        f'<circle r="15" fill="{fill}" stroke="{edge}" stroke-width="1.2"/>'
        f'<path d="M-8-6A10 10 0 0 1 2-10" fill="none" stroke="{gleam}" stroke-width="2.5"'
        ' stroke-linecap="round"/>'
    )


def _crossings(grid: Grid, cell: int) -> list[str]:
    columns, rows = len(grid.files), len(grid.ranks)
    half = cell / 2
    across = [f"M{half:g} {cell * y + half:g}H{cell * columns - half:g}" for y in range(rows)]
    down = [f"M{cell * x + half:g} {half:g}V{cell * rows - half:g}" for x in range(columns)]
    return [
        f'<rect width="{cell * columns}" height="{cell * rows}" rx="4" fill="{_WOOD}"/>',
        f'<path d="{"".join(across + down)}" fill="none" stroke="{_LINE}" stroke-width="1.2"/>',
    ]
