"""A crossword as it is printed: letters in squares, and nothing where there are none."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from playout.render import board, page
from playout.render.grid import Grid
from playout.render.page import Drawing

if TYPE_CHECKING:
    from playout.state import State

_CELL = 30
_GROUND = "#e2e8f0"
_EDGE = "#475569"
_SQUARE = "#ffffff"
_LAST = "#fbe7a8"
"""The word placed last."""


def picture(state: "State") -> Drawing:
    """The grid, with the word placed last in another colour."""
    grid = Grid.read(state.board)
    letters = {(x, y): letter for x, y, letter in grid.pieces()}
    last = _last_word(state, grid)
    side = _CELL * len(grid.files)
    parts = [
        *board.coordinates(grid, _CELL),
        f'<rect x="-2" y="-2" width="{side + 4}" height="{side + 4}" rx="4" fill="{_GROUND}"/>',
        _squares(letters.keys() - last, _SQUARE),
        _squares(last, _LAST),
        *_letters(letters),
    ]
    return board.with_margins(grid, _CELL, [part for part in parts if part])


def _last_word(state: "State", grid: Grid) -> set[tuple[int, int]]:
    """The cells of the last move; its name is a cell, - or |, and the word."""
    for name in state.history_names[-1:]:
        [(x, y)] = grid.cells_in(name)
        word = name.partition("-")[2]
        if word:
            return {(x + i, y) for i in range(len(word))}
        return {(x, y + i) for i in range(len(name.partition("|")[2]))}
    return set()


def _squares(cells: Iterable[tuple[int, int]], colour: str) -> str:
    path = "".join(f"M{_CELL * x} {_CELL * y}h{_CELL}v{_CELL}h-{_CELL}z" for x, y in sorted(cells))
    return f'<path d="{path}" fill="{colour}" stroke="{_EDGE}" stroke-width="1.2"/>' if path else ""


def _letters(letters: dict[tuple[int, int], str]) -> list[str]:
    style = (
        f'font-family="{page.SANS}" font-size="17" font-weight="600" fill="{page.INK}" text-anchor="middle"'
    )
    signs = [
        f'<text x="{_CELL * x + _CELL / 2:g}" y="{_CELL * y + _CELL / 2 + 6:g}">{letter}</text>'
        for (x, y), letter in letters.items()
    ]
    return [f"<g {style}>", *signs, "</g>"]
