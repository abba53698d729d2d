"""Breakthrough as compiled Python, twice: cell by cell, and with bit boards. The rules are the library's."""

from typing import Any

import playout as po
from playout.bits import count_bits, lowest_bit, nth_bit


class Breakthrough(po.CompiledGame):
    """A cell is 0 if it is empty, 1 with a piece of Max and 2 with one of Min; cell 0 is the bottom left one.

    A move is 3 × the cell that it goes to, plus 0, 1 or 2 for a step to the left, straight on or to the right.
    """

    def __init__(self, rows: int = 5, cols: int = 5) -> None:
        self.rows, self.cols = rows, cols
        self.max_moves = 3 * 2 * cols
        self.max_length = 4 * cols * rows
        self.code_count = 3 * rows * cols
        self.fields = {"cells": ("int8", rows * cols), "turn": "int8", "over": "int8"}

    def initial(self, s: Any) -> None:
        for cell in range(2 * self.cols):
            s.cells[cell] = 1
            s.cells[self.rows * self.cols - 1 - cell] = 2

    def legal(self, s: Any, moves: Any) -> int:
        n = 0
        for step in range(3):
            for to in range(self.rows * self.cols):
                if self.may_go(s, to, step):
                    moves[n] = 3 * to + step
                    n += 1
        return n

    def may_go(self, s: Any, to: int, step: int) -> bool:
        if s.over:
            return False
        row, col = self.origin(s, to, step)
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            return False
        own, there = 1 + s.turn, s.cells[to]
        return bool(
            s.cells[row * self.cols + col] == own and (there == 0 or (there == 3 - own and step != 1))
        )

    def origin(self, s: Any, to: int, step: int) -> tuple[int, int]:
        """The row and the column from where a step leads to a cell."""
        forward = 1 - 2 * s.turn
        return to // self.cols - forward, to % self.cols - (step - 1)

    def play(self, s: Any, move: int) -> None:
        to = move // 3
        row, col = self.origin(s, to, move % 3)
        s.cells[to] = 1 + s.turn
        s.cells[row * self.cols + col] = 0
        s.over = to // self.cols == (0 if s.turn else self.rows - 1)
        s.turn = 1 - s.turn

    def score(self, s: Any) -> float:
        return -1 if s.turn == 0 else 1

    def name(self, s: Any, move: int) -> str:
        row, col = self.origin(s, move // 3, move % 3)
        to = move // 3
        return f"{'abcdefgh'[col]}{row + 1}{'abcdefgh'[to % self.cols]}{to // self.cols + 1}"

    def text(self, s: Any) -> str:
        rows = [s.cells[row * self.cols : (row + 1) * self.cols] for row in range(self.rows)]
        return "/".join("".join(".XO"[cell] for cell in row) for row in reversed(rows))


class BitBreakthrough(po.CompiledGame):
    """The same with the pieces of each side in one integer, so boards have at most 63 cells."""

    def __init__(self, rows: int = 5, cols: int = 5) -> None:
        self.rows, self.cols = rows, cols
        self.max_moves = 3 * 2 * cols
        self.max_length = 4 * cols * rows
        self.code_count = 3 * rows * cols
        row = (1 << cols) - 1
        board = (1 << rows * cols) - 1
        left = board // row  # the first column
        self.start = row | row << cols, (row | row << cols) << (rows - 2) * cols
        self.goal = row << (rows - 1) * cols, row
        self.board = board
        self.sides = (
            board & ~left,
            board,
            board & ~(left << cols - 1),
        )  # from where the steps stay on the board
        self.fields = {"pieces": ("int64", 2), "turn": "int8"}

    def initial(self, s: Any) -> None:
        s.pieces[0], s.pieces[1] = self.start[0], self.start[1]

    def targets(self, s: Any, step: int) -> int:
        """Where the pieces of the player to move may go by a step."""
        own, other = s.pieces[s.turn], s.pieces[1 - s.turn]
        free = ~own if step != 1 else ~(own | other)
        if s.turn == 0:
            return int((own & self.sides[step]) << (self.cols + step - 1) & free & self.board)
        return int((own & self.sides[step]) >> (self.cols - step + 1) & free)

    def over(self, s: Any) -> bool:
        return bool(s.pieces[1 - s.turn] & self.goal[1 - s.turn])

    def count(self, s: Any) -> int:
        if self.over(s):
            return 0
        return (
            count_bits(self.targets(s, 0)) + count_bits(self.targets(s, 1)) + count_bits(self.targets(s, 2))
        )

    def legal(self, s: Any, moves: Any) -> int:
        n = 0
        if self.over(s):
            return 0
        for step in range(3):
            left = self.targets(s, step)
            while left:
                moves[n] = 3 * lowest_bit(left) + step
                n += 1
                left &= left - 1
        return n

    def play_nth(self, s: Any, k: int) -> None:
        for step in range(3):
            targets = self.targets(s, step)
            n = count_bits(targets)
            if k < n:
                return self.play(s, 3 * nth_bit(targets, k) + step)
            k -= n
        return None

    def play(self, s: Any, move: int) -> None:
        to, step = move // 3, move % 3
        origin = to - (self.cols + step - 1) if s.turn == 0 else to + (self.cols - step + 1)
        s.pieces[s.turn] ^= (1 << to) | (1 << origin)
        s.pieces[1 - s.turn] &= ~(1 << to)
        s.turn = 1 - s.turn

    def score(self, s: Any) -> float:
        return -1 if s.turn == 0 else 1
