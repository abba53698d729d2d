"""The results as a person reads them: a table for the terminal or for Markdown."""

from collections.abc import Sequence
from typing import Any

HEADER = ("benchmark", "unit", "ours", "peer", "peer's rate", "ratio", "quartiles", "target", "met")
NOTHING = "—"
LEFT = frozenset({"benchmark", "unit", "peer", "game"})


def row(line: dict[str, Any]) -> tuple[str, ...]:
    """One line of the report as text, a cell a column of the header."""
    return (
        line["name"],
        line["unit"],
        _rate(line["ours"]),
        line["peer_name"] or NOTHING,
        NOTHING if line["peer"] is None else _rate(line["peer"]),
        NOTHING if line["ratio"] is None else f"{line['ratio']:.2f}",
        " … ".join(f"{ratio:.2f}" for ratio in line["quartiles"] or ()) or NOTHING,
        NOTHING if line["target"] is None else f"≥ {line['target']:,.15g}",
        {True: "yes", False: "NO", None: NOTHING}[line["met"]],
    )


def _rate(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def text(rows: Sequence[Sequence[str]]) -> str:
    """Columns for a terminal."""
    widths = [max(map(len, column)) for column in zip(HEADER, *rows, strict=True)]
    rule = ["─" * width for width in widths]
    return "\n".join("  ".join(_aligned(r, widths)).rstrip() for r in (HEADER, rule, *rows))


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [
        cell.ljust(width) if title in LEFT else cell.rjust(width)
        for cell, width, title in zip(cells, widths, HEADER, strict=True)
    ]


def markdown(rows: Sequence[Sequence[str]], header: Sequence[str] = HEADER) -> str:
    """The same for a page."""
    rule = [":---" if title in LEFT else "---:" for title in header]
    return "\n".join("| " + " | ".join(r) + " |" for r in (header, rule, *rows))
