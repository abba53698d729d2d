"""Compiled games with one fault each: what cannot be compiled, and what only a check finds."""

import inspect
import math
from typing import Any

import numpy as np
from compiled_games import Bits, Nim

from playout.bits import count_bits, nth_bit


class NoField(Nim):
    message = "NoField.play: a state has no field 'right' (compiled_faults.py, line {line})"

    def play(self, s: Any, move: int) -> None:
        s.right -= move


class NoConstant(Nim):
    message = "NoConstant.play: there is no self.step (compiled_faults.py, line {line})"

    def play(self, s: Any, move: int) -> None:
        s.left -= self.step  # type: ignore[attr-defined]


class AList(Nim):
    message = (
        "AList.play: self.words is a list: compiled code knows numbers, short tuples of them "
        "and NumPy arrays (compiled_faults.py, line {line})"
    )

    def __init__(self) -> None:
        super().__init__()
        self.words = [1, 2, 3]

    def play(self, s: Any, move: int) -> None:
        s.left -= self.words[0]


class SetsSelf(Nim):
    message = (
        "SetsSelf.play: self.x cannot be set: what is in self is constant (compiled_faults.py, line {line})"
    )

    def play(self, s: Any, move: int) -> None:
        self.x = 3


class TwoTypes(Nim):
    message = (
        "TwoTypes.score: a value is str in one place and int in another (compiled_faults.py, line {line})"
    )

    def score(self, s: Any) -> Any:
        return "win" if s.turn else 1


class NoSuchName(Nim):
    message = "NoSuchName.legal: the name 'undefined_name' is not defined (compiled_faults.py, line {line})"

    def legal(self, s: Any, moves: Any) -> int:
        return undefined_name(s)  # type: ignore[name-defined, no-any-return] # noqa: F821


class TextInField(Nim):
    message = "TextInField.play: str is not int32 (compiled_faults.py, line {line})"

    def play(self, s: Any, move: int) -> None:
        s.left = "x"


class Imports(Nim):
    message = "Imports.play: IMPORT_NAME is not possible in compiled code (compiled_faults.py, line {line})"

    def play(self, s: Any, move: int) -> None:
        import random

        s.left -= random.randint(1, 3)


class NoReturn(Nim):
    message = "NoReturn.legal: a return is missing, or has no value"

    def legal(self, s: Any, moves: Any) -> int:  # type: ignore[return]
        moves[0] = 1


class AsInPython(Nim):
    message = "AsInPython.legal takes 2 parameters; expected legal(self, s, moves)"

    def legal(self, s: Any) -> int:  # type: ignore[override]
        return 0


class OneOfTwo(Nim):
    message = "OneOfTwo has one of count(self, s) and play_nth(self, s, k); it needs both"

    def count(self, s: Any) -> int:
        return 1


class WholeArray(Nim):
    message = (
        "WholeArray: Numba does not say why; has every return a value, and is an array set by s.cells[:] = …?"
    )

    def __init__(self) -> None:
        super().__init__()
        self.fields = {"left": "int32", "turn": "int8", "last": ("int8", 4)}

    def play(self, s: Any, move: int) -> None:
        s.last = np.zeros(4, np.int8)


class ArrayOfSelf(Nim):
    message = (
        "ArrayOfSelf.play: an array of self cannot be changed: what is in self is constant "
        "(compiled_faults.py, line {line})"
    )

    def __init__(self) -> None:
        super().__init__()
        self.seen = np.zeros(9, np.int64)

    def play(self, s: Any, move: int) -> None:
        self.seen[move] = 1


class Recursive(Nim):
    message = "Recursive.play: recursion is not possible in compiled code (compiled_faults.py, line {line})"

    def play(self, s: Any, move: int) -> None:
        self.play(s, move)


NOT_COMPILED = (
    AsInPython,
    OneOfTwo,
    WholeArray,
    ArrayOfSelf,
    Recursive,
    NoField,
    NoConstant,
    AList,
    SetsSelf,
    TwoTypes,
    NoSuchName,
    TextInField,
    Imports,
    NoReturn,
)


def line_of(kind: type) -> int:
    """The last line of the method that is wrong, which has the fault; of an import, the first."""
    if "{line}" not in kind.message:  # type: ignore[attr-defined]
        return 0
    method = kind.message.split(":")[0].split(".")[1]  # type: ignore[attr-defined]
    lines, first = inspect.getsourcelines(getattr(kind, method))
    return first + (1 if kind is Imports else len(lines) - 1)


class MoveBeyond(Nim):
    message = "MoveBeyond.legal raised IndexError: index 3 is out of bounds for axis 0 with size 3"

    def legal(self, s: Any, moves: Any) -> int:
        n = min(4, s.left)
        for i in range(n):
            moves[i] = i + 1
        return int(n)


class StateBeyond(Nim):
    message = "StateBeyond.play raised IndexError: index 4 is out of bounds for axis 0 with size 4"

    def __init__(self) -> None:
        super().__init__()
        self.fields = {"left": "int32", "turn": "int8", "last": ("int8", 4)}

    def play(self, s: Any, move: int) -> None:
        s.last[move + 1] = 1
        s.left -= move
        s.turn = 1 - s.turn


class LegalChanges(Nim):
    message = "LegalChanges.legal changes the state, after no move"

    def legal(self, s: Any, moves: Any) -> int:
        s.left -= 1
        for i in range(min(3, s.left)):
            moves[i] = i + 1
        return int(min(3, s.left))


class NeverEnds(Nim):
    max_length = 50
    message = "NeverEnds: a game did not end within max_length = 50 moves"

    def play(self, s: Any, move: int) -> None:
        s.turn = 1 - s.turn


class WrongTurn(Nim):
    message = "WrongTurn.turn gave 2; expected 0 for Max or 1 for Min"

    def turn(self, s: Any) -> int:
        return int(s.turn + 1)


class Raises(Nim):
    message = "Raises.play raised ZeroDivisionError: "
    failure = "Raises"

    def play(self, s: Any, move: int) -> None:
        s.left -= move + 0 * (1 // (s.left - 4))
        s.turn = 1 - s.turn


class RaisesCode(Nim):
    message = "RaisesCode.codes raised ValueError: no code"
    failure = "RaisesCode.code"

    def code(self, s: Any, move: int) -> int:
        if s.left < 6:
            raise ValueError("no code")
        return move


class NegativeMoves(Nim):
    message = "-1"

    def legal(self, s: Any, moves: Any) -> int:
        moves[0] = -1
        return 1 if s.left > 0 else 0


class OutOfBounds(Nim):
    message = "OutOfBounds.score gave 2; expected -1 to 1"
    failure = "score gave 2"

    def score(self, s: Any) -> float:
        return 2


class OtherCompiled(Nim):
    """Python's integers have no end; compiled ones have 64 bits."""

    message = "in Python and"

    def play(self, s: Any, move: int) -> None:
        s.left -= move if (s.left + 10) ** 30 > 0 else s.left
        s.turn = 1 - s.turn


class NoNumber(Nim):
    message = "NoNumber.score gave nan; expected -1 to 1, as bounds say, after "
    failure = "NoNumber.score has failed"

    def score(self, s: Any) -> float:
        return math.nan


class TakesTooMuch(Nim):
    """So that there are fewer than no moves."""

    message = "TakesTooMuch.legal gave -"
    failure = "has failed"

    def play(self, s: Any, move: int) -> None:
        s.left -= 3 * move
        s.turn = 1 - s.turn


class CountsOthers(Bits):
    message = "CountsOthers.count gave 7, but legal gives 6 moves, after no move"

    def count(self, s: Any) -> int:
        return count_bits(s.set) + 1


class PlaysOthers(Bits):
    message = "PlaysOthers.play_nth(0) is not play(0), after no move"

    def play_nth(self, s: Any, k: int) -> None:
        self.play(s, nth_bit(s.set, 5 - k))


class PlaysBeyond(Bits):
    message = "PlaysBeyond.play_nth raised IndexError"

    def __init__(self) -> None:
        super().__init__()
        self.fields = {"set": "int64", "turn": "int8", "last": ("int8", 4)}

    def play_nth(self, s: Any, k: int) -> None:
        s.last[100_000_000] = 1


WRONG = (
    CountsOthers,
    PlaysOthers,
    PlaysBeyond,
    NoNumber,
    TakesTooMuch,
    MoveBeyond,
    StateBeyond,
    LegalChanges,
    NeverEnds,
    WrongTurn,
    Raises,
    RaisesCode,
    NegativeMoves,
    OutOfBounds,
    OtherCompiled,
)
FAILING = (Raises, RaisesCode, OutOfBounds, NoNumber, TakesTooMuch)
