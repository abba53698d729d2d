"""Rules that change their mind: they are told so, or somebody gets a wrong answer, but nothing breaks."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from fickle import KINDS, OWN, Steady

import playout as po

PLAYERS = [
    "random",
    "flat",
    "uct",
    "uct(rave=10, grave=2, bounds=cuts, reuse=true)",
    "nested(level=2, discount=true, prune_on_depth=true)",
    "nested(base=anti_decisive(decisive=true))",
    "nested(base=mobility(full=true))",
    "uct(playout=mast)",
    "uct(playout=ppa, reuse=true)",
    "nested(base=nst(k=1))",
    "minimax(depth=2)",
    "nmcs(level=1)",
    "nmcs(level=3)",
    "nmcs(level=2, sample=3)",
    "nrpa(level=1, iterations=5)",
    "nrpa(level=3, iterations=3, repetitions=2)",
    "lns(repair=nrpa(level=1, iterations=3), first=nrpa(level=1, iterations=3), steps=3)",
    *OWN,
]


TOLD = (
    "ContractError: ",
    "IllegalMove: ",  # by the sequence that it is to begin with
    "ValueError: the game is over: there is no move to search for",
    "ValueError: the sequence does not reach the end of the game",
    "ValueError: the saved search is damaged",
)
UNNOTICED = ["Steady", "Recoding", "Turning"]


def run_fickle(rules: str, *players: str) -> list[str]:
    """What is said of rules that change their mind, in a process that they may take down.

    Memory that is read before it is written holds nothing that anybody could use.
    """
    script = Path(__file__).with_name("fickle.py")
    environment = os.environ | {"MALLOC_PERTURB_": "85"}
    program = [sys.executable, str(script), rules, *players]
    run = subprocess.run(program, capture_output=True, text=True, check=False, env=environment)
    assert run.returncode == 0, run.stderr or f"the process died of {run.returncode}"
    return run.stdout.splitlines()


@pytest.mark.fuzz
@pytest.mark.parametrize("rules", KINDS)
def test_rules_that_change_their_mind_do_no_harm(rules: str) -> None:
    players = [*PLAYERS, "nrpa(level=2, iterations=5, bias=true)"] if rules == "Weighing" else PLAYERS
    *errors, last = run_fickle(rules, *players)
    assert last == "usable 10"
    assert [error for error in errors if not error.startswith(TOLD)] == []
    assert errors or rules in UNNOTICED


@pytest.mark.parametrize("rules", UNNOTICED)
def test_what_is_not_noticed_is_no_error(rules: str) -> None:
    """A search looks up each thing once: that is what makes it fast, and what `check` is for."""
    assert run_fickle(rules, "uct(rave=10)", "nrpa(level=1)") == ["usable 10"]


def test_a_state_changed_by_play_is_named() -> None:
    errors = run_fickle("Changing", "flat")[:-1]
    assert errors
    assert all(error.startswith("ContractError: ") and "play()" in error for error in errors), errors


class Emptied(Steady):
    """After some calls there is no legal move any more, not even at the start."""

    def legal(self, state: list[int]) -> Sequence[int]:
        self.calls += 1
        return super().legal(state) if self.calls <= self.when else ()


def test_a_plan_for_moves_that_are_gone() -> None:
    told = []
    for when in range(1, 12):
        try:
            po.UCT(halving=100).search(po.game(Emptied(when=when)).initial(), "200 sims", seed=1)
        except ValueError as error:
            told.append(type(error))
    assert po.ContractError in told
