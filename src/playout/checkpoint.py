"""Checkpoints: a whole solve in one file, so that it can be killed at any moment and go on.

A file is sealed (`run/sealed_file.py`) and holds the saved streams one after another. It is replaced in one
step, so it is never half written, and locked as long as the solve runs. A file that is damaged, in use, or of
another solve is refused and stays as it is.
"""

import logging
import math
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from playout.budget import Budget
from playout.errors import CheckpointError, show
from playout.run.sealed_file import SealedFile, digest
from playout.run.streams import Setting, Streams
from playout.spec import exact_text
from playout.state import State

if TYPE_CHECKING:
    from playout.cuda.streams import CardStreams

__all__ = ["Checkpoint", "kept_in"]

log = logging.getLogger(__name__)

AnyStreams: TypeAlias = "Streams | CardStreams"

SECONDS = 3.0
"""Between two writes."""
QUICK = 0.15
"""A write that takes longer is followed by so much longer a time without one."""


def _streams(setting: Setting, saved: Sequence[bytes] = (), seconds: float = 0.0) -> AnyStreams:
    """The streams of a solve, on the device where it runs."""
    if setting.device == "cpu":
        return Streams(setting, saved, seconds)
    from playout.cuda.streams import CardStreams

    return CardStreams(setting, saved, seconds)


@contextmanager
def kept_in(setting: Setting, path: Path | None) -> Iterator["Checkpoint"]:
    """A solve, and the file that it is kept in if there is a path; nobody else's as long as this lasts."""
    if path is None:
        yield Checkpoint(setting)
        return
    with closing(SealedFile(path, "checkpoint")) as file:
        yield Checkpoint(setting, file)


class Checkpoint:
    """The streams of a solve, and the file that they are kept in if there is one."""

    def __init__(self, setting: Setting, file: SealedFile | None = None) -> None:
        """Goes on where the file says, or begins; then the file is made before any work is done."""
        self._file = file
        self._header = _describe(setting) if file else {}
        saved = file and _read(file)
        self.streams = self._go_on(setting, saved) if saved else _streams(setting)
        if file and not saved:
            self._write(file)
        self._written = time.monotonic()
        self._writing = 0.0

    def now_and_then(self) -> None:
        """Writes the file if that was some seconds ago."""
        if time.monotonic() - self._written >= SECONDS * max(1.0, self._writing / QUICK):
            self.write()

    def write(self) -> None:
        """Writes the file. If that fails the solve goes on, and the last file that was written stays."""
        if not self._file:
            return
        started = time.monotonic()
        try:
            self._write(self._file)
        except CheckpointError as error:
            warnings.warn(str(error), RuntimeWarning, stacklevel=2)
            log.warning("%s; the solve goes on", error)
        self._written = time.monotonic()
        self._writing = self._written - started

    def _write(self, file: SealedFile) -> None:
        streams = self.streams.save()
        header = self._header | {
            "elapsed": self.streams.seconds,
            "scores": _scores(self.streams),
            "sizes": [len(stream) for stream in streams],
        }
        file.write(header, b"".join(streams))
        log.debug("wrote the checkpoint %s", file.path)

    def _go_on(self, setting: Setting, saved: "_Saved") -> AnyStreams:
        path = saved.path
        _check_same(path, saved.header, self._header)
        try:
            streams = _streams(setting, saved.streams, saved.header["elapsed"])
        except ValueError as error:
            what = (
                "the rules of the puzzle have changed"
                if setting.device == "cpu"
                else "it does not go on here"
            )
            raise CheckpointError(f"{path}: {what} ({error})") from error
        if _scores(streams) != saved.header.get("scores"):
            raise CheckpointError(f"{path}: the rules of the puzzle have changed (other scores)")
        log.info("going on from the checkpoint %s, after %.1f s", path, saved.header["elapsed"])
        return streams


def _describe(setting: Setting) -> dict[str, Any]:
    """What a solve is, as JSON has it."""
    from playout import __version__  # which is not there yet when this module is imported

    start = setting.job.start
    return {
        "playout": __version__,
        "puzzle": str(start.game),
        "start": _start_text(start),
        "legal moves": digest("\n".join(start.legal_names).encode()).hex(),
        "player": exact_text(setting.job.player),
        "seed": setting.seed,
        "threads": setting.threads,
        "known moves": list(setting.known),
        "budget": str(setting.budget),
        "target": _finite(setting.job.target),
        "device": setting.device,
    }


def _start_text(state: State) -> str:
    """Where the puzzle starts. The way counts as well: it may decide the order of the legal moves."""
    first = state.start
    position = "" if first == state.game.initial() else first.notation
    return " ".join([position, *state.history_names])


def _scores(streams: AnyStreams) -> list[float | None]:
    return [_finite(score) for score in streams.scores]


def _finite(number: float) -> float | None:
    """JSON has no infinity."""
    return number if math.isfinite(number) else None


_GROWING = ("budget", "target")
_UNREADABLE = {
    "start": "another start",
    "legal moves": "other legal moves",
    "known moves": "another known sequence",
}


def _check_same(path: Path, saved: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Refuses what is of another solve, or of a longer one."""
    differences = [
        _UNREADABLE.get(key) or f"{key} {show(saved.get(key))} instead of {show(value)}"
        for key, value in wanted.items()
        if key not in _GROWING and saved.get(key) != value
    ]
    if differences:
        raise CheckpointError(f"{path} is of another solve: {', '.join(differences)}")
    if not _no_less(_limits(wanted), _limits(saved)):
        old, new = map(_limits_text, (saved, wanted))
        raise CheckpointError(f"{path} has the budget {old}; it takes that or more to go on, not {new}")


def _limits(fields: dict[str, Any]) -> list[float | None]:
    budget = Budget.parse(fields["budget"])
    return [budget.seconds, budget.simulations, budget.states, fields["target"]]


def _limits_text(fields: dict[str, Any]) -> str:
    target = "" if fields["target"] is None else f" and the target {fields['target']:g}"
    return f"{fields['budget']}{target}"


def _no_less(these: list[float | None], those: list[float | None]) -> bool:
    """Whether no limit is lower than its counterpart; None is no limit."""
    return all(
        this is None or (that is not None and this >= that) for this, that in zip(these, those, strict=True)
    )


@dataclass(frozen=True)
class _Saved:
    """What a file says."""

    path: Path
    header: dict[str, Any]
    streams: list[bytes]


def _read(file: SealedFile) -> _Saved | None:
    """What the file says; None if there is none."""
    content = file.read()
    if content is None:
        return None
    header, rest = content
    with file.forged():
        _limits(header)
        ends = list(accumulate(header["sizes"]))
        if not 0 <= header["elapsed"] < math.inf or sorted(ends) != ends or ends[-1:] != [len(rest)]:
            raise ValueError
        streams = [rest[end - size : end] for end, size in zip(ends, header["sizes"], strict=True)]
    return _Saved(file.path, header, streams)
