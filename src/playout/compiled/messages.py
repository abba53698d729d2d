"""What Numba cannot compile, in one line: the method, the line, and what is not possible there."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

from playout.compiled_game import CompiledGame

_REASONS = {
    r"Unknown attribute '(\w+)' of type Record": "a state has no field '{0}'",
    r"^'(\w+)'$": "a state has no field '{0}'",
    r"Cannot modify readonly array": "an array of self cannot be changed: what is in self is constant",
    r"Cannot resolve setattr: \([\w.<>]+\)\.(\w+)": "self.{0} cannot be set: what is in self is constant",
    r"NameError: name '(\w+)' is not defined": "the name '{0}' is not defined",
    r"Untyped global name '(\w+)':?\s+(.+)": "'{0}' cannot be used: {1}",
    r"((?:missing a required argument|too many positional arguments).*)": "{0}",
    r"Cannot unify (.+?) and (.+?) for '": "a value is {0} in one place and {1} in another",
    r"No conversion from none to": "a return is missing, or has no value",
    r"No conversion from (.+?) to (.+?) for": "{0} is not {1}",
    r"Cannot cast (.+?) to (.+?): ": "{0} is not {1}",
    r"unsupported opcode \((\w+)\)": "{0} is not possible in compiled code",
    r"The '(.+?)' construct is not supported": "{0} is not possible in compiled code",
    r"UnsupportedError: .*\n\s*(.+)": "{0}",
    r"Function\(<[^>]*?(?:function|ufunc|class) '?(?!_teach)([\w.]+).*\n\s*>>> (.+)": "no {0} of this: {1}",
}
"""What Numba says, with what it means; the first that is found tells most."""

_TYPES = {
    r"Record\(.*?;\d+;(?:True|False)\)": "a state",
    r"Literal\[(\w+)\]\([^)]*\)": r"\1",
    r"[\w.<>]+<[0-9a-f]{24}>": "self",
    r"unicode_type": "str",
}
_SILENT = "Numba does not say why; has every return a value, and is an array set by s.cells[:] = …?"
_PLACES = (r"(?:at|from) (\S+) \((\d+)\)", r'File "([^"]+)", line (\d+)')


def in_one_line(rules: CompiledGame, error: Exception) -> str:
    """What is wrong with a method of the rules."""
    text = str(error) or _SILENT
    line = _line(rules, text)
    method = _method_at(rules, line) if line else _entry_point(text)
    reason = next(_reasons(rules, method, text), text.strip().splitlines()[0])
    name = ".".join(filter(None, [type(rules).__name__, method]))
    place = f" ({_file(rules).name}, line {line})" if line else ""
    return f"{name}: {_simplified(reason)}{place}"


def _reasons(rules: CompiledGame, method: str, text: str) -> Iterator[str]:
    if any(name == method and _calls_itself(name, code) for name, code in _codes(rules)):
        yield "recursion is not possible in compiled code"
    if found := re.search(rf"Unknown attribute '(\w+)' of type {re.escape(type(rules).__qualname__)}<", text):
        yield _attribute(rules, found[1])
    for pattern, reason in _REASONS.items():
        if found := re.search(pattern, text):
            yield reason.format(*found.groups())


def _calls_itself(name: str, code: CodeType) -> bool:
    return name in code.co_names and "super" not in code.co_names


def _attribute(rules: CompiledGame, name: str) -> str:
    if not hasattr(rules, name):
        return f"there is no self.{name}"
    if callable(getattr(rules, name)):
        return f"self.{name} is no plain method: make it one, or a function of the module"
    kind = type(getattr(rules, name)).__name__
    return f"self.{name} is a {kind}: compiled code knows numbers, short tuples of them and NumPy arrays"


def _simplified(text: str) -> str:
    for pattern, name in _TYPES.items():
        text = re.sub(pattern, name, text)
    return " ".join(text.split())


def _file(rules: CompiledGame) -> Path:
    try:
        return Path(inspect.getsourcefile(type(rules)) or "")
    except (OSError, TypeError):  # written at a prompt
        return Path()


def _line(rules: CompiledGame, text: str) -> int | None:
    """The line of the user's that it is about, if that is told."""
    name = _file(rules).name
    places = [found for pattern in _PLACES for found in re.finditer(pattern, text)]
    told = (int(place[2]) for place in places if name and Path(place[1]).name == name)
    return next(told, None) or _line_with(rules, text)


def _line_with(rules: CompiledGame, text: str) -> int | None:
    """The line with the name of which alone is told that there is no such thing."""
    field = re.match(r"'(\w+)'$", text)
    name = re.search(r"NameError: name '(\w+)'", text)
    used = rf"\.{field[1]}\b" if field else rf"(?<!')\b{name[1]}\b" if name else None
    try:
        lines, first = inspect.getsourcelines(type(rules))
    except (OSError, TypeError):
        return None
    return next((first + i for i, line in enumerate(lines) if used and re.search(used, line)), None)


def _codes(rules: CompiledGame) -> Iterator[tuple[str, CodeType]]:
    """What is in the file of the user's: methods and functions, by name."""
    kind = type(rules)
    for scope in (vars(inspect.getmodule(kind) or object), *map(vars, kind.__mro__)):
        for name, function in scope.items():
            if inspect.isfunction(function) and Path(function.__code__.co_filename).name == _file(rules).name:
                yield name, function.__code__


def _method_at(rules: CompiledGame, line: int) -> str:
    """The method, or the function, that a line is in."""
    starts = {code.co_firstlineno: name for name, code in _codes(rules)}
    before = [start for start in starts if start <= line]
    return starts[max(before)] if before else ""


def _entry_point(text: str) -> str:
    """The function of `entry_points.py` that called the method."""
    found = re.search(r"^def (\w+)\(_", text, re.MULTILINE)
    return found[1] if found else ""
