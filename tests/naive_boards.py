"""Domineering, Connect Four and Seki again, the naive way."""

from dataclasses import dataclass, replace

from naive import OTHER, Cell, NaiveState, cell_name


class NaiveDomineering(NaiveState):
    def children(self) -> dict[str, NaiveState]:
        up, right = (0, 1), (1, 0)
        step = up if self.turn == "X" else right
        children: dict[str, NaiveState] = {}
        for first in [(column, row) for column in range(self.cols) for row in range(self.rows)]:
            second = (first[0] + step[0], first[1] + step[1])
            if self.free(first) and self.free(second):
                tile = {first: self.turn, second: self.turn.lower()}
                after = replace(self, pieces={**self.pieces, **tile}, turn=OTHER[self.turn])
                children[cell_name(first) + cell_name(second)] = after
        return children

    def free(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.cols and 0 <= cell[1] < self.rows and cell not in self.pieces

    def score(self) -> int:
        return 1 if self.turn == "O" else -1


@dataclass(frozen=True)
class NaiveConnectFour(NaiveState):
    connect: int = 4

    def children(self) -> dict[str, NaiveState]:
        if self.has_line("X") or self.has_line("O"):
            return {}
        children: dict[str, NaiveState] = {}
        for column in range(self.cols):
            height = sum(c == column for c, _ in self.pieces)
            if height < self.rows:
                pieces = {**self.pieces, (column, height): self.turn}
                children["abcdefgh"[column]] = replace(self, pieces=pieces, turn=OTHER[self.turn])
        return children

    def score(self) -> int:
        return self.has_line("X") - self.has_line("O")

    def has_line(self, side: str) -> bool:
        steps = [(1, 0), (0, 1), (1, 1), (1, -1)]
        return any(
            all(self.pieces.get((column + i * dx, row + i * dy)) == side for i in range(self.connect))
            for column, row in self.pieces
            for dx, dy in steps
        )


@dataclass(frozen=True)
class NaiveSeki:
    """Points by name, so that nothing depends on their order."""

    max_points: frozenset[str]
    min_points: frozenset[str]
    turn: str = "X"
    passes: int = 0

    @classmethod
    def start(cls, max_liberties: int, min_liberties: int) -> "NaiveSeki":
        shared = {"s1", "s2"}
        outside_max = {f"x{i + 1}" for i in range(max_liberties)}
        outside_min = {f"o{i + 1}" for i in range(min_liberties)}
        return cls(frozenset(outside_max | shared), frozenset(outside_min | shared))

    def children(self) -> "dict[str, NaiveSeki]":
        if self.passes == 2 or not self.max_points or not self.min_points:
            return {}
        children = {"pass": replace(self, turn=OTHER[self.turn], passes=self.passes + 1)}
        for point in self.max_points | self.min_points:
            after = self.filled(point)
            own, theirs = after.max_points, after.min_points
            if self.turn == "O":
                own, theirs = theirs, own
            if own or not theirs:
                children[point] = after
        return children

    def filled(self, point: str) -> "NaiveSeki":
        return NaiveSeki(self.max_points - {point}, self.min_points - {point}, OTHER[self.turn])

    def score(self) -> int:
        if self.passes == 2:
            return 0
        return 1 if self.turn == "O" else -1
