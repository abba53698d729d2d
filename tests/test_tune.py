"""Tuning: what was planted is found, seeds decide all, and a break changes nothing."""

import math
import sqlite3
import sys
from collections import Counter
from pathlib import Path
from subprocess import run as run_program
from typing import Any
from xml.etree import ElementTree

import pytest
from command import DIGITS, INTERRUPT_WHEN_SEARCHING, NIM, TESTS, finish, run, start
from planted import PLACE, Planted, Refusing, Spy
from toys import Digits, Nim

import playout as po
from playout.tune import FINAL_BATCHES, FINALISTS, RUN_OFF_BATCHES

SPACE = (
    "uct(exploration=0.05..2 log, rave=0|10..1000 log, playout=uniform|anti_decisive(decisive=true|false))"
)
SMALL: dict[str, Any] = {"budget": "20 sims", "games": 4, "trials": 12, "seed": 1}
COMMAND = ["tune", "tictactoe", SPACE, "--budget", "20 sims", "--games", "4", "--trials", "12"]


@pytest.fixture(autouse=True)
def _fresh_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_without_optuna_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    done = run(*COMMAND)
    assert done.is_wrong_usage
    assert done.err == "playout: tuning needs Optuna: pip install 'playout[tune]'\n"


def test_the_library_does_not_import_optuna() -> None:
    code = "import sys, playout, playout.cli.app; sys.exit('optuna' in sys.modules)"
    assert run_program([sys.executable, "-c", code], check=False).returncode == 0


optuna = pytest.importorskip("optuna")


def small(**changes: Any) -> po.TuneResult:
    return po.tune("tictactoe", SPACE, **(SMALL | changes))


# What is found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_planted_optimum_is_found(seed: int) -> None:
    space = po.Space("Planted(x=0..1, hand=left|right)", Planted)
    found = po.tune(Nim(21), space, games=30, trials=60, seed=seed)
    assert isinstance(found.best, po.Player)
    trial = next(one for one in found.trials if str(one.player) == str(found.best))
    assert trial.picked["hand"] == "right"
    assert abs(float(trial.picked["x"]) - PLACE) < 0.1
    assert found.final
    assert found.final.interval[0] > 0.8


def test_a_planted_optimum_of_a_puzzle_is_found_by_the_median() -> None:
    """Without learning, NRPA is random search."""
    found = po.tune(Digits(12), "nrpa(level=1, alpha=0|1)", budget="60 sims", games=8, trials=8, seed=1)
    assert found.best == po.NRPA(level=1, alpha=1)
    assert found.final
    assert found.final.medians
    without = po.tune(
        Digits(12),
        "nrpa(level=1, alpha=0..0.001)",
        against=found.best,
        budget="60 sims",
        games=8,
        trials=3,
        seed=1,
    )
    assert without.final
    assert without.final.medians
    assert without.final.medians[0] < without.final.medians[1]
    assert without.final.interval[1] < 0.5


def test_the_optimiser_looks_where_it_is_good() -> None:
    found = po.tune(Nim(21), po.Space("Planted(x=0..1, hand=right)", Planted), games=30, trials=60, seed=1)
    distance = [abs(float(one.picked["x"]) - PLACE) for one in found.trials]
    assert sum(distance[-30:]) < sum(distance[:10]) * 3 / 2


# What a trial is


def test_all_candidates_play_games_of_the_same_seeds_and_none_twice() -> None:
    Spy.seen.clear()
    found = po.tune(Nim(3), po.Space("Spy(x=1|2|3)", Spy), against="random", games=4, trials=9, seed=1)
    trials = Counter(str(one.player) for one in found.trials)
    seeds = {x: [seed for who, seed in Spy.seen if who == x] for x in (1, 2, 3)}
    in_common = min(trials.values()) * 2  # it begins every other game
    for x, name in ((1, "Spy(x=1)"), (2, "Spy(x=2)"), (3, "Spy(x=3)")):
        fresh = RUN_OFF_BATCHES + (FINAL_BATCHES if str(found.best) == name else 0)
        assert len(seeds[x]) == len(set(seeds[x])) == 2 * (trials[name] + fresh)
    assert len(set(seeds[1]) & set(seeds[2]) & set(seeds[3])) == in_common + 2 * RUN_OFF_BATCHES


def test_who_plays_as_the_opponent_does_gets_half_the_points() -> None:
    found = po.tune("connectfour(5,4)", "uct(max_nodes=100000|200000)", **SMALL)
    assert {one.score for one in found.trials} == {0.5}
    assert found.final
    assert found.final.score == 0.5
    assert found.final.draws < found.final.games


def test_the_stages() -> None:
    found = small()
    assert len(found.trials) == 12
    assert all(len(one.points) == 4 and one.score == sum(one.points) / 4 for one in found.trials)
    assert len(found.finalists) == FINALISTS
    assert found.finalists[0].player == found.best
    assert [one.score for one in found.finalists] == sorted(
        (one.score for one in found.finalists), reverse=True
    )
    assert found.final
    assert found.final.games == 4 * FINAL_BATCHES
    assert not found.interrupted


def test_candidates_that_cannot_play_are_left_out() -> None:
    space = "uct(rave=0|100, grave=0|50, playout=uniform|mobility|nested(prune_on_depth=true|false))"
    found = po.tune("tictactoe", space, **SMALL)
    assert len(found.trials) == 12
    assert any("grave needs rave" in reason for reason in found.refused)
    assert all("mobility" not in str(one.player) for one in found.trials)


def test_a_class_of_ones_own_may_refuse() -> None:
    found = po.tune(
        Nim(3), po.Space("Refusing(x=1..9)", Refusing), against="random", games=2, trials=3, seed=1
    )
    assert all(int(one.picked["x"]) % 2 == 0 for one in found.trials)
    with pytest.raises(po.SpecError, match=r"no candidate of Refusing.* can play, the last .* is not odd"):
        po.tune(Nim(3), po.Space("Refusing(x=1..9, what=odd)", Refusing), games=2, trials=3, seed=1)


# Seeds, workers, breaks


def test_the_seed_decides_and_the_workers_do_not() -> None:
    assert small() == small(workers=2)
    assert small().trials != small(seed=2).trials
    puzzle: dict[str, Any] = {"budget": "50 sims", "games": 4, "trials": 4, "seed": 1}
    alone = po.tune("morpion(4D)", "nrpa(level=1..2)", **puzzle)
    assert alone == po.tune("morpion(4D)", "nrpa(level=1..2)", workers=2, **puzzle)


def test_games_in_python_are_tuned_in_processes() -> None:
    few: dict[str, Any] = {"budget": "20 sims", "games": 2, "trials": 1, "seed": 1}
    alone = po.tune(Digits(3), "nrpa(level=1..2)", **few)
    assert alone == po.tune(Digits(3), "nrpa(level=1..2)", workers=2, **few)


class Breaking:
    """Ctrl-C after so many games."""

    def __init__(self, games: int) -> None:
        self.left = games

    def __call__(self, news: po.TuneProgress) -> None:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize("games", [5, 30, 55, 100, 131, 150])
def test_a_tuning_with_a_break_ends_as_one_without(games: int) -> None:
    broken = small(store="tune.sqlite", progress=Breaking(games))
    assert broken.interrupted
    assert broken.final is None
    assert bool(broken.finalists) == (games > 4 * (12 + FINALISTS * RUN_OFF_BATCHES))
    assert broken.trials == small().trials[: len(broken.trials)]
    assert small(store="tune.sqlite") == small()


def test_nothing_is_played_twice() -> None:
    first = small(store="tune.sqlite")
    with sqlite3.connect("tune.sqlite") as db:
        count = db.execute("SELECT count(*) FROM batches").fetchone()
        db.execute("UPDATE batches SET points = '[1.0, 1.0, 1.0, 1.0]'")
    assert count == (12 + FINALISTS * RUN_OFF_BATCHES + FINAL_BATCHES,)
    again = small(store="tune.sqlite", trials=1)
    assert again.trials[0].player == first.trials[0].player
    assert again.trials[0].points == (1.0,) * 4


def test_more_trials_go_on_from_fewer_and_another_setting_begins_anew() -> None:
    small(store="tune.sqlite")
    played: list[po.TuneProgress] = []
    assert small(store="tune.sqlite", trials=15).trials[:12] == small().trials
    other = {"seed": 2, "budget": "21 sims", "games": 2, "against": "flat"}
    for name, value in other.items():
        assert small(store="tune.sqlite", **{name: value}) == small(**{name: value})
    assert small(store="tune.sqlite", progress=played.append) == small()
    assert played[0].games == 4  # a batch at once


def test_ctrl_c_before_the_first_trial_is_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt):
        small(progress=Breaking(0))


# What is shown


def test_progress_goes_to_its_end() -> None:
    news: list[po.TuneProgress] = []
    small(progress=news.append)
    assert [one.games for one in news] == list(range(1, len(news) + 1))
    assert news[-1].games == news[-1].total
    assert list(dict.fromkeys(one.stage for one in news)) == ["trials", "run-off", "final"]
    assert news[0].best is None
    assert news[-1].best is not None


def test_the_landscape_has_a_panel_for_all_that_is_open() -> None:
    found = small()
    drawn = ElementTree.fromstring(found.svg())
    panels = [part for part in drawn if part.tag.endswith("}g")]
    assert len(panels) == len(found.space.openings) == 5
    circles = [sum(part.tag.endswith("circle") for part in panel) for panel in panels]
    best = [one for one in found.trials if one.player == found.best]
    assert circles[0] == len(found.trials) + len(best)
    assert found.svg() in found._repr_html_()


def test_the_landscape_of_scores_that_are_all_the_same() -> None:
    found = po.tune(Digits(1), "nrpa(alpha=0..0.1)", budget="600 sims", games=2, trials=3, seed=1)
    assert {one.score for one in found.trials} == {3.0}
    ElementTree.fromstring(found.svg())


# The command


def test_the_command_says_what_the_library_does() -> None:
    found = small(seed=0)
    fields = run(*COMMAND, "--json").json
    assert found.final
    low, high = found.final.interval
    assert fields["best"] == str(found.best)
    assert fields["final"] == {
        "games": found.final.games,
        "wins": found.final.wins,
        "draws": found.final.draws,
        "losses": found.final.losses,
        "score": found.final.score,
        "low": low,
        "high": high,
    }
    assert [one["score"] for one in fields["trials"]] == [one.score for one in found.trials]
    assert [one["player"] for one in fields["finalists"]] == [str(one.player) for one in found.finalists]
    text = run(*COMMAND, "--svg", "land.svg").out
    assert f"best: {found.best}\nfinal against uct: {found.final}\n" in text
    assert Path("land.svg").read_text(encoding="utf-8") == found.svg()


def test_the_command_takes_games_and_players_of_ones_own() -> None:
    few = ["--games", "2", "--trials", "2", "--budget", "20 sims"]
    player = f"{TESTS}/planted.py:Planted(x=0..1, hand=right)"
    fields = run("tune", NIM, player, *few, "--json").json
    assert fields["game"] == NIM
    assert fields["best"].startswith(f"{TESTS}/planted.py:Planted(x=0.")
    assert fields["against"] == f"{TESTS}/planted.py:Planted"
    puzzle = run("tune", DIGITS, "nrpa(level=1..2)", "--workers", "2", *few)
    assert ": median " in puzzle.out
    assert {"median", "median_against"} < run("tune", DIGITS, "nrpa(level=1..2)", *few, "--json").json[
        "final"
    ].keys()


def test_a_command_that_is_killed_goes_on() -> None:
    long = [
        "tune",
        "connectfour(5,4)",
        SPACE,
        "--budget",
        "300 sims",
        "--games",
        "4",
        "--trials",
        "12",
        "--json",
    ]
    process = start(*long)
    while not (Path("playout-tune.sqlite").exists() and _batches()):
        assert process.poll() is None
    process.kill()
    finish(process)
    before = _batches()
    again, whole = run(*long).json, run(*long, "--store", "other.sqlite").json
    assert 0 < before < _batches()
    assert {**again, "seconds": 0} == {**whole, "seconds": 0}


def _batches() -> int:
    with sqlite3.connect("playout-tune.sqlite") as db:
        found = db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'batches'").fetchone()[0]
        return int(found and db.execute("SELECT count(*) FROM batches").fetchone()[0])


def test_ctrl_c_gives_the_best_so_far() -> None:
    few = ["tune", "connectfour(5,4)", SPACE, "--budget", "100 sims", "--games", "4", "--trials", "2000"]
    run(*few[:-1], "2")
    process = start(*few, code=INTERRUPT_WHEN_SEARCHING)
    done = finish(process)
    assert done.status == 0
    assert done.out.startswith(
        "interrupted: the best so far; the same command goes on, from playout-tune.sqlite\n"
    )
    assert "\nbest: uct" in done.out


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["tictactoe", "uct"], "leaves nothing open"),
        (["tictactoe", "uct(rave=1..2)", "--trials", "0"], "trials must be an integer from 1 to 100000"),
        (["tictactoe", "uct(rave=1..2)", "--games", "0"], "games must be an integer from 1 to"),
        (["tictactoe", "uct(rave=1..2)", "--games", "5"], "games must be even"),
        (["tictactoe", "uct(rave=1..2)", "--workers", "0"], "workers must be an integer from 1 to"),
        (["tictactoe", "uct(rave=1..2)", "--against", "utc"], "did you mean 'uct'?"),
        (["tictactoe", "uct(rave=1..2)", "--budget", "much"], "budget"),
        (["tictactoe", "nrpa(level=1..2)"], "nrpa is for puzzles: it cannot play against somebody"),
        (["morpion(4D)", "minimax(depth=1..2)"], "minimax does not solve puzzles"),
        (["tictactoe", "uct(rave=1..2)", "--store", "/dev/null/x"], "/dev/null/x cannot be used as a store"),
        (["tictactoe", "uct(rave=1..2)", "--svg", "/dev/null/x"], "cannot write /dev/null/x"),
        (["tictactoe", "uct(rave=1..2)", "--svg", "a", "--store", "a"], "a is the file of --store as well"),
        (["tictactoe", "none.py:Mine(x=1..2)"], "no such file: 'none.py'"),
        (
            ["tictactoe", f"{TESTS}/planted.py:Plant(x=1..2)"],
            "unknown player 'Plant' (did you mean 'Planted'?)",
        ),
        (["tictactoe", f"{TESTS}/planted.py:Planted(x=1..)"], "a range is of two numbers"),
        (["tictactoe", "uct(playout=go_patterns, rave=1..2)"], "no candidate of uct(playout=go_patterns, "),
    ],
)
def test_wrong_usage(argv: list[str], message: str) -> None:
    done = run("tune", *argv)
    assert done.is_wrong_usage, done
    assert message in done.err


def test_a_store_of_something_else_is_left_alone() -> None:
    with sqlite3.connect("lab.sqlite") as db:
        db.execute("CREATE TABLE trials (id TEXT)")
    with pytest.raises(po.SpecError, match=r"lab\.sqlite is a store of something else, not of tunings"):
        small(store="lab.sqlite")
    Path("text").write_text("no database at all, but long enough to be looked at" * 20)
    with pytest.raises(po.SpecError, match="text cannot be used as a store"):
        small(store="text")


@pytest.mark.parametrize("points", ["much", "[]", "[1.0]", "{}", '["1", "0"]', "[NaN, NaN]", "[" * 100_000])
def test_a_damaged_store_is_told_in_one_line(points: str) -> None:
    run(*COMMAND, "--trials", "1")
    with sqlite3.connect("playout-tune.sqlite") as db:
        db.execute("UPDATE batches SET points = ?", (points,))
    done = run(*COMMAND)
    assert (done.status, done.out, len(done.err.splitlines())) == (1, "", 1)
    assert "the store playout-tune.sqlite is of no more use" in done.err


def test_the_final_of_a_tuning() -> None:
    final = po.TuneFinal(wins=30, draws=20, losses=50)
    assert (final.games, final.score) == (100, 0.4)
    assert all(map(math.isclose, final.interval, po.wilson(40, 100)))
