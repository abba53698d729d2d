"""Tic-tac-toe of examples/tictactoe.py, compiled: the same rules at another speed."""

from typing import Any

import numpy as np

import playout as po

LINES = np.array([(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)])


class TicTacToe(po.CompiledGame):
    """A cell is 0 if it is empty, 1 with a mark of Max and 2 with one of Min, from the bottom left."""

    max_moves = max_length = code_count = 9

    def __init__(self) -> None:
        self.fields = {"cells": ("int8", 9), "turn": "int8"}

    def legal(self, s: Any, moves: Any) -> int:
        n = 0
        if winner(s.cells):
            return 0
        for cell in range(9):
            if s.cells[cell] == 0:
                moves[n] = cell
                n += 1
        return n

    def play(self, s: Any, move: int) -> None:
        s.cells[move] = 1 + s.turn
        s.turn = 1 - s.turn

    def score(self, s: Any) -> float:
        return (0, 1, -1)[winner(s.cells)]

    def name(self, s: Any, move: int) -> str:
        return f"{'abc'[move % 3]}{move // 3 + 1}"

    def text(self, s: Any) -> str:
        return "\n".join(" ".join(".XO"[mark] for mark in s.cells[row : row + 3]) for row in (6, 3, 0))


def winner(cells: Any) -> int:
    """Who has three in a row, 1 or 2; 0 for nobody."""
    for i in range(len(LINES)):
        mark = cells[LINES[i, 0]]
        if mark != 0 and mark == cells[LINES[i, 1]] and mark == cells[LINES[i, 2]]:
            return int(mark)
    return 0


if __name__ == "__main__":
    print(po.check(TicTacToe()))
    print("uct against random:", po.match(TicTacToe(), "uct", "random", games=20, budget="200 sims", seed=1))
