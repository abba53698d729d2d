"""A board of cells with coordinates, the last move, and pieces of any style."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from playout._core import Turn
from playout.render import page
from playout.render.grid import Grid
from playout.render.status import leader

if TYPE_CHECKING:
    from playout.state import State

Piece = Callable[[Turn], str]
"""Draws a side's piece about the origin, in a cell that is CELL wide."""

CELL = 48
_LEFT = 22
_BELOW = 22

_LIGHT = "#eaeff5"
_DARK = "#c3cfdd"
_LINE = "#94a3b8"
LAST = ("#f8d26e", "#f4e5b2")
"""Where the last move ended, and where it came from."""


Ground = Callable[[Grid, int], list[str]]
"""Draws the empty board, from its grid and the width of a cell."""

Where = Callable[["State", Grid], list[tuple[float, float]]]
"""Where the last move is to be marked, in cells."""


def picture(
    state: "State",
    piece: Piece,
    *,
    cell: int = CELL,
    ground: "Ground | None" = None,
    dots: Where | None = None,
    columns: bool = False,
) -> page.Drawing:
    """The board of a native game; a chequered one, if no other ground is given.

    Dots mark the last move on pieces that would hide the coloured squares beneath them. Moves name cells, or
    with `columns` whole columns.
    """
    grid = Grid.read(state.board)
    under, pieces = (ground or squares)(grid, cell), _pieces(grid, cell, piece)
    if dots is None:
        under += _last_squares(state, grid, cell)
    else:
        pieces += [dot(cell, *where) for where in dots(state, grid)]
    named = _columns(grid, cell) if columns else _cells(grid, cell)
    return framed(state, grid, cell, under, pieces, piece, named)


def framed(
    state: "State",
    grid: Grid,
    cell: int,
    ground: list[str],
    pieces: list[str],
    badge_piece: Piece,
    cells: "Cells | None" = None,
) -> page.Drawing:
    """A board drawn already: adds the coordinates and whose turn it is."""
    parts = [*ground, *coordinates(grid, cell), *pieces]
    side = leader(state)
    badge = f'<g transform="scale(0.5)">{badge_piece(side)}</g>' if side is not None else ""
    return with_margins(grid, cell, parts, badge, cells)


Cells = dict[str, page.Box]
"""Where cells are, by name, on a board that begins at the origin."""


def with_margins(
    grid: Grid, cell: int, parts: list[str], badge: str = "", cells: Cells | None = None
) -> page.Drawing:
    """A drawing of the cells, with room for their coordinates."""
    width, height = cell * len(grid.files), cell * len(grid.ranks)
    body = f'<g transform="translate({_LEFT} 0)">\n' + "\n".join(parts) + "\n</g>"
    named = _cells(grid, cell) if cells is None else cells
    shifted = {name: (x + _LEFT, y, w, h) for name, (x, y, w, h) in named.items()}
    return page.Drawing(width + 2 * _LEFT, height + _BELOW, body, badge, shifted)


def _cells(grid: Grid, cell: int) -> Cells:
    return {
        f"{file}{rank}": (cell * x, cell * y, cell, cell)
        for y, rank in enumerate(grid.ranks)
        for x, file in enumerate(grid.files)
    }


def _columns(grid: Grid, cell: int) -> Cells:
    return {file: (cell * x, 0, cell, cell * len(grid.ranks)) for x, file in enumerate(grid.files)}


def squares(grid: Grid, cell: int) -> list[str]:
    """Light and dark squares; a1 is dark, as in chess."""
    width, height = cell * len(grid.files), cell * len(grid.ranks)
    dark = [
        f"M{cell * x} {cell * y}h{cell}v{cell}h-{cell}z"
        for y in range(len(grid.ranks))
        for x in range(len(grid.files))
        if (x + len(grid.ranks) - 1 - y) % 2 == 0
    ]
    return [
        f'<rect width="{width}" height="{height}" fill="{_LIGHT}"/>',
        f'<path d="{"".join(dark)}" fill="{_DARK}"/>',
        f'<rect x="-0.5" y="-0.5" width="{width + 1}" height="{height + 1}" fill="none" stroke="{_LINE}"/>',
    ]


def lines(grid: Grid, cell: int) -> list[str]:
    """The lines between the cells."""
    columns, rows = len(grid.files), len(grid.ranks)
    down = [f"M{cell * x} 0V{cell * rows}" for x in range(1, columns)]
    across = [f"M0 {cell * y}H{cell * columns}" for y in range(1, rows)]
    return [
        f'<path d="{"".join(down + across)}" fill="none" stroke="{_LINE}" stroke-width="3"'
        ' stroke-linecap="round"/>'
    ]


def last_cells(state: "State", grid: Grid) -> list[tuple[int, int]]:
    """The cells that the last move names, in its order; none at the start."""
    return grid.cells_in("".join(state.history_names[-1:]))


def dot(cell: int, x: float, y: float) -> str:
    """A dot in the middle of a cell; dark and light, so that it shows on pieces of any colour."""
    at = f'cx="{cell * (x + 0.5):g}" cy="{cell * (y + 0.5):g}"'
    return f'<circle {at} r="4.5" fill="{page.PAPER}" stroke="{page.INK}" stroke-width="2"/>'


def _last_squares(state: "State", grid: Grid, cell: int) -> list[str]:
    """The cells of the last move, the one it ended on more strongly."""
    cells = last_cells(state, grid)
    return [
        highlight(cell * x, cell * y, cell, colour)
        for (x, y), colour in zip(reversed(cells), LAST, strict=False)
    ]


def highlight(left: float, top: float, cell: int, colour: str) -> str:
    """A coloured square in a cell."""
    inset = cell // 12
    return (
        f'<rect x="{left + inset}" y="{top + inset}" width="{cell - 2 * inset}"'
        f' height="{cell - 2 * inset}" rx="5" fill="{colour}"/>'
    )


def coordinates(grid: Grid, cell: int) -> list[str]:
    """The names of the columns below, and those of the rows on the left."""
    below = cell * len(grid.ranks) + 16
    files = [
        f'<text x="{cell * x + cell / 2:g}" y="{below}">{file}</text>' for x, file in enumerate(grid.files)
    ]
    ranks = [
        f'<text x="-12" y="{cell * y + cell / 2 + 4:g}">{rank}</text>' for y, rank in enumerate(grid.ranks)
    ]
    style = f'font-family="{page.SANS}" font-size="12" fill="{page.FADED}" text-anchor="middle"'
    return [f"<g {style}>", *files, *ranks, "</g>"]


def _pieces(grid: Grid, cell: int, piece: Piece) -> list[str]:
    half = cell / 2
    return [
        f'<g transform="translate({cell * x + half:g} {cell * y + half:g})">'
        f"{piece(Turn.MAX if letter == 'X' else Turn.MIN)}</g>"
        for x, y, letter in grid.pieces()
    ]
