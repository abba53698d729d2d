"""The examples run, and do what they say."""

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from statistics import mean
from xml.etree import ElementTree

import pytest

import playout as po
from playout._core import Rng

EXAMPLES = Path(__file__).parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES))

import puzzle  # noqa: E402
from tictactoe import TicTacToe  # noqa: E402


def run(name: str, folder: Path, *arguments: str) -> str:
    """What an example prints when it is run in this folder, with the same playout as here."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        check=False,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(Path(po.__file__).parents[1]), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_demo(tmp_path: Path) -> None:
    printed = run("demo.py", tmp_path)
    picture = tmp_path / "demo.svg"
    assert f"A picture of the last position: {picture}" in printed
    assert re.search(r"^  [XO] wins$", printed, re.MULTILINE)
    assert "\x1b" not in printed
    assert "wins" in (ElementTree.parse(picture).getroot().findtext("{*}title") or "")


def test_tictactoe(tmp_path: Path) -> None:
    printed = run("tictactoe.py", tmp_path)
    assert "TicTacToe: 100 random games" in printed
    value = re.search(r"X plays \w\d, value \+(\d\.\d\d)", printed)
    assert value
    assert float(value[1]) > 0.5
    assert re.search(r"uct against random: \d+ wins, \d+ draws, 0 losses", printed)


def test_puzzle(tmp_path: Path) -> None:
    by_random, by_uct, _, *grid, _, summary = run("puzzle.py", tmp_path).splitlines()
    scores = [int(score) for score in by_uct.split()[1:]]
    assert mean(scores) > mean(int(score) for score in by_random.split()[1:])
    assert summary == f"{max(scores)} of 36 squares"

    steps = {
        int(step): (x, y) for y, row in enumerate(grid) for x, step in enumerate(row.split()) if step != "."
    }
    path = [steps[number] for number in range(1, max(scores) + 1)]
    leaps = [{abs(a - c), abs(b - d)} for (a, b), (c, d) in pairwise(path)]
    assert leaps == [{1, 2}] * (max(scores) - 1)


def test_pictures_of_the_documentation_are_up_to_date(tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason="NumPy is not installed: games that can be compiled are not drawn")
    import gdl_picture
    import pictures

    run("pictures.py", tmp_path, str(tmp_path))
    gdl_picture.main(file=str(tmp_path / "gdl-network.svg"))
    drawn = {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()}
    kept = {file.name: file.read_text(encoding="utf-8") for file in pictures.IMAGES.glob("*.svg")}
    assert drawn == kept, "run examples/pictures.py and tools/gdl_picture.py, and commit the result"


@pytest.mark.parametrize("rules", [TicTacToe(), puzzle.KnightsTour()])
def test_rules_keep_the_contract(rules: po.PythonGame[object]) -> None:
    po.check(rules, games=20)


@pytest.mark.parametrize("misere", [False, True])
def test_tictactoe_in_python_is_the_native_one(misere: bool) -> None:
    native = po.games.TicTacToe(misere=misere)
    python = po.misere(TicTacToe()) if misere else po.game(TicTacToe())
    for seed in range(50):
        rng = Rng(seed)
        a, b = native.initial(), python.initial()
        while not a.is_terminal:
            assert (a.legal_moves, a.legal_names, a.turn) == (b.legal_moves, b.legal_names, b.turn)
            move = a.legal_moves[rng.below(len(a.legal_moves))]
            a, b = a.play(move), b.play(move)
            assert a.board == str(b).replace(" ", "").replace("\n", "/")
        assert b.is_terminal
        assert a.score == b.score


@pytest.mark.parametrize("depth", range(6))
def test_tictactoe_in_python_has_the_native_perft(depth: int) -> None:
    assert po.perft(TicTacToe(), depth) == po.perft("tictactoe", depth)


@pytest.mark.parametrize("player", ["random", "flat", "uct"])
def test_tictactoe_in_python_plays_the_same_moves(player: str) -> None:
    state, native = po.game(TicTacToe()).initial(), po.game("tictactoe").initial()
    ours, theirs = (po.player(player).search(s, "200 sims", seed=3) for s in (state, native))
    assert (ours.move, ours.value, ours.children) == (theirs.move, theirs.value, theirs.children)


def test_watch(tmp_path: Path) -> None:
    *looks, unwatched, kept = run("watch.py", tmp_path).splitlines()
    assert len(looks) > 1
    assert all(re.match(r"[a-g] [+-]\d\.\d\d ", line) for line in looks)
    assert unwatched.endswith("the same as unwatched: True")
    assert kept == "goes on from its file: True"
