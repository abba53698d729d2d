"""Statistics: estimates with intervals, tests against published numbers, and a verdict.

scipy (the extra `playout[lab]`) does the exact tests: Fisher's for two proportions, Mann–Whitney's with ties,
and the tails of the binomial and of Student's distribution.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from playout.errors import SpecError
from playout.lab.published import Published
from playout.match import wilson

__all__ = [
    "Estimate",
    "Verdict",
    "compare_exact",
    "compare_mean",
    "compare_median",
    "compare_rate",
    "credit",
    "mann_whitney",
    "mean",
    "median",
    "rate",
    "sample_of",
]

DIFFERS_BELOW = 0.01
"""A p-value below this is a difference: a table has many cells, and one in twenty would be too many."""
RATE_WIDTH = 0.10
"""A rate whose interval reaches further than this to either side is not known well enough to agree."""
MEAN_WIDTH = 0.5
"""The same for a mean, as a share of it."""
MEDIAN_RUNS = 10


class Verdict(Enum):
    """What comes of a comparison with a published number."""

    AGREES = "agrees"
    BETTER = "better than the paper"
    DIFFERS = "differs"
    NOT_ENOUGH = "not enough games"
    NOT_COMPARED = "not compared"


@dataclass(frozen=True)
class Estimate:
    """A value with its 95% interval."""

    value: float
    low: float
    high: float
    count: int


def _stats() -> Any:
    try:
        import scipy.stats
    except ImportError:
        raise SpecError("the lab's report needs scipy: pip install 'playout[lab]'") from None
    return scipy.stats


def rate(points: Sequence[float]) -> Estimate:
    """The mean of points from 0 to 1, with its Wilson interval.

    >>> rate([1.0, 1.0, 0.0, 0.5]).value
    0.625
    """
    low, high = wilson(sum(points), len(points))
    return Estimate(sum(points) / len(points) if points else 0.5, low, high, len(points))


def mean(values: Sequence[float]) -> Estimate:
    """The mean with its interval by Student's distribution."""
    count, middle = len(values), sum(values) / len(values)
    if count < 2:
        return Estimate(middle, -math.inf, math.inf, count)
    margin = float(_stats().t.ppf(0.975, count - 1)) * _error_of_mean(values)
    return Estimate(middle, middle - margin, middle + margin, count)


def _error_of_mean(values: Sequence[float]) -> float:
    middle = sum(values) / len(values)
    variance = sum((value - middle) ** 2 for value in values) / (len(values) - 1)
    return math.sqrt(variance / len(values))


def median(values: Sequence[float]) -> Estimate:
    """The middle value, or the larger of the two (the NRPA paper's definition), between order statistics."""
    ordered = sorted(values)
    count = len(ordered)
    rank = int(_stats().binom.ppf(0.025, count, 0.5))  # so many values lie below the true median, or more
    return Estimate(
        ordered[count // 2], ordered[max(rank - 1, 0)], ordered[min(count - rank, count - 1)], count
    )


def compare_rate(ours: Estimate, published: Published) -> tuple[Verdict, float]:
    """Fisher's exact test of two proportions; the published one counts with its own sample.

    A draw is half a success on each side, so counts are rounded.
    """
    stats = _stats()
    wins = round(ours.value * ours.count)
    sample = published.sample or sample_of(published)
    if sample is None:
        p = stats.binomtest(wins, ours.count, published.value).pvalue
    else:
        theirs = round(published.value * sample)
        p = stats.fisher_exact([[wins, ours.count - wins], [theirs, sample - theirs]])[1]
    wide = max(ours.high - ours.value, ours.value - ours.low) > RATE_WIDTH
    return _verdict(float(p), wide), float(p)


def sample_of(published: Published) -> int | None:
    """How many games a rate with this standard deviation stands for."""
    if not published.deviation:
        return None
    share = min(max(published.value, 0.005), 0.995)
    return max(1, round(share * (1 - share) / published.deviation**2))


def compare_mean(values: Sequence[float], published: Published) -> tuple[Verdict, float]:
    """Student's test. A published mean without a deviation is taken to be as spread as ours."""
    ours = mean(values)
    if ours.count < 2:
        return Verdict.NOT_ENOUGH, 1.0
    error = _error_of_mean(values)
    theirs = published.deviation
    if theirs is None:
        theirs = error * math.sqrt(ours.count / published.sample) if published.sample else 0.0
    spread = math.hypot(error, theirs)
    if spread == 0:
        p = 1.0 if ours.value == published.value else 0.0
    else:
        p = 2 * float(_stats().t.sf(abs(ours.value - published.value) / spread, ours.count - 1))
    wide = ours.high - ours.value > MEAN_WIDTH * abs(ours.value)
    return _verdict(p, wide), p


def compare_median(values: Sequence[float], published: Published) -> tuple[Verdict, float]:
    """A sign test. Both medians are uncertain, so it counts as many runs as their harmonic mean is worth."""
    count, sample = len(values), published.sample or 10**9
    effective = max(1, round(1 / (1 / count + 1 / sample)))
    below = sum(value <= published.value for value in values) / count
    above = sum(value >= published.value for value in values) / count
    half = math.ceil(effective / 2) - 1
    tails = (float(_stats().binom.sf(half, effective, share)) for share in (below, above))
    p = min(1.0, 2 * min(tails))
    return _verdict(p, count < MEDIAN_RUNS), p


def compare_exact(value: float, published: Published, digits: int) -> Verdict:
    """Whether a value is the published one, to so many digits.

    >>> compare_exact(0.3000001, Published(0.3, "0.30"), 2).value
    'agrees'
    """
    near = abs(value - published.value) <= 0.5000001 * 10.0**-digits
    return Verdict.AGREES if near else Verdict.DIFFERS


def credit(verdict: Verdict, ours: float, cut: bool, published: Published) -> Verdict:
    """The verdict on a cost: one that differs by being less is better.

    With `cut`, ours is only known to be larger; then it is less only than one that was cut off as well.

    >>> credit(Verdict.DIFFERS, 9600, False, Published(107_353, "107,353")).value
    'better than the paper'
    """
    lower = ours < published.value and (published.is_cut or not cut)
    return Verdict.BETTER if verdict is Verdict.DIFFERS and lower else verdict


def _verdict(p: float, wide: bool) -> Verdict:
    if p < DIFFERS_BELOW:
        return Verdict.DIFFERS
    return Verdict.NOT_ENOUGH if wide else Verdict.AGREES


def mann_whitney(better: Sequence[float], worse: Sequence[float]) -> float:
    """The p-value of the one-sided Mann–Whitney U test that the first sample is larger."""
    return float(_stats().mannwhitneyu(better, worse, alternative="greater").pvalue)
