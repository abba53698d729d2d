"""Runs of the lab: the same rows whatever engine, however often killed, and with others in the same store."""

import os
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from command import LIMIT_SECONDS, finish, run, start
from lab_files import FAULTY_GAME, MATCH, faulty_games, random_match, serial, stored, write
from lab_kills import compare

import playout as po
from playout import lab
from playout.lab import kinds
from playout.lab.kinds import KINDS
from playout.lab.trials import run_trial
from playout.run.runners import Job

# About 10 ms a trial, so that a run can be killed in its midst.
SLOW = """
title = "Slow enough to be killed"

[scale.quick]
trials = 30

[[search]]
row = "{game}"
game = "{game}"
player = "uct"
budget = "6000 sims"

[search.sweep]
game = ["breakthrough(5,5)", "nogo(5,5)", "tictactoe"]
"""


CHEAP = ("bounds.table2", "nmcs.table1", "nmcs.table2", "nogo.constant")


def rows_done(store: Path) -> int:
    """The rows of a store that others write; 0 as long as it is not there."""
    try:
        with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as database, database:
            (count,) = database.execute("SELECT COUNT(*) FROM trials").fetchone()
    except sqlite3.OperationalError:
        return 0
    return int(count)


def wait_for_rows(store: Path, more_than: int, process: "subprocess.Popen[str]") -> None:
    deadline = time.monotonic() + LIMIT_SECONDS
    while rows_done(store) <= more_than and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)


def test_killed_again_and_again_it_ends_with_the_same_rows(tmp_path: Path) -> None:
    """At ten random moments. `tools/lab_kills.py` does it with all experiments."""
    struck, killed, peace = compare([*CHEAP], "processes", 10, 1, tmp_path)
    assert struck > 5  # the last ones may come too late
    assert killed == peace
    assert len(peace) == sum(lab.plan(lab.experiment(name), "smoke").size for name in CHEAP)


def test_two_runs_share_a_store(tmp_path: Path) -> None:
    path, store = write(tmp_path, "slow.toml", SLOW), tmp_path / "store.sqlite"
    argv = ["lab", "run", str(path), "--store", str(store), "--workers", "1", "--json"]
    both = [start(*argv), start(*argv)]
    done = [finish(process).json for process in both]
    assert all(one["complete"] for one in done)
    assert stored(store) == serial(path, "quick", tmp_path / "other.sqlite")


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    path, store = write(tmp_path, "slow.toml", SLOW.replace("= 30", "= 3000")), tmp_path / "store.sqlite"
    process = start("lab", "run", str(path), "--store", str(store), "--workers", "1", "--json")
    wait_for_rows(store, 0, process)
    process.send_signal(signal.SIGINT)
    done = finish(process).json
    assert done["interrupted"] is True
    assert 0 < done["finished"] == rows_done(store) < done["planned"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with a file of faulty games."""
    monkeypatch.chdir(tmp_path)
    with faulty_games(tmp_path) as made:
        yield made


def test_a_failing_trial_is_recorded_and_stops_nobody(folder: Path) -> None:
    write(folder, "mine.toml", random_match("faulty.py:Raises", 12))
    argv = ["lab", "run", "mine.toml", "--engine", "serial"]
    assert run(*argv, "--json").status == 1
    rows = stored(folder / "playout-lab.sqlite")
    assert len(rows) == 12
    failed = {trial for trial, (_, result, error) in rows.items() if error and result is None}
    assert 0 < len(failed) < 12
    with lab.Store("playout-lab.sqlite") as store:
        failures = dict(store.failures(store.plans()[0]))
    assert failures.keys() == failed
    for traceback in failures.values():
        assert "in play" in traceback
        assert "RuntimeError: five is too hard" in traceback
    assert "five is too hard" in run(*argv).out


def test_a_trial_that_failed_is_run_again(folder: Path) -> None:
    write(folder, "mine.toml", random_match("faulty.py:Raises", 12))
    argv = ["lab", "run", "mine.toml", "--engine", "serial"]
    assert run(*argv).status == 1
    write(folder, "faulty.py", FAULTY_GAME.replace("state[0] == 5", "False"))
    assert run(*argv).status == 0
    assert not any(error for _, _, error in stored(folder / "playout-lab.sqlite").values())


@pytest.mark.parametrize(("deadly", "failed"), [("once", 0), ("always", 2)])
def test_a_worker_that_is_killed_is_replaced(folder: Path, deadly: str, failed: int) -> None:
    """Its trials are run again, and no row is there twice; one that kills every worker fails."""
    write(folder, "mine.toml", random_match("faulty.py:Dies", 2))
    plan = lab.plan(lab.experiment("mine.toml"), "quick")
    write(folder, "deadly", deadly)
    with lab.Store("store.sqlite") as store:
        summary = lab.run([plan], store, lab.engine("processes", 1))
        rows, failures = store.rows(plan, plan.cells[0]), store.failures(plan)
    assert (summary.finished, summary.failed) == (2 - failed, failed)
    assert [row.index for row in rows] == list(range(2 - failed))
    for _, error in failures:
        assert "3 worker processes died of this trial; the last with exit status -9" in error


def test_processes_give_what_serial_gives(tmp_path: Path) -> None:
    path, store = write(tmp_path, "mine.toml", MATCH), tmp_path / "store.sqlite"
    done = finish(start("lab", "run", str(path), "--store", str(store), "--workers", "2", "--json")).json
    assert (done["finished"], done["failed"]) == (80, 0)
    assert stored(store) == serial(path, "quick", tmp_path / "other.sqlite")


def test_a_larger_scale_goes_on_from_a_smaller_one(tmp_path: Path) -> None:
    experiment = lab.experiment(write(tmp_path, "mine.toml", MATCH))
    with lab.Store(tmp_path / "store.sqlite") as store:
        engine = lab.engine("serial", 1)
        assert lab.run([lab.plan(experiment, "smoke")], store, engine).finished == 12
        summary = lab.run([lab.plan(experiment, "quick")], store, engine)
        assert (summary.done, summary.finished, summary.complete) == (12, 68, True)


def test_the_smallest_tables_of_the_papers_agree(tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    plans = [lab.plan(lab.experiment(name), "smoke") for name in ("bounds.table1", "bounds.table2")]
    with lab.Store(tmp_path / "store.sqlite") as store:
        lab.run(plans, store, lab.engine("serial", 1))
        summaries = [lab.evaluate(plan, store).summary for plan in plans]
    assert summaries == ["81 of 81 cells agree", "36 of 36 cells agree"]


def test_one_trial_of_every_kind_of_every_paper(tmp_path: Path) -> None:
    """The first cell of every experiment at its smoke scale."""
    done = 0
    with lab.Store(tmp_path / "store.sqlite") as store:
        for name in lab.ids():
            plan = lab.plan(lab.experiment(name), "smoke")
            summary = lab.run([replace(plan, cells=plan.cells[:1])], store, lab.engine("serial", 1))
            assert (summary.failed, summary.complete) == (0, True)
            done += summary.finished
    assert done >= len(lab.ids())


def test_a_match_with_two_budgets_gives_each_player_its_own(tmp_path: Path) -> None:
    text = """
title = "Unequal"
[scale.quick]
trials = 10
[[match]]
game = "tictactoe"
a = "uct"
b = "uct"
budget = "400 sims"
budget_b = "1 sims"
"""
    rows = serial(write(tmp_path, "mine.toml", text), "quick", tmp_path / "store.sqlite")
    results = [result for _, result, _ in rows.values() if result]
    assert sum('"result": 1' in result for result in results) >= 7
    assert not any('"result": -1' in result for result in results)


def test_a_solve_is_the_same_however_it_is_cut(tmp_path: Path) -> None:
    text = """
title = "Marks"
[scale.quick]
trials = 1
[[solve]]
row = "{marks.name}"
game = "morpion(4D)"
player = "nrpa(level=2)"
marks = "{marks.list}"
[solve.sweep]
marks = [{ name = "x", list = ["100 sims", "1000 sims", "4000 sims"] }, { name = "y", list = ["4000 sims"] }]
"""
    plan = lab.plan(lab.experiment(write(tmp_path, "mine.toml", text)), "quick")
    cut, whole = (KINDS["solve"].run(cell.settings, 1, 0) for cell in plan.cells)
    assert cut["scores"] == sorted(cut["scores"])
    assert (cut["scores"][-1], cut["moves"]) == (whole["scores"][-1], whole["moves"])


def test_marks_in_seconds_count_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each slice here takes a little longer than it was given, and the next one has less."""
    given: list[float] = []
    clock = [100.0]

    def run_slice(_self: Job, _solver: object, budget: po.Budget, _stop: object) -> None:
        assert budget.seconds is not None
        given.append(budget.seconds)
        clock[0] += budget.seconds + 0.05

    monkeypatch.setattr(Job, "run", run_slice)
    monkeypatch.setattr(kinds, "perf_counter", lambda: clock[0])
    marks = ["200ms", "400ms", "420ms", "1s"]
    settings = {"game": "morpion(4D)", "player": "nrpa(level=2)", "marks": marks}
    assert len(KINDS["solve"].run(settings, 1, 0)["scores"]) == 4
    assert given == pytest.approx([0.2, 0.15, 0.55])  # 420 ms had passed at the third mark


def test_the_processor_time_of_a_trial_has_that_of_its_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def work() -> None:
        while time.thread_time() < 0.05:
            pass

    def search_in_a_thread(_settings: object, _seed: int, _index: int) -> dict[str, object]:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        return {}

    monkeypatch.setitem(KINDS, "exact", replace(KINDS["exact"], run=search_in_a_thread))
    assert run_trial(lab.Trial("x", "exact", {}, 1, 0)).seconds >= 0.05


def test_bad_engines_and_workers_are_refused() -> None:
    with pytest.raises(po.SpecError, match="unknown engine 'slurm'"):
        lab.engine("slurm", 1)
    with pytest.raises(po.SpecError, match="workers must be an integer"):
        lab.engine("processes", 0)


def test_a_worker_does_not_outlive_a_killed_run(tmp_path: Path) -> None:
    text = SLOW.replace("6000 sims", "100000000 sims")
    path, store = write(tmp_path, "slow.toml", text), tmp_path / "store.sqlite"
    process = start("lab", "run", str(path), "--store", str(store), "--workers", "1")
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not children.exists():
        process.kill()
        pytest.skip("this system does not list child processes")
    deadline = time.monotonic() + LIMIT_SECONDS
    found: list[int] = []
    while len(found) < 2 and time.monotonic() < deadline:  # the worker, and multiprocessing's tracker
        time.sleep(0.05)
        found = [int(pid) for pid in children.read_text().split()]
    time.sleep(1)  # until the worker is at its trial
    process.kill()
    process.communicate()
    while any(map(_runs, found)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_runs, found))


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return False
