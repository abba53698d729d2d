"""What an annotation allows a parameter to be: its types, and its range or its words."""

from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, get_args, get_origin

from playout.errors import SpecError, show

AUTO = "auto"
"""The word for a parameter that is chosen by itself."""


@dataclass(frozen=True)
class Range:
    """The allowed values of a numeric parameter, both ends included."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"from {self.low:.15g} to {self.high:.15g}"


@dataclass(frozen=True)
class OneOf:
    """The allowed values of a parameter that is a word."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"one of {', '.join(self.words)}"


@dataclass(frozen=True)
class Function:
    """Says that a parameter is a function, or None: a text has no word for it."""

    example: str
    """How it is handed over."""

    def __str__(self) -> str:
        return f"a function, handed over in Python, as in {self.example}"


Span = Range | OneOf | Function | None


def alternatives(kind: Any) -> tuple[tuple[Any, ...], Span]:
    """The types that an annotation allows, none for a function; and its range or words if it has them."""
    span = None
    if get_origin(kind) is Annotated:
        kind, *extras = get_args(kind)
        span = next((extra for extra in extras if isinstance(extra, Range | OneOf | Function)), None)
    if isinstance(span, Function):
        return (), span
    return (get_args(kind) if isinstance(kind, UnionType) else (kind,)), span


def wanted(kind: Any) -> str:
    """What an annotation allows, in words.

    >>> wanted(bool), wanted(Annotated[int, Range(1, 20)])
    ('true or false', 'an integer from 1 to 20')
    """
    types, span = alternatives(kind)
    names = {int: "an integer", float: "a number", bool: "true or false", str: "a word"}
    either = " or ".join(names.get(t, f"a {t.__name__.lower()}") for t in types if t is not NoneType)
    words = str(span) if isinstance(span, OneOf | Function) else f"{either} {span}" if span else either
    return f"{words}, or {AUTO}" if NoneType in types else words


def check_range(what: str, span: Span, value: Any) -> None:
    """Refuses a value of the right type that is out of its range, or none of its words."""
    if value is None or isinstance(value, bool) or isinstance(span, Function | None):
        return
    if not (value in span.words if isinstance(span, OneOf) else span.low <= value <= span.high):
        raise SpecError(f"{what} must be {span}, got {show(value)}")
