"""Snake-in-the-box, compiled: the longest path in the n-cube that never comes near itself."""

from typing import Any

import playout as po


class Snake(po.CompiledGame):
    """A path along the edges of a cube with 2ⁿ corners, in which only successive corners are neighbours.

    A corner is a number whose bits are its coordinates; a move is the bit to change. All directions are
    alike, so a snake that takes a new one takes the lowest. `taken` marks the corners that it must not go to.
    """

    players = 1

    def __init__(self, dimensions: int = 7) -> None:
        if not 1 <= dimensions <= 10:
            raise ValueError("Snake: dimensions are from 1 to 10")
        self.dimensions, corners = dimensions, 1 << dimensions
        self.max_moves = dimensions
        self.max_length = corners // 2 + 1
        self.code_count = self.max_length * dimensions
        self.fields = {
            "head": "int16",
            "length": "int16",
            "used": "int8",
            "taken": ("int8", corners),
            "path": ("int8", self.max_length),
        }

    def legal(self, s: Any, moves: Any) -> int:
        n = 0
        for bit in range(min(s.used + 1, self.dimensions)):
            if s.taken[s.head ^ 1 << bit] == 0:
                moves[n] = bit
                n += 1
        return n

    def play(self, s: Any, move: int) -> None:
        s.taken[s.head] = 1
        for bit in range(self.dimensions):
            s.taken[s.head ^ 1 << bit] = 1
        s.head ^= 1 << move
        s.path[s.length] = move
        s.length += 1
        s.used = max(s.used, move + 1)

    def score(self, s: Any) -> float:
        return float(s.length)

    def bounds(self) -> tuple[float, float]:
        return 0, self.max_length

    def code(self, s: Any, move: int) -> int:
        """The direction, and how long the snake is."""
        return int(s.length * self.dimensions + move)

    def text(self, s: Any) -> str:
        """The changes, in the usual way of writing a snake down."""
        return f"{' '.join(map(str, s.path[: s.length]))}\n{s.length} edges in {self.dimensions} dimensions"

    def svg(self, s: Any) -> str:
        """The corners in a square, the high half of the bits down and the low half across, in Gray code."""
        low = (self.dimensions + 1) // 2
        wide, high = 24 * (1 << low), 24 * (1 << self.dimensions - low)
        corner, points = 0, [_spot(0, low)]
        for bit in s.path[: s.length]:
            corner ^= 1 << bit
            points.append(_spot(corner, low))
        dots = (_spot(corner, low) for corner in range(1 << self.dimensions))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}">'
            f"<title>a snake of {s.length} edges in {self.dimensions} dimensions</title>"
            f'<rect width="{wide}" height="{high}" rx="6" fill="#f7f5f0"/><g fill="#c9c4b8">'
            + "".join(f'<circle cx="{x}" cy="{y}" r="3"/>' for x, y in dots)
            + f'</g><polyline points="{" ".join(f"{x},{y}" for x, y in points)}" fill="none" '
            'stroke="#4c9f70" stroke-width="3" stroke-linejoin="round" stroke-opacity="0.8"/>'
            + "".join(f'<circle cx="{x}" cy="{y}" r="5" fill="#2e6b49"/>' for x, y in points)
            + f'<circle cx="{points[-1][0]}" cy="{points[-1][1]}" r="7" fill="#e4572e"/></svg>\n'
        )

    def __repr__(self) -> str:
        return f"Snake({self.dimensions})"


def _spot(corner: int, low: int) -> tuple[int, int]:
    return 24 * _rank(corner & (1 << low) - 1) + 12, 24 * _rank(corner >> low) + 12


def _rank(code: int) -> int:
    """The place of a number in Gray code, in which neighbours differ by one bit."""
    rank = 0
    while code:
        rank, code = rank ^ code, code >> 1
    return rank
