"""The sequential test: published ratios, Wald's bounds, simulated errors, and matches that end by it."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from command import INTERRUPT_WHEN_SEARCHING, finish, run, start
from hypothesis import given
from hypothesis import strategies as st
from toys import Nim, one_line

import playout as po
from playout.match import pair_counts
from playout.sprt import elo_of, score_of

# fastchess, app/tests/sprt_test.cpp (github.com/Disservin/fastchess, commit 0cbac49), "logistic pentanomial":
# the counts LL, LD, WL, DD, WD, WW, of which WL and DD are one point each; equal within one percent.
FASTCHESS = [
    ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, -3.07),
    ((871, 26175, 55003 + 980, 26678, 821), 0.0, 2.0, -4.98),
]

# fishtest's LLR_logistic (github.com/official-stockfish/fishtest, server/fishtest/stats/LLRcalc.py, commit
# 93fe81e), as another project (blink, its test of the mode-choice SPRT) has written its answers down.
FISHTEST = [
    ((3, 20, 50, 22, 5), 0, 20, 0.04032037241670679),
    ((3, 20, 50, 22, 5), 0, 5, 0.17838022438188125),
    ((3, 20, 50, 22, 5), -10, 10, 0.9344729113889829),
    ((0, 10, 30, 12, 0), 0, 20, -0.27041453628885204),
    ((0, 10, 30, 12, 0), 0, 5, 0.085226848211516),
    ((12, 40, 60, 30, 8), 0, 20, -2.9973011351582723),
    ((12, 40, 60, 30, 8), -10, 10, -2.0579732004260216),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "llr"), FASTCHESS)
def test_the_ratio_is_that_of_fastchess(counts: Sequence[int], elo0: float, elo1: float, llr: float) -> None:
    assert po.SPRT(elo0, elo1).judge(counts).llr == pytest.approx(llr, rel=0.01)


@pytest.mark.parametrize(("counts", "elo0", "elo1", "llr"), FISHTEST)
def test_the_ratio_is_that_of_fishtest(counts: Sequence[int], elo0: float, elo1: float, llr: float) -> None:
    assert po.SPRT(elo0, elo1).judge(counts).llr == pytest.approx(llr, abs=1e-9)


COUNTS = st.lists(st.integers(0, 10**6), min_size=5, max_size=5)


@given(COUNTS, st.floats(-500, 500), st.floats(0.1, 200))
def test_the_ratio_is_that_of_the_best_probabilities(counts: list[int], elo0: float, gap: float) -> None:
    """By another way: Lagrange's dual, of which the ratio of likelihoods is the value, on a fine grid."""
    result = po.SPRT(elo0, elo0 + gap).judge(counts)
    if not sum(counts):
        assert result.llr == 0
        return
    weights = [count or 1e-3 for count in counts]
    ends = [dual(weights, score_of(elo)) for elo in (elo0, elo0 + gap)]
    assert result.llr == pytest.approx(ends[1] - ends[0], rel=1e-6, abs=1e-6 * sum(weights))


def dual(weights: Sequence[float], mean: float) -> float:
    """The least over x of -Σ w log(1 + x (a - mean)), by golden sections: it is convex."""
    steps = [share / 4 - mean for share in range(5)]
    low, high = -1 / steps[-1], -1 / steps[0]

    def value(x: float) -> float:
        inner = [1 + x * step for step in steps]
        if min(inner) <= 0:
            return math.inf
        return -sum(weight * math.log(part) for weight, part in zip(weights, inner, strict=True))

    for _ in range(200):
        left, right = low + 0.381966 * (high - low), low + 0.618034 * (high - low)
        low, high = (low, right) if value(left) < value(right) else (left, high)
    return value((low + high) / 2)


@pytest.mark.parametrize(
    ("alpha", "beta", "lower", "upper"),
    [(0.05, 0.05, -2.9444, 2.9444), (0.05, 0.10, -2.2513, 2.8904), (0.01, 0.2, -1.5994, 4.3820)],
)
def test_walds_bounds(alpha: float, beta: float, lower: float, upper: float) -> None:
    assert po.SPRT(0, 10, alpha, beta).bounds == pytest.approx((lower, upper), abs=1e-4)


def test_a_verdict_stands_from_a_bound_on() -> None:
    test = po.SPRT(0, 100)
    judged = [test.judge((0, 0, 0, 0, won)) for won in range(40)]
    assert [result.verdict for result in judged] == [
        "H1" if result.llr >= test.bounds[1] else None for result in judged
    ]
    assert judged[0].verdict is None
    assert judged[-1].verdict == "H1"
    assert test.judge((39, 0, 0, 0, 0)).verdict == "H0"


@given(COUNTS.filter(any), st.floats(1, 300))
def test_the_other_side_sees_the_opposite(counts: list[int], elo: float) -> None:
    ours, theirs = po.SPRT(-elo, elo).judge(counts), po.SPRT(-elo, elo).judge(counts[::-1])
    assert ours.llr == pytest.approx(-theirs.llr, abs=1e-6 * sum(counts))
    assert ours.elo == pytest.approx(-theirs.elo, abs=1e-6)
    low, high = ours.interval
    assert (low, high) == pytest.approx((-theirs.interval[1], -theirs.interval[0]), rel=1e-4, abs=1e-4)
    assert low <= ours.elo <= high


def test_the_interval_is_where_the_likelihood_has_dropped() -> None:
    counts = (5, 20, 50, 30, 10)
    result = po.SPRT(0, 1).judge(counts)
    for end in result.interval:
        assert po.SPRT(min(end, result.elo), max(end, result.elo)).judge(counts).llr == pytest.approx(
            math.copysign(1.920729, result.elo - end), abs=1e-3
        )


def test_all_points_or_none_have_one_end() -> None:
    assert po.SPRT(0, 1).judge((0, 0, 0, 0, 12)).elo == math.inf
    low, high = po.SPRT(0, 1).judge((0, 0, 0, 0, 12)).interval
    assert (math.isfinite(low), high) == (True, math.inf)
    assert po.SPRT(0, 1).judge((12, 0, 0, 0, 0)).interval == pytest.approx((-math.inf, -low))
    assert po.SPRT(0, 1).judge((0,) * 5).interval == (-math.inf, math.inf)
    assert "Elo +∞" in str(po.SPRT(0, 1).judge((0, 0, 0, 0, 12)))


@given(st.floats(-1000, 1000))
def test_elo_and_score(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


# Simulated errors

EVEN = 0.3
"""The share of pairs with a point each, of whatever strength."""


def pair_probabilities(elo: float) -> list[float]:
    """Of a pair's five results: a third of what is not even goes to pairs with a draw."""
    share = score_of(elo)
    rest = 1 - EVEN
    up = (share - EVEN / 2) / rest
    return [rest * (1 - up) * 0.7, rest * (1 - up) * 0.3, EVEN, rest * up * 0.3, rest * up * 0.7]


def simulated(test: po.SPRT, probabilities: Sequence[float], rng: random.Random) -> str:
    counts = [0] * 5
    while True:
        counts[rng.choices(range(5), probabilities)[0]] += 1
        if verdict := test.judge(counts).verdict:
            return verdict


def mean_elo(probabilities: Sequence[float]) -> float:
    return elo_of(sum(p * share / 4 for share, p in enumerate(probabilities)))


@pytest.mark.parametrize(("alpha", "beta"), [(0.05, 0.05), (0.1, 0.2)])
def test_errors_are_as_rare_as_promised(alpha: float, beta: float) -> None:
    """Of 400 tests each way; the bounds leave room for three standard deviations and Wald's overshoot."""
    rng, runs = random.Random(7), 400
    h0, h1 = pair_probabilities(0), pair_probabilities(130)
    test = po.SPRT(mean_elo(h0), mean_elo(h1), alpha, beta)
    for truth, wrong, rate in ((h0, "H1", alpha), (h1, "H0", beta)):
        errors = sum(simulated(test, truth, rng) == wrong for _ in range(runs))
        assert errors / runs < rate + 3 * math.sqrt(rate * (1 - rate) / runs)
        assert errors > 0, "a test that never errs plays too many games"


# Matches

SETTING: dict[str, Any] = {"games": 400, "budget": "50 sims", "seed": 3}


def timeless(result: po.MatchResult) -> po.MatchResult:
    return replace(result, seconds=0)


def test_a_match_ends_when_the_answer_is_in() -> None:
    test = po.SPRT(0, 60)
    result = po.match("breakthrough(5,5)", "uct", "random", sprt=test, **SETTING)
    found = result.sprt
    assert found is not None
    assert found.verdict == "H1"
    assert found.counts == pair_counts(result.record)
    assert result.games == 2 * found.pairs < 400
    before = test.judge(pair_counts(result.record[:-2]))
    assert before.verdict is None, "it ends at once"
    whole = po.match("breakthrough(5,5)", "uct", "random", **SETTING)
    assert whole.record[: result.games] == result.record
    assert whole.sprt is None


def test_the_worse_player_is_told_as_well() -> None:
    result = po.match("breakthrough(5,5)", "random", "uct", sprt="0,60", **SETTING)
    assert result.sprt
    assert result.sprt.verdict == "H0"


@pytest.mark.parametrize("rules", ["tictactoe", Nim(9)], ids=str)
def test_the_workers_change_nothing(rules: Any) -> None:
    setting: dict[str, Any] = {"games": 40, "budget": "20 sims", "seed": 5, "sprt": "0,150", "opening": 2}
    results = [timeless(po.match(rules, "uct", "random", workers=n, **setting)) for n in (1, 2, 5)]
    assert results[0] == results[1] == results[2]
    assert results[0].sprt


def test_games_are_the_most_that_are_played() -> None:
    result = po.match("tictactoe", "random", "random", games=6, seed=1, sprt="-5,5")
    assert result.sprt
    assert (result.games, result.sprt.verdict, result.sprt.pairs) == (6, None, 3)
    assert "no verdict yet" in repr(result)
    assert "no verdict yet" in result._repr_html_()


@pytest.mark.parametrize(
    "text", ["", "10", "0,10,20", "a,b", "0;10", "nan,1", "0,inf", "10,0", "5,5", (0, 10)]
)
def test_wrong_tests(text: Any) -> None:
    with pytest.raises(po.SpecError) as caught:
        po.match("tictactoe", "random", "random", sprt=text)
    assert one_line(caught.value)


@pytest.mark.parametrize(
    "arguments",
    [
        {"alpha": 0},
        {"beta": 1},
        {"alpha": 0.5, "beta": 0.5},
        {"alpha": math.nan},
        {"elo0": "x"},
        {"elo1": None},
    ],
)
def test_wrong_errors(arguments: dict[str, Any]) -> None:
    with pytest.raises(po.SpecError) as caught:
        po.SPRT(**({"elo0": 0, "elo1": 10} | arguments))
    assert one_line(caught.value)


@pytest.mark.parametrize("counts", [(), (1, 2), (0, 0, 0, 0, -1), (0.5,) * 5, "12345", (1,) * 6])
def test_wrong_counts(counts: Any) -> None:
    with pytest.raises(po.SpecError, match="five kinds of pairs") as caught:
        po.SPRT(0, 10).judge(counts)
    assert one_line(caught.value)


def test_pairs_need_an_even_number_of_games() -> None:
    arguments: list[dict[str, Any]] = [{"sprt": "0,10"}, {"opening": 2}]
    for pairs in arguments:
        with pytest.raises(po.SpecError, match="games must be even"):
            po.match("tictactoe", "random", "random", games=5, **pairs)


# The command

MATCH = [
    "match",
    "breakthrough(5,5)",
    "uct",
    "random",
    "--games",
    "400",
    "--budget",
    "50 sims",
    "--seed",
    "3",
]


def test_the_command_tells_what_the_library_finds() -> None:
    result = po.match("breakthrough(5,5)", "uct", "random", sprt="0,60", **SETTING)
    assert result.sprt
    done = run(*MATCH, "--sprt", "0,60")
    assert f"\nH1 is accepted (Elo 60): LLR {result.sprt.llr:.2f} [-2.94, 2.94], pairs " in done.out
    fields = run(*MATCH, "--sprt", "0,60", "--json", "--workers", "3").json
    assert fields["games"] == result.games
    assert fields["sprt"]["pairs"] == list(result.sprt.counts)
    assert fields["sprt"]["verdict"] == "H1"
    assert fields["sprt"]["llr"] == result.sprt.llr
    assert (fields["sprt"]["lower"], fields["sprt"]["upper"]) == result.sprt.test.bounds
    assert run(*MATCH, "--json").json["sprt"] is None


def test_the_errors_of_the_command() -> None:
    fields = run(*MATCH, "--sprt", "0,60", "--alpha", "0.01", "--beta", "0.1", "--json").json["sprt"]
    assert (fields["alpha"], fields["beta"]) == (0.01, 0.1)
    assert fields["upper"] == pytest.approx(math.log(90))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_it_with_the_games_so_far(workers: str) -> None:
    argv = [
        "match",
        "go(9,9)",
        "uct",
        "uct",
        "--sprt",
        "-1,1",
        "--games",
        "1000",
        "--workers",
        workers,
        "--json",
    ]
    fields = finish(start(*argv, code=INTERRUPT_WHEN_SEARCHING)).json
    assert fields["interrupted"]
    assert fields["sprt"]["verdict"] is None
    assert sum(fields["sprt"]["pairs"]) == fields["games"] // 2
