"""Small games written in Python, sound ones and broken ones, and what several test files share."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import playout as po
from playout.errors import show

CATALOGUE = [size for kind in po.games.catalogue().values() for size in kind.sizes]
TWO_PLAYER = [spec for spec in CATALOGUE if po.game(spec).players == 2]
MISERE = [f"misere({spec})" for spec in TWO_PLAYER]
SPECS = [*CATALOGUE, *MISERE]

Matches = tuple[int, po.Turn]
S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True)
class Nim(po.PythonGame[Matches]):
    """Take one to three matches; who takes the last one wins."""

    matches: int = 7

    def initial(self) -> Matches:
        return self.matches, po.MAX

    def legal(self, state: Matches) -> Sequence[int]:
        return range(1, min(3, state[0]) + 1)

    def play(self, state: Matches, move: int) -> Matches:
        return state[0] - move, po.MIN if state[1] is po.MAX else po.MAX

    def turn(self, state: Matches) -> po.Turn:
        return state[1]

    def score(self, state: Matches) -> float:
        return -1 if state[1] is po.MAX else 1


@dataclass(frozen=True)
class Digits(po.PythonGame[tuple[int, ...]]):
    """A puzzle: write some digits from 0 to 3, score their sum."""

    length: int = 4

    players = 1

    def initial(self) -> tuple[int, ...]:
        return ()

    def legal(self, state: tuple[int, ...]) -> Sequence[int]:
        return range(4) if len(state) < self.length else ()

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def score(self, state: tuple[int, ...]) -> float:
        return sum(state)

    def bounds(self) -> tuple[float, float]:
        return 0, 3 * self.length


@dataclass(frozen=True)
class First:
    """A player that plays the first legal move."""

    def search(self, state: po.State, budget: po.Budget, seed: int) -> int:
        return state.legal_moves[0]


class Busy:
    """A player that thinks for minutes, and looks at no flag."""

    def search(self, state: po.State, budget: po.Budget, seed: int) -> int:
        end = time.monotonic() + 600
        while time.monotonic() < end:
            pass
        return state.legal_moves[0]


def nim_with(**methods: Callable[..., object]) -> Any:
    """Nim with some methods replaced. They get the state and so on, but no self."""
    unbound = {name: staticmethod(method) for name, method in methods.items()}
    return type("Broken", (Nim,), unbound)()


def one_line(error: BaseException) -> bool:
    """Whether an error's message is one line that people can read."""
    message = str(error)
    controls = any(ord(letter) < 32 or letter == "\x7f" for letter in message)
    return bool(message.strip()) and not controls and len(message) < 1000


def accepted(make: Callable[[S], T], text: S) -> T | None:
    """What is made of a text, or of bytes; None if it is refused, which takes a ValueError of one line."""
    try:
        return make(text)
    except ValueError as error:
        if not one_line(error):
            raise AssertionError(f"no message for people: {str(error)[:500]!a}") from error
        return None


def short_id(value: object) -> str:
    """A test's name for a parameter, whatever it is; the same in every process, so without addresses."""
    text = value if isinstance(value, str) else show(value).partition(" at 0x")[0]
    return text[:30].encode("ascii", "backslashreplace").decode()
