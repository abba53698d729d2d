"""Morpion Solitaire again, written the naive way: sets of dots and lines, everything from scratch."""

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

Dot = tuple[int, int]
"""Column and row; the cross stands in columns and rows 0 to 9 (0 to 6 where a line has four dots)."""

DIRECTIONS = {"E": (1, 0), "N": (0, 1), "NE": (1, 1), "SE": (1, -1)}

CROSSES = {
    5: "...oooo.../...o..o.../...o..o.../oooo..oooo/o........o/"
    "o........o/oooo..oooo/...o..o.../...o..o.../...oooo...",
    4: "..ooo../..o.o../ooo.ooo/o.....o/ooo.ooo/..o.o../..ooo..",
}

TORUS = 64


class Line(NamedTuple):
    """A line by its first dot and its direction."""

    x: int
    y: int
    direction: str
    length: int

    def dots(self) -> tuple[Dot, ...]:
        right, up = DIRECTIONS[self.direction]
        return tuple((self.x + i * right, self.y + i * up) for i in range(self.length))

    def moved(self, places: int) -> "Line":
        right, up = DIRECTIONS[self.direction]
        return self._replace(x=self.x + places * right, y=self.y + places * up)

    def code(self) -> int:
        """Direction, lane and place, as docs/games/morpion.md numbers them."""
        margin = (TORUS - {5: 10, 4: 7}[self.length]) // 2
        x, y = self.x + margin, self.y + margin
        direction, lane, place = {
            "E": (0, y, x),
            "N": (1, x, y),
            "NE": (2, y - x, x),
            "SE": (3, y + x, x),
        }[self.direction]
        return (direction * TORUS + lane % TORUS) * TORUS + place % TORUS


def cross(length: int) -> frozenset[Dot]:
    rows = CROSSES[length].split("/")
    return frozenset(
        (x, len(rows) - 1 - y) for y, row in enumerate(rows) for x in range(len(row)) if row[x] == "o"
    )


@dataclass(frozen=True)
class NaiveMorpion:
    """A position: the dots and the lines drawn."""

    length: int
    touching: bool
    replace_dominated: bool
    dots: frozenset[Dot]
    lines: frozenset[Line] = frozenset()

    @classmethod
    def start(cls, variant: str, replace_dominated: bool) -> "NaiveMorpion":
        return cls(int(variant[0]), variant[1] == "T", replace_dominated, cross(int(variant[0])))

    def legal(self) -> set[Line]:
        """Every line that lacks one dot and gets along with the lines drawn."""
        return {line for line in self.candidates() if len(self.missing(line)) == 1 and self.allows(line)}

    def candidates(self) -> set[Line]:
        """The lines through any dot."""
        return {
            Line(x - i * right, y - i * up, direction, self.length)
            for x, y in self.dots
            for direction, (right, up) in DIRECTIONS.items()
            for i in range(self.length)
        }

    def missing(self, line: Line) -> set[Dot]:
        return set(line.dots()) - self.dots

    def allows(self, line: Line) -> bool:
        return all(self.agree(line, drawn) for drawn in self.lines)

    def agree(self, a: Line, b: Line) -> bool:
        """Lines of one direction may share one dot, an end, if they may touch, and else none."""
        return a.direction != b.direction or len(set(a.dots()) & set(b.dots())) <= int(self.touching)

    def name(self, line: Line) -> str:
        (dot,) = self.missing(line)
        return f"{dot[0]}:{dot[1]}{line.direction}{line.dots().index(dot)}"

    def line(self, name: str) -> Line:
        """The line of a name."""
        match = re.fullmatch(r"(-?\d+):(-?\d+)([NSE]+)(\d)", name)
        assert match
        x, y, direction, before = match.groups()
        return Line(int(x), int(y), direction, self.length).moved(-int(before))

    def play(self, chosen: Line) -> "NaiveMorpion":
        line = self.dominating(chosen) if self.replace_dominated else chosen
        return replace(self, dots=self.dots | set(line.dots()), lines=self.lines | {line})

    def dominating(self, line: Line) -> Line:
        """Where the line ends up that goes one place on as long as the next place is as good."""
        for places in (1, -1):
            slid = line
            while self.missing(slid.moved(places)) == self.missing(line) and self.is_as_good(slid, places):
                slid = slid.moved(places)
            if slid != line:
                return slid
        return line

    def is_as_good(self, line: Line, places: int) -> bool:
        """Whether the next line may be drawn, and leaves room to every line that this one leaves room to."""
        following = line.moved(places)
        around = [line.moved(i) for i in range(-2 * self.length, 2 * self.length + 1)]
        left = [other for other in around if self.allows(other) and self.agree(other, line)]
        return self.allows(following) and all(self.agree(other, following) for other in left)

    def segments(self) -> set[tuple[Dot, str]]:
        """The unit pieces of the lines, each by the dot it leaves and its direction."""
        return {(dot, line.direction) for line in self.lines for dot in line.dots()[:-1]}

    def board(self) -> str:
        last = max(x for x, _ in cross(self.length))
        wide = max(max(-x, x - last) for x, _ in self.dots)
        high = max(max(-y, y - last) for _, y in self.dots)
        rows = range(last + high, -high - 1, -1)
        return "/".join("".join(self.digit((x, y)) for x in range(-wide, last + wide + 1)) for y in rows)

    def digit(self, dot: Dot) -> str:
        if dot not in self.dots:
            return "."
        segments = self.segments()
        return f"{sum(2**i for i, direction in enumerate(DIRECTIONS) if (dot, direction) in segments):x}"
