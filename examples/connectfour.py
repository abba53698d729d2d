"""Connect Four as compiled Python, with bit boards. The rules are the library's.

A move is a column. Moves are listed by the cell that the disc falls to, so lower ones come first; cell 0 is
at the bottom left.
"""

from typing import Any

import playout as po
from playout.bits import count_bits, lowest_bit, nth_bit


class ConnectFour(po.CompiledGame):
    """The discs of each side are the bits of one integer, so boards have at most 63 cells."""

    def __init__(self, width: int = 7, height: int = 6, connect: int = 4) -> None:
        if width * height > 63:
            raise ValueError(f"a board has at most 63 cells, not {width * height}")
        self.width, self.height, self.connect = width, height, connect
        self.max_moves = width
        self.max_length = self.code_count = width * height
        self.board = (1 << width * height) - 1
        self.floor = (1 << width) - 1
        self.column = self.board // self.floor  # the leftmost one
        directions = ((0, 1), (1, 0), (1, 1), (1, -1))
        self.steps = tuple(rows * width + cols for rows, cols in directions)
        self.starts = tuple(self.room_for_a_line(rows, cols) for rows, cols in directions)
        self.fields = {"x": "int64", "o": "int64", "turn": "int8", "won": "int8"}

    def room_for_a_line(self, rows: int, cols: int) -> int:
        """The cells from which a line in this direction stays on the board."""
        far = self.connect - 1
        return sum(
            1 << row * self.width + col
            for row in range(self.height - far * rows)
            for col in range(self.width)
            if 0 <= col + far * cols < self.width
        )

    def open_cells(self, s: Any) -> int:
        """The cells that a disc can fall to: empty, on the floor or on a disc."""
        taken = s.x | s.o
        return 0 if s.won else ~taken & self.board & (taken << self.width | self.floor)

    def legal(self, s: Any, moves: Any) -> int:
        n, left = 0, self.open_cells(s)
        while left:
            moves[n] = lowest_bit(left) % self.width
            n += 1
            left &= left - 1
        return n

    def play(self, s: Any, move: int) -> None:
        self.drop(s, self.open_cells(s) & self.column << move)

    def drop(self, s: Any, disc: int) -> None:
        if s.turn == 0:
            s.x |= disc
            s.won = self.has_line(s.x)
        else:
            s.o |= disc
            s.won = self.has_line(s.o)
        s.turn = 1 - s.turn

    def has_line(self, discs: int) -> bool:
        return (
            self.lines(discs, self.steps[0]) & self.starts[0]
            | self.lines(discs, self.steps[1]) & self.starts[1]
            | self.lines(discs, self.steps[2]) & self.starts[2]
            | self.lines(discs, self.steps[3]) & self.starts[3]
        ) != 0

    def lines(self, discs: int, step: int) -> int:
        """The cells from which `connect` discs follow each other: two lines of half the length, and so on."""
        length = 1
        while 2 * length <= self.connect:
            discs &= discs >> length * step
            length *= 2
        return discs & discs >> (self.connect - length) * step

    def count(self, s: Any) -> int:
        return count_bits(self.open_cells(s))

    def play_nth(self, s: Any, k: int) -> None:
        self.drop(s, 1 << nth_bit(self.open_cells(s), k))

    def code(self, s: Any, move: int) -> int:
        """The cell that the disc falls to."""
        return lowest_bit(self.open_cells(s) & self.column << move)

    def score(self, s: Any) -> float:
        if not s.won:
            return 0
        return -1 if s.turn == 0 else 1

    def name(self, s: Any, move: int) -> str:
        return chr(ord("a") + move)

    def text(self, s: Any) -> str:
        discs = "".join(".XO"[(s.x >> cell & 1) + 2 * (s.o >> cell & 1)] for cell in range(self.max_length))
        rows = [discs[row * self.width : (row + 1) * self.width] for row in range(self.height)]
        return "/".join(reversed(rows))


if __name__ == "__main__":
    game = po.game(ConnectFour())
    print(po.check(ConnectFour()))
    print(po.playout_rate(game, "1s", seed=1))
    print("uct against random:", po.match(game, "uct", "random", games=20, budget="1000 sims", seed=1))
