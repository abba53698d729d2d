"""The content of NRPA's intermediate solutions: Table 6 of its paper."""

from math import inf
from pathlib import Path

import pytest
from lab_files import write

import playout as po
from playout import lab
from playout.budget import Budget
from playout.lab.content import content, solutions
from playout.lab.kinds import KINDS
from playout.reference.nmcs import Answer
from playout.reference.nrpa import Policy, Search
from playout.reference.sequence import Run


class Watched(Search):
    """The reference, which takes down what the level below the top answers."""

    answers: list[Answer]

    def nrpa(self, level: int, pol: Policy, known: Answer = (-inf, [])) -> Answer:
        answer = super().nrpa(level, pol, known)
        if level == 1:
            self.answers.append(answer)
        return answer


def accepted(root: po.State, seed: int, iterations: int) -> list[list[int]]:
    """The sequences that the top level of NRPA(2) takes over before its last iteration, each once."""
    search = Watched(root, Run(Budget(simulations=iterations**2 + 1), seed), iterations)
    search.answers = []
    search.nrpa(2, Policy())
    best = -inf
    found: list[list[int]] = []
    for score, moves in search.answers[:-1]:
        if score >= best:
            best = score
            if not found or found[-1] != moves:
                found.append(moves)
    return found


@pytest.mark.parametrize(("puzzle", "iterations"), [("morpion(4D)", 8), ("crossword(parks)", 6)])
def test_solutions_are_those_of_the_reference(puzzle: str, iterations: int) -> None:
    root, player = po.game(puzzle).initial(), po.NRPA(level=2, iterations=iterations)
    for seed in range(2):
        found = list(solutions(root, player, seed, iterations**2))
        assert [list(state.history) for state in found] == accepted(root, seed, iterations)
        assert len(found) > 1


def state_after(text: str) -> po.State:
    state = po.game("tictactoe").initial()
    for name in text.split():
        state = state.play(name)
    return state


def test_each_code_has_one_category() -> None:
    """O wins, and then X twice: an improvement, and a tie that has c3 from the first game."""
    games = "a1 b1 a2 b2 c3 b3", "a1 b1 a2 c2 a3", "a3 c3 a2 b1 a1"
    assert content([state_after(game) for game in games]) == {
        "improvements": {"prefix": 3, "permutation": 0, "hybrid": 0, "new": 2},
        "ties": {"prefix": 0, "permutation": 4, "hybrid": 1, "new": 0},
    }


def test_table_6_counts_what_a_run_finds(tmp_path: Path) -> None:
    text = """
title = "Content"
[scale.quick]
trials = 3
[[content]]
game = "morpion(4D)"
player = "nrpa(level=2, iterations=20)"
budget = "400 sims"
figures = [
    { column = "p", of = "ties prefix" }, { column = "q", of = "ties permutation" },
    { column = "h", of = "ties hybrid" }, { column = "n", of = "ties new" },
]
"""
    plan = lab.plan(lab.experiment(write(tmp_path, "mine.toml", text)), "quick")
    result = KINDS["content"].run(plan.cells[0].settings, 1, 0)
    assert result["scores"] == sorted(result["scores"])
    pytest.importorskip("scipy")
    with lab.Store(tmp_path / "store.sqlite") as store:
        lab.run([plan], store, lab.engine("serial", 1))
        entries = lab.evaluate(plan, store).entries
    assert sum(entry.estimate.value for entry in entries if entry.estimate) == pytest.approx(1)


@pytest.mark.parametrize(
    "line",
    ['player = "nmcs"', 'player = "nrpa(level=1)"', 'player = "nrpa(repetitions=5)"', 'budget = "2s"'],
)
def test_content_is_about_whole_iterations_of_nrpa(tmp_path: Path, line: str) -> None:
    settings = {"player": '"nrpa"', "budget": '"100 sims"', "game": '"morpion(4D)"'}
    key, _, value = line.partition(" = ")
    lines = "\n".join(f"{k} = {v}" for k, v in (settings | {key: value}).items())
    text = f'title = "x"\n[scale.quick]\ntrials = 1\n[[content]]\n{lines}\n'
    with pytest.raises(po.SpecError, match=r"content 1: .*(content is about|budget of content)"):
        lab.experiment(write(tmp_path, "mine.toml", text))
