"""Breakthrough as compiled Python, twice: cell by cell, and with bit boards. The rules are the library's.

A move is 3 × the cell that it goes to, plus 0, 1 or 2 for a step to the left, straight on or to the right;
cell 0 is a1, at the bottom left. Moves are listed by step, then by the cell that they go to.
"""

from typing import Any

import playout as po
from playout.bits import count_bits, lowest_bit, nth_bit


class Race(po.CompiledGame):
    """What both versions share: the sizes, and how people write moves."""

    def __init__(self, rows: int = 5, cols: int = 5, pieces: int = 2) -> None:
        self.rows, self.cols, self.pieces = rows, cols, pieces
        self.max_moves = 3 * pieces * cols  # never reached: at the edge, a piece has two steps
        self.max_length = 2 * pieces * cols * (rows - 1)
        self.code_count = 3 * rows * cols

    def score(self, s: Any) -> float:
        """Who is to move has lost: the other one has arrived, or has left him no move."""
        return -1 if s.turn == 0 else 1

    def with_turn(self, s: Any, turn: int) -> None:
        s.turn = turn

    def name(self, s: Any, move: int) -> str:
        row, col = divmod(move // 3, self.cols)
        origin = self.cell_name(row - (1 - 2 * s.turn), col - (move % 3 - 1))
        return origin + self.cell_name(row, col)

    def cell_name(self, row: int, col: int) -> str:
        return f"{chr(ord('a') + col)}{row + 1}"

    def text(self, s: Any) -> str:
        rows = [[".XO"[self.owner(s, row, col)] for col in range(self.cols)] for row in range(self.rows)]
        return "/".join("".join(row) for row in reversed(rows))

    def owner(self, s: Any, row: int, col: int) -> int:
        """0 if a cell is empty, 1 with a piece of Max and 2 with one of Min."""
        raise NotImplementedError


class Breakthrough(Race):
    """The board is an array of cells, each with its owner."""

    def __init__(self, rows: int = 5, cols: int = 5, pieces: int = 2) -> None:
        super().__init__(rows, cols, pieces)
        self.fields = {"cells": ("int8", (rows, cols)), "turn": "int8"}

    def initial(self, s: Any) -> None:
        for row in range(self.pieces):
            for col in range(self.cols):
                s.cells[row, col] = 1
                s.cells[self.rows - 1 - row, col] = 2

    def legal(self, s: Any, moves: Any) -> int:
        if self.is_lost(s):
            return 0
        n, own, forward = 0, 1 + s.turn, 1 - 2 * s.turn
        for side in range(-1, 2):
            blocking = 3 - own if side == 0 else own  # besides own pieces: straight on, nothing is captured
            for row in range(max(0, forward), self.rows + min(0, forward)):
                to, origin = s.cells[row], s.cells[row - forward]
                for col in range(max(0, side), self.cols + min(0, side)):
                    # A move that cannot be made is overwritten by the next one. An `if` would be slower: what
                    # a cell holds is hard to predict for the processor.
                    moves[n] = 3 * (row * self.cols + col) + side + 1
                    n += (origin[col - side] == own) & (to[col] != own) & (to[col] != blocking)
        return n

    def play(self, s: Any, move: int) -> None:
        to, side, forward = move // 3, move % 3 - 1, 1 - 2 * s.turn
        row, col = to // self.cols, to % self.cols
        s.cells[row - forward, col - side] = 0
        s.cells[row, col] = 1 + s.turn
        s.turn = 1 - s.turn

    def is_lost(self, s: Any) -> bool:
        """Whether the player who is not to move has reached the far row."""
        far, other = s.cells[0 if s.turn == 0 else self.rows - 1], 2 - s.turn
        for col in range(self.cols):  # noqa: SIM110 -- Numba compiles no generators
            if far[col] == other:
                return True
        return False

    def owner(self, s: Any, row: int, col: int) -> int:
        return int(s.cells[row, col])


class BitBreakthrough(Race):
    """The pieces of each side are the bits of one integer, so boards have at most 63 cells."""

    def __init__(self, rows: int = 5, cols: int = 5, pieces: int = 2) -> None:
        super().__init__(rows, cols, pieces)
        if rows * cols > 63:
            raise ValueError(f"a board has at most 63 cells, not {rows * cols}")
        self.board = (1 << rows * cols) - 1
        self.bottom = (1 << cols) - 1
        self.top = self.bottom << (rows - 1) * cols
        left = self.board // self.bottom
        self.not_left, self.not_right = self.board & ~left, self.board & ~(left << cols - 1)
        self.start_x = (1 << pieces * cols) - 1
        self.start_o = self.start_x << (rows - pieces) * cols
        self.fields = {"x": "int64", "o": "int64", "turn": "int8"}

    def initial(self, s: Any) -> None:
        s.x, s.o = self.start_x, self.start_o

    def targets(self, s: Any) -> tuple[int, int, int]:
        """Where the player to move may go by a step to the left, straight on and to the right."""
        cols, empty = self.cols, ~(s.x | s.o)
        if s.turn == 0:
            room = self.board & ~s.x if not s.o & self.bottom else 0
            return (
                (s.x & self.not_left) << cols - 1 & room,
                s.x << cols & room & empty,
                (s.x & self.not_right) << cols + 1 & room,
            )
        room = ~s.o if not s.x & self.top else 0
        return (
            (s.o & self.not_left) >> cols + 1 & room,
            s.o >> cols & room & empty,
            (s.o & self.not_right) >> cols - 1 & room,
        )

    def legal(self, s: Any, moves: Any) -> int:
        left, ahead, right = self.targets(s)
        n = self.add(left, 0, moves, 0)
        n = self.add(ahead, 1, moves, n)
        return self.add(right, 2, moves, n)

    def add(self, to: int, step: int, moves: Any, n: int) -> int:
        """Adds the steps to these cells to the n moves listed."""
        while to:
            moves[n] = 3 * lowest_bit(to) + step
            n += 1
            to &= to - 1
        return n

    def play(self, s: Any, move: int) -> None:
        self.advance(s, 1 << move // 3, move % 3 - 1)

    def advance(self, s: Any, to: int, side: int) -> None:
        if s.turn == 0:
            s.x ^= to | to >> self.cols + side
            s.o &= ~to
        else:
            s.o ^= to | to << self.cols - side
            s.x &= ~to
        s.turn = 1 - s.turn

    def count(self, s: Any) -> int:
        left, ahead, right = self.targets(s)
        return count_bits(left) + count_bits(ahead) + count_bits(right)

    def play_nth(self, s: Any, k: int) -> None:
        left, ahead, right = self.targets(s)
        before_ahead = count_bits(left)
        before_right = before_ahead + count_bits(ahead)
        to, before, side = left, 0, -1
        if k >= before_ahead:
            to, before, side = ahead, before_ahead, 0
        if k >= before_right:
            to, before, side = right, before_right, 1
        self.advance(s, 1 << nth_bit(to, k - before), side)

    def owner(self, s: Any, row: int, col: int) -> int:
        cell = row * self.cols + col
        return int((s.x >> cell & 1) + 2 * (s.o >> cell & 1))


if __name__ == "__main__":
    for rules in (Breakthrough(), BitBreakthrough()):
        print(po.check(rules))
        print(po.playout_rate(po.game(rules), "1s", seed=1))
