"""A checkpoint that several solves want: one has it, the others are refused; what lies beside it stays."""

import errno
import fcntl
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from command import Run, finish, start

import playout as po
from playout.run.kept_file import KeptFile

SMALL: dict[str, Any] = {"puzzle": "morpion(4D)", "player": "nrpa", "budget": "100 sims", "seed": 1}
COMMAND = ["solve", "morpion(4D)", "nrpa", "--budget", "100 sims", "--seed", "1", "--checkpoint", "run.save"]
FILE = Path("run.save")
IN_USE = "run.save is in use: another run keeps it"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def during_a_solve(deed: Callable[[], Any]) -> list[Any]:
    """What comes of something that is done while a solve has the checkpoint; the solve ends as it should."""
    found: list[Any] = []
    result = po.solve(**SMALL, checkpoint=FILE, progress=lambda _: found.append(deed()))
    assert result.moves == po.solve(**SMALL).moves
    assert found
    return found


def refused() -> str:
    with pytest.raises(po.CheckpointError) as error:
        po.solve(**SMALL, checkpoint=FILE)
    return str(error.value)


def test_another_process_is_refused() -> None:
    refusal = Run(2, "", f"playout: {IN_USE}\n")
    assert during_a_solve(lambda: finish(start(*COMMAND)))[0] == refusal
    assert finish(start(*COMMAND)).status == 0


def test_another_solve_of_the_same_process_is_refused() -> None:
    assert during_a_solve(refused)[0] == IN_USE


def test_a_link_to_it_is_the_same_file() -> None:
    FILE.symlink_to("elsewhere")
    assert "elsewhere is in use" in during_a_solve(lambda: finish(start(*COMMAND[:-1], "elsewhere")))[0].err


class Crowd:
    """Solves that start at the same moment. One that has the file waits until the others are refused."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._together = threading.Barrier(count)
        self._refusals = 0
        self._refused = threading.Condition()

    def run(self) -> list[str]:
        """What came of each, in any order."""
        with ThreadPoolExecutor(self.count) as executor:
            return sorted(executor.map(lambda _: self._solve(), range(self.count)))

    def _solve(self) -> str:
        self._together.wait()
        try:
            po.solve(**SMALL, checkpoint=FILE, progress=self._wait)
        except po.CheckpointError as error:
            with self._refused:
                self._refusals += 1
                self._refused.notify_all()
            return str(error)
        return "done"

    def _wait(self, _: po.Progress) -> None:
        with self._refused:
            self._refused.wait_for(lambda: self._refusals == self.count - 1, timeout=30)


@pytest.mark.parametrize("begun", [False, True])
def test_of_many_that_start_at_once_one_has_it(begun: bool) -> None:
    for _ in range(5):
        FILE.unlink(missing_ok=True)
        if begun:
            po.solve(**SMALL | {"budget": "50 sims"}, checkpoint=FILE)
        assert Crowd(8).run() == ["done", *[IN_USE] * 7]
        assert list(Path().iterdir()) == [FILE]


def test_a_file_that_is_replaced_as_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock on the old one is worth nothing."""
    FILE.write_bytes(b"old")
    flock, first = fcntl.flock, KeptFile(FILE)

    def late(file: Any, operation: int) -> None:
        monkeypatch.setattr(fcntl, "flock", flock)
        first.write(b"new")
        flock(file, operation)

    monkeypatch.setattr(fcntl, "flock", late)
    with closing(first), pytest.raises(BlockingIOError):
        KeptFile(FILE)
    with closing(KeptFile(FILE)) as second:
        assert second.read() == b"new"


def test_what_lies_beside_it_stays_as_it_is() -> None:
    mine = [Path(name) for name in ("run.save.part", ".run.save.part", ".run.save.mine.part")]
    for path in mine:
        path.write_text("mine")
    Path("precious").write_text("mine")
    Path("other.save.part").symlink_to("precious")
    po.solve(**SMALL, checkpoint=FILE)
    po.solve(**SMALL, checkpoint="other.save")
    assert all(path.read_text() == "mine" for path in [*mine, Path("precious")])
    assert Path("other.save.part").is_symlink()
    assert len(list(Path().iterdir())) == 7


def test_its_rights_are_those_of_any_new_file() -> None:
    Path("any").touch()
    po.solve(**SMALL, checkpoint=FILE)
    assert FILE.stat().st_mode == Path("any").stat().st_mode


@pytest.mark.parametrize(("module", "name"), [(fcntl, "flock"), (os, "link")])
def test_a_file_system_without_locks_or_links(
    module: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(*_: object) -> None:
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))

    monkeypatch.setattr(module, name, unsupported)
    for budget in ("50 sims", "100 sims"):
        found = po.solve(**SMALL | {"budget": budget}, checkpoint=FILE)
    assert found.moves == po.solve(**SMALL).moves
    assert list(Path().iterdir()) == [FILE]
