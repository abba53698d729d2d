"""Published numbers: what a paper prints, and how sure it can be."""

import re
from dataclasses import dataclass
from typing import Annotated, Any

from playout.errors import SpecError, show
from playout.spec import Range

__all__ = ["Published", "read_number", "read_published"]

_COUNT = re.compile(r"(\d{1,15}(?:\.\d{1,15})?)/(\d{1,15})")
_WORDS = re.compile(r"(\d{1,12});(\d{1,3})")
_CUT = re.compile(r">(\d{1,15})")
MAX_NUMBER = 1e100
_OUTCOMES = {"Won": 1.0, "Draw": 0.0, "Lost": -1.0}


@dataclass(frozen=True)
class Published:
    """A number of a paper.

    A rate is a share of 1 here, whatever the paper prints.
    """

    value: float
    text: str
    """As the paper has it."""
    sample: Annotated[int, Range(1, 1e15)] | None = None
    """How many games or runs it stands for."""
    deviation: float | None = None
    """The standard deviation of the value, where the paper gives one."""

    @property
    def is_cut(self) -> bool:
        """Whether the paper only says that it is larger: some of its runs were cut off."""
        return self.text.startswith(">")


def read_number(name: str, value: Any) -> float:
    """A number from a file; not infinite, and not an integer beyond all floats."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise SpecError(f"{name} must be a number, got {show(value)}")
    if not abs(value) <= MAX_NUMBER:
        raise SpecError(f"{name} must be a number of at most {MAX_NUMBER:g}, got {show(value)}")
    return float(value)


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
    if isinstance(value, str):
        return _from_text(value, sample)
    share = read_number("published", value) / unit
    deviation = None if error is None else error / unit / 2
    return Published(share, f"{value:,}" if isinstance(value, int) else str(value), sample, deviation)


def _from_text(text: str, sample: int | None) -> Published:
    if text in _OUTCOMES:
        return Published(_OUTCOMES[text], text)
    if text.startswith("{"):  # a set, which is compared as text
        return Published(0.0, text)
    if count := _COUNT.fullmatch(text):
        return _from_count(float(count[1]), int(count[2]), text)
    if words := _WORDS.fullmatch(text):
        return Published(1000 * int(words[1]) + int(words[2]), text, sample)
    if cut := _CUT.fullmatch(text):
        return Published(float(cut[1]), f"> {int(cut[1]):,}", sample)
    raise SpecError(
        f"cannot read the published {show(text)}; write a number, '138/203', '33;229' or '>989407'"
    )


def _from_count(successes: float, trials: int, text: str) -> Published:
    if trials == 0 or successes > trials:
        raise SpecError(f"the published {show(text)} must be successes of trials, as in '138/203'")
    return Published(successes / trials, text, trials)
