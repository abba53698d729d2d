"""The board of a native game, read from its text: what text and pictures share."""

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Grid:
    """A rectangle of cells; a cell is (column, line), both from 0, the line counted from the top.

    >>> grid = Grid.read("OO/../XX")
    >>> grid.files, grid.ranks
    (('a', 'b'), ('3', '2', '1'))
    >>> list(grid.pieces())[-1]
    (1, 2, 'X')
    >>> grid.cells_in("a1b2")
    [(0, 2), (1, 1)]
    """

    lines: tuple[str, ...]

    @classmethod
    def read(cls, board: str) -> "Grid":
        """Reads rows from the top, joined by '/'."""
        return cls(tuple(board.split("/")))

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the columns, from the left."""
        return tuple(chr(ord("a") + column) for column in range(len(self.lines[0])))

    @property
    def ranks(self) -> tuple[str, ...]:
        """The names of the rows, from the top."""
        return tuple(str(row) for row in range(len(self.lines), 0, -1))

    def pieces(self) -> Iterator[tuple[int, int, str]]:
        """The cells that are not empty, with their letters."""
        for y, line in enumerate(self.lines):
            for x, letter in enumerate(line):
                if letter != ".":
                    yield x, y, letter

    def cells_in(self, move_name: str) -> list[tuple[int, int]]:
        """The cells that a move's name mentions, in its order."""
        return [
            (self.files.index(file), self.ranks.index(rank))
            for file, rank in re.findall(r"([a-z])([1-9]\d*)", move_name)
            if file in self.files and rank in self.ranks
        ]
