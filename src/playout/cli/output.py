"""What a command prints: text and tables for people, or one JSON object for programs."""

import json
import math
import sys
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

import playout as po


def print_json(fields: dict[str, Any]) -> None:
    """Prints one JSON object on one line."""
    print(json.dumps(fields, allow_nan=False))


def say(text: str = "", style: str | None = None) -> None:
    """Prints text as it is; the style shows in a terminal only."""
    _console().print(text, style=style, soft_wrap=True)


def say_table(headings: dict[str, bool], rows: list[list[str]]) -> None:
    """Prints a table. Each heading says whether its column holds numbers."""
    console = _console()
    table = Table(box=box.SIMPLE_HEAD if console.is_terminal else None, pad_edge=False)
    for heading, numeric in headings.items():
        table.add_column(heading, justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console.print(table)


def signed(value: float) -> str:
    """A score or an estimate of one."""
    return f"{value:+.3f}"


def describe(result: po.SearchResult) -> str:
    """A move and its value; a player of the user's may have answered a move alone."""
    return result.name if math.isnan(result.value) else f"{result.name}, value {signed(result.value)} for Max"


def duration(seconds: float) -> str:
    """A time that was measured."""
    return f"{seconds:.2f} s" if seconds >= 0.9995 else f"{seconds * 1000:.3g} ms"


def speed(result: po.SearchResult | po.SolveResult) -> str:
    """What a search has done, and how fast."""
    rate = f", {result.simulations / result.seconds:,.0f} simulations/s" if result.simulations else ""
    return (
        f"{result.simulations:,} simulations, {result.states:,} states in {duration(result.seconds)}{rate}; "
        f"seed {result.seed}"
    )


def size(count: int) -> str:
    """An amount of memory."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{count / 1e3:.1f} kB"


def _console() -> Console:
    # A file or a pipe has no width: nothing may be wrapped or cut there.
    width = None if sys.stdout.isatty() else 10_000
    return Console(markup=False, emoji=False, highlight=False, width=width)
