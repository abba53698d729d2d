"""Games in shared libraries, made for the C interface (`playout/game.h`)."""

import ctypes
import json
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import weakref
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from playout import _core, c_interface, spec
from playout.c_calls import GuardedCalls
from playout.c_interface import GameStruct
from playout.errors import ContractError, SpecError, show, unknown
from playout.games.face import Game
from playout.state import State

SECONDS_TO_OPEN = 20

_LIBRARY = re.compile(r"(.+?\.(?:so|dylib|dll))\s*(\(.*\))?", re.DOTALL)


def is_library(text: str) -> bool:
    """Whether the text names a shared library, with values or without.

    >>> is_library("./hex.so(size=7)"), is_library("hex(7)")
    (True, False)
    """
    return _LIBRARY.fullmatch(text) is not None


@dataclass(frozen=True)
class Parameter:
    """What a library can be told, such as the size of the board."""

    name: str
    default: float
    kind: Any
    """As the annotation of a parameter says it."""


class SharedFace:
    """What the core asks, besides the functions of the library."""

    def __init__(self, title: str, struct: GameStruct) -> None:
        self.title = title
        self.calls = GuardedCalls(title, struct)
        self.name, self.parse, self.text = self.calls.name, self.calls.parse, self.calls.text

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

    path: str = field(compare=False)
    """As the user has written it."""
    place: str
    """The same from the root, for processes in other folders."""
    values: tuple[tuple[str, float], ...] = ()
    """The parameters, in the library's order."""

    spec_name = "library"

    def _check_parameters(self) -> None:
        """The library says what it takes."""

    def _make_engine(self) -> _core.Engine:
        try:
            struct = c_interface.open_rules(_library(self.place), [value for _, value in self.values])
        except (OSError, ValueError) as error:
            raise SpecError(f"{self.path}: {error}") from None
        face = SharedFace(Path(self.path).stem, struct)
        engine = _core.c_game(struct.address, face, self.misere)
        if struct.close:
            weakref.finalize(face, struct.function("close"), struct.self).atexit = False
        return engine

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
        return _restore, (self.path, self.place, self.values, self.misere)


def _restore(path: str, place: str, values: tuple[tuple[str, float], ...], misere: bool) -> SharedGame:
    return SharedGame(path, place, values, misere=misere)


_loaded: dict[str, dict[tuple[int, int], ctypes.CDLL]] = {}


def _library(place: str) -> ctypes.CDLL:
    """The library as its file is now.

    One that was built again is loaded from a copy: by its own name the system would find the old one.
    """
    now = Path(place).stat()
    stamp, known = (now.st_ino, now.st_mtime_ns), _loaded.setdefault(place, {})
    if stamp not in known:
        known[stamp] = _copied(place) if known else ctypes.CDLL(place)
    return known[stamp]


def _copied(place: str) -> ctypes.CDLL:
    with tempfile.TemporaryDirectory() as folder:
        return ctypes.CDLL(shutil.copy(place, folder))


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except OSError:  # a name that is too long for one
        return False


def load(text: str) -> SharedGame:
    """The game in a library, as in `./hex.so(size=7)`."""
    match = _LIBRARY.fullmatch(text)
    assert match is not None
    path, title, place = match[1], Path(match[1]).name, str(Path(match[1]).resolve())
    call = spec.parse(f"{title if spec.is_word(title) else 'library'}{match[2] or ''}")
    if not _is_file(path):
        raise SpecError(f"no such file: {show(path)}")
    parameters = [_parameter(title, *one) for one in _run_apart(path, place)]
    if len({one.name for one in parameters}) < len(parameters):
        raise SpecError(f"{title}: two parameters have the same name")
    chosen = _bind(title, parameters, call)
    _run_apart(path, place, "open", *(repr(value) for value in chosen.values()))
    return SharedGame(path, place, tuple(chosen.items()))


def _parameter(title: str, name: str, default: float, low: float, high: float, is_integer: int) -> Parameter:
    bounds = spec.Range(low, high)
    kind = Annotated[int, bounds] if is_integer else Annotated[float, bounds]
    if not name.isidentifier() or not low <= default <= high or (is_integer and default % 1):
        what = f"{show(name)} is {default:.15g}, from {low:.15g} to {high:.15g}"
        raise SpecError(f"{title}: a parameter needs a plain name, and a value within its bounds; {what}")
    return Parameter(name, default, kind)


def _bind(title: str, parameters: list[Parameter], call: spec.Call) -> dict[str, float]:
    """A value for each parameter."""
    names = [one.name for one in parameters]
    if len(call.values) > len(parameters):
        known = ", ".join(names) or "none"
        raise SpecError(f"{title} got {len(call.values)} values; its parameters are {known}")
    given = dict(zip(names, call.values, strict=False))
    for name, value in call.named.items():
        if name not in names:
            raise SpecError(f"{title}: {unknown('parameter', name, names)}")
        if name in given:
            raise SpecError(f"{title}: '{name}' given twice")
        given[name] = value
    return {
        one.name: _value(title, one, given[one.name]) if one.name in given else one.default
        for one in parameters
    }


def _value(title: str, parameter: Parameter, text: spec.Value) -> float:
    what = f"{title}: {parameter.name}"
    return float(spec.check(what, parameter.kind, spec.read(what, parameter.kind, text)))


def _run_apart(path: str, place: str, *arguments: str) -> list[Any]:
    """The parameters of a library, opened in a process of its own: what crashes there is not this one."""
    command = [sys.executable, "-I", "-S", c_interface.__file__, place, *arguments]
    try:
        done = subprocess.run(
            command,
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS_TO_OPEN,
        )
    except subprocess.TimeoutExpired:
        raise SpecError(f"{path} does not come back from being opened ({SECONDS_TO_OPEN} s)") from None
    if done.returncode < 0:
        raise SpecError(f"{path} crashes when it is opened ({signal.Signals(-done.returncode).name})")
    _, said, answer = done.stdout.rpartition(f"\n{c_interface.ANSWER}")
    if not said:
        raise SpecError(f"{path} ends the program when it is opened (status {done.returncode})")
    found = json.loads(answer.partition("\n")[0])
    if "problem" in found:
        raise SpecError(f"{path}: {found['problem']}")
    return list(found["parameters"])
