"""From a class to the C interface: compiled by Numba, and kept on disk."""

import inspect
import logging
import threading
import warnings
from dataclasses import dataclass
from types import ModuleType

import numba
from numba.core.errors import NumbaWarning

from playout.c_interface import FUNCTIONS, VERSION, GameStruct
from playout.compiled import given, numba_types
from playout.compiled.digest import digest
from playout.compiled.fields import dtype_of
from playout.compiled.kept import ENTRY_POINTS, imported
from playout.compiled.messages import in_one_line
from playout.compiled_game import CompiledGame
from playout.errors import ContractError, integer, show
from playout.saying import saying

log = logging.getLogger(__name__)

SECONDS_OF_SILENCE = 1.0

METHODS = {
    **dict.fromkeys(("initial", "score", "turn", "count"), "self, s"),
    **dict.fromkeys(("play", "code", "bias"), "self, s, move"),
    "legal": "self, s, moves",
    "distance": "self, s, move, t, other_move",
    "with_turn": "self, s, turn",
    "play_nth": "self, s, k",
}
"""The parameters of the methods that are called from outside."""

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
    what = f"compiling {type(rules).__name__}: this is kept, and not done again"
    with _lock, saying(what, log, SECONDS_OF_SILENCE), warnings.catch_warnings():
        dtype = dtype_of(rules)
        _check_methods(rules)
        given.digest = digest(rules, dtype, ENTRY_POINTS.read_text())
        numba_types.introduce(rules, given.digest)
        given.rules = rules
        given.record, given.max_moves = numba.from_dtype(dtype), _count(rules, "max_moves")
        warnings.simplefilter("ignore", NumbaWarning)
        try:
            module = imported(f"{type(rules).__name__}_{given.digest}")
        except Exception as error:  # Numba has several kinds, and a KeyError for a field that is not there
            raise ContractError(in_one_line(rules, error)) from error
    return Built(_struct(rules, dtype.itemsize, module), module)


def _struct(rules: CompiledGame, size: int, module: ModuleType) -> GameStruct:
    low, high = _bounds(rules)
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


def _bounds(rules: CompiledGame) -> tuple[float, float]:
    bounds = rules.bounds()
    try:
        low, high = map(float, bounds)
    except (TypeError, ValueError):
        right = "two finite numbers, the lowest score and a higher one"
        raise ContractError(f"{type(rules).__name__}.bounds gave {show(bounds)}; expected {right}") from None
    return low, high


def _check_methods(rules: CompiledGame) -> None:
    """Refuses methods with other parameters, and one of two that only help together."""
    name = type(rules).__name__
    for method, function in numba_types.methods(type(rules)):
        expected, found = METHODS.get(method), len(inspect.signature(function).parameters)
        if expected and found != expected.count(",") + 1:
            raise ContractError(f"{name}.{method} takes {found} parameters; expected {method}({expected})")
    has = [hasattr(rules, method) for method in ("count", "play_nth")]
    if any(has) and not all(has):
        raise ContractError(f"{name} has one of count(self, s) and play_nth(self, s, k); it needs both")


def _count(rules: CompiledGame, name: str) -> int:
    value = getattr(rules, name, None)
    number = integer(value)
    if number is None or not 0 <= number < 2**31:
        right = "an integer from 0 to 2147483647"
        raise ContractError(f"{type(rules).__name__}.{name} is {show(value)}; expected {right}")
    return number
