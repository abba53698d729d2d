"""A compiled game that is not compiled: the same class, run by Python."""

from functools import cached_property
from typing import Any

import numpy as np

from playout._core import Turn
from playout.compiled.fields import Array, Fields, dtype_of
from playout.compiled_game import CompiledGame
from playout.errors import ContractError, integer, show
from playout.python_game import MAX, MIN, PythonGame

OPTIONAL = ("bias", "distance", "with_turn", "hash", "svg")
"""Methods that say more of a game by being there."""


class Uncompiled(PythonGame[bytes]):
    """The rules as `PythonGame` has them: states are bytes, and never change."""

    def __init__(self, rules: CompiledGame) -> None:
        self.rules = rules
        self.players = rules.players
        self.max_length = rules.max_length

    @cached_property
    def dtype(self) -> "np.dtype[Any]":
        """How the fields of a state lie."""
        return dtype_of(self.rules)

    def seen(self, state: bytes | None = None) -> Fields:
        """A copy of a state, or a new one, as the rules see it."""
        return Fields(self.dtype, state)

    def initial(self) -> bytes:
        s = self.seen()
        self.rules.initial(s)
        return bytes(s)

    def legal(self, state: bytes) -> list[int]:
        moves = np.zeros(self.rules.max_moves, np.int32).view(Array)
        answer = self._asked("legal", state, moves)
        n = integer(answer)
        if n is None or not 0 <= n <= len(moves):
            raise self._complaint("legal", answer, f"how many moves there are, from 0 to {len(moves)}")
        return [int(move) for move in moves[:n]]

    def play(self, state: bytes, move: int) -> bytes:
        s = self.seen(state)
        self.rules.play(s, move)
        return bytes(s)

    def count(self, state: bytes) -> int:
        """What the rules' `count` says."""
        return int(self._asked("count", state))

    def play_nth(self, state: bytes, k: int) -> bytes:
        """What the rules' `play_nth` makes."""
        s = self.seen(state)
        self.rules.play_nth(s, k)  # type: ignore[attr-defined]
        return bytes(s)

    def turn(self, state: bytes) -> Turn:
        if self.players == 1:
            return MAX
        answer = self._asked("turn", state)
        if integer(answer) not in (0, 1):
            raise self._complaint("turn", answer, "0 for Max or 1 for Min")
        return MIN if answer else MAX

    def score(self, state: bytes) -> float:
        return float(self._asked("score", state))

    def bounds(self) -> tuple[float, float]:
        return self.rules.bounds()

    def code(self, state: bytes, move: int) -> int:
        return int(self._asked("code", state, move)) if hasattr(self.rules, "code") else move

    def _asked(self, method: str, state: bytes, *arguments: Any) -> Any:
        """What a method says of a state, which it must not change."""
        s = self.seen(state)
        answer = getattr(self.rules, method)(s, *arguments)
        if bytes(s) != state:
            raise ContractError(f"{type(self.rules).__name__}.{method} changes the state")
        return answer

    def name(self, state: bytes, move: int) -> str:
        return self.rules.name(self.seen(state), move)

    def text(self, state: bytes) -> str:
        return self.rules.text(self.seen(state))

    def __getattr__(self, name: str) -> Any:
        if name not in OPTIONAL or not hasattr(self.rules, name):
            raise AttributeError(name)
        return getattr(self, f"_{name}")

    def _bias(self, state: bytes, move: int) -> float:
        return float(self._asked("bias", state, move))

    def _distance(self, state: bytes, move: int, other: bytes, other_move: int) -> float:
        return float(self._asked("distance", state, move, self.seen(other), other_move))

    def _with_turn(self, state: bytes, turn: Turn) -> bytes:
        s = self.seen(state)
        self.rules.with_turn(s, turn.value)  # type: ignore[attr-defined]
        return bytes(s)

    def _hash(self, state: bytes) -> Any:
        return self.rules.hash(self.seen(state))  # type: ignore[attr-defined]

    def _svg(self, state: bytes) -> Any:
        return self.rules.svg(self.seen(state))  # type: ignore[attr-defined]

    def _complaint(self, method: str, answer: object, expected: str) -> ContractError:
        return ContractError(f"{type(self.rules).__name__}.{method} gave {show(answer)}; expected {expected}")

    def __repr__(self) -> str:
        return f"uncompiled({self.rules!r})"
