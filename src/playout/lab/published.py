"""Published numbers: what a paper prints, and how sure it can be."""

import re
from dataclasses import dataclass
from typing import Any

from playout.errors import SpecError, show

__all__ = ["Published", "read_published"]

_COUNT = re.compile(r"(\d+(?:\.\d+)?)/(\d+)")
_WORDS = re.compile(r"(\d+);(\d{1,3})")
_OUTCOMES = {"Won": 1.0, "Draw": 0.0, "Lost": -1.0}


@dataclass(frozen=True)
class Published:
    """A number of a paper.

    A rate is a share of 1 here, whatever the paper prints.
    """

    value: float
    text: str
    """As the paper has it."""
    sample: int | None = None
    """How many games or runs it stands for."""
    deviation: float | None = None
    """The standard deviation of the value, where the paper gives one."""


def read_published(value: Any, sample: int | None, error: float | None, unit: float) -> Published | None:
    """A published number from a file; None where the paper has none.

    A text is `138/203` (successes of trials), `33;229` (words and letters), `>989407` (cut off), `Won`,
    `Draw` or `Lost`. `error` is two standard deviations. `unit` is what the value is divided by.

    >>> read_published("138/203", None, None, 1).sample
    203
    >>> read_published(39.6, 500, None, 100).value
    0.396
    """
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise SpecError(f"published must be a number or a text such as '138/203', got {show(value)}")
    if isinstance(value, str):
        return _from_text(value, sample)
    deviation = None if error is None else error / unit / 2
    return Published(value / unit, f"{value:,}" if isinstance(value, int) else str(value), sample, deviation)


def _from_text(text: str, sample: int | None) -> Published:
    if text in _OUTCOMES:
        return Published(_OUTCOMES[text], text)
    if text.startswith("{"):  # a set, which is compared as text
        return Published(0.0, text)
    if count := _COUNT.fullmatch(text):
        return Published(float(count[1]) / int(count[2]), text, int(count[2]))
    if words := _WORDS.fullmatch(text):
        return Published(1000 * int(words[1]) + int(words[2]), text, sample)
    if text[:1] == ">" and text[1:].isdecimal():
        return Published(float(text[1:]), f"> {int(text[1:]):,}", sample)
    raise SpecError(
        f"cannot read the published {show(text)}; write a number, '138/203', '33;229' or '>989407'"
    )
