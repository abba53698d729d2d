"""What went wrong, in one line; but the whole traceback where the fault lies in a game written in Python."""

import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

import typer

import playout as po

FAILED = 1
WRONG_USAGE = 2

_FRAMEWORK = {"typer", "click", "rich"}
_READERS = ("playout.cli", "playout.named")
_DISTANT = ("_RemoteTraceback", "RayTaskError")


def complain(message: str, status: int) -> int:
    """Writes one line to stderr, if that takes any; returns the exit status."""
    with suppress(OSError):
        sys.stderr.write(_line(message))
    return status


@contextmanager
def warnings_as_lines() -> Iterator[None]:
    """While it lasts, a warning of this library is one line, as an error is; others are left to Python."""
    usual, ours = warnings.formatwarning, Path(po.__file__).parent

    def text(
        message: Warning | str, category: type[Warning], filename: str, lineno: int, line: str | None = None
    ) -> str:
        if ours in Path(filename).parents:
            return _line(str(message))
        return usual(message, category, filename, lineno, line)

    warnings.formatwarning = text
    try:
        yield
    finally:
        warnings.formatwarning = usual


def usage_line(error: typer.TyperException) -> str:
    """What typer has to say about the arguments, and where to read more."""
    message = error.format_message().rstrip(".").replace("Value error, ", "")  # a Python word, not the user's
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "playout"
    return f"{message[:1].lower()}{message[1:]} (see '{path} --help')"


def report(error: Exception) -> int:
    """Tells the user of an error that a command raised; returns the exit status."""
    if not _from_users_code(error):
        if isinstance(error, ValueError):
            return complain(str(error), WRONG_USAGE)
        if isinstance(error, MemoryError):
            return complain("out of memory", FAILED)
        if isinstance(error, OSError):
            return complain(str(error), FAILED)
    traceback.print_exception(error.with_traceback(_of_the_user(error)))
    return FAILED


def _from_users_code(error: Exception) -> bool:
    """Whether the error came out of a game written in Python rather than out of this library."""
    if type(error.__cause__).__name__.startswith(_DISTANT):  # from a worker process: its frames are lost
        return not isinstance(error, po.SpecError | po.IllegalMove | po.ContractError)
    known = {"playout"} | _FRAMEWORK | sys.stdlib_module_names
    return any(_package(frame) not in known for frame in _frames(error.__traceback__))


def _of_the_user(error: Exception) -> TracebackType | None:
    """A traceback from the first frame that is about games: not about the command line, nor about imports."""
    usual = None if isinstance(error, SyntaxError) else error.__traceback__
    return next((t for t in _frames(error.__traceback__) if not _reads_names(t)), usual)


def _reads_names(trace: TracebackType) -> bool:
    return _package(trace) in {"importlib", *_FRAMEWORK} or _module(trace).startswith(_READERS)


def _frames(trace: TracebackType | None) -> list[TracebackType]:
    frames = []
    while trace:
        frames.append(trace)
        trace = trace.tb_next
    return frames


def _module(trace: TracebackType) -> str:
    return str(trace.tb_frame.f_globals.get("__name__", ""))


def _package(trace: TracebackType) -> str:
    return _module(trace).partition(".")[0]


def _line(text: str) -> str:
    """One line: without line breaks, and without control characters that a terminal would obey."""
    line = " ".join(text.split())
    return f"playout: {''.join(c if c.isprintable() else repr(c)[1:-1] for c in line)}\n"
