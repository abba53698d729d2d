"""The lab's statistics, against scipy, textbook numbers and simulation."""

import math
import random

import pytest

from playout.lab import statistics as st
from playout.lab.published import Published

scipy_stats = pytest.importorskip("scipy.stats")


def rate_of(wins: int, games: int) -> st.Estimate:
    return st.rate([1.0] * wins + [0.0] * (games - wins))


def test_a_rate_has_the_wilson_interval() -> None:
    ours = rate_of(60, 100)
    interval = scipy_stats.binomtest(60, 100).proportion_ci(method="wilson")
    assert (ours.low, ours.high) == pytest.approx((interval.low, interval.high))
    assert st.rate([1, 0.5, 0.5, 0]).value == 0.5


def test_fishers_tea_tasting() -> None:
    """Fisher's lady: three of four cups right against one of four has p = 0.486."""
    _, p = st.compare_rate(rate_of(3, 4), Published(0.25, "1/4", 4))
    assert p == pytest.approx(0.486, abs=0.001)


def test_the_published_sample_counts() -> None:
    """The same two rates differ or not, by how many games stand behind the published one."""
    ours = rate_of(250, 500)
    assert st.compare_rate(ours, Published(0.6, "60", 500))[0] is st.Verdict.DIFFERS
    assert st.compare_rate(ours, Published(0.6, "60", 30))[0] is st.Verdict.AGREES
    from_error = st.compare_rate(ours, Published(0.6, "60 ± 4.4", None, 0.0219))[1]
    assert from_error == pytest.approx(st.compare_rate(ours, Published(0.6, "60", 500))[1], rel=0.2)


def test_few_games_are_not_enough_to_agree_but_may_be_to_differ() -> None:
    assert st.compare_rate(rate_of(10, 20), Published(0.5, "50", 500))[0] is st.Verdict.NOT_ENOUGH
    assert st.compare_rate(rate_of(0, 20), Published(0.5, "50", 500))[0] is st.Verdict.DIFFERS
    assert st.compare_rate(rate_of(500, 1000), Published(0.5, "50", 500))[0] is st.Verdict.AGREES


def test_equal_rates_are_seldom_called_different() -> None:
    rng = random.Random(1)
    verdicts = []
    for _ in range(300):
        ours, theirs = (sum(rng.random() < 0.4 for _ in range(200)) for _ in range(2))
        verdicts.append(st.compare_rate(rate_of(ours, 200), Published(theirs / 200, "", 200))[0])
    assert verdicts.count(st.Verdict.DIFFERS) <= 8  # 3 are expected at most


def test_a_mean_is_students() -> None:
    values = [4.5, 5.1, 4.9, 5.6, 5.0, 4.7]
    ours = st.mean(values)
    low, high = scipy_stats.t.interval(0.95, 5, sum(values) / 6, scipy_stats.sem(values))
    assert (ours.low, ours.high) == pytest.approx((low, high))
    one_sample = scipy_stats.ttest_1samp(values, 5.3).pvalue
    assert st.compare_mean(values, Published(5.3, "5.3", deviation=1e-12))[1] == pytest.approx(one_sample)


def test_means_that_do_not_vary() -> None:
    cut = [1e6] * 30
    assert st.compare_mean(cut, Published(1e6, "> 1,000,000", 30))[0] is st.Verdict.AGREES
    assert st.compare_mean(cut, Published(9e5, "> 900,000", 30))[0] is st.Verdict.DIFFERS
    assert st.compare_mean([5.0], Published(5, "5", 30))[0] is st.Verdict.NOT_ENOUGH


@pytest.mark.parametrize(
    ("ours", "cut", "published", "verdict"),
    [
        (9_600, False, "107353", st.Verdict.BETTER),
        (200_000, False, "107353", st.Verdict.DIFFERS),
        (90_000, True, "107353", st.Verdict.DIFFERS),
        (90_000, True, "> 107353", st.Verdict.BETTER),
    ],
)
def test_a_cost_that_is_less_is_better(ours: float, cut: bool, published: str, verdict: st.Verdict) -> None:
    """One of ours that was cut off is larger than it looks, and no better than one that was not."""
    assert st.credit(st.Verdict.DIFFERS, ours, cut, Published(107_353, published)) is verdict
    assert st.credit(st.Verdict.AGREES, ours, cut, Published(107_353, published)) is st.Verdict.AGREES


def test_the_median_is_the_papers() -> None:
    """The mid element, or the larger of the two."""
    assert st.median([3, 1, 2]).value == 2
    assert st.median([1, 2, 3, 4]).value == 3
    ours = st.median(list(range(1, 16)))
    assert (ours.low, ours.high) == (4, 12)  # the textbook's ranks for 15 values


def test_medians_are_compared_by_a_sign_test() -> None:
    values = [float(v) for v in range(100, 131)]
    assert st.compare_median(values, Published(115, "115", 15))[0] is st.Verdict.AGREES
    assert st.compare_median(values, Published(131, "131", 15))[0] is st.Verdict.DIFFERS
    assert st.compare_median(values[:5], Published(102, "102", 15))[0] is st.Verdict.NOT_ENOUGH
    ties = [82.0] * 25 + [80.0] * 15
    assert st.compare_median(ties, Published(82, "82", 40))[0] is st.Verdict.AGREES


def test_mann_whitney_is_one_sided() -> None:
    better, worse = [3.0, 4, 5, 6, 7], [1.0, 2, 2.5, 2.7, 2.9]
    assert st.mann_whitney(better, worse) == pytest.approx(1 / math.comb(10, 5))
    assert st.mann_whitney(worse, better) == pytest.approx(1)
