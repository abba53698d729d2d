"""Games written in Python, by name: `file.py:Class(args)` or `package.module:Class(args)`.

Only the command line and the lab load code by its name. `playout.game` never does: its text may come from a
stranger.
"""

import importlib
import inspect
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import playout as po
from playout import spec
from playout.errors import show, unknown

_MISERE = re.compile(r"\s*misere\s*\((.*)\)\s*", re.DOTALL)
_NAME = re.compile(r"\s*(.+):(\s*[^\W\d]\w*\s*(?:\(.*\))?\s*)", re.DOTALL)
_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)


def is_python_game(text: str) -> bool:
    """Whether the text names a game written in Python; a spec has no colon."""
    return ":" in text


def load(text: str) -> po.Game:
    """The game that the text names, in the library or in a file of the user's."""
    if is_python_game(text):
        return _load_python_game(text)
    if text.strip().endswith(".py"):
        raise po.SpecError(f"{text.strip()} is a file; name the game in it, as in {text.strip()}:Class")
    return po.game(text)


def spec_of(text: str, game: po.Game) -> str:
    """The text by which `load` finds the game again."""
    return " ".join(text.split()) if is_python_game(text) else str(game)


def _load_python_game(text: str) -> po.Game:
    """The game that `file.py:Class(args)` names, alone or within `misere(…)`."""
    inner, reversals = text, 0
    while nested := _MISERE.fullmatch(inner):
        inner, reversals = nested[1], reversals + 1
    game = po.game(_make_rules(inner))
    for _ in range(reversals):
        game = po.misere(game)
    return game


def _make_rules(text: str) -> Any:
    match = _NAME.fullmatch(text)
    if not match:
        right = "a game in Python is file.py:Class(args) or package.module:Class(args)"
        raise po.SpecError(f"cannot read {show(text.strip())}: {right}")
    place, call = match[1], spec.parse(match[2])
    make = _find_class(place, _import(place), call.name)
    values = [_literal(call.name, value) for value in call.values]
    named = {key: _literal(call.name, value) for key, value in call.named.items()}
    try:
        return make(*values, **named)
    except (TypeError, ValueError) as error:
        raise po.SpecError(f"{text.strip()}: {error}") from error


def _import(place: str) -> ModuleType:
    """Imports by name rather than by place, so that the worker processes of a match find the module too."""
    path = Path(place)
    if path.suffix != ".py":
        return _import_module(Path.cwd(), place)
    if not path.is_file():
        raise po.SpecError(f"no such file: {show(place)}")
    module = _import_module(path.parent.resolve(), path.stem)
    if not module.__file__ or not path.samefile(module.__file__):
        raise po.SpecError(f"{place}: Python has another module '{path.stem}'; give the file another name")
    return module


def _import_module(folder: Path, name: str) -> ModuleType:
    if not _MODULE.fullmatch(name):
        raise po.SpecError(f"{show(name)} is no name of a Python module")
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if f"{name}.".startswith(f"{error.name}."):
            raise po.SpecError(f"no module '{name}' in this folder or where Python looks") from None
        raise  # the module is there, but not what it imports


def _find_class(place: str, module: ModuleType, name: str) -> Any:
    found = getattr(module, name, None)
    if callable(found):
        return found
    games = [key for key, value in vars(module).items() if _is_game(value)]
    raise po.SpecError(f"{place}: {unknown('game', name, games)}")


def _is_game(value: object) -> bool:
    return isinstance(value, type) and hasattr(value, "legal") and not inspect.isabstract(value)


def _literal(name: str, value: spec.Value) -> int | float | bool | str:
    if not isinstance(value, str):
        raise po.SpecError(f"{name} takes numbers, true, false and words, not {value.name}(…)")
    if value in ("true", "false"):
        return value == "true"
    if not _NUMBER.fullmatch(value):
        return value
    return int(value) if value.lstrip("+-").isdigit() else float(value)
