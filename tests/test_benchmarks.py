"""The benchmark script runs and reports every line. How fast anything is, no test says."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="the benchmarks compare with open_spiel, which is not installed")

SCRIPT = Path(__file__).resolve().parent.parent / "benchmarks" / "run.py"
SPEED_TARGETS = {
    "playouts breakthrough(5,5,pieces=1)": 25,
    "playouts breakthrough(5,5)": None,
    "playouts breakthrough(8,8)": 25,
    "playouts tictactoe": 8,
    "uct breakthrough(5,5,pieces=1)": 4,
    "uct breakthrough(8,8)": 4,
    "uct tic-tac-toe in Python": 1.5,
    "playouts knightthrough(5,5)": 0.7,
    "playouts knightthrough(8,8)": 0.7,
    "playouts misere(breakthrough(5,5))": 0.7,
    "playouts misere(breakthrough(8,8))": 0.7,
    "playouts misere(knightthrough(5,5))": 0.7,
    "playouts misere(knightthrough(8,8))": 0.7,
    "playouts misere(tictactoe)": 0.7,
}


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
    assert {line["name"]: line["target"] for line in report["lines"]} == SPEED_TARGETS


def test_a_line_says_what_its_numbers_say(report: Any) -> None:
    for line in report["lines"]:
        assert line["ratio"] == pytest.approx(line["ours"] / line["peer"])
        assert line["met"] == (None if line["target"] is None else line["ratio"] >= line["target"])


def test_random_games_are_as_long_as_openspiels(report: Any) -> None:
    assert [length["game"] for length in report["lengths"] if length["agree"]] == [
        "breakthrough(5,5,pieces=1)",
        "breakthrough(8,8)",
        "tictactoe",
    ]


def test_the_tables_show_what_was_measured(report: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    import run as script

    for page in (script.as_text(report), script.as_markdown(report)):
        for name in SPEED_TARGETS:
            assert name in page
        missed = [line["name"] for line in report["lines"] if line["met"] is False]
        assert ("TARGETS MISSED" in page) == bool(missed)


def test_a_wrong_option_is_one_clear_line() -> None:
    done = run("--repeats", "0")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith("--repeats must be 1 or more, --seconds more than 0")
