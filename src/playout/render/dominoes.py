"""Dominoes: Max's stand upright, Min's lie flat."""

from typing import TYPE_CHECKING

from playout._core import Turn
from playout.render import board, page
from playout.render.grid import Grid
from playout.render.page import Drawing

if TYPE_CHECKING:
    from playout.state import State

_CELL = 44
_GAP = 5
_COLOURS = {Turn.MAX: ("#2563eb", "#1e40af"), Turn.MIN: ("#db2777", "#9d174d")}


def picture(state: "State") -> Drawing:
    """A grid with dominoes; the letters X and O of the board mark the cells that moves name."""
    grid = Grid.read(state.board)
    pieces = [_domino(x, y, letter) for x, y, letter in grid.pieces() if letter in "XO"]
    return board.framed(state, grid, _CELL, _ground(grid), pieces + _last(state, grid), _badge)


def _ground(grid: Grid) -> list[str]:
    width, height = _CELL * len(grid.files), _CELL * len(grid.ranks)
    return [f'<rect width="{width}" height="{height}" rx="4" fill="{page.EDGE}"/>', *board.lines(grid, _CELL)]


def _last(state: "State", grid: Grid) -> list[str]:
    """A dot on each half of the last domino."""
    return [board.dot(_CELL, *cell) for cell in board.last_cells(state, grid)]


def _domino(x: int, y: int, letter: str) -> str:
    side = Turn.MAX if letter == "X" else Turn.MIN
    top = y - 1 if side is Turn.MAX else y
    return _tile(_CELL * x + _GAP, _CELL * top + _GAP, side, _CELL)


def _tile(x: float, y: float, side: Turn, cell: float) -> str:
    long, short = 2 * cell - 2 * _GAP, cell - 2 * _GAP
    width, height = (short, long) if side is Turn.MAX else (long, short)
    fill, edge = _COLOURS[side]
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" fill="{fill}"'
        f' stroke="{edge}" stroke-width="1.5"/>'
    )


def _badge(side: Turn) -> str:
    x, y = (-_CELL / 2, -_CELL) if side is Turn.MAX else (-_CELL, -_CELL / 2)
    return f'<g transform="scale(0.5)">{_tile(x + _GAP, y + _GAP, side, _CELL)}</g>'
