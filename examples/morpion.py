"""Morpion Solitaire, compiled: the library's puzzle once more, to compare compiled with native rules."""

from typing import Any

import numpy as np

import playout as po
from playout.bits import lowest_bit

REACH = 4  # how far a line goes from a dot, at most
LONGEST = {"5T": 485, "5D": 84, "4T": 62, "4D": 35}  # no game has more lines, as docs/games/morpion.md says
DIRECTIONS = "E", "N", "NE", "SE"
STEPS = np.array([1, 256, 257, -255])  # from a cell to the next one in each direction
LINE, LANE = (1 << 14) - 1, (1 << 14) - 64  # what of a listed number is the line, and what of that the lane


class Morpion(po.CompiledGame):
    """Moves, their order and their codes are those of `morpion(5D)`, `5T`, `4D` and `4T`.

    The paper is a torus of 64 × 64 cells; the cell in column x and row y is 256 y + x. In each of four
    directions it has 64 lanes of 64 places, and `dots` and `used` have the places of a lane as bits: those
    with a dot, and those that lines have used up. A line, which is a move, is 64 × its lane plus the place
    where it begins. `listed` has the lines that can be drawn, in the order in which they became legal: the
    dot that a line lacks, and 14 bits of the line. What stands behind the first `open` of them means nothing.
    """

    players = 1
    code_count = 4 * 64 * 64
    max_moves = 256

    def __init__(self, variant: str = "5D") -> None:
        if variant not in LONGEST:
            raise ValueError(f"Morpion: the variant is one of {', '.join(LONGEST)}")
        self.variant, self.max_length, self.length = variant, LONGEST[variant], int(variant[0])
        self.span = self.length - (variant[1] == "T")  # the places of its lane that a line uses up
        self.bit = np.array([1 << place for place in range(64)], np.uint64)
        self.spans = np.array([_turned((1 << self.span) - 1, place) for place in range(64)], np.uint64)
        # For all that nine places around a dot can be: where lines begin that lack one dot, or are free.
        lacking_one = [self._beginnings(dots, self.length, self.length - 1) for dots in range(512)]
        free = [self._beginnings(used, self.span, 0) for used in range(512)]
        self.lacking_one, self.free = np.array(lacking_one, np.int8), np.array(free, np.int8)
        self.margin = (64 - (3 * self.length - 5)) // 2
        self._set_up()
        self.fields = {
            "dots": ("uint64", 256),
            "used": ("uint64", 256),
            "listed": ("int32", self.max_moves),
            "open": "int32",
            "drawn": "int32",
            "lines": ("int16", self.max_length),
        }

    def _beginnings(self, places: int, width: int, dots: int) -> int:
        starts = range(REACH + 1 - self.length, REACH + 1)
        return sum(1 << i for i in starts if (places >> i & (1 << width) - 1).bit_count() == dots)

    def _set_up(self) -> None:
        """The dots of the cross, and the lines that can be drawn first."""
        low, high, size = self.length - 2, 2 * self.length - 4, 3 * self.length - 5
        arms = {(x, y) for x in range(size) for y in range(size) if low <= x <= high or low <= y <= high}
        corners = {(x, y): {(x + i, y + j) for i in (-1, 1) for j in (-1, 1)} for x, y in arms}
        lanes = [0] * 256
        for x, y in ((x + self.margin, y + self.margin) for x, y in arms if not corners[x, y] <= arms):
            for direction in range(4):
                lanes[_lane(direction, x, y)] |= 1 << (y if direction == 1 else x)
        self.first_dots = np.array(lanes, np.uint64)
        windows = [
            _turned(lanes[line >> 6], -(line & 63)) % (1 << self.length) for line in range(4 * 64 * 64)
        ]
        first = [line for line, dots in enumerate(windows) if dots.bit_count() == self.length - 1]
        self.first_open = np.array([_cell(line, lowest_bit(~windows[line])) << 14 | line for line in first])

    def initial(self, s: Any) -> None:
        for lane in range(256):
            s.dots[lane] = self.first_dots[lane]
        s.open = len(self.first_open)
        for k in range(s.open):
            s.listed[k] = self.first_open[k]

    def legal(self, s: Any, moves: Any) -> int:
        for k in range(s.open):
            moves[k] = s.listed[k] & LINE
        return int(s.open)

    def play(self, s: Any, move: int) -> None:
        dot = _cell(move, lowest_bit(~_window(s.dots[move >> 6], move)))
        line = self.dominating(s, move)
        s.used[line >> 6] |= self.spans[line & 63]
        s.lines[s.drawn] = line
        s.drawn += 1
        self.drop(s, dot << 14 | line)
        x, y = dot & 63, dot >> 8
        self.put(s, dot, y, x, 1)
        self.put(s, dot, 64 + x, y, 256)
        self.put(s, dot, 128 + (y - x & 63), x, 257)
        self.put(s, dot, 192 + (y + x & 63), x, -255)

    def drop(self, s: Any, drawn: int) -> None:
        """Takes off the lines that lack the new dot, and those that overlap the new line."""
        kept, near = 0, self.span - 1
        for k in range(s.open):
            other = s.listed[k]
            differs = other ^ drawn
            apart = (differs & LANE != 0) | ((other - drawn + near & 63) > 2 * near)
            s.listed[kept] = other  # a branch would be unpredictable
            kept += (differs > LINE) & apart
        s.open = kept

    def put(self, s: Any, dot: int, lane: int, place: int, step: int) -> None:
        """Puts the new dot into a lane, and lists the lines that lack one other dot now."""
        s.dots[lane] |= self.bit[place]
        dots = _window(s.dots[lane], place - REACH) & 511
        begin = self.lacking_one[dots] & self.free[_window(s.used[lane], place - REACH) & 511]
        while begin != 0:
            i = lowest_bit(begin)
            lacks = _moved(dot, (i + lowest_bit(~(dots >> i)) - REACH) * step)
            s.listed[s.open] = lacks << 14 | lane << 6 | (place - REACH + i & 63)
            s.open += 1
            begin &= begin - 1

    def dominating(self, s: Any, line: int) -> int:
        """The line to draw for a chosen one: where room beyond its end is lost anyhow, it slides there."""
        way = 1 if self.slides(s, line, 1) else -1
        while self.slides(s, line, way):
            line = line & ~63 | (line + way & 63)
        return line

    def slides(self, s: Any, line: int, way: int) -> bool:
        """Whether a line is dominated by the next one that way."""
        lane, begin = line >> 6, line - self.span
        used, dots = _window(s.used[lane], begin), _window(s.dots[lane], begin)
        beyond, following = (used >> 2 * self.span, 0) if way > 0 else (used, self.span - 1)
        beyond &= (1 << self.span) - 1
        dots >>= self.span if way > 0 else self.span - 1
        lost = (beyond != 0) & (beyond >> following & 1 == 0)
        return bool(lost & (dots & dots >> self.length & 1 != 0))

    def score(self, s: Any) -> float:
        return float(s.drawn)

    def bounds(self) -> tuple[float, float]:
        return 0, self.max_length

    def name(self, s: Any, move: int) -> str:
        """The new dot, the direction, and how many dots of the line come before the new one."""
        before = lowest_bit(~_window(s.dots[move >> 6], move))
        dot = _cell(move, before)
        return f"{self._plane(dot & 63)}:{self._plane(dot >> 8)}{DIRECTIONS[move >> 12]}{before}"

    def _plane(self, place: int) -> int:
        """A column or a row, counted from the cross's first."""
        return (place - self.margin + 16 & 63) - 16

    def text(self, s: Any) -> str:
        rows = [f"{int(s.dots[y]):064b}"[::-1].replace("0", ".").replace("1", "o") for y in range(64)]
        high = [y for y, row in enumerate(rows) if "o" in row]
        wide = [x for x in range(64) if any(row[x] == "o" for row in rows)]
        shown = (" ".join(rows[y][wide[0] : wide[-1] + 1]) for y in range(high[-1], high[0] - 1, -1))
        return "\n".join([*shown, f"{s.drawn} lines"])

    def svg(self, s: Any) -> str:
        dots = [(x, y) for y in range(64) for x in range(64) if int(s.dots[y]) >> x & 1]
        left, low = (min(column) for column in zip(*dots, strict=True))
        right, top = (max(column) for column in zip(*dots, strict=True))
        wide, high = 16 * (right - left + 2), 16 * (top - low + 2)
        at = {(x, y): (16 * (x - left + 1), 16 * (top - y + 1)) for x, y in dots}
        lines = ""
        for line in s.lines[: s.drawn]:
            ends = [at[cell & 63, cell >> 8] for cell in (_cell(line, 0), _cell(line, self.length - 1))]
            lines += f'<path d="M{ends[0][0]} {ends[0][1]}L{ends[1][0]} {ends[1][1]}"/>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}">'
            f"<title>{s.drawn} lines</title>"
            f'<rect width="{wide}" height="{high}" rx="6" fill="#f7f5f0"/>'
            f'<g stroke="#2e86ab" stroke-width="2">{lines}</g><g fill="#333">'
            + "".join(f'<circle cx="{x}" cy="{y}" r="3"/>' for x, y in at.values())
            + "</g></svg>\n"
        )

    def __repr__(self) -> str:
        return f"Morpion({self.variant})"


def _window(places: Any, begin: int) -> Any:
    """Sixteen places of a lane, from this one on."""
    by = np.uint64(begin & 63)
    return np.int64((places >> by | places << (np.uint64(64) - by & np.uint64(63))) & np.uint64(0xFFFF))


def _moved(cell: int, by: int) -> int:
    """A cell so many steps on; the spare bits of a byte take up the carry."""
    return cell + 0x4040 + by & 0x3F3F


def _cell(line: int, k: int) -> int:
    """The k-th cell of a line."""
    direction, lane = line >> 12, line >> 6 & 63
    return _moved(lane if direction == 1 else lane << 8, (line + k & 63) * STEPS[direction])


def _lane(direction: int, x: int, y: int) -> int:
    """The lane of a cell, among those of all directions."""
    if direction == 1:
        return 64 + x
    if direction == 2:
        return 128 + (y - x & 63)
    return 192 + (y + x & 63) if direction == 3 else y


def _turned(bits: int, by: int) -> int:
    """64 bits, turned to the left."""
    by &= 63
    return (bits << by | bits >> 64 - by) & (1 << 64) - 1
