"""mygame: a game for playout, in Python that is compiled. On the command line it is mygame.py:MyGame."""

from typing import Any

import playout as po


class MyGame(po.CompiledGame):
    """Two players take one to three stones in turn, and who takes the last one wins.

    Put your own rules in their place; help(playout.CompiledGame) says what each method has to do. They change
    the state `s`, which has the fields that `__init__` names, all 0 at first; `turn` is 0 for Max, 1 for Min.
    """

    def __init__(self, stones: int = 21) -> None:
        self.stones = stones
        self.fields = {"stones": "int32", "turn": "int8"}
        self.max_moves = 3
        self.max_length = stones
        self.code_count = 4  # a move is its own code, from 0 to 3

    def initial(self, s: Any) -> None:
        s.stones = self.stones

    def legal(self, s: Any, moves: Any) -> int:
        n: int = min(3, s.stones)
        for i in range(n):
            moves[i] = i + 1
        return n

    def play(self, s: Any, move: int) -> None:
        s.stones -= move
        s.turn = 1 - s.turn

    def score(self, s: Any) -> float:
        """Asked at the end only, from the side of Max: who is to move now has not taken the last stone."""
        return -1 if s.turn == 0 else 1

    def text(self, s: Any) -> str:
        return f"{s.stones} stones, {'X' if s.turn == 0 else 'O'} to take"
