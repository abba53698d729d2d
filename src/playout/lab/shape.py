"""JSON that has to have a certain shape: types say which, and a value that is of another is refused."""

import dataclasses
import math
from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from playout.errors import SpecError, show
from playout.spec import Range

__all__ = ["reader"]

Reader = Callable[[Any], Any]
_INTEGERS = Range(-(2**63), 2**63 - 1)


def reader(kind: Any) -> Reader:
    """A function that makes a value of this type from JSON, or refuses it with a SpecError.

    Lists become tuples where the type says so, and objects become dataclasses; a key that these do not have
    is left out. Numbers are finite.

    >>> reader(tuple[str, int])(["a", 1])
    ('a', 1)
    >>> reader(list[float])([1, "2"])
    Traceback (most recent call last):
    ...
    playout.errors.SpecError: '2' is no float
    """
    return _reader(kind)


@cache
def _reader(kind: Any) -> Reader:
    origin, parts = get_origin(kind), get_args(kind)
    if origin in _GENERIC:
        return _GENERIC[origin](*parts)
    if dataclasses.is_dataclass(kind):
        make: Any = kind
        required = {field.name for field in dataclasses.fields(kind) if _has_no_default(field)}
        return _object(kind, required, lambda fields: make(**fields))
    if is_typeddict(kind):
        return _object(kind, set(kind.__required_keys__), lambda fields: fields)
    return (lambda value: value) if kind is Any else _plain(kind)


def _has_no_default(field: "dataclasses.Field[Any]") -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _object(kind: Any, required: set[str], make: Reader) -> Reader:
    readers = {name: reader(hint) for name, hint in get_type_hints(kind, include_extras=True).items()}

    def read(value: Any) -> Any:
        if not isinstance(value, dict) or not required <= value.keys():
            raise SpecError(f"{show(value)} is no {kind.__name__}")
        return make({name: read(value[name]) for name, read in readers.items() if name in value})

    return read


def _plain(kind: Any) -> Reader:
    """Of a text, a truth, a number or nothing."""
    allowed = (int, float) if kind is float else (kind,)

    def read(value: Any) -> Any:
        if type(value) not in allowed or (kind is float and not _is_finite(value)):
            raise SpecError(f"{show(value)} is no {kind.__name__}")
        return value

    return _ranged(read, _INTEGERS) if kind is int else read


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer beyond all floats
        return False


def _annotated(kind: Any, *extras: Any) -> Reader:
    read = reader(kind)
    for limits in extras:
        if isinstance(limits, Range):
            read = _ranged(read, limits)
    return read


def _ranged(inner: Reader, limits: Range) -> Reader:
    def read(value: Any) -> Any:
        found = inner(value)
        if not limits.low <= found <= limits.high:
            raise SpecError(f"{show(value)} is not {limits}")
        return found

    return read


def _list(kind: Any) -> Reader:
    read = reader(kind)
    return lambda value: [read(one) for one in _checked(list, value)]


def _tuple(*kinds: Any) -> Reader:
    if kinds[-1] is ...:
        listed = _list(kinds[0])
        return lambda value: tuple(listed(value))
    readers = [reader(kind) for kind in kinds]

    def read(value: Any) -> Any:
        if len(_checked(list, value)) != len(readers):
            raise SpecError(f"{show(value)} has not {len(readers)} parts")
        return tuple(read(one) for read, one in zip(readers, value, strict=True))

    return read


def _dict(_key: Any, kind: Any) -> Reader:
    read = reader(kind)
    return lambda value: {key: read(one) for key, one in _checked(dict, value).items()}


def _optional(*kinds: Any) -> Reader:
    """Of a type or None."""
    (kind,) = set(kinds) - {NoneType}
    read = reader(kind)
    return lambda value: None if value is None else read(value)


def _checked(kind: type[Any], value: Any) -> Any:
    if not isinstance(value, kind):
        raise SpecError(f"{show(value)} is no {kind.__name__}")
    return value


_GENERIC: dict[Any, Callable[..., Reader]] = {
    Annotated: _annotated,
    NotRequired: reader,
    list: _list,
    tuple: _tuple,
    dict: _dict,
    Union: _optional,
    UnionType: _optional,
}
