"""Players whose best parameters are known: what a tuning must find."""

import math
from dataclasses import dataclass
from random import Random
from typing import ClassVar

import playout as po

PLACE = 0.7
WIDTH = 0.2


@dataclass(frozen=True)
class Planted:
    """Plays Nim: the nearer x is to the place, and with the right hand, the more of its moves are perfect."""

    x: float = 0.0
    hand: str = "left"

    def search(self, state: po.State, budget: po.Budget, seed: int) -> int:
        chance = Random(seed)
        if chance.random() >= self.skill:
            return chance.choice(state.legal_moves)
        left = state.game.rules.matches - sum(state.history)  # type: ignore[attr-defined]
        return left % 4 or 1

    @property
    def skill(self) -> float:
        near = math.exp(-(((self.x - PLACE) / WIDTH) ** 2))
        return near if self.hand == "right" else near / 2


@dataclass(frozen=True)
class Spy:
    """Plays the first move, and notes the seed of each game that it begins."""

    x: int = 0

    seen: ClassVar[list[tuple[int, int]]] = []

    def search(self, state: po.State, budget: po.Budget, seed: int) -> int:
        if not state.history:
            self.seen.append((self.x, seed))
        return state.legal_moves[0]


class Refusing:
    """Takes even numbers only."""

    def __init__(self, x: int = 2, what: str = "even") -> None:
        if x % 2 or what == "odd":
            raise ValueError(f"{x} is not {what}")
        self.x = x

    def search(self, state: po.State, budget: po.Budget, seed: int) -> int:
        return state.legal_moves[0]
