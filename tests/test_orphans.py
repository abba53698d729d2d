"""Worker processes whose parent was killed: they end by themselves, also if users' rules keep them busy."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from subprocess import Popen

import pytest
from command import LIMIT_SECONDS, finish, start
from lab_files import random_match, write

# Each process that has a move to make leaves a file.
GAMES = '''
import os
from pathlib import Path

import playout as po


class Busy(po.PythonGame):
    """A move that takes for ever, and a worker process that does nothing else."""

    def initial(self):
        return 0

    def legal(self, state):
        return [0, 1] if state == 0 else []

    def play(self, state, move):
        Path(f"{os.getpid()}.busy").touch()
        while True:
            pass

    def turn(self, state):
        return po.MAX

    def score(self, state):
        return 0


class BusyPuzzle(Busy):
    players = 1

    def bounds(self):
        return 0, 1


class HalfBusy(Busy):
    """The first process alone is busy: the others have nothing to do."""

    def play(self, state, move):
        try:
            Path("taken").touch(exist_ok=False)
        except FileExistsError:
            Path(f"{os.getpid()}.busy").touch()
            return 1
        return super().play(state, move)
'''
COMMANDS = {
    "match": ["match", "games.py:Busy", "random", "random", "--workers", "2"],
    "idle": ["match", "games.py:HalfBusy", "random", "random", "--games", "2", "--workers", "2"],
    "solve": ["solve", "games.py:BusyPuzzle", "nrpa", "--budget", "1h", "--threads", "2"],
    "tournament": ["tournament", "games.py:Busy", "random", "flat", "--opening", "0", "--workers", "2"],
    "lab": ["lab", "run", "busy.toml", "--workers", "2"],
}
SIGNALS = [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]

VARIABLES = [f"?{letter}" for letter in "abcdefghij"]
WIDE = f"""
(role player) {" ".join(f"(d {digit})" for digit in range(10))} (init begin)
(<= (wide {" ".join(VARIABLES)}) {" ".join(f"(d {name})" for name in VARIABLES)})
(<= (next end) (does player (go ?a)))
(<= (legal player (go ?a)) (wide {" ".join(VARIABLES)}) (true begin))
(<= terminal (not (true begin)))
(goal player 100)
"""
"""Rules that take the grounder long."""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "games.py", GAMES)
    write(tmp_path, "busy.toml", random_match("games.py:Busy", trials=10))


@pytest.fixture
def program(request: pytest.FixtureRequest) -> Iterator["Popen[str]"]:
    """A command whose two workers are at it."""
    process = start(*COMMANDS[request.param], start_new_session=True)
    end = time.monotonic() + LIMIT_SECONDS
    while len(list(Path().glob("*.busy"))) < 2 and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    yield process
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize("program", COMMANDS, indirect=True)
@pytest.mark.parametrize("sign", SIGNALS, ids=lambda sign: sign.name)
def test_no_worker_outlives_its_parent(program: "Popen[str]", sign: signal.Signals) -> None:
    assert program.poll() is None
    program.send_signal(sign)
    # All its processes have its stdout, so this waits for the last of them.
    assert finish(program).status == -sign


def _children(process: int) -> list[int]:
    with suppress(OSError):
        return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return []


def _wait_for(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + LIMIT_SECONDS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the system does not tell of children")
@pytest.mark.parametrize("sign", SIGNALS, ids=lambda sign: sign.name)
def test_no_grounder_outlives_its_parent(sign: signal.Signals, tmp_path: Path) -> None:
    pytest.importorskip("clingo")
    write(tmp_path, "wide.kif", WIDE)
    program = start("perft", "wide.kif", "1")
    _wait_for(lambda: _children(program.pid) or program.poll() is not None)
    (grounder,) = _children(program.pid)
    program.send_signal(sign)
    program.communicate(timeout=LIMIT_SECONDS)
    _wait_for(lambda: not Path(f"/proc/{grounder}").exists())
