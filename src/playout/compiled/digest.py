"""What compiled code depends on, as one short text: by it compiled games are told apart, and found again."""

import hashlib
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

import playout
from playout.compiled import numba_types
from playout.compiled_game import CompiledGame

_OURS = ("math", "numba", "numpy", "playout")
"""Modules whose versions tell what is in them."""


def digest(rules: CompiledGame, dtype: "np.dtype[Any]", entry_points: str) -> str:
    """Stands for versions, the layout of a state, constants, and the code with all that it reads."""
    kind = type(rules)
    parts = [playout.__version__, numba.__version__, np.__version__, entry_points]
    parts += [kind.__module__, kind.__qualname__, _value(np.zeros((), dtype))]
    parts += [f"{name} {_value(value)}" for name, value in sorted(numba_types.constants(rules).items())]
    parts += sorted(_function(name, function) for name, function in numba_types.functions(kind))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def _function(name: str, function: FunctionType) -> str:
    """The code of a function, its defaults, and the values of the names that are not its own."""
    code = function.__code__
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    names = [name for name in sorted(_names(code)) if name in function.__globals__]
    values = [f"{name} {_value(function.__globals__[name])}" for name in names]
    own = (name, _code(code), _value(function.__defaults__), _value(tuple(cells)))
    return "\n".join((*own, *values))


def _code(code: CodeType) -> str:
    consts = " ".join(
        _code(value) if isinstance(value, CodeType) else repr(value) for value in code.co_consts
    )
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_freevars} {consts}"


def _names(code: CodeType) -> set[str]:
    """The names that a function, and those within it, look up."""
    inner = (value for value in code.co_consts if isinstance(value, CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _value(value: Any) -> str:
    """A value to the last bit; of a module, the file."""
    if isinstance(value, tuple):
        return f"({', '.join(map(_value, value))})"
    if isinstance(value, np.ndarray | np.generic):
        return f"{value.dtype.descr} {value.dtype.itemsize} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, ModuleType):
        return _module(value)
    return repr(value) if isinstance(value, bool | int | float | str) else type(value).__qualname__


def _module(module: ModuleType) -> str:
    path = getattr(module, "__file__", None)
    known = module.__name__.partition(".")[0] in _OURS or not path
    return module.__name__ if known else f"{module.__name__} {Path(path or '').read_bytes().hex()}"
