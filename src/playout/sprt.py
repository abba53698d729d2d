"""The sequential test of a match: games are played until it is clear whether A is better than B.

It is the generalised sequential probability ratio test of fishtest and fastchess, on pairs of games. The
five results of a pair (0, ½, 1, 1½ or 2 points) may have any probabilities; each hypothesis fixes only their
mean, through the Elo, and is as likely as the best probabilities with that mean make it. Michel Van den Bergh
derives it in "Comments on Normalized Elo" (https://www.cantate.be/Fishtest/normalized_elo_practical.pdf),
Proposition 1.1; Elo here is the usual, logistic one.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from playout.errors import SpecError, integer, show
from playout.render import html

__all__ = ["SPRT", "SPRTResult", "as_test", "elo_of", "score_of"]

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What A may take of the points of a pair."""
ABSENT = 1e-3
"""What counts for a result that has not come up, as in fishtest."""
MAX_ELO = 1000.0
DROP = 1.920729
"""The 95% interval of the Elo: where the log likelihood is at most this much below its maximum."""
EDGE = 1e-9
"""A mean nearer to 0 or 1 than this is out of all Elo."""


@dataclass(frozen=True)
class SPRT:
    """A sequential test: H1, A is better than B by `elo1`, against H0, by `elo0`.

    `alpha` is the chance to accept H1 though H0 is true, `beta` that to accept H0 though H1 is true.

    >>> test = SPRT(0, 10)
    >>> [round(bound, 2) for bound in test.bounds]
    [-2.94, 2.94]
    >>> test.judge((10, 20, 40, 30, 20)).verdict is None
    True
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            _check_number(name, getattr(self, name), -MAX_ELO, MAX_ELO)
        for name in ("alpha", "beta"):
            _check_number(name, getattr(self, name), 1e-9, 0.999)
        if self.elo0 >= self.elo1:
            raise SpecError(f"elo0 must be less than elo1, got {self.elo0:g} and {self.elo1:g}")
        if self.alpha + self.beta >= 1:
            raise SpecError(f"alpha and beta must be less than 1 together, got {self.alpha:g}, {self.beta:g}")

    @classmethod
    def parse(cls, text: str, alpha: float = 0.05, beta: float = 0.05) -> "SPRT":
        """Reads the two Elos, as in `0,10`.

        >>> SPRT.parse("-5,5")
        SPRT(elo0=-5.0, elo1=5.0, alpha=0.05, beta=0.05)
        """
        try:
            elo0, elo1 = map(float, text.split(","))
        except ValueError:
            raise SpecError(f"a sequential test is two Elos, as in 0,10; got {show(text)}") from None
        return cls(elo0, elo1, alpha, beta)

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's: at the lower one H0 is accepted, at the upper one H1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def judge(self, counts: Sequence[int]) -> "SPRTResult":
        """What pairs of games say, of which A took 0, ½, 1, 1½ and 2 points so many times."""
        return SPRTResult(self, tuple(counts))


@dataclass(frozen=True, repr=False)
class SPRTResult:
    """What a sequential test has found.

    >>> SPRT(0, 50).judge((2, 6, 30, 21, 9))
    <SPRTResult H1 is accepted (Elo 50): LLR 5.37 [-2.94, 2.94], pairs 2 6 30 21 9, Elo +75.2 [+34.7, +116.5]>
    """

    test: SPRT
    counts: tuple[int, ...]
    """The pairs in which A took 0, ½, 1, 1½ and 2 points."""

    def __post_init__(self) -> None:
        counts = [integer(count) for count in self.counts]
        if len(counts) != len(SHARES) or any(count is None or count < 0 for count in counts):
            raise SpecError(f"a sequential test counts five kinds of pairs, got {show(self.counts)}")

    @cached_property
    def llr(self) -> float:
        """The log-likelihood ratio of H1 against H0."""
        if not self.pairs:
            return 0.0
        h0, h1 = (_log_likelihood(self.counts, score_of(elo)) for elo in (self.test.elo0, self.test.elo1))
        return h1 - h0

    @property
    def verdict(self) -> Literal["H0", "H1"] | None:
        """The hypothesis that is accepted; None as long as more games are needed."""
        lower, upper = self.test.bounds
        return "H1" if self.llr >= upper else "H0" if self.llr <= lower else None

    @property
    def pairs(self) -> int:
        """How many pairs were played."""
        return sum(self.counts)

    @property
    def elo(self) -> float:
        """How much better A is, by its share of the points; infinite if it took all or none."""
        return elo_of(_mean(self.counts)) if self.pairs else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the Elo, by the likelihood ratio.

        It is that of a match of this length. A test that ends when the result is clear ends more often when
        chance was on its side: its Elo is a little too far out.
        """
        if not self.pairs:
            return -math.inf, math.inf
        return self._end(EDGE), self._end(1 - EDGE)

    def _end(self, edge: float) -> float:
        """The end of the interval on the side of an edge of all means."""
        if _log_likelihood(self.counts, edge) > -DROP:
            return elo_of(round(edge))
        inside, outside = _mean(_weights(self.counts)), edge
        for _ in range(50):
            middle = (inside + outside) / 2
            if _log_likelihood(self.counts, middle) > -DROP:
                inside = middle
            else:
                outside = middle
        return elo_of(inside)

    def __str__(self) -> str:
        lower, upper = self.test.bounds
        elos = {"H0": self.test.elo0, "H1": self.test.elo1}
        verdict = (
            f"{self.verdict} is accepted (Elo {elos[self.verdict]:g})" if self.verdict else "no verdict yet"
        )
        pairs = " ".join(map(str, self.counts))
        low, high = self.interval
        elo = f"Elo {_signed(self.elo)} [{_signed(low)}, {_signed(high)}]"
        return f"{verdict}: LLR {self.llr:.2f} [{lower:.2f}, {upper:.2f}], pairs {pairs}, {elo}"

    def __repr__(self) -> str:
        return f"<SPRTResult {self}>"

    def _repr_html_(self) -> str:
        return html.facts(f"SPRT of Elo {self.test.elo0:g} and {self.test.elo1:g}", {"result": str(self)})


def as_test(test: SPRT | str) -> SPRT:
    """A test from itself or from its text.

    >>> as_test("0,10") == SPRT(0, 10)
    True
    """
    if isinstance(test, str):
        return SPRT.parse(test)
    if not isinstance(test, SPRT):
        raise SpecError(f"expected an SPRT or a text such as '0,10', got {show(test)}")
    return test


def score_of(elo: float) -> float:
    """The share of the points that a player who is so much better takes.

    >>> score_of(0), round(score_of(100), 3)
    (0.5, 0.64)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """How much better a player is who takes this share of the points.

    >>> round(elo_of(0.64), 1), elo_of(1)
    (100.0, inf)
    """
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def _check_number(name: str, value: object, low: float, high: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise SpecError(f"{name} must be a number from {low:g} to {high:g}, got {show(value)}")


def _signed(elo: float) -> str:
    return f"{elo:+.1f}".replace("inf", "∞")


def _mean(counts: Sequence[float]) -> float:
    """A's share of the points."""
    return sum(count * share for count, share in zip(counts, SHARES, strict=True)) / sum(counts)


def _weights(counts: Sequence[int]) -> list[float]:
    return [count or ABSENT for count in counts]


def _log_likelihood(counts: Sequence[int], mean: float) -> float:
    """The log likelihood of the best probabilities with this mean, less that of the best of all.

    The best are `weight / (1 + x * step)`, with the one x that gives them this mean.
    """
    parts = [(weight, share - mean) for weight, share in zip(_weights(counts), SHARES, strict=True)]

    def excess(x: float) -> tuple[float, float]:
        terms = [(weight, step / (1 + x * step)) for weight, step in parts]
        return sum(weight * term for weight, term in terms), -sum(weight * term**2 for weight, term in terms)

    x = _root(excess, -1 / parts[-1][1], -1 / parts[0][1])
    return -sum(weight * math.log1p(x * step) for weight, step in parts)


def _root(function: Callable[[float], tuple[float, float]], low: float, high: float) -> float:
    """Where a falling function, known by value and slope, is 0: Newton's method, halving where that fails."""
    x = 0.0
    for _ in range(200):
        value, slope = function(x)
        low, high = (x, high) if value > 0 else (low, x)
        step = x - value / slope
        if abs(step - x) <= 1e-13 * (1 + abs(x)):
            break
        x = step if low < step < high else (low + high) / 2
    return x
