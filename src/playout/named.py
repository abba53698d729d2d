"""Games and players written in Python, by name: `file.py:Class(args)` or `package.module:Class(args)`.

Only the command line and the lab load Python by its name; `playout.game` and `playout.player` never do. A
game in a shared library or in GDL is named by its file alone, and loaded by `playout.game`.
"""

import importlib.util
import inspect
import logging
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import playout as po
from playout import spec
from playout.errors import show, unknown
from playout.games.gdl import is_rules
from playout.games.shared import is_library
from playout.space import Space
from playout.user_player import UserPlayer

log = logging.getLogger(__name__)

_NAME = re.compile(r"\s*(.+):(\s*[^\W\d]\w*\s*(?:\(.*\))?\s*)", re.DOTALL)
_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


_AROUND: dict[str, Callable[[Any], po.Game]] = {"misere": po.misere, "uncompiled": po.uncompiled}
"""What may stand around a game."""


def is_python(text: str) -> bool:
    """Whether the text names something written in Python; a spec has no colon."""
    return ":" in text


def load_game(text: str) -> po.Game:
    """The game that the text names, in the library or in a file of the user's."""
    _refuse_file("game", text)
    around, inner = spec.unwrap(text, *_AROUND)
    if not is_python(inner) and "uncompiled" not in around:
        return po.game(text)
    rules = _make("game", inner) if is_python(inner) else po.game(inner)
    for name in reversed(around):
        rules = _AROUND[name](rules)
    return po.game(rules)


def load_player(text: str) -> po.Player:
    """The player that the text names, in the library or in a file of the user's."""
    _refuse_file("player", text)
    if not is_python(text):
        return po.player(text)
    loaded = po.player(_make("player", text))
    return replace(loaded, name=" ".join(text.split())) if isinstance(loaded, UserPlayer) else loaded


def is_game(text: str) -> bool:
    """Whether the text names a game; else it names a player. What it is apart from that is not looked at."""
    _refuse_file("game or player", text)
    around, inner = spec.unwrap(text, *_AROUND)
    if around or is_library(inner) or is_rules(inner):
        return True
    if is_python(inner):
        return hasattr(_make("game or player", inner), "legal")
    name = spec.parse(inner).name
    games, players = spec.known(po.Game), spec.known(po.Player)
    if name not in games and name not in players:
        raise unknown("name", name, [*games, *_AROUND, *players])
    return name in games


def load_space(text: str) -> Space:
    """The space of players that the text names, of the library or of a class in a file of the user's."""
    _refuse_file("player", text)
    if not is_python(text):
        return Space(text)
    place, call = _split("player", text)
    name = call.partition("(")[0].strip()
    return Space(call, _find_class("player", place, _import(place), name), f"{place}:")


def spec_of(text: str, thing: po.Game | po.Player) -> str:
    """The text by which the game or the player is found again."""
    return " ".join(text.split()) if is_python(text) else str(thing)


def _refuse_file(kind: str, text: str) -> None:
    if text.strip().endswith(".py"):
        raise po.SpecError(f"{text.strip()} is a file; name the {kind} in it, as in {text.strip()}:Class")
    if kind == "game" and (source := Path(text.strip())).suffix in (".c", ".cpp", ".rs"):
        library = f"./{source.stem}.so"
        raise po.SpecError(f"{source} is source code; build a library of it, and name that, as in {library}")


def _make(kind: str, text: str) -> Any:
    """The object that `file.py:Class(args)` names."""
    place, inner = _split(kind, text)
    call = spec.parse(inner)
    make = _find_class(kind, place, _import(place), call.name)
    values = [spec.literal(call.name, value) for value in call.values]
    named = {key: spec.literal(call.name, value) for key, value in call.named.items()}
    try:
        return make(*values, **named)
    except (TypeError, ValueError) as error:
        raise po.SpecError(f"{text.strip()}: {error}") from error


def _split(kind: str, text: str) -> tuple[str, str]:
    """Where the class stands, and its name with the arguments."""
    match = _NAME.fullmatch(text)
    if not match:
        right = f"a {kind} in Python is file.py:Class(args) or package.module:Class(args)"
        raise po.SpecError(f"cannot read {show(text.strip())}: {right}")
    return match[1], match[2]


def _import(place: str) -> ModuleType:
    """Imports by name rather than by place, so that the worker processes of a match find the module too."""
    path = Path(place)
    if path.suffix != ".py":
        return _import_module(Path.cwd(), place)
    if not path.is_file():
        raise po.SpecError(f"no such file: {show(place)}")
    return _import_module(path.parent.resolve(), path.stem, path)


def _import_module(folder: Path, name: str, file: Path | None = None) -> ModuleType:
    if not _MODULE.fullmatch(name):
        raise po.SpecError(f"{show(name)} is no name of a Python module")
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    if file and not _is_found(file):
        raise po.SpecError(f"{file}: Python has another module '{name}'; give the file another name")
    log.info("importing the module %s; %s is in the path", name, folder)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if f"{name}.".startswith(f"{error.name}."):
            raise po.SpecError(f"no module '{name}' in this folder or where Python looks") from None
        raise  # the module is there, but not what it imports


def _is_found(file: Path) -> bool:
    """Whether it is this file that Python imports by its name; beside hex.py, it would be hex.so."""
    found = importlib.util.find_spec(file.stem)
    return bool(found and found.has_location and found.origin and file.samefile(found.origin))


_METHODS = {"game": ("legal",), "player": ("search",), "game or player": ("legal", "search")}
"""What a class of each kind has, one of these."""


def _find_class(kind: str, place: str, module: ModuleType, name: str) -> Any:
    found = getattr(module, name, None)
    if callable(found):
        return found
    raise po.SpecError(f"{place}: {unknown(kind, name, names_in(kind, module))}")


def names_in(kind: str, module: ModuleType) -> list[str]:
    """The classes of a module that are games, or players; but not those of the library that it imports."""
    return [
        name
        for name, found in vars(module).items()
        if isinstance(found, type)
        and any(hasattr(found, method) for method in _METHODS[kind])
        and not inspect.isabstract(found)
        and not found.__module__.startswith("playout.")
    ]
