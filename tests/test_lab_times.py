"""Estimates of the time of an experiment, and the tool that measures them."""

from dataclasses import replace
from pathlib import Path

import lab_times
import pytest
from lab_files import MATCH, write

import playout as po
from playout import lab
from playout.lab import times
from playout.lab.plan import shrunk

CLOCK = """
title = "By the clock"
[scale.quick]
trials = 2
[[solve]]
game = "morpion(4D)"
player = "nrpa(level=2)"
marks = ["1s", "10s"]
"""


def quick(folder: Path, text: str) -> lab.Plan:
    return lab.plan(lab.experiment(write(folder, "mine.toml", text)), "quick")


def test_budgets_shrink_to_one_at_the_least(tmp_path: Path) -> None:
    cell = quick(tmp_path, MATCH).cells[0]
    assert shrunk(cell, 0.5) == (cell.settings | {"budget": "5 sims"}, 0.5)
    assert shrunk(cell, 1e-6) == (cell.settings | {"budget": "1 sims"}, 0.1)
    solve = quick(tmp_path, CLOCK).cells[0]
    assert shrunk(solve, 0.1) == (solve.settings | {"marks": ["100ms", "1s"]}, 0.1)
    assert shrunk(replace(cell, kind="exact"), 0.1) == (cell.settings, 1.0)


def test_an_estimate_grows_as_this_machine_is_slower(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, clock = quick(tmp_path, MATCH), quick(tmp_path, CLOCK)
    plans = {times.name(plan): (times.fingerprint(plan), 8.0)}
    monkeypatch.setattr(times, "ratio", lambda: 0.5)
    monkeypatch.setattr(times, "times", lambda: times.Times("", "", 1.0, plans))
    assert times.estimate(plan) == 16
    assert times.estimate(clock) is None  # the same name, but other trials
    plans[times.name(clock)] = times.fingerprint(clock), 8.0
    assert times.estimate(clock) == 8  # a time is the same everywhere


def test_the_tool_measures_what_a_store_does_not_know(tmp_path: Path) -> None:
    plan = quick(tmp_path, MATCH)
    first, second = plan.cells
    known = {first.key: 2.0}
    total = lab_times.seconds(plan, known)
    assert total == pytest.approx(first.trials * 2.0 + second.trials * known[second.key])
    assert known[second.key] > 0


def test_a_long_trial_is_measured_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a trial takes as long as its last mark."""
    longest: list[float] = []

    def run_trial(trial: lab.Trial) -> lab.Outcome:
        longest.append(po.Budget.parse(trial.settings["marks"][-1]).seconds or 0.0)
        return lab.Outcome(trial, {}, None, longest[-1])

    monkeypatch.setattr(lab_times, "run_trial", run_trial)
    plan = quick(tmp_path, CLOCK)
    assert lab_times.measure(plan, plan.cells[0], 0.01) == pytest.approx(10)
    assert 0.01 <= longest[-1] < 0.1
