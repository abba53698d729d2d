"""The rules again, written the naive way: dictionaries of cells, no bit in sight. The tests' own oracle."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

Cell = tuple[int, int]
"""Column and row, both from 0; row 0 is the bottom one."""

FORWARD = {"X": 1, "O": -1}
OTHER = {"X": "O", "O": "X"}


def cell_name(cell: Cell) -> str:
    column, row = cell
    return "abcdefghijklmnopqrstuvwxyz"[column] + str(row + 1)


@dataclass(frozen=True)
class NaiveState:
    """A position: who stands where, who is to move; what every naive game shares."""

    rows: int
    cols: int
    pieces: dict[Cell, str]
    turn: str = "X"

    def children(self) -> "dict[str, NaiveState]":
        """The states after each legal move, by the move's name; none if the game is over."""
        raise NotImplementedError

    def score(self) -> int:
        """The payoff of a finished game, from X's side."""
        raise NotImplementedError

    def board(self) -> str:
        rows = [
            "".join(self.pieces.get((column, row), ".") for column in range(self.cols))
            for row in range(self.rows)
        ]
        return "/".join(reversed(rows))


class NaiveTicTacToe(NaiveState):
    def children(self) -> dict[str, NaiveState]:
        if self.has_line("X") or self.has_line("O"):
            return {}
        cells = [(column, row) for column in range(3) for row in range(3)]
        return {cell_name(cell): self.marked(cell) for cell in cells if cell not in self.pieces}

    def score(self) -> int:
        return 1 if self.has_line("X") else -1 if self.has_line("O") else 0

    def marked(self, cell: Cell) -> NaiveState:
        return replace(self, pieces={**self.pieces, cell: self.turn}, turn=OTHER[self.turn])

    def has_line(self, side: str) -> bool:
        columns = [[(i, j) for j in range(3)] for i in range(3)]
        rows = [[(j, i) for j in range(3)] for i in range(3)]
        diagonals = [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
        return any(all(self.pieces.get(c) == side for c in line) for line in columns + rows + diagonals)


class NaiveRace(NaiveState):
    """What Breakthrough and Knightthrough share."""

    def may_go(self, start: Cell, end: Cell) -> bool:
        """Whether the rules let a piece of the player to move go there."""
        raise NotImplementedError

    def children(self) -> dict[str, NaiveState]:
        if self.arrived("X") or self.arrived("O"):
            return {}
        return {cell_name(a) + cell_name(b): self.moved(a, b) for a, b in self.steps()}

    def score(self) -> int:
        if self.arrived("X") or self.arrived("O"):
            return 1 if self.arrived("X") else -1
        return 1 if self.turn == "O" else -1  # who cannot move has lost

    def arrived(self, side: str) -> bool:
        far_row = {"X": self.rows - 1, "O": 0}[side]
        return any(piece == side and row == far_row for (_, row), piece in self.pieces.items())

    def steps(self) -> Iterator[tuple[Cell, Cell]]:
        for start, piece in self.pieces.items():
            if piece != self.turn:
                continue
            for column in range(self.cols):
                for row in range(self.rows):
                    if self.pieces.get((column, row)) != self.turn and self.may_go(start, (column, row)):
                        yield start, (column, row)

    def moved(self, start: Cell, end: Cell) -> NaiveState:
        pieces = {cell: piece for cell, piece in self.pieces.items() if cell != start}
        return replace(self, pieces={**pieces, end: self.turn}, turn=OTHER[self.turn])


class NaiveBreakthrough(NaiveRace):
    def may_go(self, start: Cell, end: Cell) -> bool:
        if end[1] != start[1] + FORWARD[self.turn]:
            return False
        if end[0] == start[0]:
            return end not in self.pieces
        return abs(end[0] - start[0]) == 1


class NaiveKnightthrough(NaiveRace):
    def may_go(self, start: Cell, end: Cell) -> bool:
        forward = (end[1] - start[1]) * FORWARD[self.turn]
        return (abs(end[0] - start[0]), forward) in [(1, 2), (2, 1)]


def naive_tictactoe() -> NaiveState:
    return NaiveTicTacToe(3, 3, {})


def naive_race(name: str, rows: int, cols: int, pieces: int = 2) -> NaiveState:
    """The first state of a race game."""
    kind = {"breakthrough": NaiveBreakthrough, "knightthrough": NaiveKnightthrough}[name]
    cells = {
        (column, row): side
        for column in range(cols)
        for i in range(pieces)
        for side, row in [("X", i), ("O", rows - 1 - i)]
    }
    return kind(rows, cols, cells)
