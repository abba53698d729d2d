"""The C interface of `playout/game.h`, as Python sees it."""

import ctypes
from ctypes import c_char_p, c_double, c_int32, c_int64, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any

VERSION = 1
MAX_PARAMETERS = 100
SPARE = 4096
"""Bytes behind a game to be filled: another version of the interface may have a larger struct."""

_MOVES = ctypes.POINTER(c_int32)

SPENT = ctypes.CFUNCTYPE(c_int32, c_void_p)


class BatchStruct(ctypes.Structure):
    """A `playout_batch`."""

    _fields_ = (
        ("n", c_int32),
        ("limit", c_int32),
        ("firsts", c_void_p),
        ("rngs", c_void_p),
        ("scores", c_void_p),
        ("lengths", c_void_p),
        ("spent", SPENT),
        ("asker", c_void_p),
    )


FUNCTIONS: dict[str, Any] = {
    "initial": ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p),
    "legal": ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, _MOVES),
    "play": ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, c_int32),
    "turn": ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p),
    "score": ctypes.CFUNCTYPE(c_double, c_void_p, c_void_p),
    "codes": ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, _MOVES, c_int32, ctypes.POINTER(c_int64)),
    "biases": ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, _MOVES, c_int32, ctypes.POINTER(c_double)),
    "with_turn": ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, c_int32),
    "playout": ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, _MOVES, ctypes.POINTER(c_uint64), c_int32),
    "name": ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, c_int32, c_char_p, c_int32),
    "parse": ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, c_char_p),
    "text": ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, c_char_p, c_int32),
    "setup": ctypes.CFUNCTYPE(c_int32, c_void_p, c_char_p, c_int32, c_void_p),
    "hash": ctypes.CFUNCTYPE(c_uint64, c_void_p, c_void_p),
    "close": ctypes.CFUNCTYPE(None, c_void_p),
    "playouts": ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, ctypes.POINTER(BatchStruct)),
    "distance": ctypes.CFUNCTYPE(c_double, c_void_p, c_void_p, c_int32, c_void_p, c_int32),
}
"""The functions of a game, in the order of the struct."""


class GameStruct(ctypes.Structure):
    """A `playout_game`. A function that is missing is None."""

    _fields_ = (
        ("version", c_uint32),
        ("players", c_uint32),
        ("state_size", c_uint64),
        ("max_moves", c_uint32),
        ("max_length", c_uint32),
        ("code_count", c_uint32),
        ("reserved", c_uint32),
        ("low", c_double),
        ("high", c_double),
        ("self", c_void_p),
        *((name, c_void_p) for name in FUNCTIONS),
    )

    def function(self, name: str) -> Any:
        """A function of the game, to be called."""
        return FUNCTIONS[name](getattr(self, name))

    @property
    def address(self) -> int:
        """Where it stands."""
        return ctypes.addressof(self)


class ParameterStruct(ctypes.Structure):
    """A `playout_parameter`."""

    _fields_ = (
        ("name", c_char_p),
        ("value", c_double),
        ("low", c_double),
        ("high", c_double),
        ("is_integer", c_int32),
    )


def include_dir() -> str:
    """The folder of `playout/game.h`, the C interface of games: for the compiler's option -I.

    >>> import pathlib, playout as po
    >>> pathlib.Path(po.include_dir(), "playout", "game.h").is_file()
    True
    """
    return str(Path(__file__).with_name("include"))


def parameters_of(library: ctypes.CDLL) -> list[ParameterStruct]:
    """The parameters that a library of rules takes."""
    try:
        first = ctypes.addressof(ParameterStruct.in_dll(library, "playout_parameters"))
    except ValueError:
        return []
    found: list[ParameterStruct] = []
    while len(found) < MAX_PARAMETERS:
        one = ParameterStruct.from_address(first + len(found) * ctypes.sizeof(ParameterStruct))
        if not one.name:
            return found
        found.append(one)
    raise ValueError(f"playout_parameters does not end within {MAX_PARAMETERS}: let its last name be null")


def open_rules(library: ctypes.CDLL, values: list[float]) -> GameStruct:
    """The rules that a library makes of these values; a ValueError with what it says against them."""
    if not hasattr(library, "playout_open"):
        raise ValueError("no library of rules: it has no playout_open (see playout/game.h)")
    make = library.playout_open
    make.restype, make.argtypes = c_char_p, (ctypes.POINTER(GameStruct), ctypes.POINTER(c_double))
    struct = GameStruct.from_buffer(ctypes.create_string_buffer(ctypes.sizeof(GameStruct) + SPARE))
    problem = make(ctypes.byref(struct), (c_double * (len(values) + 1))(*values))
    if problem:
        raise ValueError(" ".join(problem.decode(errors="replace").split()))
    return struct


ANSWER = "playout answers: "
"""Begins the probe's line: the library may print as well."""


def _probe(path: str, *values: str) -> dict[str, Any]:
    """What a library says: the parameters of its rules. With values, the rules are made as well."""
    try:
        library = _loaded(path)
        if values:
            open_rules(library, [float(value) for value in values[1:]])
        names = [name for name, _ in ParameterStruct._fields_[1:]]
        every = parameters_of(library)
        return {"parameters": [[one.name.decode(), *(getattr(one, name) for name in names)] for one in every]}
    except ValueError as error:
        return {"problem": str(error)}


def _loaded(path: str) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ValueError(f"no library that can be loaded: {str(error).removeprefix(f'{path}: ')}") from None


if __name__ == "__main__":
    import json
    import sys

    print(f"\n{ANSWER}{json.dumps(_probe(*sys.argv[1:]))}", flush=True)
