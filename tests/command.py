"""Running commands in tests: in this process, or as the program that people start."""

import io
import json
import os
import pty
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from playout.cli import main

TESTS = Path(__file__).parent
NIM = f"{TESTS}/toys.py:Nim"
DIGITS = f"{TESTS}/toys.py:Digits"
COMMANDS = tuple(
    (
        "games players new check bench perft random play search match tournament solve tune serve verify "
        "gtp ugi ggp ggp-match lab"
    ).split()
)
SEARCH = ["search", "tictactoe", "uct", "--budget", "10 sims"]

# Far more than any test needs: it only keeps a program that hangs from holding up the tests for ever.
LIMIT_SECONDS = 120


@dataclass(frozen=True)
class Run:
    """What came of a command."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object that stdout must be; NaN and Infinity are no JSON."""
        assert self.status == 0, self.err
        fields = json.loads(self.out, parse_constant=_no_json)
        assert isinstance(fields, dict)
        return fields

    @property
    def is_wrong_usage(self) -> bool:
        """Whether it was refused as it should be: status 2, one line on stderr, nothing on stdout."""
        one_line = self.err.startswith("playout: ") and len(self.err.splitlines()) == 1
        return (self.status, self.out, one_line) == (2, "", True)


def _no_json(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def run(*argv: str, stdin: str = "") -> Run:
    """Runs a command in this process, and forgets what it imported from the current folder."""
    out, err = io.StringIO(), io.StringIO()
    before, path, modules = sys.stdin, sys.path.copy(), set(sys.modules)
    sys.stdin = io.StringIO(stdin)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = main(list(argv))
    finally:
        sys.stdin, sys.path[:] = before, path
        forget_modules(Path.cwd(), modules)
    return Run(status, out.getvalue(), err.getvalue())


def forget_modules(folder: Path, known: set[str]) -> None:
    """Forgets the games that a command has loaded, and nothing that was there before or is installed."""
    for name in set(sys.modules) - known:
        file = getattr(sys.modules[name], "__file__", None) or ""
        is_here = file.startswith(str(folder)) and not file.startswith(sys.prefix)
        if is_here and not name.startswith("playout"):
            del sys.modules[name]


def start(*argv: str, code: str = "", **options: Any) -> "subprocess.Popen[str]":
    """Starts a command in a process of its own, or a script that gets the command as its arguments."""
    entry = ["-c", code] if code else ["-m", "playout"]
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, *entry, *argv], text=True, **(streams | options))


def finish(process: "subprocess.Popen[str]") -> Run:
    out, err = process.communicate(timeout=LIMIT_SECONDS)
    return Run(process.returncode, out or "", err or "")


INTERRUPT_WHEN_SEARCHING = """
import os, signal, sys, threading, time
from playout.cli import main

def interrupt():
    # The library takes over Ctrl-C as long as it searches.
    while signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
sys.exit(main(sys.argv[1:]))
"""


def in_terminal(*argv: str, streams: tuple[str, ...], **environment: str) -> tuple[Run, str]:
    """Runs a command with some of its streams on a terminal; returns also what that shows."""
    screen, terminal = pty.openpty()
    env = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    options: dict[str, Any] = dict.fromkeys(streams, terminal)
    process = start(*argv, env=env | {"TERM": "xterm-256color"} | environment, **options)
    os.close(terminal)
    shown = b"".join(iter(lambda: read_screen(screen), b""))
    os.close(screen)
    return finish(process), shown.decode()


def read_screen(screen: int) -> bytes:
    try:
        return os.read(screen, 65536)
    except OSError:  # how Linux says that nobody writes any more
        return b""
