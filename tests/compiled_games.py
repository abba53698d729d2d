"""Small compiled games, for tests."""

from typing import Any

import numpy as np

import playout as po
from playout.bits import count_bits, lowest_bit, nth_bit


def fewer(a: int, b: int) -> int:
    return a if a < b else b


class Nim(po.CompiledGame):
    """Take one to three matches; who takes the last one wins. A helper is a function of the module."""

    def __init__(self, matches: int = 7) -> None:
        self.matches = matches
        self.max_moves = 3
        self.code_count = 4
        self.fields: Any = {"left": "int32", "turn": "int8"}

    def initial(self, s: Any) -> None:
        s.left = self.matches

    def legal(self, s: Any, moves: Any) -> int:
        n = fewer(3, s.left)
        for i in range(n):
            moves[i] = i + 1
        return n

    def play(self, s: Any, move: int) -> None:
        s.left -= move
        s.turn = 1 - s.turn

    def with_turn(self, s: Any, turn: int) -> None:
        s.turn = turn

    def score(self, s: Any) -> float:
        return -1 if s.turn == 0 else 1

    def text(self, s: Any) -> str:
        return f"{s.left} left"

    def svg(self, s: Any) -> str:
        return f"<svg>{s.left}</svg>"

    def hash(self, s: Any) -> int:
        return int(2 * s.left + s.turn)


class Sums(po.CompiledGame):
    """A puzzle: draw six numbers from a table; large states, codes of any size, and a bias."""

    players = 1

    def __init__(self) -> None:
        self.table = np.array([[3, 1, 4, 1], [5, 9, 2, 6], [5, 3, 5, 8]], np.int16)
        self.max_moves = 12
        self.fields = {"used": ("int8", (3, 4)), "total": "float64", "n": "int64", "room": ("int32", 300)}

    def legal(self, s: Any, moves: Any) -> int:
        n = 0
        if s.n == 6:
            return 0
        for row in range(3):
            for col in range(4):
                if not s.used[row, col]:
                    moves[n] = 4 * row + col
                    n += 1
        return n

    def play(self, s: Any, move: int) -> None:
        row, col = move // 4, move % 4
        s.used[row, col] = 1
        s.total += self.value(s, row, col)
        s.n += 1
        s.room[s.n] = move

    def value(self, s: Any, row: int, col: int) -> float:
        weight = 1.5 if s.n % 2 == col % 2 else 1.0
        return float(self.table[row, col] * weight)

    def score(self, s: Any) -> float:
        return float(s.total)

    def bounds(self) -> tuple[float, float]:
        return 0, 100

    def code(self, s: Any, move: int) -> int:
        return (move + 1) * 1_000_003 * (1 if s.n % 2 else -1)

    def bias(self, s: Any, move: int) -> float:
        return 0.1 * move

    def distance(self, s: Any, move: int, t: Any, other: int) -> float:
        return float(abs(move % 4 - other % 4) - s.total * t.total)


class Bits(po.CompiledGame):
    """Take any bit of a set; the last one wins. Playouts count and pick without listing."""

    def __init__(self) -> None:
        self.start = 0b1011_0110_0001
        self.max_moves = 12
        self.fields = {"set": "int64", "turn": "int8"}

    def initial(self, s: Any) -> None:
        s.set = self.start

    def count(self, s: Any) -> int:
        return count_bits(s.set)

    def legal(self, s: Any, moves: Any) -> int:
        left, n = s.set, 0
        while left:
            moves[n] = lowest_bit(left)
            n += 1
            left &= left - 1
        return n

    def play_nth(self, s: Any, k: int) -> None:
        self.play(s, nth_bit(s.set, k))

    def play(self, s: Any, move: int) -> None:
        s.set &= ~(1 << move)
        s.turn = 1 - s.turn

    def score(self, s: Any) -> float:
        return -1 if s.turn == 0 else 1


GAMES = (Nim, Sums, Bits)
