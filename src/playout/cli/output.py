"""What a command prints: text and tables for people, or one JSON object for programs."""

import json
import math
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

import playout as po
from playout.render.numbers import duration, signed, size, valued

__all__ = [
    "duration",
    "finite",
    "fits",
    "print_json",
    "say",
    "say_board",
    "say_table",
    "signed",
    "size",
    "speed",
    "valued",
]


def print_json(fields: dict[str, Any]) -> None:
    """Prints one JSON object on one line."""
    print(json.dumps(fields, allow_nan=False))


def finite(number: float) -> float | None:
    """A number for JSON, which knows no infinity."""
    return number if math.isfinite(number) else None


def say(text: str = "", style: str | None = None) -> None:
    """Prints text. In a terminal it has its style, and lines that are too long are broken between words."""
    console = _console()
    lines = [part for line in text.split("\n") for part in _wrapped(line, console.width)]
    console.print("\n".join(lines), style=style, soft_wrap=True)


def say_board(board: Text) -> None:
    """Prints a board as it is; its colours show in a terminal only."""
    _console().print(board, soft_wrap=True)


def say_table(headings: dict[str, bool], rows: list[list[str]]) -> None:
    """Prints a table. Each heading says whether its column holds numbers.

    No word is broken: the last column of text is as narrow as need be, or stands below the others.
    """
    console = _console()
    numeric = list(headings.values())
    widths = [max(map(_width, column)) for column in zip(headings, *rows, strict=True)]
    prose = max(place for place, is_number in enumerate(numeric) if not is_number)
    room = console.width - sum(widths) - GAP * (len(widths) - 1) + widths[prose]
    below = room < min(LEAST, widths[prose]) and prose == len(widths) - 1
    widths[prose] = min(widths[prose], console.width - GAP if below else max(room, LEAST))
    line = Line(widths, numeric, prose, below)
    console.print("\n".join(line.of(list(headings))), style="bold", soft_wrap=True)
    for row in rows:
        console.print("\n".join(line.of(row)), soft_wrap=True)


def fits(headings: dict[str, bool], rows: list[list[str]]) -> bool:
    """Whether a table has room as it is."""
    widths = [max(map(_width, column)) for column in zip(headings, *rows, strict=True)]
    return sum(widths) + GAP * (len(widths) - 1) <= _console().width


GAP = 2
"""Between two columns."""
LEAST = 24
"""What a column of text needs."""


@dataclass(frozen=True)
class Line:
    """How the rows of a table become lines."""

    widths: list[int]
    numeric: list[bool]
    prose: int
    below: bool

    def of(self, cells: list[str]) -> Iterator[str]:
        """The lines of a row: one, or more where text is wrapped."""
        parts = [part for line in cells[self.prose].split("\n") for part in _wrapped(line, self._room)]
        if self.below:
            yield self._joined(cells[:-1])
            yield from (f"{'':{GAP}}{part}" for part in parts)
            return
        yield self._joined([*cells[: self.prose], parts[0], *cells[self.prose + 1 :]])
        yield from (self._joined([*[""] * self.prose, part]) for part in parts[1:])

    @property
    def _room(self) -> int:
        return self.widths[self.prose]

    def _joined(self, cells: list[str]) -> str:
        padded = [
            f"{cell:>{width}}" if is_number else f"{cell:<{width}}"
            for cell, width, is_number in zip(cells, self.widths, self.numeric, strict=False)
        ]
        return (" " * GAP).join(padded).rstrip()


def _width(cell: str) -> int:
    return max(map(len, cell.split("\n")))


def _wrapped(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    return textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]


def speed(result: po.SearchResult | po.SolveResult) -> str:
    """What a search has done, and how fast."""
    rate = f", {result.simulations / result.seconds:,.0f} simulations/s" if result.simulations else ""
    return (
        f"{result.simulations:,} simulations, {result.states:,} states in {duration(result.seconds)}{rate}; "
        f"seed {result.seed}"
    )


def _console() -> Console:
    # A file or a pipe has no width: nothing may be wrapped or cut there.
    width = None if sys.stdout.isatty() else 10_000
    return Console(markup=False, emoji=False, highlight=False, width=width)
