"""What a command prints: text and tables for people, or one JSON object for programs."""

import json
import sys
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

import playout as po
from playout.render.numbers import duration, signed, size, valued

__all__ = ["duration", "print_json", "say", "say_table", "signed", "size", "speed", "valued"]


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
