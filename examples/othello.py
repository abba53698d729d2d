"""Othello as compiled Python, also known as Reversi: enclose the opponent's discs, and they are yours.

Goro Hasegawa, 1971, after Reversi of 1883. X is black and begins. A disc must enclose discs of the opponent,
in a line, between itself and another own disc; all that it encloses are turned. Who cannot do that passes,
and when neither can, who has more discs wins.
"""

from typing import Any

import drawing

import playout as po


class Othello(po.CompiledGame):
    """A move is a cell, row by row from a1 at the top left; or the number of cells, which is a pass.

    A cell is 0 if it is empty, 1 with a disc of X and 2 with one of O. Around the board there is a border of
    empty cells, at which lines of discs end.
    """

    def __init__(self, size: int = 8) -> None:
        if size not in (4, 6, 8):
            raise ValueError(f"size is {size}; expected 4, 6 or 8")
        self.size, self.width = size, size + 2
        self.no_move = size * size
        self.max_moves = size * size
        self.max_length = 2 * size * size
        self.code_count = size * size + 1
        self.steps = (
            -self.width - 1,
            -self.width,
            1 - self.width,
            -1,
            1,
            self.width - 1,
            self.width,
            self.width + 1,
        )
        self.fields = {"cells": ("int8", self.width * self.width), "turn": "int8"}

    def initial(self, s: Any) -> None:
        low, high = self.size // 2 - 1, self.size // 2
        s.cells[self.place(low, high)] = s.cells[self.place(high, low)] = 1
        s.cells[self.place(low, low)] = s.cells[self.place(high, high)] = 2

    def place(self, row: int, col: int) -> int:
        """Where a cell is on the board with its border."""
        return (row + 1) * self.width + col + 1

    def enclosed(self, s: Any, place: int, step: int, own: int) -> int:
        """How many discs a disc of this player would enclose in this direction."""
        n, near = 0, place + step
        while s.cells[near] == 3 - own:
            n += 1
            near += step
        return n if s.cells[near] == own else 0

    def encloses(self, s: Any, place: int, own: int) -> bool:
        """Whether a disc may be placed there."""
        if s.cells[place] != 0:
            return False
        for step in self.steps:  # noqa: SIM110 -- Numba compiles no generators
            if self.enclosed(s, place, step, own) > 0:
                return True
        return False

    def discs_to_place(self, s: Any, own: int, moves: Any) -> int:
        """Fills the list with the cells where this player may place a disc."""
        n = 0
        for row in range(self.size):
            for col in range(self.size):
                if self.encloses(s, self.place(row, col), own):
                    moves[n] = row * self.size + col
                    n += 1
        return n

    def legal(self, s: Any, moves: Any) -> int:
        own = 1 + s.turn
        n = self.discs_to_place(s, own, moves)
        if n == 0 and self.discs_to_place(s, 3 - own, moves) > 0:
            moves[0] = self.no_move
            return 1
        return n

    def play(self, s: Any, move: int) -> None:
        if move != self.no_move:
            self.put(s, self.place(move // self.size, move % self.size), 1 + s.turn)
        s.turn = 1 - s.turn

    def put(self, s: Any, place: int, own: int) -> None:
        """Places a disc, and turns what it encloses."""
        for step in self.steps:
            for i in range(self.enclosed(s, place, step, own)):
                s.cells[place + (i + 1) * step] = own
        s.cells[place] = own

    def score(self, s: Any) -> float:
        lead = 0
        for cell in s.cells:
            if cell != 0:
                lead += 1 if cell == 1 else -1
        return min(1, max(-1, lead))

    def name(self, s: Any, move: int) -> str:
        if move == self.no_move:
            return "pass"
        return f"{drawing.LETTERS[move % self.size]}{move // self.size + 1}"

    def rows(self, s: Any) -> list[str]:
        return [
            "".join(".XO"[s.cells[self.place(row, col)]] for col in range(self.size))
            for row in range(self.size)
        ]

    def text(self, s: Any) -> str:
        return drawing.text(self.rows(s), range(1, self.size + 1))

    def svg(self, s: Any) -> str:
        rows = self.rows(s)
        discs = [
            drawing.stone(*drawing.middle(x, y), letter, 16)
            for y, row in enumerate(rows)
            for x, letter in enumerate(row)
            if letter != "."
        ]
        return drawing.squares(rows, range(1, self.size + 1), ("#5fa777", "#5fa777"), discs)


if __name__ == "__main__":
    game = po.game(Othello())
    print(po.playout_rate(game, "1s", seed=1))
    print("move sequences:", [po.perft(game, depth) for depth in range(1, 8)])
    print("uct against random:", po.match(game, "uct", "random", games=20, budget="100 sims", seed=1))
