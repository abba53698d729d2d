"""mygame: a game for playout, in Python. On the command line it is mygame.py:MyGame."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import playout as po


class Heap(NamedTuple):
    stones: int
    turn: po.Turn


@dataclass(frozen=True)
class MyGame(po.PythonGame[Heap]):
    """Two players take one to three stones in turn, and who takes the last one wins.

    Put your own rules in their place; help(playout.PythonGame) says what each method has to do.
    """

    stones: int = 21

    def initial(self) -> Heap:
        return Heap(self.stones, po.MAX)

    def legal(self, state: Heap) -> Sequence[int]:
        return range(1, min(3, state.stones) + 1)

    def play(self, state: Heap, move: int) -> Heap:
        return Heap(state.stones - move, po.MIN if state.turn is po.MAX else po.MAX)

    def turn(self, state: Heap) -> po.Turn:
        return state.turn

    def score(self, state: Heap) -> float:
        """Asked at the end only, from the side of Max: who is to move now has not taken the last stone."""
        return -1 if state.turn is po.MAX else 1

    def text(self, state: Heap) -> str:
        return f"{state.stones} stones, {'X' if state.turn is po.MAX else 'O'} to take"
