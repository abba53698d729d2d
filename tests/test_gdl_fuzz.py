"""Rule sheets that are damaged or hostile: each is played, or refused in one line, within its limits."""

import random
from pathlib import Path

import pytest
from command import run
from gdl_fuzz import PLAYED, damaged, hostile, outcome
from gdl_texts import DICE, GUESS, LIGHT, MATCHING, THREE, written
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("clingo", reason="clingo is not installed")

from playout import gdl

SMALL = gdl.Limits(seconds=120, memory=2**30, output=2_000_000, wires=500_000)
"""Output is what ends the large ones, soon and on every machine."""
TAKERS = {
    "search": ["uct"],
    "match": ["uct", "random"],
    "solve": ["nrpa"],
    "check": [],
    "play": [],
    "tournament": ["uct", "random"],
    "serve": [],
    "bench": [],
    "perft": ["2"],
    "gtp": ["uct"],
    "ugi": ["uct"],
}
"""The commands that take a game for searches, and what else they need."""


@pytest.mark.parametrize("name", hostile())
def test_hostile_sheets(name: str) -> None:
    line = outcome(hostile()[name], SMALL)
    assert line.startswith("played") == (name in PLAYED), line


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_damaged_sheets(seed: int) -> None:
    assert outcome(damaged(random.Random(seed)), SMALL)


@pytest.mark.parametrize("command", TAKERS)
@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (MATCHING, "its roles move at once"),
        (DICE, "it has chance, the role random"),
        (THREE, "it has 3 roles"),
        (hostile()["negation of itself"], "'p' depends on its own negation"),
        (hostile()["deep parentheses"], "more than 100 levels of parentheses"),
        (hostile()["zeros"], "is not a word"),
    ],
    ids=["at once", "chance", "three roles", "negation", "depth", "zeros"],
)
def test_every_command_says_in_one_line_why_not(tmp_path: Path, command: str, rules: str, why: str) -> None:
    if command == "serve":
        pytest.importorskip("starlette")
    done = run(command, str(written(tmp_path, rules)), *TAKERS[command])
    assert done.is_wrong_usage, done
    assert why in done.err


@pytest.mark.parametrize("command", ["random", "ggp-match"])
def test_commands_for_rules_of_every_kind_refuse_those_that_are_none(tmp_path: Path, command: str) -> None:
    done = run(command, str(written(tmp_path, hostile()["zeros"])), *["random"] * (command == "ggp-match"))
    assert done.is_wrong_usage


@pytest.mark.parametrize(
    ("rules", "roles"),
    [
        (MATCHING, ["even", "odd"]),
        (DICE, ["random", "player"]),
        (GUESS, ["player", "random"]),
        (THREE, ["a", "b", "c"]),
        (LIGHT, ["player"]),
    ],
    ids=["at once", "chance", "chance without a goal", "three roles", "puzzle"],
)
def test_random_games_of_every_kind_of_rules(tmp_path: Path, rules: str, roles: list[str]) -> None:
    path = str(written(tmp_path, rules))
    found = run("random", path, "--games", "40", "--seed", "3", "--json").json
    assert found["games"] == 40
    assert list(found["mean"]) == roles
    assert all(0 <= goal <= 100 for one in found["played"] for goal in one["values"].values())
    assert run("random", path, "--games", "40", "--seed", "3", "--json").json == found
    assert run("random", path).out.startswith("1. ")


def test_a_game_that_ends_without_a_goal_is_told(tmp_path: Path) -> None:
    rules = LIGHT.replace("(goal player 100)", "(worth player 100)")
    done = run("random", str(written(tmp_path, rules)), "--games", "20")
    assert done.is_wrong_usage
    assert "the role player has no goal at the end" in done.err


def test_random_games_of_other_games() -> None:
    found = run("random", "tictactoe", "--games", "50", "--json").json
    assert set(found["mean"]) == {"score"}
    assert 5 <= found["steps"]["least"] <= found["steps"]["mean"] <= found["steps"]["most"] <= 9


def test_a_game_without_end_is_left(tmp_path: Path) -> None:
    found = run("random", str(written(tmp_path, hostile()["for ever"])), "--json").json
    assert (found["unfinished"], found["steps"]["most"]) == (1, 10_000)
