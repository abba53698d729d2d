"""The benchmark script runs and reports every line. How fast anything is, no test says."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from toys import CATALOGUE

import playout as po

pytest.importorskip("pyspiel", reason="the benchmarks compare with open_spiel, which is not installed")

pytestmark = pytest.mark.xdist_group("benchmarks")  # one report is enough

SCRIPT = Path(__file__).resolve().parent.parent / "benchmarks" / "run.py"
PAPER = "the paper's figure, not measured"
OPENSPIEL_5X5 = "OpenSpiel breakthrough(rows=5,columns=5)"
OPENSPIEL_8X8 = "OpenSpiel breakthrough(rows=8,columns=8)"
UNIFORM = "uniform playouts"
GDL_IN_BULK = {
    "breakthrough_8x8.kif": 321_000,
    "connectfour_8x6.kif": 2_100_000,
    "knightthrough_8x8.kif": 604_000,
    "reversi.kif": 91_000,
}
SPEED_TARGETS = [
    ("playouts breakthrough(5,5,pieces=1)", OPENSPIEL_5X5, 25),
    ("playouts breakthrough(5,5)", OPENSPIEL_5X5, None),
    ("playouts breakthrough(8,8)", OPENSPIEL_8X8, 25),
    ("playouts tictactoe", "OpenSpiel tic_tac_toe", 8),
    ("playouts connectfour(7,6)", "OpenSpiel connect_four", 20),
    ("playouts go(9,9)", "OpenSpiel go(board_size=9)", 5),
    ("uct breakthrough(5,5,pieces=1)", OPENSPIEL_5X5, 4),
    ("uct breakthrough(8,8)", OPENSPIEL_8X8, 4),
    ("uct(rave=300) nogo(7,7)", "uct, without RAVE", 0.7),
    ("uct(transpositions=true) nogo(7,7)", "uct, a tree", 0.6),
    ("uct connectfour(7,6), ten looks a second", "the same, not looked at", 0.99),
    ("uct breakthrough(8,8), ten looks a second", "the same, not looked at", 0.99),
    ("connectfour(3,3) solved", "OpenSpiel connect_four(rows=3,columns=3)", 1),
    ("connectfour(3,4) solved", "OpenSpiel connect_four(rows=4,columns=3)", 1),
    ("connectfour(4,3) solved", "OpenSpiel connect_four(rows=3,columns=4)", 1),
    ("connectfour(4,4) solved", "OpenSpiel connect_four(rows=4,columns=4), unsolved after 1,000,000", 1),
    ("connectfour(4,4) solved, transpositions=true", "the same in a tree", 2),
    ("knightthrough(5,4) solved, decisive=true", "without it", None),
    ("knightthrough(5,4) solved, proof_bias=1", "without it", None),
    ("uct(decisive=true) nogo(7,7)", "uct", None),
    ("uct(halving=16000) nogo(7,7)", "uct", None),
    ("uct tic-tac-toe in Python", "OpenSpiel python_tic_tac_toe", 1.5),
    ("playouts knightthrough(5,5)", "breakthrough(5,5)", 0.7),
    ("playouts knightthrough(8,8)", "breakthrough(8,8)", 0.7),
    ("playouts misere(breakthrough(5,5))", "breakthrough(5,5)", 0.7),
    ("playouts misere(breakthrough(8,8))", "breakthrough(8,8)", 0.7),
    ("playouts misere(knightthrough(5,5))", "breakthrough(5,5)", 0.7),
    ("playouts misere(knightthrough(8,8))", "breakthrough(8,8)", 0.7),
    ("playouts misere(tictactoe)", "breakthrough(5,5)", 0.7),
    ("playouts breakthrough(5,5)", PAPER, 40),
    ("playouts misere(breakthrough(5,5))", PAPER, 40),
    ("playouts knightthrough(5,5)", PAPER, 40),
    ("playouts misere(knightthrough(5,5))", PAPER, 40),
    ("playouts domineering(5,5)", PAPER, 40),
    ("playouts misere(domineering(5,5))", PAPER, 40),
    ("playouts nogo(5,5)", PAPER, 20),
    ("playouts misere(nogo(5,5))", PAPER, 20),
    ("playouts atarigo(5,5)", PAPER, 20),
    *(
        (f"nested({level}) {game}", "uniform playouts", 0.6)
        for game in ("breakthrough(5,5)", "breakthrough(8,8)", "nogo(5,5)", "domineering(5,5)")
        for level in (1, 2, 3)
    ),
    ("nested(3) breakthrough(5,5)", PAPER, 10),
    ("nested(3) misere(breakthrough(5,5))", PAPER, 10),
    ("nested(3) knightthrough(5,5)", PAPER, 10),
    ("nested(3) misere(knightthrough(5,5))", PAPER, 10),
    ("nested(3) domineering(5,5)", PAPER, 10),
    ("nested(3) misere(domineering(5,5))", PAPER, 10),
    ("nested(3) nogo(5,5)", PAPER, 10),
    ("nested(3) misere(nogo(5,5))", PAPER, 10),
    ("nested(3) atarigo(5,5)", PAPER, 10),
    ("playouts morpion(5D)", "", 400_000),
    ("playouts crossword(capitals)", "", None),
    ("anti_decisive nogo(7,7)", UNIFORM, None),
    ("anti_decisive(decisive=true) nogo(7,7)", UNIFORM, None),
    ("mobility nogo(7,7)", UNIFORM, 0.25),
    ("mobility(full=true) nogo(7,7)", UNIFORM, None),
    ("go_patterns nogo(7,7)", UNIFORM, None),
    ("go_patterns go(9,9)", UNIFORM, None),
    ("anti_decisive breakthrough(5,5)", UNIFORM, None),
    ("mobility breakthrough(5,5)", UNIFORM, None),
    ("mobility domineering(5,5)", UNIFORM, None),
    *(
        (f"{playout} {game}", UNIFORM, None)
        for game in ("nogo(7,7)", "breakthrough(8,8)")
        for playout in ("mast", "nst", "ppa", "ppaf")
    ),
    ("playouts breakthrough(5,5,pieces=1) in compiled Python, plain", OPENSPIEL_5X5, 3),
    ("playouts breakthrough(5,5) in compiled Python, bits", "native", 0.5),
    ("playouts connectfour(7,6) in compiled Python", "native", 0.5),
    ("playouts breakthrough(5,5) in C", "native", 0.7),
    ("playouts connectfour(7,6) in C", "native", 0.7),
    ("uct breakthrough(5,5) in compiled Python, bits", "native", 0.6),
    ("uct connectfour(7,6) in compiled Python", "native", 0.6),
    ("uct breakthrough(5,5) in C", "native", 0.6),
    ("uct connectfour(7,6) in C", "native", 0.6),
    ("playouts hex(7) in compiled Python", "OpenSpiel hex(board_size=7)", None),
    ("playouts othello(8) in compiled Python", "OpenSpiel othello", None),
    ("playouts amazons(6) in compiled Python", "OpenSpiel amazons(board_size=6)", None),
    ("nrpa(level=3) morpion(5D)", "", 170_000),
    ("nrpa(level=3) morpion(5T)", "", 135_000),
    ("nrpa(level=2) crossword(capitals)", "", 10_000),
    ("nrpa(level=2) knight's tour in Python", "the game's own calls", 0.83),
    ("nrpa(level=3) SameGame(15, 5, 1) compiled", "uncompiled", 50),
    ("nrpa(level=3) Salesman(20, 1) compiled", "uncompiled", 50),
    ("nrpa(level=3) Snake(7) compiled", "uncompiled", None),
    ("nrpa(level=3) FlowShop(20, 5, 873654221) compiled", "uncompiled", None),
    ("nrpa(level=3) Morpion(5D) compiled", "morpion(5D)", 0.5),
    ("nrpa(level=3) Morpion(5T) compiled", "morpion(5T)", 0.5),
    *((f"playouts {name}, in bulk", "", target) for name, target in GDL_IN_BULK.items()),
    *((f"playouts {name}, one at a time", "", target / 10) for name, target in GDL_IN_BULK.items()),
    *((f"flat(bulk=true) {name}", "flat", 7) for name in GDL_IN_BULK),
    ("uct breakthrough_8x8.kif", "", 20_000),
    ("uct tictactoe.kif", "", 500_000),
]


def run(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *options], capture_output=True, text=True, check=False, timeout=300
    )


@pytest.fixture(scope="module")
def report() -> Any:
    done = run("--json", "--seconds", "0.02", "--repeats", "1")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_target_has_its_line(report: Any) -> None:
    assert [(line["name"], line["peer_name"], line["target"]) for line in report["lines"]] == SPEED_TARGETS


def test_a_line_says_what_its_numbers_say(report: Any) -> None:
    for line in report["lines"]:
        if line["peer"] is not None:
            assert line["ratio"] == pytest.approx(line["ours"] / line["peer"])
        reached = line["ours"] if line["peer"] is None else line["ratio"]
        assert line["met"] == (None if line["target"] is None else reached >= line["target"])


def test_the_papers_figures_are_fixed(report: Any) -> None:
    """Table 3 of the two-player paper, in thousands."""
    figures = [line["peer"] for line in report["lines"] if line["peer_name"] == PAPER]
    assert figures == 2 * [1000 * k for k in (411, 409, 264, 328, 550, 592, 357, 648, 280)]


def test_random_games_are_as_long_as_openspiels(report: Any) -> None:
    assert {length["game"]: length["agree"] for length in report["lengths"]} == {
        "breakthrough(5,5,pieces=1)": True,
        "breakthrough(8,8)": True,
        "tictactoe": True,
        "connectfour(7,6)": True,
        "go(9,9)": None,
    }


def test_the_tables_show_what_was_measured(report: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    import run as script

    for page in (script.as_text(report), script.as_markdown(report)):
        for name, peer, _ in SPEED_TARGETS:
            assert name in page
            assert peer in page
        missed = [line["name"] for line in report["lines"] if line["met"] is False]
        assert ("TARGETS MISSED" in page) == bool(missed)


def test_the_states_of_every_game_are_measured() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT.parent / "states.py")],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    for spec in [*CATALOGUE, "go(19,19)"]:
        assert f"| `{spec}` | {po.game(spec).state_size:,} | " in done.stdout


def test_the_memory_of_a_tree_is_reported(report: Any) -> None:
    assert [note.split(":")[0] for note in report["memory"]] == ["uct nogo(7,7)", "uct(rave=300) nogo(7,7)"]
    assert all("at most 16 MB" in note for note in report["memory"])


def test_the_way_to_the_first_move_is_reported(report: Any) -> None:
    assert [note.split(",")[0] for note in report["first_moves"]] == list(GDL_IN_BULK)
    assert all(" s, " in note and "with the network kept: " in note for note in report["first_moves"])


def test_a_wrong_option_is_one_clear_line() -> None:
    done = run("--repeats", "0")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith("--repeats must be 1 or more, --seconds more than 0")
