"""Tournaments: who meets whom, the same numbers whatever happens on the way, and what is told of them."""

import json
import os
import re
import shlex
import signal
import sqlite3
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from command import DIGITS, INTERRUPT_WHEN_SEARCHING, LIMIT_SECONDS, NIM, TESTS, finish, run, start
from lab_files import FAULTY_GAME
from toys import Nim, one_line

import playout as po
from playout import lab
from playout.ratings import ratings

PLAYERS = ["uct", "flat", "random"]
GAMES = ["tictactoe", "connectfour(4,4)"]
SETTING: dict[str, Any] = {"games_per_pair": 6, "budget": "20 sims", "seed": 5}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def timeless(result: po.TournamentResult) -> po.TournamentResult:
    return replace(result, seconds=0.0)


def rows(store: Path) -> dict[str, tuple[str, str]]:
    with lab.Store(store, read_only=True) as opened:
        return {row["trial"]: (row["seed"], row["result"]) for row in opened.everything()}


def test_everybody_meets_everybody_in_every_game() -> None:
    result = po.tournament(GAMES, PLAYERS, **SETTING)
    assert result.complete
    assert list(result.by_game) == GAMES
    for standings in result.by_game.values():
        assert list(standings.tallies) == list(combinations(PLAYERS, 2))
        assert all(tally.games == 6 for tally in standings.tallies.values())
    assert result.played == 36
    assert result.overall.tally("flat", "uct") == result.overall.tallies["uct", "flat"].reversed
    assert result.overall.tally("uct", "minimax") is None


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    result = po.tournament("tictactoe", PLAYERS, gauntlet=True, **SETTING)
    assert list(result.overall.tallies) == [("uct", "flat"), ("uct", "random")]
    assert len(result.ratings) == 3
    assert result.complete


def test_over_all_is_the_sum() -> None:
    result = po.tournament(GAMES, PLAYERS, **SETTING)
    for pair, tally in result.overall.tallies.items():
        first, second = (standings.tallies[pair] for standings in result.by_game.values())
        assert tally == first + second
    assert result.ratings == ratings(result.overall.tallies)


def test_a_tournament_of_two_is_a_match_by_its_rules() -> None:
    """Each game is played as the lab says, with the opening of its pair and its own seed."""
    result = po.tournament("tictactoe", ["uct", "random"], store="t.sqlite", **SETTING)
    with lab.Store("t.sqlite", read_only=True) as store:
        (plan,) = store.plans()
        found = [row.result for row in store.rows(plan, plan.cells[0])]
    assert [one["a_is_max"] for one in found] == [True, False] * 3
    results = Counter(one["result"] for one in found)
    assert result.overall.tallies["uct", "random"] == po.Tally(results[1], results[0], results[-1])
    assert plan.cells[0].settings["opening"] == 4


def test_the_workers_change_nothing() -> None:
    one, two = (timeless(po.tournament(GAMES, PLAYERS, workers=n, **SETTING)) for n in (1, 2))
    assert one == two


def test_another_seed_is_another_tournament() -> None:
    one, two = (po.tournament(GAMES, PLAYERS, **(SETTING | {"seed": seed})) for seed in (1, 2))
    assert one.by_game != two.by_game
    assert po.tournament("tictactoe", ["flat", "random"], games_per_pair=2, budget="5 sims").seed < 2**32


def test_what_is_there_is_not_played_again() -> None:
    heard: list[int] = []

    def tell(summary: lab.Summary, outcomes: Any) -> None:
        heard.append(summary.finished)

    setting = SETTING | {"store": "t.sqlite", "progress": tell}
    po.tournament("tictactoe", ["uct", "flat"], **setting)
    assert heard[-1] == 6
    more = po.tournament(GAMES, PLAYERS, **(setting | {"games_per_pair": 8}))
    assert heard[-1] == 2 * 3 * 8 - 6, "games, players and games of a pair are added"
    heard.clear()
    again = po.tournament(GAMES, PLAYERS, **(setting | {"games_per_pair": 8}))
    assert heard == []
    assert timeless(again) == timeless(more)
    assert timeless(po.tournament(GAMES, PLAYERS, **(SETTING | {"games_per_pair": 8}))) == timeless(more)


def test_the_lab_knows_the_store() -> None:
    po.tournament(GAMES, PLAYERS, store="t.sqlite", **SETTING)
    (entry,) = run("lab", "status", "--store", "t.sqlite", "--json").json["experiments"]
    assert (entry["id"], entry["done"], entry["trials"]) == ("tournament-5", 36, 36)
    assert run("lab", "export", "games.csv", "--store", "t.sqlite").status == 0


def test_objects_of_the_library_are_named() -> None:
    one = po.tournament(po.game("tictactoe"), [po.UCT(exploration=1), po.Random()], **SETTING)
    two = po.tournament("tictactoe", ["uct(exploration=1)", "random"], **SETTING)
    assert timeless(one) == timeless(two)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"games": []}, "needs a game"),
    ({"games": "chess"}, "unknown game 'chess'"),
    ({"games": ["tictactoe", "tictactoe"]}, "the game tictactoe is named twice"),
    ({"games": DIGITS}, "is a puzzle"),
    ({"games": Nim()}, "cannot be kept in a store"),
    ({"players": []}, "needs a player"),
    ({"players": ["uct"]}, "two players or more"),
    ({"players": "uct"}, "two players or more"),
    ({"players": ["uct", "uct(threads=1)"]}, "the player uct is named twice"),
    ({"players": ["uct", "utc"]}, "unknown player 'utc'"),
    ({"players": ["uct", object()]}, "cannot be kept in a store"),
    ({"games_per_pair": 3}, "must be even"),
    ({"games_per_pair": 0}, "the games of each pair must be an integer from 1"),
    ({"budget": "soon"}, "cannot read the budget"),
    ({"opening": -1}, "opening must be an integer"),
    ({"seed": -1}, "a seed is an integer"),
    ({"workers": 0}, "workers must be an integer"),
    ({"engine": "slurm"}, "unknown engine 'slurm'"),
    ({"address": "auto"}, "needs the engine ray"),
    ({"store": "."}, "cannot be used as a store"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG, ids=lambda value: str(value)[:40])
def test_wrong_tournaments(arguments: dict[str, Any], message: str) -> None:
    given = {"games": "tictactoe", "players": ["uct", "random"]} | SETTING | arguments
    with pytest.raises(po.SpecError, match=re.escape(message)) as caught:
        po.tournament(**given)
    assert one_line(caught.value)


def test_games_that_fail_are_told() -> None:
    Path("faulty.py").write_text(FAULTY_GAME, encoding="utf-8")
    done = run("tournament", "faulty.py:Raises", "flat", "random", "--games", "20", "--workers", "1")
    assert done.status == 1
    assert "games failed; the first, tournament-0/" in done.out
    assert "faulty.py" in done.out
    fields = run_json("faulty.py:Raises", "flat", "random", "--games", "20", "--workers", "1", status=1)
    assert fields["failures"]
    assert fields["played"] + len(fields["failures"]) == 20
    assert not fields["complete"]


# What is told


def test_what_a_result_says_in_short() -> None:
    result = po.tournament(GAMES, PLAYERS, **SETTING)
    best = result.ratings[0]
    assert repr(result).startswith(f"<TournamentResult 36 of 36 games: {best.player} {best.elo:+.0f} [")
    assert "Round robin of 3 players: tictactoe, connectfour(4,4)" in result._repr_html_()
    assert "20 sims a move, openings of 4 moves; seed 5" in result._repr_html_()


def test_the_page_is_well_formed_and_has_all() -> None:
    page = po.tournament(GAMES, PLAYERS, **SETTING).to_html()
    plots = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(plots) == 3
    for plot in plots:
        ElementTree.fromstring(plot)
    headings = re.findall("<h2>(.*?)</h2>", page)
    assert headings == ["All games", *GAMES]
    assert page.count("<tr>") == 3 * 4
    assert "nan" not in page
    assert "inf" not in re.sub("(in)?finite", "", page)


def test_a_page_of_one_sided_results() -> None:
    """Arrows instead of ends; text of the user is only text."""
    standings = po.Standings({("<b>", "&c"): po.Tally(9, 0, 0), ("<b>", "d"): po.Tally()})
    result = po.tournament("tictactoe", ["flat", "random"], **SETTING)
    page = replace(result, by_game={"<g>": standings}).to_html()
    for plot in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(plot)
    assert "&lt;b&gt;" in page
    assert "<b><b>" not in page
    assert "<h2>&lt;g&gt;</h2>" in page
    assert "Not complete" in page


# The command

TOURNAMENT = [
    "tournament",
    *GAMES,
    *PLAYERS,
    "--games",
    "6",
    "--budget",
    "20 sims",
    "--seed",
    "5",
    "--workers",
    "1",
]


def run_json(*words: str, status: int = 0) -> dict[str, Any]:
    done = run("tournament", *words, "--json")
    assert done.status == status, done.err
    fields = json.loads(done.out)
    assert isinstance(fields, dict)
    return fields


def without_time(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key != "seconds"}


def test_the_command_tells_what_the_library_finds() -> None:
    result = po.tournament(GAMES, PLAYERS, **SETTING)
    fields = run(*TOURNAMENT, "--json").json
    assert fields["games"] == GAMES
    assert fields["players"] == PLAYERS
    assert (fields["planned"], fields["played"], fields["complete"]) == (36, 36, True)
    assert [one["player"] for one in fields["overall"]["ratings"]] == [one.player for one in result.ratings]
    for one, rating in zip(fields["overall"]["ratings"], result.ratings, strict=True):
        assert (one["elo"], one["wins"], one["draws"]) == (rating.elo, rating.tally.wins, rating.tally.draws)
    tally = result.by_game["tictactoe"].tallies["uct", "flat"]
    assert fields["by_game"]["tictactoe"]["results"][0] == {
        "a": "uct",
        "b": "flat",
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
    }
    shown = run(*TOURNAMENT, "--out", "page.html").out
    assert "All games" in shown
    assert f"1 {result.ratings[0]} " in " ".join(shown.split())
    assert "<svg" in Path("page.html").read_text(encoding="utf-8")
    assert Path("playout-tournament.sqlite").exists()


def test_names_come_in_any_order() -> None:
    mixed = ["uct", "tictactoe", "flat", "connectfour(4,4)", "random"]
    first = without_time(run_json(*TOURNAMENT[1:]))
    assert without_time(run_json(*mixed, *TOURNAMENT[6:])) == first


def test_a_game_and_a_player_in_python_are_told_apart() -> None:
    Path("mine.py").write_text(
        "class Mine:\n    def search(self, state, budget, seed):\n        return state.legal_moves[0]\n",
        encoding="utf-8",
    )
    fields = run_json("mine.py:Mine", f"misere({NIM}(9))", "random", "--games", "4", "--workers", "1")
    assert fields["games"] == [f"misere({NIM}(9))"]
    assert fields["players"] == ["mine.py:Mine", "random"]


def test_one_sided_records_are_null_in_json() -> None:
    fields = run_json("breakthrough(5,5)", "uct", "random", "--games", "4", "--budget", "200 sims")
    best, worst = fields["overall"]["ratings"]
    assert (best["wins"], best["high"], worst["low"]) == (4, None, None)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tictactoe"], "needs a player"),
        (["tictactoe", "uct"], "two players or more"),
        (["uct", "random"], "no game among the names"),
        (["tictactoe", "uct", "utc"], "unknown name 'utc' (did you mean 'uct'?)"),
        (["tictacto", "uct", "flat"], "did you mean 'tictactoe'?"),
        (["tictactoe", "uct(exploration=-1)", "flat"], "uct: exploration must be"),
        (["breakthrough(0,5)", "uct", "flat"], "breakthrough"),
        (["tictactoe", "uct", "uct"], "named twice"),
        (["tictactoe", "uct", "nrpa"], "nrpa"),
        (["tictactoe", "uct", "flat", "--games", "3"], "even"),
        (["tictactoe", "uct", "flat", "--store", "/dev/null/x"], "cannot be used as a store"),
        (["tictactoe", "uct", "flat", "--out", "no/page.html"], "cannot write no/page.html"),
        (["tictactoe", "uct", "flat", "--out", "x", "--store", "x"], "is the file of --store"),
        (["tictactoe", "mine.py", "flat"], "as in mine.py:Class"),
        (["tictactoe", f"{TESTS}/toys.py:Nmi", "flat"], "did you mean 'Nim'?"),
    ],
    ids=str,
)
def test_wrong_commands(words: list[str], message: str) -> None:
    done = run("tournament", *words)
    assert done.is_wrong_usage, done
    assert message in done.err


# Kills

LONG = [
    "tournament",
    *GAMES,
    *PLAYERS,
    "--games",
    "40",
    "--budget",
    "16000 sims",  # so that nobody comes too late to kill it
    "--seed",
    "1",
    "--workers",
    "2",
]


def killed(store: Path, least: int) -> None:
    """Starts the tournament and kills it, with its workers, when the store has so many games."""
    process = start(*LONG, "--store", str(store), start_new_session=True)
    deadline = time.monotonic() + LIMIT_SECONDS
    while process.poll() is None and count(store) < least and time.monotonic() < deadline:
        time.sleep(0.005)
    assert process.poll() is None, "it must be killed on its way"
    os.killpg(process.pid, signal.SIGKILL)
    finish(process)


def count(store: Path) -> int:
    if not store.exists():
        return 0
    with closing(sqlite3.connect(store)) as database:
        try:
            return int(database.execute("SELECT COUNT(*) FROM trials").fetchone()[0])
        except sqlite3.OperationalError:  # the tables are not there yet
            return 0


def test_killed_twice_it_ends_as_one_in_peace() -> None:
    peace, broken = Path("peace.sqlite"), Path("broken.sqlite")
    killed(broken, 1)
    first = count(broken)
    killed(broken, first + 1)
    assert first < count(broken)
    fields = run(*LONG, "--store", str(broken), "--json").json
    assert without_time(fields) == without_time(run(*LONG, "--store", str(peace), "--json").json)
    assert fields["complete"]
    assert rows(broken) == rows(peace)


def test_its_page_in_the_lab_tells_the_command_that_gives_it_again() -> None:
    words = ["tournament", "tictactoe", "random", "flat", "--games", "2", "--budget", "5 sims"]
    assert finish(start(*words, "--store", "t.sqlite")).status == 0
    run("lab", "report", "--store", "t.sqlite", "--out", "pages")
    (page,) = Path("pages").glob("tournament-*.md")
    assert f"`playout {shlex.join(words)}`" in page.read_text()


def test_ctrl_c_keeps_and_shows_what_is_done() -> None:
    process = start(*LONG, "--store", "t.sqlite", "--json", code=INTERRUPT_WHEN_SEARCHING)
    done = finish(process)
    fields = done.json
    assert fields["interrupted"]
    assert not fields["complete"]
    assert fields["played"] == len(rows(Path("t.sqlite")))
    assert len(fields["overall"]["ratings"]) == 3


def test_importing_the_library_does_not_import_the_lab() -> None:
    code = "import sys, playout; sys.exit('playout.lab' in sys.modules)"
    assert finish(start(code=code)).status == 0, sys.path
