"""Checkpoints: a solve that is killed, interrupted or fails goes on as if nothing had happened.

Whatever the break, the final result is that of a run without one, apart from the time it took.
"""

import dataclasses
import errno
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import restless
from command import DIGITS, TESTS, finish, run, start
from device import on_card
from toys import Digits

import playout as po
from playout import checkpoint
from playout.run import streams
from playout.run.streams import Streams

Setting = dict[str, Any]
SMALL_LNS = "lns(repair=nrpa(level=2, iterations=3), first=nrpa(level=2, iterations=5), steps=4)"

# Breaks can come often: slices are short, whatever the speed of the machine, and a file follows each.
RESTLESS = f"""
import sys, time
from playout import checkpoint
from playout.cli import main
from playout.run.streams import Streams
sys.path.insert(0, {str(TESTS)!r})
from restless import short_slices
Streams._slices, checkpoint.SECONDS = short_slices, 0
"""
# Slower than any machine, so that there is time to kill it.
SLOW = (
    RESTLESS
    + """
write = checkpoint.Checkpoint.write
checkpoint.Checkpoint.write = lambda kept: (write(kept), time.sleep(0.02))
sys.exit(main(sys.argv[1:]))
"""
)


@pytest.fixture(autouse=True)
def _restless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Streams, "_slices", restless.short_slices)
    monkeypatch.setattr(streams, "ROUND_SIMULATIONS", 256)
    monkeypatch.setattr(checkpoint, "SECONDS", 0.0)
    monkeypatch.setattr(os, "fsync", lambda _: None)  # so many of them take their time


def untimed(result: po.SolveResult) -> Setting:
    return {
        field.name: getattr(result, field.name)
        for field in dataclasses.fields(result)
        if field.name != "seconds"
    }


def unbroken(**setting: Any) -> po.SolveResult:
    """Solves with whole slices and no checkpoint."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Streams, "_slices", restless.slices)
        return po.solve(**setting)


class BreakError(Exception):
    """What ends a solve in the middle."""


def breaking_after(reports: int) -> Callable[[po.Progress], None]:
    """A progress callback that raises at its nth call."""
    countdown: Iterator[int] = iter(range(reports, 0, -1))

    def report(_: po.Progress) -> None:
        if next(countdown) == 1:
            raise BreakError

    return report


def solve_with_breaks(path: str, **setting: Any) -> tuple[po.SolveResult, int]:
    """Solves again and again until no break comes in between; returns also how many there were."""
    rng = random.Random(repr(setting))
    for breaks in range(10_000):
        try:
            report = breaking_after(rng.randint(1, 2 + 4 * breaks))
            return po.solve(**setting, checkpoint=path, progress=report), breaks
        except BreakError:
            pass
    raise AssertionError("it never ends")


SETTINGS: dict[str, Setting] = {
    "nrpa": {"puzzle": "morpion(4D)", "player": "nrpa(level=2)", "budget": "6000 sims"},
    "threads": {"puzzle": "morpion(4D)", "player": "nrpa(level=3)", "budget": "9000 sims", "threads": 3},
    "states": {"puzzle": "morpion(4D)", "player": "nrpa(level=2)", "budget": "90001 states", "threads": 2},
    "nmcs": {"puzzle": "morpion(4T)", "player": "nmcs(level=2)", "budget": "6000 sims", "threads": 2},
    "lns": {
        "puzzle": "morpion(4D)",
        "player": "lns(first=nrpa(level=2), steps=10)",
        "budget": "40000 sims",
        "threads": 2,
    },
    "crossword": {"puzzle": "crossword(capitals)", "player": "nrpa(level=2)", "budget": "500 sims"},
    "target": {"puzzle": "morpion(4D)", "player": "nrpa(level=2)", "budget": "24h", "target": 33},
    "first at the target": {
        "puzzle": "morpion(4D)",
        "player": "nrpa(level=2)",
        "budget": "100000 sims",
        "target": 33,
        "threads": 3,
    },
    "Python": {"puzzle": Digits(9), "player": "nrpa(level=2)", "budget": "800 sims"},
    "Python in processes": {"puzzle": Digits(9), "player": "nmcs", "budget": "250 sims", "threads": 2},
}


@pytest.mark.parametrize("name", SETTINGS)
def test_breaks_change_nothing(name: str) -> None:
    setting = SETTINGS[name] | {"seed": 1}
    found, breaks = solve_with_breaks("run.save", **setting)
    assert breaks > 0
    assert untimed(found) == untimed(unbroken(**setting))


@pytest.mark.parametrize("target", [30, 32])
@pytest.mark.parametrize("seed", range(6))
def test_breaks_do_not_change_who_is_first_at_the_target(seed: int, target: int) -> None:
    setting = SETTINGS["first at the target"] | {"seed": seed, "target": target}
    found, _ = solve_with_breaks("run.save", **setting)
    assert untimed(found) == untimed(unbroken(**setting))


def test_a_start_and_a_known_sequence_are_kept() -> None:
    begun = po.game("morpion(4D)").initial().play("3:4E3")
    known = po.solve(begun, "nrpa(level=1)", "20 sims", seed=5).moves
    setting: Setting = {
        "puzzle": begun,
        "player": "nrpa(level=2)",
        "budget": "3000 sims",
        "seed": 1,
        "known": known,
    }
    found, breaks = solve_with_breaks("run.save", **setting)
    assert breaks > 0
    assert untimed(found) == untimed(unbroken(**setting))


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ({"budget": "1000 sims"}, {"budget": "5000 sims"}),
        ({"budget": "30000 states", "threads": 2}, {"budget": "70000 states", "threads": 2}),
        ({"budget": "1 sims", "threads": 3}, {"budget": "3000 sims", "threads": 3}),
        ({"budget": "9000 sims", "target": 30}, {"budget": "9000 sims", "target": 33}),
        (
            {"budget": "9000 sims", "target": 30, "threads": 2},
            {"budget": "12000 sims", "target": 33, "threads": 2},
        ),
        ({"budget": "9000 sims", "target": 30}, {"budget": "9000 sims"}),
    ],
)
def test_a_larger_budget_or_a_higher_target_goes_on(first: Setting, then: Setting) -> None:
    setting: Setting = {"puzzle": "morpion(4D)", "player": "nrpa(level=2)", "seed": 1}
    before = po.solve(**setting, **first, checkpoint="run.save")
    found = po.solve(**setting, **then, checkpoint="run.save")
    assert found.simulations > before.simulations
    assert untimed(found) == untimed(unbroken(**setting, **then))


def test_seconds_count_on() -> None:
    before = po.solve("morpion(4D)", "nrpa", "50ms", seed=1, checkpoint="run.save")
    again = po.solve("morpion(4D)", "nrpa", "50ms", seed=1, checkpoint="run.save")
    assert min(before.seconds, again.seconds) >= 0.05
    assert (again.simulations, again.moves) == (before.simulations, before.moves)
    after = po.solve("morpion(4D)", "nrpa", "100ms", seed=1, checkpoint="run.save")
    assert after.simulations > before.simulations


def test_a_finished_checkpoint_answers_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = SETTINGS["threads"] | {"seed": 1, "checkpoint": "run.save"}
    found = po.solve(**setting)
    monkeypatch.setattr("playout.run.runners.Job.run", lambda *_: pytest.fail("it searched"))
    assert untimed(po.solve(**setting)) == untimed(found)


# ---------------------------------------------------------------- killed, interrupted, full


def killed(argv: list[str], delay: float) -> bool:
    """Runs a command and kills it some time after its first write; returns whether it was still running."""
    process, file = start(*argv, code=SLOW), Path("run.save")
    before = file.stat().st_mtime_ns if file.exists() else 0
    while process.poll() is None and (not file.exists() or file.stat().st_mtime_ns == before):
        time.sleep(0.001)
    time.sleep(delay)
    running = process.poll() is None
    process.kill()
    process.communicate()
    return running


@pytest.mark.parametrize(
    ("argv", "kills"),
    [
        (["morpion(4D)", "nrpa(level=3)", "--budget", "30000 sims", "--threads", "2"], 5),
        ([f"{DIGITS}(12)", "nrpa(level=2)", "--budget", "2000 sims"], 2),
        (["morpion(4D)", SMALL_LNS, "--device", "emulated", "--budget", "60000 sims"], 2),
        pytest.param(
            ["morpion(5T)", "lns", "--device", "cuda", "--budget", "500000000 sims"], 3, marks=on_card
        ),
    ],
    ids=["native", "Python", "emulated", "card"],
)
def test_kill_9_changes_nothing(argv: list[str], kills: int) -> None:
    command = ["solve", *argv, "--seed", "1", "--json"]
    rng = random.Random(7)
    for _ in range(kills):
        assert killed([*command, "--checkpoint", "run.save"], rng.uniform(0, 0.1))
    found, whole = run(*command, "--checkpoint", "run.save").json, run(*command).json
    for fields in (found, whole):
        del fields["seconds"]
    assert found == whole
    assert list(Path().iterdir()) == [Path("run.save")]


# Dies within the third write: half way through the file, before and after it takes its place.
DYING = (
    RESTLESS
    + """
import os, pathlib, signal, stat
place, calls = sys.argv.pop(1), 0

def die(last_deed=lambda: None):
    global calls
    calls += 1
    if calls == 3:
        last_deed()
        os.kill(os.getpid(), signal.SIGKILL)

fsync, replace = os.fsync, pathlib.Path.replace

def dying_fsync(handle):
    if place == "half way" and not stat.S_ISDIR(os.fstat(handle).st_mode):
        die(lambda: os.ftruncate(handle, os.fstat(handle).st_size // 2))
    fsync(handle)

def dying_replace(self, target):
    if place == "before":
        die()
    replace(self, target)
    if place == "after":
        die()

os.fsync = dying_fsync
pathlib.Path.replace = dying_replace
sys.exit(main(sys.argv[1:]))
"""
)


@pytest.mark.parametrize("place", ["half way", "before", "after"])
def test_death_within_a_write_changes_nothing(place: str) -> None:
    argv = ["solve", "morpion(4D)", "nrpa(level=2)", "--budget", "4000 sims", "--checkpoint", "run.save"]
    done = finish(start(place, *argv, code=DYING))
    assert done.status == -signal.SIGKILL
    assert Path("run.save").exists()
    found = po.solve("morpion(4D)", "nrpa(level=2)", "4000 sims", seed=0, checkpoint="run.save")
    assert untimed(found) == untimed(po.solve("morpion(4D)", "nrpa(level=2)", "4000 sims", seed=0))
    assert list(Path().iterdir()) == [Path("run.save")]


@pytest.mark.parametrize("name", ["nrpa", "first at the target", "Python", "Python in processes"])
def test_ctrl_c_then_on(name: str) -> None:
    setting = SETTINGS[name] | {"seed": 1}
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        interrupted = po.solve(
            **setting, checkpoint="run.save", progress=lambda _: signal.raise_signal(signal.SIGINT)
        )
    finally:
        signal.signal(signal.SIGINT, before)
    whole = unbroken(**setting)
    assert interrupted.interrupted
    assert interrupted.simulations < whole.simulations
    assert untimed(po.solve(**setting, checkpoint="run.save")) == untimed(whole)


def test_an_error_in_a_users_game_loses_nothing() -> None:
    class Fails(Digits):
        working = True

        def score(self, state: tuple[int, ...]) -> float:
            if not Fails.working:
                raise BreakError
            return super().score(state)

    def fail(_: po.Progress) -> None:
        Fails.working = False

    setting: Setting = {"puzzle": Fails(9), "player": "nrpa(level=2)", "budget": "800 sims", "seed": 1}
    whole = po.solve(**setting)
    with pytest.raises(BreakError):
        po.solve(**setting, checkpoint="run.save", progress=fail)
    Fails.working = True
    assert untimed(po.solve(**setting, checkpoint="run.save")) == untimed(whole)


def test_a_disk_that_is_full_for_a_while_costs_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = SETTINGS["nrpa"] | {"seed": 1}
    calls = iter(range(10**6))

    def sometimes(_: int) -> None:
        if next(calls) in (2, 4):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", sometimes)
    with pytest.warns(RuntimeWarning, match=r"cannot write run\.save: No space left on device"):
        found = po.solve(**setting, checkpoint="run.save")
    assert untimed(found) == untimed(unbroken(**setting))
