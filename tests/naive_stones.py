"""NoGo, AtariGo and Go again, the naive way: chains and liberties found anew by walking the board."""

from dataclasses import dataclass, replace

from naive import OTHER, Cell, NaiveState, cell_name

Board = dict[Cell, str]


@dataclass(frozen=True)
class NaiveStones(NaiveState):
    def neighbours(self, cell: Cell) -> list[Cell]:
        column, row = cell
        around = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
        return [(c, r) for c, r in around if 0 <= c < self.cols and 0 <= r < self.rows]

    def cells(self) -> list[Cell]:
        return [(column, row) for column in range(self.cols) for row in range(self.rows)]

    def region(self, pieces: Board, start: Cell) -> set[Cell]:
        """The cells of the same kind (a player's or empty) connected with this one."""
        found, left = {start}, [start]
        while left:
            for cell in self.neighbours(left.pop()):
                if cell not in found and pieces.get(cell) == pieces.get(start):
                    found.add(cell)
                    left.append(cell)
        return found

    def has_liberty(self, pieces: Board, start: Cell) -> bool:
        chain = self.region(pieces, start)
        return any(cell not in pieces for stone in chain for cell in self.neighbours(stone))

    def placed(self, cell: Cell) -> tuple[Board, set[Cell]]:
        """The stones after one more, with the captured ones still there, and which those are."""
        pieces = {**self.pieces, cell: self.turn}
        beside = [c for c in self.neighbours(cell) if pieces.get(c) == OTHER[self.turn]]
        dead = [self.region(pieces, c) for c in beside if not self.has_liberty(pieces, c)]
        return pieces, set().union(*dead)


class NaiveNoGo(NaiveStones):
    def children(self) -> dict[str, NaiveState]:
        children: dict[str, NaiveState] = {}
        for cell in self.cells():
            if cell not in self.pieces:
                pieces, captured = self.placed(cell)
                if not captured and self.has_liberty(pieces, cell):
                    children[cell_name(cell)] = replace(self, pieces=pieces, turn=OTHER[self.turn])
        return children

    def score(self) -> int:
        return 1 if self.turn == "O" else -1


@dataclass(frozen=True)
class NaiveAtariGo(NaiveStones):
    captured: bool = False

    def children(self) -> dict[str, NaiveState]:
        children: dict[str, NaiveState] = {}
        for cell in self.cells():
            if cell not in self.pieces and not self.captured:
                pieces, dead = self.placed(cell)
                if dead or self.has_liberty(pieces, cell):
                    after = replace(self, pieces=pieces, turn=OTHER[self.turn], captured=bool(dead))
                    children[cell_name(cell)] = after
        return children

    def score(self) -> int:
        return 1 if self.turn == "O" else -1


@dataclass(frozen=True)
class NaiveGo(NaiveStones):
    """Without komi, whose place is the test."""

    past: tuple[Board, ...] = ()
    passes: int = 0

    def children(self) -> dict[str, NaiveState]:
        if self.passes == 2 or len(self.past) >= self.longest():
            return {}
        children: dict[str, NaiveState] = {"pass": self.after(self.pieces, passes=self.passes + 1)}
        for cell in self.cells():
            if cell in self.pieces:
                continue
            pieces, dead = self.placed(cell)
            pieces = {c: stone for c, stone in pieces.items() if c not in dead}
            if self.has_liberty(pieces, cell) and pieces not in (*self.past, self.pieces):
                children[cell_name(cell)] = self.after(pieces, passes=0)
        return children

    def playout_children(self) -> dict[str, "NaiveGo"]:
        """The states after each move of playouts: they fill no eye, and repeat all but the last position."""
        if self.passes == 2 or len(self.past) >= self.longest():
            return {}
        children = {}
        for cell in self.cells():
            if cell in self.pieces or self.is_eye(cell):
                continue
            pieces, dead = self.placed(cell)
            pieces = {c: stone for c, stone in pieces.items() if c not in dead}
            if self.has_liberty(pieces, cell) and pieces not in self.past[-1:]:
                children[cell_name(cell)] = self.after(pieces, passes=0)
        return children or {"pass": self.after(self.pieces, passes=self.passes + 1)}

    def is_eye(self, cell: Cell) -> bool:
        if any(self.pieces.get(c) != self.turn for c in self.neighbours(cell)):
            return False
        column, row = cell
        corners = [(column + x, row + y) for x in (1, -1) for y in (1, -1)]
        on_board = [corner for corner in corners if corner in self.cells()]
        others = [corner for corner in on_board if self.pieces.get(corner) == OTHER[self.turn]]
        return len(others) <= (1 if len(on_board) == 4 else 0)

    def longest(self) -> int:
        """The moves after which a game ends."""
        return 2 * self.rows * self.cols

    def after(self, pieces: Board, passes: int) -> "NaiveGo":
        past = (*self.past, self.pieces)
        return replace(self, pieces=pieces, turn=OTHER[self.turn], past=past, passes=passes)

    def score(self) -> int:
        return self.area("X") - self.area("O")

    def area(self, side: str) -> int:
        return sum(self.belongs(cell, side) for cell in self.cells())

    def belongs(self, cell: Cell, side: str) -> bool:
        if cell in self.pieces:
            return self.pieces[cell] == side
        region = self.region(self.pieces, cell)
        edge = {self.pieces[c] for free in region for c in self.neighbours(free) if c in self.pieces}
        return edge == {side}
