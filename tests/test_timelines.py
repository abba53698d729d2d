"""The script of the NRPA paper's timelines: it prints what was solved, and goes on after a break."""

import json
import shlex
import sys
import threading
from pathlib import Path

import pytest
from command import run

import playout as po

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

import nrpa_timelines  # noqa: E402
from nrpa_timelines import PAPER, BrokenOffError, Timelines, run_all, table, verdicts  # noqa: E402

BUDGETS = (200, 2000)


def score(method: str, playouts: int, seed: int) -> float:
    player = nrpa_timelines.METHODS[method]
    return po.solve("morpion(5D)", player, po.Budget(simulations=playouts), seed=seed).score


def test_the_table_shows_what_was_solved(tmp_path: Path) -> None:
    timelines = Timelines(tmp_path, 2, BUDGETS)
    assert "—" in table(timelines)
    run_all(timelines, workers=2)
    lines = table(timelines).splitlines()
    assert len(lines) == 2 + len(PAPER)
    ours = [max(score("NRPA", playouts, seed) for seed in (1, 2)) for playouts in BUDGETS]
    assert f"| morpion(5D) | nrpa(level=3) | {ours[0]:g} | 79 | {ours[1]:g} | 81 |" in lines
    early, late = ours[0], max(score("NMCS", 2000, seed) for seed in (1, 2))
    word = "beats" if early > late else "does not beat"
    assert verdicts(timelines).splitlines()[1].endswith(f"{word} NMCS, {early:g} to {late:g}")


def test_the_points_are_records_with_their_commands(tmp_path: Path) -> None:
    timelines = Timelines(tmp_path, 1, BUDGETS)
    run_all(timelines, workers=1)
    assert len(list(tmp_path.iterdir())) == 2 * len(PAPER)
    for path in tmp_path.iterdir():
        command = json.loads(path.read_text())["origin"]["command"]
        assert run(*shlex.split(command)[1:], "--json").json["score"] == po.verify(path).score


def test_what_is_there_is_not_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_all(Timelines(tmp_path, 1, BUDGETS), workers=1)
    monkeypatch.setattr(po, "solve", lambda *_, **__: pytest.fail("it solved"))
    assert list(Timelines(tmp_path, 1, BUDGETS).missing()) == []
    run_all(Timelines(tmp_path, 1, BUDGETS), workers=1)


def test_a_timeline_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    timelines, stop = Timelines(tmp_path, 1, BUDGETS), threading.Event()
    stop.set()
    for _ in range(2):
        with pytest.raises(BrokenOffError):
            timelines.run("5D", "NRPA", 1, stop)
    assert (tmp_path / "5D-NRPA-1.save").exists()
    timelines.run("5D", "NRPA", 1, threading.Event())
    assert timelines.medians("5D", "NRPA") == [score("NRPA", playouts, 1) for playouts in BUDGETS]
    assert not (tmp_path / "5D-NRPA-1.save").exists()
