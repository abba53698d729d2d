"""Standard streams that are closed, full or know few letters: a command does its work all the same."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import NIM, SEARCH, Run, finish, run, start
from lab_files import random_match, write

CLOSED = ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"]
MATCH = ["match", NIM, "random", "random", "--games", "2", "--workers", "2"]
COMMANDS = {
    "--help": ["--help"],
    "games": ["games"],
    "bench": ["bench", "--seconds", "0.001"],
    "perft": ["perft", "tictactoe", "2"],
    "play": ["play", "tictactoe", "--budget", "10 sims"],
    "search": [*SEARCH, "--json"],
    "match": MATCH,
    "tournament": ["tournament", "tictactoe", "flat", "random", "--games", "2", "--budget", "5 sims"],
    "solve": ["solve", "morpion(4D)", "nrpa", "--budget", "10 sims"],
    "lab": ["lab", "run", "mine.toml", "--workers", "1"],
}
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that Linux has")
SOLVE = ["solve", "loud.py:Loud", "nrpa", "--budget", "200 sims"]
SOLVE += ["--checkpoint", "run.save", "--record", "run.json", "--svg", "run.svg"]
LOUD = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from toys import Digits

class Loud(Digits):
    def score(self, state):
        print("loud")
        return super().score(state)
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "mine.toml", random_match("tictactoe", trials=2))
    write(tmp_path, "loud.py", LOUD)


def redirected(redirection: str, *argv: str) -> Run:
    """Runs a command as a shell does with such a redirection."""
    words = ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "playout", *argv]
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    buffered = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    return finish(subprocess.Popen(words, text=True, env=buffered, **streams))  # type: ignore[call-overload]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_no_error(command: str, closed: str) -> None:
    done = redirected(closed, *COMMANDS[command])
    assert (done.status, done.err) == (0, "")
    assert done.out == ""


@pytest.mark.parametrize("closed", CLOSED)
def test_an_error_has_its_exit_status_where_nobody_can_read_it(closed: str) -> None:
    assert redirected(closed, "search", "chess", "uct").status == 2


@pytest.mark.parametrize("closed", CLOSED)
def test_a_solve_leaves_its_files_and_nothing_is_printed_into_them(closed: str) -> None:
    """Without care the first file that is opened would be the new standard output."""
    assert redirected(closed, *SOLVE).status == 0
    assert "loud" not in Path("run.svg").read_text()
    assert json.loads(Path("run.json").read_text())["score"] == 12
    assert b"loud\n" not in Path("run.save").read_bytes()
    assert run(*SOLVE).status == 0


@needs_full
def test_a_full_stdout_is_one_line() -> None:
    assert redirected("> /dev/full", "games") == Run(1, "", "playout: [Errno 28] No space left on device\n")


@needs_full
def test_a_full_stderr_changes_no_exit_status() -> None:
    assert redirected("2> /dev/full", "search", "chess", "uct").status == 2


@pytest.mark.parametrize("argv", [["games"], ["lab", "list"], ["lab", "list", "--help"]])
def test_letters_that_the_terminal_does_not_know_are_escaped(argv: list[str]) -> None:
    few, all_ = (finish(start(*argv, env=os.environ | {"PYTHONIOENCODING": e})) for e in ("ascii", "utf-8"))
    assert (few.status, few.err) == (0, "")
    assert len(few.out.splitlines()) == len(all_.out.splitlines())
    assert few.out.isascii()


def test_a_letter_that_the_terminal_does_not_know_may_be_typed() -> None:
    process = start(
        "play", "tictactoe", stdin=subprocess.PIPE, env=os.environ | {"PYTHONIOENCODING": "ascii"}
    )
    out, _ = process.communicate("é\nquit\n")
    assert process.returncode == 0
    assert "illegal" in out
