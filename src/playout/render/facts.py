"""A board that is found in the facts of rules in GDL; without one, the facts as text."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playout._core import Turn
from playout.render import board, page, printed
from playout.render.discs import disc
from playout.render.grid import Grid

if TYPE_CHECKING:
    from playout.state import State

_LETTER = 18


@dataclass(frozen=True)
class _NamedGrid(Grid):
    """A grid whose columns and rows have names of their own."""

    names: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the columns, from the left."""
        return self.names[0]

    @property
    def ranks(self) -> tuple[str, ...]:
        """The names of the rows, from the top."""
        return self.names[1]


def picture(state: "State") -> page.Drawing:
    """Discs for pieces that are called by the names of the two roles, words for all others."""
    rules = state.game.rules  # type: ignore[attr-defined]
    if rules.board is None:
        return printed.picture(state)
    rows, cols = rules.board.rows[::-1], rules.board.cols
    grid = _NamedGrid(
        ("." * len(cols),) * len(rows), (tuple(map(page.clean, cols)), tuple(map(page.clean, rows)))
    )
    cells: board.Cells = {
        rules.board.cell_name(row, col): (board.CELL * x, board.CELL * y, board.CELL, board.CELL)
        for y, row in enumerate(rows)
        for x, col in enumerate(cols)
    }
    found = rules.board.pieces(rules.facts(state.game.seen(state)))  # type: ignore[attr-defined]
    roles = rules.network.roles
    draw = _black_first if roles[0] == "black" or roles[-1] == "white" else disc
    pieces = [_piece(cells[name], piece, roles, draw) for name, piece in found.items() if name in cells]
    ground = [*board.squares(grid, board.CELL), *_last(state, cells)]
    if state.game.players == 1:
        parts = [*ground, *board.coordinates(grid, board.CELL), *pieces]
        return board.with_margins(grid, board.CELL, parts, cells=cells)
    return board.framed(state, grid, board.CELL, ground, pieces, draw, cells)


def _black_first(side: Turn) -> str:
    """A disc of a game whose first role is called black: Max has the dark ones."""
    return disc(Turn.MIN if side is Turn.MAX else Turn.MAX)


def _piece(cell: page.Box, piece: str, roles: tuple[str, ...], draw: board.Piece) -> str:
    x, y = (start + board.CELL / 2 for start in cell[:2])
    sides = dict(zip(roles, (Turn.MAX, Turn.MIN), strict=True)) if len(roles) == 2 else {}
    shape = draw(sides[piece]) if piece in sides else _word(piece)
    return f'<g transform="translate({x:g} {y:g})">{shape}</g>'


def _word(text: str) -> str:
    size = min(_LETTER, 1.6 * board.CELL / max(len(text), 1))
    style = f'font-family="{page.SANS}" font-size="{size:g}" fill="{page.INK}" text-anchor="middle"'
    return f'<text y="{size / 3:g}" {style}>{page.clean(text)}</text>'


def _last(state: "State", cells: board.Cells) -> list[str]:
    """The cells that the last move names."""
    longest = sorted(map(re.escape, cells), key=len, reverse=True)
    named = re.findall("|".join(longest), "".join(state.history_names[-1:]))
    return [board.highlight(*cells[name][:2], board.CELL, board.LAST[0]) for name in named]
