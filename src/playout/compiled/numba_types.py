"""How Numba sees the rules of a game: `self` in its methods is of a type whose attributes are constants."""

import inspect
from collections.abc import Iterator
from types import FunctionType as Function
from typing import Any

import numpy as np
from numba import types
from numba.core.imputils import lower_constant
from numba.extending import (
    models,
    overload_attribute,
    overload_method,
    register_jitable,
    register_model,
    typeof_impl,
)

from playout import bits
from playout.compiled import bit_instructions, given  # noqa: F401 -- the first by being imported
from playout.compiled_game import CompiledGame

MAX_TUPLE = 200
"""Numba takes long for longer ones."""

UNCOMPILED = ("bounds", "name", "text", "hash", "svg")
"""Methods for people, which no search calls."""


class RulesType(types.Type):  # type: ignore[misc]
    """The type of one object: two games of a class differ if their constants do."""

    def __init__(self, rules: CompiledGame, digest: str) -> None:
        self.rules = rules
        super().__init__(name=f"{type(rules).__qualname__}<{digest}>")


_types: dict[str, type[RulesType]] = {}
"""By the digests of rules: a method may be replaced, and a constant changed, in a class that lives on."""
_registered: set[Function] = set()


@typeof_impl.register(CompiledGame)  # type: ignore[untyped-decorator]
def _typeof(rules: CompiledGame, _: object) -> RulesType:
    return _types[given.digest](rules, given.digest)


def introduce(rules: CompiledGame, digest: str) -> None:
    """Makes rules known to Numba."""
    if digest in _types:
        return
    kind, made = type(rules), _new_type(type(rules))
    for helper in all_helpers(kind) - _registered:
        _registered.add(register_jitable(helper))
    for name, method in methods(kind):
        _teach_method(made, name, method)
    for name in constants(rules):
        _teach_constant(made, name)
    _types[digest] = made


def _new_type(kind: type[CompiledGame]) -> type[RulesType]:
    made = type(f"{kind.__name__}Type", (RulesType,), {})
    register_model(made)(models.OpaqueModel)
    lower_constant(made)(lambda context, *_: context.get_dummy_value())
    return made


def methods(kind: type[CompiledGame]) -> Iterator[tuple[str, Function]]:
    """What is compiled of a class."""
    for name, method in inspect.getmembers_static(kind, inspect.isfunction):
        if name not in UNCOMPILED and not name.startswith("__"):
            yield name, method


def all_helpers(kind: type[CompiledGame]) -> set[Function]:
    """The plain functions that the methods of a class call."""
    called: set[Function] = set()
    for _, method in methods(kind):
        helpers(method, called)
    return called


def constants(rules: CompiledGame) -> dict[str, Any]:
    """What the methods can read: numbers, tuples of such, and arrays."""
    names = [name for name in dir(rules) if not name.startswith("__")]
    values = {name: getattr(rules, name) for name in names}
    return {name: value for name, value in values.items() if is_constant(value)}


def is_constant(value: object) -> bool:
    """Whether compiled code can hold the value."""
    if isinstance(value, tuple):
        return len(value) <= MAX_TUPLE and all(map(is_constant, value))
    return isinstance(value, bool | int | float | np.generic) or (
        isinstance(value, np.ndarray) and value.dtype.kind in "iufb"
    )


def _teach_method(type_: type[RulesType], name: str, method: Function) -> None:
    """Numba wants a function with the same parameters, which answers the one to compile."""

    def choose(*_: Any, **__: Any) -> Any:
        return method

    choose.__signature__ = inspect.signature(method)  # type: ignore[attr-defined]
    overload_method(type_, name)(choose)


def helpers(function: Function, seen: set[Function]) -> set[Function]:
    """The plain functions that a function calls, and those that they call; but those of `playout.bits`."""
    for name in function.__code__.co_names:
        found = function.__globals__.get(name)
        if isinstance(found, Function) and found not in seen and found.__module__ != bits.__name__:
            seen.add(found)
            helpers(found, seen)
    return seen


def _teach_constant(type_: type[RulesType], name: str) -> None:
    @overload_attribute(type_, name)
    def read(self):  # type: ignore[no-untyped-def]
        value = getattr(self.rules, name)
        return lambda self: value
