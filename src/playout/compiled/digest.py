"""What compiled code depends on, as one short text: by it compiled games are told apart, and found again.

It is made of the code and of the values that the code reads, not of files: a file may have changed since it
was imported. What has no such text (an object of a class that is not known here) makes the digest a new one,
so that nothing old is ever found by it.
"""

import enum
import hashlib
import uuid
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

import playout
from playout.compiled import numba_types
from playout.compiled_game import CompiledGame
from playout.errors import ContractError

_KNOWN = ("builtins", "math", "numba", "numpy", "playout")
"""Modules whose versions tell what is in them."""

_helpers: dict[FunctionType, str] = {}
"""Functions that Numba has compiled by now, with their texts then."""


def digest(rules: CompiledGame, dtype: "np.dtype[Any]", entry_points: str) -> str:
    """Stands for versions, the layout of a state, constants, and the code with all that it reads."""
    kind = type(rules)
    parts = [playout.__version__, numba.__version__, np.__version__, entry_points]
    parts += [kind.__module__, kind.__qualname__, _value(np.zeros((), dtype))]
    parts += [f"{name} {_value(value)}" for name, value in sorted(numba_types.constants(rules).items())]
    parts += [f"{name} {_function(method)}" for name, method in sorted(numba_types.methods(kind))]
    parts += sorted(map(_helper, numba_types.all_helpers(kind)))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def _helper(function: FunctionType) -> str:
    """A function beside the class. Numba compiles it once, whatever becomes of what it reads."""
    text = _function(function)
    if _helpers.setdefault(function, text) != text:
        problem = "reads what has changed since it was compiled; start Python anew, or hand the value over"
        raise ContractError(f"the function {function.__name__} {problem}")
    return text


def _function(function: FunctionType) -> str:
    """The code of a function, its defaults, and the values of the names that are not its own."""
    code, names = function.__code__, _names(function.__code__)
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    values = {name: function.__globals__[name] for name in names if name in function.__globals__}
    own = (function.__qualname__, _code(code), _value(function.__defaults__), _value(tuple(cells)))
    return "\n".join((*own, _named(values, names)))


def _named(values: dict[str, Any], names: set[str]) -> str:
    return ", ".join(f"{name}: {_value(value, names)}" for name, value in sorted(values.items()))


def _code(code: CodeType) -> str:
    consts = [_code(value) if isinstance(value, CodeType) else repr(value) for value in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_freevars} {consts}"


def _names(code: CodeType) -> set[str]:
    """The names that a function, and those within it, look up."""
    inner = (value for value in code.co_consts if isinstance(value, CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _value(value: Any, names: set[str] = frozenset()) -> str:  # type: ignore[assignment]
    """A value to the last bit; of a module, the attributes of these names."""
    if value is None or isinstance(value, bool | int | float | str):
        return repr(value)
    if isinstance(value, tuple):
        return f"({', '.join(_value(item, names) for item in value)})"
    if isinstance(value, np.ndarray | np.generic):
        return f"{value.dtype.descr} {value.dtype.itemsize} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, enum.EnumMeta):
        members: dict[str, Any] = dict(value.__members__)
        return _named({name: member.value for name, member in members.items()}, names)
    if isinstance(value, ModuleType):
        return _module(value, names)
    return _callable(value)


def _module(module: ModuleType, names: set[str]) -> str:
    if module.__name__.partition(".")[0] in _KNOWN:
        return module.__name__
    values = {name: getattr(module, name) for name in names if hasattr(module, name)}
    return f"{module.__name__} {_named(values, names)}"


def _callable(value: Any) -> str:
    """A function or a class; what is neither is like nothing else."""
    if hasattr(value, "py_func"):  # of Numba's making
        return _function(value.py_func)
    if isinstance(value, type | FunctionType | BuiltinFunctionType | np.ufunc):
        return f"{value.__module__} {value.__qualname__}"
    return uuid.uuid4().hex
