"""From a class to the C interface: compiled by Numba, and kept on disk."""

import atexit
import hashlib
import importlib.util
import logging
import os
import shutil
import sys
import tempfile
import threading
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numba
import numpy as np
from numba.core.errors import NumbaWarning

import playout
from playout.c_interface import FUNCTIONS, VERSION, GameStruct
from playout.compiled import given, numba_types
from playout.compiled.fields import dtype_of
from playout.compiled.messages import in_one_line
from playout.compiled_game import CompiledGame
from playout.errors import ContractError, integer, show

log = logging.getLogger(__name__)

ENTRY_POINTS = Path(__file__).with_name("entry_points.py")
SECONDS_OF_SILENCE = 1.0

_lock = threading.RLock()
"""Numba compiles for one at a time, and `given` is for one at a time."""


@dataclass(frozen=True)
class Built:
    """Compiled rules."""

    struct: GameStruct
    module: ModuleType
    """Which owns the functions that the struct points to."""


def build(rules: CompiledGame) -> Built:
    """Compiles the rules, or finds them where an earlier run has left them."""
    with _lock, _saying(rules), warnings.catch_warnings():
        dtype = dtype_of(rules)
        digest = _digest(rules, dtype)
        numba_types.introduce(rules)
        given.rules, given.digest = rules, digest
        given.record, given.max_moves = numba.from_dtype(dtype), _count(rules, "max_moves")
        path = _copied(f"{type(rules).__name__}_{digest}.py")
        warnings.simplefilter("ignore", NumbaWarning)
        try:
            module = _import_anyway(path)
        except Exception as error:  # Numba has several kinds, and a KeyError for a field that is not there
            raise ContractError(in_one_line(rules, error)) from error
    return Built(_struct(rules, dtype.itemsize, module), module)


def _struct(rules: CompiledGame, size: int, module: ModuleType) -> GameStruct:
    low, high = rules.bounds()
    struct = GameStruct(
        version=VERSION,
        players=_count(rules, "players"),
        state_size=size,
        max_moves=_count(rules, "max_moves"),
        max_length=_count(rules, "max_length"),
        code_count=_count(rules, "code_count"),
        low=low,
        high=high,
    )
    for name in FUNCTIONS:
        if hasattr(module, name):
            setattr(struct, name, getattr(module, name).address)
    return struct


def _count(rules: CompiledGame, name: str) -> int:
    value = getattr(rules, name, None)
    number = integer(value)
    if number is None or not 0 <= number < 2**31:
        raise ContractError(f"{type(rules).__name__}.{name} is {show(value)}; expected an integer")
    return number


def _digest(rules: CompiledGame, dtype: Any) -> str:
    """Stands for all that the compiled code depends on: sources, constants, versions."""
    kind = type(rules)
    parts = [
        playout.__version__,
        numba.__version__,
        ENTRY_POINTS.read_text(),
        kind.__module__,
        kind.__qualname__,
    ]
    parts += [_source(kind, path) for path in sorted(_files(kind))]
    values = {"": np.zeros((), dtype), **numba_types.constants(rules)}
    parts += [f"{name} {_exact(value)}" for name, value in sorted(values.items())]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def _exact(value: Any) -> str:
    if isinstance(value, np.ndarray | np.generic):
        return f"{value.dtype.descr} {value.dtype.itemsize} {value.shape} {value.tobytes().hex()}"
    return repr(value)


def _files(kind: type[CompiledGame]) -> set[str]:
    """The files that the methods of a class and the functions which they call are in."""
    functions = {method for _, method in numba_types.methods(kind)}
    for method in list(functions):
        numba_types.helpers(method, functions)
    return {function.__code__.co_filename for function in functions}


def _source(kind: type, path: str) -> str:
    """A whole file, for constants count as well; what was written at a prompt is new each time."""
    try:
        return Path(path).read_text()
    except OSError:
        return _marks.setdefault(kind, uuid.uuid4().hex)


_marks: WeakKeyDictionary[type, str] = WeakKeyDictionary()


def _copied(name: str) -> Path:
    """A copy of `entry_points.py`, of this name."""
    path, text = cache_dir() / name, ENTRY_POINTS.read_text()
    if not path.exists() or path.read_text(errors="replace") != text:
        part = path.with_suffix(f".{os.getpid()}.part")
        part.write_text(text)
        part.replace(path)
    return path


def _import_anyway(path: Path) -> ModuleType:
    """Imports a copy; if what was kept of it cannot be read, without that."""
    kept = list((path.parent / "__pycache__").glob(f"{path.stem}.*"))
    try:
        return _import(path)
    except Exception:
        if not kept:
            raise
    for file in kept:
        file.unlink(missing_ok=True)
    return _import(path)


def _import(path: Path) -> ModuleType:
    """Imports a copy, which compiles it or reads what was compiled."""
    spec = importlib.util.spec_from_file_location(f"playout_compiled_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # where Numba looks for it
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[module.__name__]
        raise
    return module


def cache_dir() -> Path:
    """Where compiled games are kept: in $PLAYOUT_CACHE_DIR, or where the user's caches are."""
    own = os.environ.get("PLAYOUT_CACHE_DIR")
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = (Path(own) if own else caches / "playout") / "compiled"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return _passing_dir()
    return folder if os.access(folder, os.W_OK) else _passing_dir()


@cache
def _passing_dir() -> Path:
    """One for this process only."""
    folder = tempfile.mkdtemp(prefix="playout-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


@contextmanager
def _saying(rules: CompiledGame) -> Iterator[None]:
    """Says what is going on, if it takes long."""
    what = f"compiling {type(rules).__name__}: this is kept, and not done again"
    timer = threading.Timer(SECONDS_OF_SILENCE, _say, [what])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _say(what: str) -> None:
    log.info(what)
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"playout: {what}", file=sys.stderr)
