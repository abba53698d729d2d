"""SameGame, compiled: take away groups of equal stones; what is above falls down, empty columns close up."""

import random
from typing import Any

import numpy as np

import playout as po

COLUMNS = "abcdefghijklmno"
COLOURS = "#e4572e", "#2e86ab", "#f3a712", "#4c9f70", "#8e5ea2", "#8d99ae", "#d98cb3"


class SameGame(po.CompiledGame):
    """A group of n stones gives (n − 2)² points, an empty board 1000.

    Cells are counted up the columns, from the left one on; a colour of 0 is an empty cell. `first` has the
    first cell of the group that a cell belongs to. That cell is the move that takes the group away; there
    `stones` has the number of its stones, and `codes` its code.
    """

    players = 1

    def __init__(self, size: int = 15, colours: int = 5, seed: int = 1) -> None:
        if not (2 <= size <= len(COLUMNS) and 1 <= colours <= len(COLOURS)):
            raise ValueError(f"SameGame: size is from 2 to {len(COLUMNS)}, colours from 1 to {len(COLOURS)}")
        self.size, self.cells, self.colours, self.seed = size, size * size, colours, seed
        stones = random.Random(seed).choices(range(1, colours + 1), k=self.cells)
        self.board = np.array([stones[x::size] for x in range(size)], np.int8).ravel()
        keys = random.Random(0)
        self.keys = np.array([[keys.getrandbits(63) for _ in stones] for _ in range(colours + 1)])
        self.max_length = self.cells // 2
        self.max_moves = self.cells // 2 + 1  # `legal` writes a cell before it looks at it
        self.fields = {
            "codes": ("int64", self.cells),
            "points": "int32",
            "colour": ("int8", self.cells),
            "first": ("uint8", self.cells),
            "stones": ("uint8", self.cells),
        }

    def initial(self, s: Any) -> None:
        for cell in range(self.cells):
            s.colour[cell] = self.board[cell]
        self.find_groups(s)

    def legal(self, s: Any, moves: Any) -> int:
        n = cell = 0
        while cell < self.cells and s.colour[cell] != 0:  # a column, and the next one
            for y in range(self.size):
                moves[n] = cell + y
                n += s.stones[cell + y] > 1
            cell += self.size
        return n

    def play(self, s: Any, move: int) -> None:
        s.points += (s.stones[move] - 2) ** 2
        self.take_away(s, move)
        self.find_groups(s)

    def take_away(self, s: Any, group: int) -> None:
        """Copies every stone that stays to where it falls; the group's first cell is in its first column."""
        to = group // self.size
        for x in range(group // self.size, self.size):
            height = 0
            for y in range(self.size):
                cell = x * self.size + y
                if s.colour[cell] == 0:
                    break
                if s.first[cell] != group:
                    s.colour[to * self.size + height] = s.colour[cell]
                    height += 1
            self.clear(s, to * self.size + height, (to + 1) * self.size)
            to += height > 0
        self.clear(s, to * self.size, self.cells)

    def clear(self, s: Any, begin: int, end: int) -> None:
        for cell in range(begin, end):
            s.colour[cell] = s.first[cell] = s.stones[cell] = s.codes[cell] = 0

    def find_groups(self, s: Any) -> None:
        """Joins each stone with those below and to the left; then a group is known by its first cell."""
        for x in range(self.size):
            for y in range(self.size):
                cell = x * self.size + y
                if s.colour[cell] == 0:
                    break
                as_below = y > 0 and s.colour[cell - 1] == s.colour[cell]
                s.first[cell] = s.first[cell - 1] if as_below else cell
                if x > 0 and s.colour[cell - self.size] == s.colour[cell]:
                    self.join(s, cell - self.size, cell)
        self.add_up(s)

    def join(self, s: Any, a: int, b: int) -> None:
        a, b = self.root(s, a), self.root(s, b)
        s.first[max(a, b)] = min(a, b)

    def root(self, s: Any, cell: int) -> int:
        while s.first[cell] != cell:
            cell = s.first[cell]
        return cell

    def add_up(self, s: Any) -> None:
        """Counts the stones of each group, and makes its code."""
        for x in range(self.size):
            for y in range(self.size):
                cell = x * self.size + y
                if s.colour[cell] == 0:
                    break
                group = s.first[s.first[cell]]  # cells before this one have the first of their group already
                s.first[cell] = group
                s.stones[cell] = s.codes[cell] = 0
                s.stones[group] += 1
                s.codes[group] ^= self.keys[s.colour[cell], cell]

    def score(self, s: Any) -> float:
        return float(s.points + (1000 if s.colour[0] == 0 else 0))

    def bounds(self) -> tuple[float, float]:
        return 0, (self.cells - 2) ** 2 + 1000

    def code(self, s: Any, move: int) -> int:
        """The exclusive or of random numbers, one for each cell and colour: Zobrist's hashing."""
        return int(s.codes[move])

    def name(self, s: Any, move: int) -> str:
        return f"{COLUMNS[move // self.size]}{move % self.size + 1}"

    def text(self, s: Any) -> str:
        rows = (s.colour[y :: self.size] for y in reversed(range(self.size)))
        board = "\n".join(" ".join(".ABCDEFG"[colour] for colour in row) for row in rows)
        return f"{board}\n{self.score(s):.0f} points"

    def svg(self, s: Any) -> str:
        side = 20 * self.size
        wide, high = side + 12, side + 36
        stones = (
            f'<circle cx="{20 * (cell // self.size) + 10}" cy="{side - 20 * (cell % self.size) - 10}" r="9" '
            f'fill="{COLOURS[colour - 1]}"/>'
            for cell, colour in enumerate(s.colour)
            if colour
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 {wide} {high}" width="{wide}">'
            f"<title>SameGame, {self.score(s):.0f} points</title>"
            f'<rect x="-6" y="-6" width="{wide}" height="{high}" rx="6" fill="#f7f5f0"/>'
            f'<rect width="{side}" height="{side}" fill="#fff" stroke="#c9c4b8"/>{"".join(stones)}'
            f'<text x="{side / 2}" y="{side + 20}" font-family="sans-serif" font-size="14" '
            f'text-anchor="middle" fill="#333">{self.score(s):.0f} points</text></svg>\n'
        )

    def __repr__(self) -> str:
        return f"SameGame({self.size}, {self.colours}, {self.seed})"
