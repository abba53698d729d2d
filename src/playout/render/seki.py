"""Seki's points in three groups: Max's outside liberties, the shared ones and Min's."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from playout._core import Turn
from playout.render import board, page, stones
from playout.render.page import Box, Drawing
from playout.render.status import leader, status

if TYPE_CHECKING:
    from playout.state import State

_LABELS = ("x (X's outside)", "s (shared)", "o (O's outside)")
_STEP = 40
_CHAIN = 24
_OPEN, _FILLED = "#ffffff", "#b6c2d1"


def text(state: "State") -> str:
    """A line for each group, its points in the order of their numbers: . is open, # filled.

    >>> import playout as po
    >>> print(text(po.game("seki(3,4)").initial().play("o2")))
    x (X's outside)  . . .
    s (shared)       . .
    o (O's outside)  . # . .
    O to move
    """
    width = max(map(len, _LABELS))
    groups = zip(_LABELS, state.board.split("/"), strict=True)
    lines = [f"{label:{width}}  {' '.join(points)}".rstrip() for label, points in groups]
    return "\n".join([*lines, status(state, "X", "O")])


def picture(state: "State") -> Drawing:
    """The points in three rows, and between the rows the two chains, each beside its liberties."""
    groups = state.board.split("/")
    width = _STEP * max(map(len, groups))
    parts = [part for row, points in enumerate(groups) for part in _points(state, row, points, width)]
    parts += [_chain(side, row, width) for row, side in enumerate((Turn.MAX, Turn.MIN))]
    side = leader(state)
    badge = f'<g transform="scale(0.7)">{stones.stone(side)}</g>' if side is not None else ""
    cells = {
        name: cell for row, points in enumerate(groups) for name, cell in _cells(row, len(points), width)
    }
    return Drawing(width, _top(3) - _CHAIN, "\n".join(parts), badge, cells)


def _top(row: int) -> int:
    return row * (_STEP + _CHAIN)


def _cells(row: int, points: int, width: int) -> Iterator[tuple[str, Box]]:
    left = (width - _STEP * points) / 2
    for i in range(points):
        yield f"{'xso'[row]}{i + 1}", (left + _STEP * i, _top(row), _STEP, _STEP)


def _points(state: "State", row: int, points: str, width: int) -> list[str]:
    left = (width - _STEP * len(points)) / 2
    return [
        _point(left + _STEP * (i + 0.5), _top(row) + _STEP / 2, f"{'xso'[row]}{i + 1}", point == "#", state)
        for i, point in enumerate(points)
    ]


def _point(x: float, y: float, name: str, filled: bool, state: "State") -> str:
    last = state.history_names[-1:] == (name,)
    edge = f'stroke="{board.LAST[0]}" stroke-width="4"' if last else f'stroke="{page.FADED}"'
    return (
        f'<g transform="translate({x:g} {y:g})"><circle r="15" fill="{_FILLED if filled else _OPEN}" {edge}/>'
        f'<text y="4" font-family="{page.SANS}" font-size="12" fill="{page.INK}" text-anchor="middle">'
        f"{name}</text></g>"
    )


def _chain(side: Turn, row: int, width: int) -> str:
    fill, edge, _ = stones.COLOURS[side]
    return (
        f'<rect x="2" y="{_top(row) + _STEP + 2}" width="{width - 4}" height="{_CHAIN - 4}" rx="10"'
        f' fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
    )
