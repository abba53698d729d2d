"""Budgets: when a search ends."""

import math
import re
from dataclasses import dataclass
from fractions import Fraction

from playout import _core
from playout.errors import SpecError, integer, show
from playout.render import html

MAX_SECONDS = 366 * 24 * 3600.0
MAX_COUNT = 10**15

_TEXT = re.compile(r"\s*(\d[\d_,]*(?:\.\d+)?(?:e[+-]?\d{1,3})?)\s*([a-z]+)\s*")
_SECONDS = {"ms": Fraction(1, 1000), "s": Fraction(1), "min": Fraction(60), "h": Fraction(3600)}
_COUNTS = {
    "sims": "simulations",
    "sim": "simulations",
    "simulations": "simulations",
    "states": "states",
    "state": "states",
}


@dataclass(frozen=True)
class Budget:
    """Ends a search after some seconds, simulations or states, whichever comes first.

    Every move that a search makes on a board counts as one state. A budget in simulations or states gives
    the same answer on every machine, a budget in seconds does not.

    >>> Budget(seconds=0.32)
    Budget('320ms')
    >>> Budget.parse("10000 sims").simulations
    10000
    """

    seconds: float | None = None
    simulations: int | None = None
    states: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None and self.states is None:
            raise SpecError("a budget needs seconds, simulations or states")
        for name, most in (("seconds", MAX_SECONDS), ("simulations", MAX_COUNT), ("states", MAX_COUNT)):
            object.__setattr__(self, name, _checked(name, getattr(self, name), most))

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """Reads `320ms`, `2s`, `5min`, `131000 states`, `10000 sims`, or several joined by `or`.

        >>> Budget.parse("2s or 5000 sims")
        Budget('2s or 5000 sims')
        """
        limits: dict[str, float] = {}
        for part in text.split(" or "):
            name, amount = _parse_part(part)
            if name in limits:
                raise SpecError(f"the budget {show(text)} limits {name} twice")
            limits[name] = amount
        return cls(**limits)  # type: ignore[arg-type]

    def __str__(self) -> str:
        parts = []
        if self.seconds is not None:
            parts.append(_seconds_text(self.seconds))
        if self.simulations is not None:
            parts.append(f"{self.simulations} sims")
        if self.states is not None:
            parts.append(f"{self.states} states")
        return " or ".join(parts)

    def __repr__(self) -> str:
        return f"Budget({str(self)!r})"

    def _repr_html_(self) -> str:
        limits = {"seconds": self.seconds, "simulations": self.simulations, "states": self.states}
        return html.facts(
            "Budget", {name: f"{limit:,.15g}" for name, limit in limits.items() if limit is not None}
        )

    def native(self) -> _core.Budget:
        """The budget as the core takes it."""
        return _core.Budget(self.seconds, self.simulations, self.states)


def _seconds_text(seconds: float) -> str:
    """The shortest text that is read back as the same number."""
    short = f"{seconds:.10g}s" if seconds >= 1 else f"{seconds * 1000:.10g}ms"
    return short if _parse_part(short)[1] == seconds else f"{seconds!r}s"


def as_budget(budget: Budget | str) -> Budget:
    """A budget from itself or from its text."""
    if isinstance(budget, str):
        return Budget.parse(budget)
    if not isinstance(budget, Budget):
        raise SpecError(f"expected a Budget or a text such as '2s' or '10000 sims', got {show(budget)}")
    return budget


def _parse_part(text: str) -> tuple[str, float]:
    match = _TEXT.fullmatch(text)
    unit = match.group(2) if match else ""
    if not match or unit not in _SECONDS | _COUNTS:
        raise SpecError(
            f"cannot read the budget {show(text.strip())}; "
            "write 320ms, 2s, 5min, '131000 states' or '10000 sims'"
        )
    digits = match.group(1).replace(",", "").replace("_", "")
    if unit in _SECONDS:
        return "seconds", _exact_seconds(digits, unit)
    if not digits.isdigit() or len(digits) > 30:
        raise SpecError(f"the budget {show(text.strip())} needs a whole number from 1 to {MAX_COUNT}")
    return _COUNTS[unit], int(digits)


def _exact_seconds(digits: str, unit: str) -> float:
    try:
        return float(Fraction(digits) * _SECONDS[unit])
    except (OverflowError, ValueError):  # beyond all floats, or thousands of digits
        return math.inf


def _checked(name: str, amount: float | None, most: float) -> float | None:
    """The amount as Python's own number, of whatever kind it was; refuses what is no budget."""
    if amount is None:
        return None
    whole = name != "seconds"
    number = float(amount) if isinstance(amount, float) and not whole else integer(amount)
    if number is None:
        kind = "a whole number" if whole else "a number"
        raise SpecError(f"a budget's {name} must be {kind}, got {show(amount)}")
    if not (number >= 1 if whole else number > 0) or number > most:
        least = "1" if whole else "more than 0"
        raise SpecError(f"a budget's {name} must be from {least} to {most:.0f}, got {show(amount)}")
    return number
