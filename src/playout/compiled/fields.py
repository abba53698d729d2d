"""States of compiled games as plain Python sees them: fields over bytes, numbers as Python's own.

A number from a field or an array is an int, a float or a bool, as it is a 64-bit number in compiled code;
so 100 * s.cells[0] does not overflow where the compiled code would not. Only uint64 stays NumPy's, which in
compiled code does not mix with signed numbers either.
"""

from typing import Any

import numpy as np

from playout.compiled_game import CompiledGame
from playout.errors import ContractError, show


def dtype_of(rules: CompiledGame) -> np.dtype[Any]:
    """The fields of a state, as NumPy lays them out."""
    name = type(rules).__name__
    fields = getattr(rules, "fields", None)
    if not isinstance(fields, dict) or not fields:
        right = 'a dict such as {"cells": ("int8", 25), "turn": "int8"}'
        raise ContractError(f"{name}.fields is {show(fields)}; expected {right}")
    return np.dtype([_field(name, field, kind) for field, kind in fields.items()], align=True)


def _field(name: str, field: object, kind: Any) -> tuple[Any, ...]:
    """One field, checked: its name, its type and its shape."""
    type_, shape = kind if isinstance(kind, tuple) and len(kind) == 2 else (kind, ())
    try:
        made = np.dtype((type_, shape))
    except (TypeError, ValueError) as error:
        raise ContractError(f"{name}.fields: {field} is {show(kind)}: {error}") from None
    if not isinstance(field, str) or not field.isidentifier() or field.startswith("_"):
        raise ContractError(f"{name}.fields: {show(field)} is no name of a field")
    if made.base.kind not in "iufb" or made.itemsize == 0:
        raise ContractError(f"{name}.fields: {field} is {show(kind)}; expected numbers, as in ('int8', 25)")
    if made.base.kind == "b" and made.shape:
        raise ContractError(f"{name}.fields: {field} is an array of bool, which Numba lacks; int8 will do")
    return field, type_, shape


def plain(value: Any) -> Any:
    """A number as Python has it; an array, with numbers such as these."""
    if isinstance(value, np.ndarray):
        return value.view(Array)
    return value.item() if isinstance(value, np.generic) and value.dtype != np.uint64 else value


class Array(np.ndarray[Any, Any]):
    """An array whose numbers are Python's own."""

    def __getitem__(self, index: Any) -> Any:
        return plain(super().__getitem__(index))

    def __iter__(self) -> Any:
        return map(plain, super().__iter__())


class Fields:
    """A state: what compiled code knows as a record."""

    __slots__ = ("_record",)

    def __init__(self, dtype: np.dtype[Any], state: bytes | None = None) -> None:
        record = np.zeros(1, dtype) if state is None else np.frombuffer(bytearray(state), dtype)
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        try:
            return plain(self._record[name][0])
        except ValueError:
            raise AttributeError(f"a state has no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._record.dtype.names:
            raise AttributeError(f"a state has no field {name!r}")
        self._record[name][0] = value

    def __bytes__(self) -> bytes:
        return self._record.tobytes()  # type: ignore[no-any-return]

    def __str__(self) -> str:
        names = self._record.dtype.names
        return "\n".join(f"{name} {np.array2string(self._record[name][0])}" for name in names)
