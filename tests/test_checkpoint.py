"""Checkpoints: a solve that is killed, interrupted or fails goes on as if nothing had happened.

Whatever the break, the final result is that of a run without one, apart from the time it took.
"""

import dataclasses
import hashlib
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
from hypothesis import given
from hypothesis import strategies as st
from toys import Digits, one_line

import playout as po
from playout import checkpoint, streams
from playout.streams import Streams

Setting = dict[str, Any]

# Breaks can come often: slices are short, whatever the speed of the machine, and a file follows each.
RESTLESS = f"""
import sys, time
from playout import checkpoint
from playout.cli import main
from playout.streams import Streams
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
    monkeypatch.setattr("playout.runners.Search.run", lambda *_: pytest.fail("it searched"))
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
    ],
    ids=["native", "Python"],
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
    assert not Path("run.save.part").exists()


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
    replace, calls = checkpoint._replace, iter(range(10**6))

    def sometimes(path: Path, content: bytes) -> None:
        if next(calls) in (1, 2):
            raise po.CheckpointError(f"cannot write {path}: No space left on device")
        replace(path, content)

    monkeypatch.setattr(checkpoint, "_replace", sometimes)
    with pytest.warns(RuntimeWarning, match=r"cannot write run\.save: No space left on device"):
        found = po.solve(**setting, checkpoint="run.save")
    assert untimed(found) == untimed(unbroken(**setting))


# ---------------------------------------------------------------- refused

SMALL: Setting = {"puzzle": "morpion(4D)", "player": "nrpa", "budget": "100 sims", "seed": 1}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("checkpoint") / "run.save"
    po.solve(**SMALL, checkpoint=path)
    return path.read_bytes()


def refused(content: bytes, **changes: Any) -> str:
    """What is said about a file, which stays as it is."""
    path = Path("run.save")
    path.write_bytes(content)
    with pytest.raises(po.CheckpointError) as error:
        po.solve(**(SMALL | changes), checkpoint=path)
    assert one_line(error.value)
    assert path.read_bytes() == content
    assert list(Path().iterdir()) == [path]
    return str(error.value)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"puzzle": "morpion(5T)"}, "puzzle 'morpion(4D)' instead of 'morpion(5T)', other legal moves"),
        ({"puzzle": "morpion(4T)"}, "puzzle 'morpion(4D)' instead of 'morpion(4T)'"),
        ({"player": "nrpa(level=4)"}, "player 'nrpa' instead of 'nrpa(level=4)'"),
        ({"player": "nmcs"}, "player 'nrpa' instead of 'nmcs'"),
        ({"seed": 2}, "seed 1 instead of 2"),
        ({"threads": 2}, "threads 1 instead of 2"),
        ({"puzzle": po.game("morpion(4D)").initial().play("3:4E3")}, "another start"),
        ({"known": po.solve(**SMALL).names}, "another known sequence"),
        ({"seed": 2, "threads": 3}, "seed 1 instead of 2, threads 1 instead of 3"),
        ({"budget": "99 sims"}, "the budget 100 sims; it takes that or more to go on, not 99 sims"),
        ({"budget": "24h"}, "not 86400s"),
        ({"budget": "1h or 100 sims"}, "not 3600s or 100 sims"),
        ({"budget": "1000 states"}, "not 1000 states"),
        ({"target": 40}, "not 100 sims and the target 40"),
    ],
)
def test_a_checkpoint_of_another_solve(sound: bytes, changes: Setting, reason: str) -> None:
    assert reason in refused(sound, **changes)


def test_a_checkpoint_of_another_version(sound: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(po, "__version__", "0.0.9")
    assert "instead of '0.0.9'" in refused(sound)


def test_a_checkpoint_of_another_format(sound: bytes) -> None:
    newer = sound.replace(b"checkpoint 1", b"checkpoint 2", 1)
    reason = (
        "run.save has the format 'playout checkpoint 2'; the format of this version is 'playout checkpoint 1'"
    )
    assert refused(newer) == reason


@pytest.mark.parametrize("content", [b"", b"\n", b"mine", b"\xff\xfe", b'{"format": "playout record 1"}\n'])
def test_what_is_no_checkpoint(content: bytes) -> None:
    assert "run.save is no checkpoint" in refused(content)


@pytest.mark.parametrize("length", [21, 22, 100, -33, -32, -1])
def test_a_checkpoint_that_is_cut_short(sound: bytes, length: int) -> None:
    assert refused(sound[:length]) == "run.save is damaged or cut short"


def test_a_checkpoint_with_something_behind_it(sound: bytes) -> None:
    assert refused(sound + b"x") == "run.save is damaged or cut short"


@pytest.mark.parametrize(
    "header",
    [
        "",
        "nothing",
        "[]",
        "{}",
        "[" * 10_000,
        '{"budget": "100 sims", "target": null, "elapsed": "long", "sizes": [3]}',
        '{"budget": "100 sims", "target": null, "elapsed": NaN, "sizes": [3]}',
        '{"budget": "100 sims", "target": null, "elapsed": 1.0, "sizes": [1, -1, 9]}',
        '{"budget": "100 sims", "target": null, "elapsed": 1.0, "sizes": ["three"]}',
        '{"budget": "100 sims", "target": null, "elapsed": 1.0, "sizes": []}',
        '{"budget": 100, "target": null, "elapsed": 1.0, "sizes": [3]}',
    ],
)
def test_a_forged_description(header: str) -> None:
    body = b"playout checkpoint 1\n" + header.encode() + b"\nxyz"
    content = body + hashlib.blake2b(body, digest_size=32).digest()
    assert refused(content) == "run.save is damaged: its second line does not describe a solve"


@given(st.data())
def test_any_change_of_a_bit_is_noticed(sound: bytes, data: st.DataObject) -> None:
    bit = data.draw(st.integers(0, 8 * len(sound) - 1))
    changed = bytearray(sound)
    changed[bit // 8] ^= 1 << bit % 8
    refused(bytes(changed))


def test_a_word_list_that_has_changed() -> None:
    words = Path("words.txt")
    setting: Setting = {"player": "nrpa", "budget": "10 sims", "seed": 1}
    words.write_text("ace cab bead dead ebb")
    po.solve("crossword(words.txt, size=5)", **setting, checkpoint="run.save")
    words.write_text("ace cab bead deaf ebb")
    with pytest.raises(po.CheckpointError, match=r"run\.save is of another solve: other legal moves"):
        po.solve("crossword(words.txt, size=5)", **setting, checkpoint="run.save")


def test_rules_that_have_changed() -> None:
    class Weighted(Digits):
        weight = 1

        def score(self, state: tuple[int, ...]) -> float:
            return super().score(state) / self.weight

    setting: Setting = {
        "puzzle": Weighted(6),
        "player": "nrpa",
        "budget": "10 sims",
        "seed": 1,
        "checkpoint": "run.save",
    }
    po.solve(**setting)
    Weighted.weight = 2
    with pytest.raises(po.CheckpointError, match="the rules of the puzzle have changed"):
        po.solve(**setting)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to(path)])
def test_what_is_no_file(make: Callable[[Path], None]) -> None:
    make(Path("run.save"))
    with pytest.raises(po.CheckpointError, match=r"^(run.save is no file|cannot read run.save: .*)$"):
        po.solve(**SMALL, checkpoint="run.save")


def test_a_link_stays_a_link() -> None:
    Path("run.save").symlink_to("elsewhere")
    po.solve(**SMALL, checkpoint="run.save")
    po.solve(**SMALL, checkpoint="run.save")
    assert Path("run.save").is_symlink()
    assert Path("elsewhere").is_file()


def test_a_folder_that_is_missing() -> None:
    with pytest.raises(po.CheckpointError, match=r"^cannot write no/run\.save: No such file or directory$"):
        po.solve(**(SMALL | {"budget": "24h"}), checkpoint="no/run.save")
