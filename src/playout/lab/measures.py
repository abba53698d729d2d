"""Measures: what is read off the results of trials, and which statistic it becomes."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from playout.errors import SpecError, show, unknown
from playout.lab.content import CATEGORIES

if TYPE_CHECKING:
    from playout.lab.experiment import Figure
    from playout.lab.kinds import Result

__all__ = ["MEASURES", "Measure", "measure"]


@dataclass(frozen=True)
class Measure:
    """One measure."""

    statistic: str
    """rate, mean, median, maximum, exact, set or speed."""
    of: "Callable[[Result, Figure], Any]"
    """The number (or the set's element) that one trial contributes; None if it has nothing to say."""
    unit: float = 1
    """How a value is shown: so many times as large."""
    kinds: tuple[str, ...] = ("search", "prove")
    """The kinds of trial that have it."""
    check_of: Callable[[str], None] = lambda of: None
    """Refuses what it cannot be about."""


def _field(name: str) -> "Callable[[Result, Figure], Any]":
    return lambda result, figure: result[name]


def _best(result: "Result", figure: "Figure") -> float:
    return float(result["scores"][figure.mark])


def _check_score(of: str) -> None:
    try:
        number = float(of)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise SpecError(f"of must be the score to be reached, a number, got {show(of)}")


def _share(result: "Result", figure: "Figure") -> float | None:
    """The share of a category, as `ties new` names it; None if there was no tie."""
    kind, category = figure.of.split()
    counts = result[kind]
    total = sum(counts.values())
    return counts[category] / total if total else None


def _check_category(of: str) -> None:
    kind, _, category = of.partition(" ")
    if kind not in ("ties", "improvements") or category not in CATEGORIES:
        raise SpecError(f"of must be ties or improvements and one of {', '.join(CATEGORIES)}, got {show(of)}")


def _child(result: "Result", figure: "Figure") -> Fraction | None:
    """What a move of a nested search was worth: v, or v/t for a playout of t moves if that is asked for."""
    value, length = result.get("children", {}).get(figure.of, (None, 0))
    if value is None:
        return None
    exact = Fraction(value).limit_denominator(1000)
    return exact / length if figure.discount and length else exact


MEASURES = {
    "score": Measure("rate", lambda r, f: (r["result"] + 1) / 2, 100, ("match",)),
    "min_score": Measure("rate", lambda r, f: (1 - (r["score"] > 0) + (r["score"] < 0)) / 2, 100, ("match",)),
    "move": Measure("rate", lambda r, f: float(r["move"] == f.of), 100),
    "proven": Measure("rate", lambda r, f: float(r["proven"]), 100),
    "reached": Measure("rate", lambda r, f: float(_best(r, f) >= float(f.of)), 100, ("solve",), _check_score),
    "median": Measure("median", _best, kinds=("solve",)),
    "maximum": Measure("maximum", _best, kinds=("solve",)),
    "simulations": Measure("mean", _field("simulations"), kinds=("search", "prove", "solve")),
    "states": Measure("mean", _field("states"), kinds=("search", "prove", "solve", "playouts")),
    "tree_nodes": Measure("mean", _field("tree_nodes")),
    "tree_bytes": Measure("mean", _field("tree_bytes")),
    "length": Measure("mean", _field("length"), kinds=("match",)),
    "value": Measure("exact", _field("value"), kinds=("exact", "semeai", "search", "prove")),
    "content": Measure("mean", _share, 100, ("content",), _check_category),
    "values": Measure("set", _child, kinds=("search",)),
    "states_per_s": Measure("speed", _field("states_per_s"), kinds=("speed",)),
}
"""The measures by their names in a file."""


def measure(name: Any, kind: str) -> Measure:
    """A measure that trials of a kind have."""
    allowed = {key: one for key, one in MEASURES.items() if kind in one.kinds}
    if not isinstance(name, str) or name not in allowed:
        raise unknown(f"{kind} measure", str(name), allowed)
    return allowed[name]
