"""Matches: the same whatever the workers, honest records, honest intervals."""

import math
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import MISERE, TWO_PLAYER, Digits, Nim, one_line, short_id

import playout as po


def timeless(result: po.MatchResult) -> po.MatchResult:
    return replace(result, seconds=0)


def replayed(rules: Any, game: po.MatchGame) -> po.State:
    state = po.game(rules).initial()
    for move in game.moves:
        state = state.play(move)
    return state


@pytest.mark.parametrize("rules", ["tictactoe", "misere(breakthrough(5,5))"])
def test_the_result_does_not_depend_on_the_workers(rules: str) -> None:
    results = [
        timeless(po.match(rules, "uct", "flat", games=20, budget="100 sims", seed=3, workers=workers))
        for workers in (1, 1, 2, 3, 40)
    ]
    assert all(result == results[0] for result in results)
    assert results[0].games == 20


def test_a_game_in_python_plays_in_processes_as_it_does_here() -> None:
    one, two = (
        timeless(po.match(Nim(9), "uct", "random", games=6, budget="50 sims", seed=1, workers=workers))
        for workers in (1, 2)
    )
    assert one == two


def test_different_seeds_differ() -> None:
    one, two = (po.match("breakthrough(5,5)", "random", "random", games=10, seed=s) for s in (1, 2))
    assert one.record != two.record
    assert (one.seed, two.seed) == (1, 2)


def test_a_match_without_a_seed_tells_the_one_it_took() -> None:
    one, two = (po.match("breakthrough(5,5)", "random", "random", games=5) for _ in range(2))
    assert one.seed != two.seed
    again = po.match("breakthrough(5,5)", "random", "random", games=5, seed=one.seed)
    assert timeless(again) == timeless(one)


def test_no_game_depends_on_how_many_there_are() -> None:
    few, many = (po.match("tictactoe", "random", "random", games=n, seed=1) for n in (5, 30))
    assert many.record[:5] == few.record
    assert len({game.moves for game in many.record}) > 20, "the games of a match differ"


@pytest.mark.parametrize("rules", [*TWO_PLAYER, *MISERE, Nim()], ids=str)
def test_the_record_replays(rules: Any) -> None:
    result = po.match(rules, "random", "flat", games=7, budget="20 sims", seed=5)
    assert [game.index for game in result.record] == list(range(7))
    assert [game.a_is_max for game in result.record] == [index % 2 == 0 for index in range(7)]
    for game in result.record:
        end = replayed(rules, game)
        assert end.is_terminal
        assert end.score == game.score
        sign = (end.score > 0) - (end.score < 0)
        assert game.result == (sign if game.a_is_max else -sign)


def test_the_counts_are_those_of_the_record() -> None:
    result = po.match("tictactoe", "random", "random", games=60, seed=1)
    results = [game.result for game in result.record]
    assert (result.wins, result.draws, result.losses) == tuple(results.count(r) for r in (1, 0, -1))
    assert min(result.wins, result.draws, result.losses) > 0, "the match must show every result"
    assert result.games == 60
    assert result.score == (result.wins + result.draws / 2) / 60
    assert result.interval == po.wilson(result.wins + result.draws / 2, 60)
    assert str(result).startswith(f"{result.wins} wins, {result.draws} draws, {result.losses} losses: ")


def test_sides_are_counted_for_a() -> None:
    strong = po.match("breakthrough(5,5)", "uct", "random", games=20, budget="300 sims", seed=1)
    weak = po.match("breakthrough(5,5)", "random", "uct", games=20, budget="300 sims", seed=1)
    assert strong.wins >= 18
    assert weak.losses >= 18


def test_misere_reverses_who_wins() -> None:
    specs = ["tictactoe", "misere(tictactoe)"]
    plain, misere = (po.match(spec, "random", "random", games=30, seed=1) for spec in specs)
    assert [game.moves for game in plain.record] == [game.moves for game in misere.record]
    assert (plain.wins, plain.draws, plain.losses) == (misere.losses, misere.draws, misere.wins)


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_hears_of_every_game(workers: int) -> None:
    heard: list[po.MatchGame] = []
    result = po.match(
        "tictactoe", "random", "random", games=9, seed=1, workers=workers, progress=heard.append
    )
    assert sorted(heard, key=lambda game: game.index) == list(result.record)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_exception_in_progress_ends_the_match(workers: int) -> None:
    def fail(game: po.MatchGame) -> None:
        raise ZeroDivisionError(game.index)

    threads = threading.active_count()
    with pytest.raises(ZeroDivisionError):
        po.match("tictactoe", "uct", "uct", games=10_000, budget="100 sims", workers=workers, progress=fail)
    assert threading.active_count() == threads, "no worker is left behind"


def test_a_match_may_be_run_in_a_thread() -> None:
    results: list[po.MatchResult] = []

    def run() -> None:
        results.append(po.match("tictactoe", "uct", "random", games=4, budget="50 sims", seed=1, workers=2))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(60)
    alone = po.match("tictactoe", "uct", "random", games=4, budget="50 sims", seed=1)
    assert [timeless(result) for result in results] == [timeless(alone)]


def test_a_budget_in_seconds_is_for_one_move() -> None:
    result = po.match("tictactoe", "uct", "random", games=1, budget="30ms", seed=1)
    moves = len(result.record[0].moves)
    assert result.seconds >= 0.03 * (moves // 2), "uct made at least every second move"


@pytest.mark.parametrize("workers", [1, 2])
def test_each_player_has_a_budget_of_its_own(workers: int) -> None:
    rich, poor = po.Budget(simulations=300), "1 sims"
    setting: dict[str, Any] = {"games": 20, "seed": 1, "workers": workers}
    assert po.match("breakthrough(5,5)", "uct", "uct", budget=rich, budget_b=poor, **setting).wins >= 18
    assert po.match("breakthrough(5,5)", "uct", "uct", budget=poor, budget_b=rich, **setting).losses >= 18


def test_the_same_budget_twice_is_one_budget() -> None:
    once = po.match("tictactoe", "uct", "flat", games=6, budget="50 sims", seed=1)
    twice = po.match("tictactoe", "uct", "flat", games=6, budget="50 sims", budget_b="50 sims", seed=1)
    assert timeless(once) == timeless(twice)


def test_trees_are_kept_with_budgets_of_their_own_too() -> None:
    kept, fresh = (
        po.match("breakthrough(5,5)", player, "flat", games=4, budget="200 sims", budget_b="20 sims", seed=1)
        for player in ("uct(reuse=true)", "uct")
    )
    assert kept.record != fresh.record


@pytest.mark.parametrize("name", ["games", "workers"])
@pytest.mark.parametrize("count", [0, -1, 10**9, 10**5000, 1.0, True, None, "3", math.nan], ids=short_id)
def test_wrong_counts(name: str, count: int) -> None:
    arguments: dict[str, Any] = {name: count}
    with pytest.raises(po.SpecError, match=f"{name} must be an integer from 1 to") as caught:
        po.match("tictactoe", "random", "random", **arguments)
    assert one_line(caught.value)


def test_other_wrong_arguments() -> None:
    with pytest.raises(po.SpecError, match="unknown game"):
        po.match("tictactoo", "random", "random")
    with pytest.raises(po.SpecError, match="did you mean 'random'"):
        po.match("tictactoe", "random", "randon")
    with pytest.raises(po.SpecError, match="budget"):
        po.match("tictactoe", "random", "random", budget="0 sims")
    with pytest.raises(po.SpecError, match="budget"):
        po.match("tictactoe", "random", "random", budget_b="0 sims")
    with pytest.raises(po.SpecError, match="a seed is an integer"):
        po.match("tictactoe", "random", "random", seed=-1)
    with pytest.raises(po.SpecError, match="is a puzzle: a match needs a game of two players") as caught:
        po.match(Digits(), "random", "random")
    assert one_line(caught.value)


def test_a_game_that_processes_cannot_get_is_refused() -> None:
    """A class made inside a function cannot be sent to another process. It once hung, so it has a limit."""
    here = str(Path(__file__).parent)
    script = f"import sys; sys.path.insert(0, {here!r}); import playout as po, toys; " + (
        "po.match(toys.nim_with(), 'uct', 'uct', games=9, workers=2)"
    )
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, timeout=60, capture_output=True, text=True, check=False)
    assert "SpecError" in run.stderr.splitlines()[-1]
    assert "pickle" in run.stderr.splitlines()[-1]


def test_an_exception_in_a_worker_process_reaches_the_caller() -> None:
    with pytest.raises(ZeroDivisionError):
        po.match(Failing(), "random", "random", games=4, workers=2)


class Failing(Nim):
    def score(self, state: tuple[int, po.Turn]) -> float:
        return 1 / 0


# Newcombe, "Two-sided confidence intervals for the single proportion" (1998), Table I, method 3.
NEWCOMBE = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
]


@pytest.mark.parametrize(("successes", "trials", "low", "high"), NEWCOMBE)
def test_wilson_against_published_values(successes: int, trials: int, low: float, high: float) -> None:
    assert po.wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.floats(0, n), st.just(n))), st.floats(0.5, 0.999))
def test_wilson_solves_its_equation(counts: tuple[float, int], confidence: float) -> None:
    """The ends are the proportions from which the observed one is just z standard errors away."""
    successes, trials = counts
    low, high = po.wilson(successes, trials, confidence)
    observed = successes / trials
    assert 0 <= low <= observed + 1e-9
    assert observed - 1e-9 <= high <= 1
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    for end in (low, high):
        assert (observed - end) ** 2 == pytest.approx(z * z * end * (1 - end) / trials, rel=1e-6, abs=1e-9)


def test_wilson_of_nothing_knows_nothing() -> None:
    assert po.wilson(0, 0) == (0, 1)


@pytest.mark.parametrize(
    ("successes", "trials", "confidence"),
    [(-1, 5, 0.95), (6, 5, 0.95), (1, -5, 0.95), (1, 5, 0), (1, 5, 1), (1, 5, math.nan), (math.nan, 5, 0.95)],
)
def test_wilson_refuses_what_is_no_proportion(successes: float, trials: int, confidence: float) -> None:
    with pytest.raises(ValueError, match=r"successes|confidence") as caught:
        po.wilson(successes, trials, confidence)
    assert one_line(caught.value)
