"""Numbers in specs: as a text has them, and of any kind that Python has."""

import math
import re
from typing import Any

from playout.errors import SpecError, integer
from playout.spec.grammar import Value, call_text

_INTEGER = re.compile(r"[+-]?\d{1,1000}")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)


def literal(name: str, value: Value) -> int | float | bool | str:
    """A value for a class that says nothing of its parameters: what the text looks like."""
    if not isinstance(value, str):
        raise SpecError(f"{name} takes numbers, true, false and words, not {call_text(value)}")
    if value in ("true", "false"):
        return value == "true"
    found = number(value)
    return value if found is None else found


def number(text: str) -> int | float | None:
    """The number that a text is, an integer where it looks like one; None if it is none.

    >>> number("3"), number("3.5"), number("three")
    (3, 3.5, None)
    """
    if not _NUMBER.fullmatch(text):
        return None
    whole = as_integer(text)
    return float(text) if whole is None else whole


def as_integer(text: str) -> int | None:
    """The integer that a text is, or None."""
    return int(text) if _INTEGER.fullmatch(text) else None


def as_float(text: str) -> float | None:
    """The number that a text is to Python, or None."""
    try:
        return float(text)
    except ValueError:
        return None


def as_number(type_: Any, value: object) -> object:
    """A number of any kind, NumPy's as well, as Python's own of this type; anything else as it is."""
    whole = integer(value)
    if type_ is float and isinstance(value, float):
        return float(value)
    if whole is None or type_ not in (int, float):
        return value
    return whole if type_ is int else _clamped_float(whole)


def _clamped_float(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf
