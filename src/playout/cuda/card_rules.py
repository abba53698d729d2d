"""Rules for a card that are a C++ header of the user's own."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from playout import _core
from playout.cuda import compiler
from playout.errors import SpecError, integer, show
from playout.state import State

__all__ = ["CardRules"]

MOST = 2**31 - 1


class CardRules:
    """A header with a `struct Puzzle`, as `playout/device/listed.hpp` asks for it, and what it is given.

    A puzzle says by a method `card` what its header is. The numbers and arrays that are given stand in the
    header as `given::name`: whole numbers, or arrays of them with any number of dimensions.

    >>> rules = CardRules("salesman.hpp", places=2, way=[[0, 5, 6], [5, 0, 7], [6, 7, 0]])
    >>> print(rules.given_source)
    namespace given {
    constexpr int32_t places = 2;
    PLAYOUT_DATA int32_t way[3][3] = {0, 5, 6, 5, 0, 7, 6, 7, 0};
    }
    """

    block, blocks, plies = 8, 4, 1 << 18
    slack = False
    """Nobody knows what is a little worse."""

    def __init__(self, header: str | Path, **given: Any) -> None:
        self.header = Path(header).absolute()
        self.given_source = "\n".join(
            ["namespace given {", *(_constant(name, value) for name, value in given.items()), "}"]
        )

    @property
    def source(self) -> str:
        """C++ that names the kind of playouts."""
        return (
            f'#include "playout/device/listed.hpp"\n{self.given_source}\n#include "{self.header}"\n'
            "namespace playout::device { using Kind = Listed<Puzzle>; }\n"
        )

    @property
    def text(self) -> bytes:
        """The header; a SpecError if it is not there."""
        try:
            return self.header.read_bytes()
        except OSError as error:
            raise SpecError(f"{self.header}: {error.strerror}") from None

    @cached_property
    def library(self) -> "compiler.Library":
        """The rules and their searches, compiled for the processor."""
        return compiler.Library(self.source, self.text)

    def emulation(self, count: int) -> _core.Emulation:
        """So many searches on the processor."""
        return self.library.emulation(count)

    def numbers(self, moves: Iterable[int]) -> list[int]:
        """The numbers that a card has for moves: their own."""
        return list(moves)

    def game(self, start: State, numbers: Iterable[int]) -> State:
        """The game with these moves."""
        state = start
        for move in numbers:
            state = state.play(move)
        return state


def _constant(name: str, value: Any) -> str:
    """A number, or an array as C++ has it."""
    shape, numbers = _flat(value)
    if not shape:
        return f"constexpr int32_t {name} = {numbers[0]};"
    sizes = "".join(f"[{size}]" for size in shape)
    return f"PLAYOUT_DATA int32_t {name}{sizes} = {{{', '.join(map(str, numbers))}}};"


def _flat(value: Any) -> tuple[list[int], list[int]]:
    """The sizes of an array and its numbers, row after row."""
    if (number := integer(value)) is not None and -MOST - 1 <= number <= MOST:
        return [], [number]
    rows = [_flat(row) for row in value] if hasattr(value, "__len__") and not isinstance(value, str) else []
    if not rows or any(shape != rows[0][0] for shape, _ in rows):
        raise SpecError(f"a header is given whole numbers of 32 bits, or arrays of them, not {show(value)}")
    return [len(rows), *rows[0][0]], [number for _, numbers in rows for number in numbers]
