"""Games in shared libraries, made for the C interface (`playout/game.h`)."""

import ctypes
import signal
import subprocess
import sys
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from playout import _core, c_interface, spec
from playout.c_calls import GuardedCalls
from playout.c_interface import GameStruct
from playout.errors import ContractError, SpecError, show, unknown
from playout.games.face import Game
from playout.state import State

SUFFIXES = (".so", ".dylib", ".dll")
SECONDS_TO_OPEN = 20


def is_library(name: str) -> bool:
    """Whether the name is one of a shared library."""
    return name.endswith(SUFFIXES)


@dataclass(frozen=True)
class Parameter:
    """What a library can be told, such as the size of the board."""

    name: str
    default: float
    kind: Any
    """As the annotation of a parameter says it."""


class SharedFace:
    """What the core asks, besides the functions of the library. It keeps the rules alive."""

    def __init__(self, title: str, library: ctypes.CDLL, struct: GameStruct) -> None:
        self.title = title
        self.calls = GuardedCalls(title, struct)
        self.library = library
        self.name, self.parse, self.text = self.calls.name, self.calls.parse, self.calls.text
        if struct.close:
            weakref.finalize(self, struct.function("close"), struct.self)

    def setup(self, text: str, turn: _core.Turn) -> bytes:
        """The state that a text describes."""
        if not self.calls.struct.setup:
            raise ContractError(
                f"{self.title} has no setup: its states cannot be set up from text, only played to"
            )
        state = self.calls.setup(text, turn.value)
        if state is None:
            raise ContractError(f"{show(text)} is no position of {self.title}")
        return state


@dataclass(frozen=True, repr=False)
class SharedGame(Game):
    """A game in a shared library. Made by `playout.game("./hex.so(size=7)")`."""

    path: str
    values: tuple[tuple[str, float], ...] = ()
    """The parameters, in the library's order."""

    spec_name = "library"

    def _check_parameters(self) -> None:
        """The library says what it takes."""

    def _make_engine(self) -> _core.Engine:
        title = Path(self.path).name
        library = ctypes.CDLL(str(Path(self.path).resolve()))
        try:
            struct = c_interface.open_rules(library, [value for _, value in self.values])
        except ValueError as error:
            raise SpecError(f"{title}: {error}") from None
        return _core.c_game(struct.address, SharedFace(title, library, struct), self.misere)

    @property
    def calls(self) -> GuardedCalls:
        """The functions of the library, with guards around what they write."""
        calls: GuardedCalls = self._engine.face.calls
        return calls

    def text(self, state: State) -> str:
        """What the library writes."""
        return state.board

    def hash(self, state: State) -> int:
        """What the library's `hash` says, if it has one; else that of the bytes."""
        raw = state.position.raw
        return hash(self.calls.hash(raw) if self.calls.struct.hash else raw)

    def _plain_text(self) -> str:
        items = ", ".join(f"{name}={spec.value_text(value)}" for name, value in self.values)
        return f"{self.path}({items})" if items else self.path

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.path, self.values, self.misere)


def _restore(path: str, values: tuple[tuple[str, float], ...], misere: bool) -> SharedGame:
    return SharedGame(path, values, misere=misere)


def load(
    path: str, values: Sequence[spec.Value] = (), named: Mapping[str, spec.Value] | None = None
) -> SharedGame:
    """The game in a library, with values for its parameters as a spec gives them."""
    if not Path(path).is_file():
        raise SpecError(f"no such file: {show(path)}")
    parameters = _parameters(path)
    chosen = _bind(Path(path).name, parameters, values, named or {})
    _run_apart(path, "open", *(repr(value) for value in chosen.values()))
    return SharedGame(path, tuple(chosen.items()))


def _parameters(path: str) -> list[Parameter]:
    lines = _run_apart(path).splitlines()
    return [_parameter(*line.rsplit(maxsplit=4)) for line in lines]


def _parameter(name: str, default: str, low: str, high: str, is_integer: str) -> Parameter:
    kind = int if is_integer != "0" else float
    return Parameter(name, float(default), Annotated[kind, spec.Range(float(low), float(high))])


def _bind(
    title: str, parameters: list[Parameter], values: Sequence[spec.Value], named: Mapping[str, spec.Value]
) -> dict[str, float]:
    """A value for each parameter."""
    if len(values) > len(parameters):
        raise SpecError(f"{title} takes at most {len(parameters)} parameters, got {len(values)}")
    names = [one.name for one in parameters]
    given = dict(zip(names, values, strict=False))
    for name, value in named.items():
        if name not in names:
            raise SpecError(f"{title}: {unknown('parameter', name, names)}")
        if name in given:
            raise SpecError(f"{title}: '{name}' given twice")
        given[name] = value
    chosen = {one.name: one.default for one in parameters}
    for one in parameters:
        if one.name in given:
            what = f"{title}: {one.name}"
            chosen[one.name] = float(spec.check(what, one.kind, spec.read(what, one.kind, given[one.name])))
    return chosen


def _run_apart(path: str, *arguments: str) -> str:
    """Opens the library in a process of its own, so that a crash there is not one here."""
    script = str(Path(c_interface.__file__))
    command = [sys.executable, "-I", "-S", script, str(Path(path).resolve()), *arguments]
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, errors="replace", timeout=SECONDS_TO_OPEN
        )
    except subprocess.TimeoutExpired:
        raise SpecError(f"{path} does not come back from being opened ({SECONDS_TO_OPEN} s)") from None
    if done.returncode < 0:
        raise SpecError(f"{path} crashes when it is opened ({signal.Signals(-done.returncode).name})")
    if done.returncode > 0:
        raise SpecError(f"{path}: {_problem(done.stderr)}")
    return done.stdout


def _problem(stderr: str) -> str:
    """What an exception says, without its kind and its traceback."""
    last = (stderr.strip().splitlines() or ["it cannot be opened"])[-1]
    if "undefined symbol: playout_open" in last:
        return "no library of rules: it has no playout_open (see playout/game.h)"
    return last.split(": ", 1)[-1]
