"""Morpion Solitaire as people draw it: dots on squared paper, numbered in the order they came, and lines."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playout.render import page
from playout.render.page import Box, Drawing
from playout.render.status import status

if TYPE_CHECKING:
    from playout.state import State

Dot = tuple[int, int]
"""Column and row, as in the names of moves."""

# By the bits of a digit of the board: a line that leaves a dot to the east, north, north-east, south-east.
_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))

_CELL = 28
_RADIUS = 10
_GIVEN = 5.5
_LEFT = 26
_BELOW = 20

_SQUARES = "#dde5ee"
_STROKE = "#475569"
_CROSS = "#94a3b8"
_NEW = "#ffffff"
_LAST = "#f8d26e"


@dataclass(frozen=True)
class _Drawing:
    """What there is to draw."""

    given: frozenset[Dot]
    """The dots of the cross."""
    numbers: dict[Dot, str]
    """The other dots, each with the number of its move, or nothing where that is not known."""
    segments: tuple[tuple[Dot, Dot], ...]
    """The lines, in pieces from dot to dot."""

    @property
    def columns(self) -> range:
        return _span([x for x, _ in (*self.given, *self.numbers)])

    @property
    def rows(self) -> range:
        return _span([y for _, y in (*self.given, *self.numbers)])


def _span(numbers: list[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def _read(state: "State") -> _Drawing:
    digits = _digits(state.board, _cross_size(state))
    given = frozenset(_digits(state.game.initial().board, _cross_size(state)))
    moves = {dot: str(i + 1) for i, dot in enumerate(map(_dot, state.history_names))}
    segments = tuple(
        ((x, y), (x + right, y + up))
        for (x, y), digit in digits.items()
        for i, (right, up) in enumerate(_STEPS)
        if digit >> i & 1
    )
    return _Drawing(given, {dot: moves.get(dot, "") for dot in digits if dot not in given}, segments)


def _cross_size(state: "State") -> int:
    return len(state.game.initial().board.split("/"))


def _digits(board: str, cross: int) -> dict[Dot, int]:
    """The dots of a board, each with its digit; the cross stands in the middle."""
    rows = board.split("/")
    left, below = (len(rows[0]) - cross) // 2, (len(rows) - cross) // 2
    return {
        (x - left, len(rows) - 1 - y - below): int(digit, 16)
        for y, row in enumerate(rows)
        for x, digit in enumerate(row)
        if digit != "."
    }


def _dot(name: str) -> Dot:
    """The new dot that the name of a move begins with."""
    x, y = name.rstrip("01234").rstrip("NSE").split(":")
    return int(x), int(y)


def picture(state: "State") -> Drawing:
    """Squared paper with grey dots for the cross, numbered ones for the moves, and the lines.

    >>> import playout as po
    >>> picture(po.game("morpion(5D)").initial().play("2:0E0")).body.count("<circle")
    37
    """
    drawing = _read(state)
    width, height = _CELL * (len(drawing.columns) + 1), _CELL * (len(drawing.rows) + 1)
    last = "".join(state.history_names[-1:])
    parts = [
        _paper(drawing),
        *_coordinates(drawing),
        _lines(drawing),
        *_dots(drawing, _dot(last) if last else None),
    ]
    body = f'<g transform="translate({_LEFT} 0)">\n' + "\n".join(parts) + "\n</g>"
    return Drawing(width + _LEFT, height + _BELOW, body, cells=_cells(drawing))


def _cells(drawing: _Drawing) -> dict[str, Box]:
    """A square about each point of the paper, as moves name them."""
    columns, rows = drawing.columns, drawing.rows
    points = [(x, y) for x in _wider(columns) for y in _wider(rows)]
    return {f"{x}:{y}": _square(*_at(drawing, (x, y))) for x, y in points}


def _wider(numbers: range) -> range:
    return range(numbers[0] - 1, numbers[-1] + 2)


def _square(x: int, y: int) -> Box:
    return x + _LEFT - _CELL / 2, y - _CELL / 2, _CELL, _CELL


def _at(drawing: _Drawing, dot: Dot) -> tuple[int, int]:
    """Where a dot stands on the paper."""
    x, y = dot
    return _CELL * (x - drawing.columns[0] + 1), _CELL * (drawing.rows[-1] - y + 1)


def _paper(drawing: _Drawing) -> str:
    width, height = _CELL * (len(drawing.columns) + 1), _CELL * (len(drawing.rows) + 1)
    down = [f"M{_CELL * i} 0V{height}" for i in range(len(drawing.columns) + 2)]
    across = [f"M0 {_CELL * i}H{width}" for i in range(len(drawing.rows) + 2)]
    return f'<path d="{"".join(down + across)}" fill="none" stroke="{_SQUARES}"/>'


def _coordinates(drawing: _Drawing) -> list[str]:
    below = _CELL * (len(drawing.rows) + 1) + 14
    columns = [
        f'<text x="{_CELL * (i + 1)}" y="{below}" text-anchor="middle">{x}</text>'
        for i, x in enumerate(drawing.columns)
    ]
    rows = [
        f'<text x="-6" y="{_at(drawing, (0, y))[1] + 3.5:g}" text-anchor="end">{y}</text>'
        for y in drawing.rows
    ]
    return [f'<g font-family="{page.SANS}" font-size="10" fill="{page.FADED}">', *columns, *rows, "</g>"]


def _lines(drawing: _Drawing) -> str:
    pieces = []
    for start, end in drawing.segments:
        (x, y), (to_x, to_y) = _at(drawing, start), _at(drawing, end)
        pieces.append(f"M{x} {y}L{to_x} {to_y}")
    style = f'fill="none" stroke="{_STROKE}" stroke-width="2" stroke-linecap="round"'
    return f'<path d="{"".join(pieces)}" {style}/>'


def _dots(drawing: _Drawing, last: Dot | None) -> list[str]:
    given = [_circle(drawing, dot, _GIVEN, f'fill="{_CROSS}"') for dot in sorted(drawing.given)]
    new = []
    for dot, number in sorted(drawing.numbers.items(), key=lambda item: (len(item[1]), item[1])):
        x, y = _at(drawing, dot)
        fill = _LAST if dot == last else _NEW
        size = 8.5 if len(number) > 2 else 10
        new.append(_circle(drawing, dot, _RADIUS, f'fill="{fill}" stroke="{_STROKE}" stroke-width="1.5"'))
        new.append(f'<text x="{x}" y="{y + 0.35 * size:g}" font-size="{size}">{number}</text>')
    style = f'font-family="{page.SANS}" font-weight="600" fill="{page.INK}" text-anchor="middle"'
    return [*given, f"<g {style}>", *new, "</g>"]


def _circle(drawing: _Drawing, dot: Dot, radius: float, style: str) -> str:
    x, y = _at(drawing, dot)
    return f'<circle cx="{x}" cy="{y}" r="{radius}" {style}/>'


def text(state: "State") -> str:
    """Dots and lines drawn with letters, o for a dot of the cross and * for a new one.

    >>> import playout as po
    >>> text(po.game("morpion(4D)").initial().play("3:4E3")).splitlines()[4]
    '  4 o-o-o-* o o o'
    """
    drawing = _read(state)
    return "\n".join([*_canvas(drawing), status(state, "Max", "Min")])


def _canvas(drawing: _Drawing) -> list[str]:
    """Two letters and two rows of letters a cell, with the numbers of rows and of every second column."""
    columns = range(2 * drawing.columns[0], 2 * drawing.columns[-1] + 1)
    rows = range(2 * drawing.rows[-1], 2 * drawing.rows[0] - 1, -1)
    letters = _letters(drawing)
    lines = ["".join(letters.get((x, y), " ") for x in columns) for y in rows]
    numbers = "".join(f"{x:<4}" for x in drawing.columns if x % 2 == 0)
    return [
        *(f"{y // 2 if y % 2 == 0 else '':>3} {line}".rstrip() for y, line in zip(rows, lines, strict=True)),
        f"    {'  ' * (drawing.columns[0] % 2)}{numbers}".rstrip(),
    ]


def _letters(drawing: _Drawing) -> dict[tuple[int, int], str]:
    """What stands where, in halves of a cell."""
    letters = {(2 * x, 2 * y): "o" for x, y in drawing.given}
    letters |= {(2 * x, 2 * y): "*" for x, y in drawing.numbers}
    for (x, y), (to_x, to_y) in drawing.segments:
        middle = x + to_x, y + to_y
        stroke = "-" if y == to_y else "|" if x == to_x else "/" if to_y > y else "\\"
        letters[middle] = "X" if middle in letters else stroke
    return letters
