"""What a spec can name, and how it is made from a parsed text and written again."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType, NoneType
from typing import Any, ClassVar, Self, TypeVar, get_type_hints
from weakref import WeakKeyDictionary

from playout.errors import SpecError, show, unknown
from playout.spec.grammar import Call, Open, Value, as_call, call_text, parse
from playout.spec.kinds import AUTO, Function, alternatives, check_range, wanted
from playout.spec.numbers import as_float, as_integer, as_number


class Spec:
    """The base of everything a spec can name: a frozen dataclass whose fields are the parameters."""

    spec_name: ClassVar[str]

    def __post_init__(self) -> None:
        self._check_parameters()

    def _check_parameters(self) -> None:
        for name, kind in parameters(type(self)).items():
            value = check(f"{self.spec_name}: {name}", kind, getattr(self, name))
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        """The spec, with the parameters that are not at their defaults."""
        return self.written(value_text)

    def written(self, write: Callable[[object], str]) -> str:
        """The spec, with its values as they are written by a function."""
        items = [f"{key}={write(value)}" for key, value in self._shown()]
        return f"{self.spec_name}({', '.join(items)})" if items else self.spec_name

    def __repr__(self) -> str:
        return str(self)

    def _shown(self) -> Iterator[tuple[str, Any]]:
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            if field.init and (value := getattr(self, field.name)) != field.default:
                yield field.name, value

    @classmethod
    def from_call(cls, call: Call) -> Self:
        """Makes the object that a parsed spec describes."""
        arguments = dict(_bind(cls, call))
        return cls(**arguments)


def value_text(value: object) -> str:
    """A parameter's value as a spec has it; a whole number needs no point.

    >>> value_text(True), value_text(300.0), value_text(0.7)
    ('true', '300', '0.7')
    """
    if isinstance(value, Spec):
        return str(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    return exact_text(value)


def exact_text(value: object) -> str:
    """The same with every float as Python writes it: what is kept in files is told apart by this text.

    >>> exact_text(300.0)
    '300.0'
    """
    if isinstance(value, Spec):
        return value.written(exact_text)
    if value is None:
        return AUTO
    if callable(value):
        return function_name(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def function_name(function: Callable[..., object]) -> str:
    """What to call a function of the user's.

    >>> function_name(len), function_name(lambda state: [])
    ('len', 'lambda')
    """
    name = getattr(function, "__name__", type(function).__name__)
    return str(name).strip("<>")


_parameters: WeakKeyDictionary[type[Spec], Mapping[str, Any]] = WeakKeyDictionary()
"""Annotations take long to read, and some classes have thousands of objects."""


def parameters(cls: type[Spec]) -> Mapping[str, Any]:
    """The parameters of a spec class, in order, each with its annotation."""
    if cls not in _parameters:
        hints = get_type_hints(cls, include_extras=True)
        fields = dataclasses.fields(cls)  # type: ignore[arg-type]
        _parameters[cls] = MappingProxyType({f.name: hints[f.name] for f in fields if f.init})
    return _parameters[cls]


def _bind(cls: type[Spec], call: Call) -> Iterator[tuple[str, Any]]:
    """The values of a call, as the parameters of a class want them."""
    kinds = parameters(cls)
    for name, value in matched(cls, call).items():
        yield name, read(f"{cls.spec_name}: {name}", kinds[name], value)


def matched(cls: type[Spec], call: Call) -> dict[str, Value]:
    """The values of a call by the parameters of a class."""
    kinds = parameters(cls)
    named = dict(call.named)
    flags: list[tuple[str, str]] = []
    positional = []
    for value in call.values:
        if isinstance(value, str) and value in kinds and bool in alternatives(kinds[value])[0]:
            flags.append((value, "true"))
        else:
            positional.append(value)
    places = _positional_names(cls)
    if len(positional) > len(places):
        raise SpecError(
            f"{cls.spec_name} takes at most {len(places)} values without a name, "
            f"got {len(positional)}; its parameters are {', '.join(kinds) or 'none'}"
        )
    for name, value in [*flags, *zip(places, positional, strict=False)]:
        if name in named:
            raise SpecError(f"{cls.spec_name}: {show(name)} given twice")
        named[name] = value
    for name in named:
        if name not in kinds:
            raise SpecError(f"{cls.spec_name}: {unknown('parameter', name, kinds)}")
    return named


def _positional_names(cls: type[Spec]) -> list[str]:
    return [f.name for f in dataclasses.fields(cls) if f.init and not f.kw_only]  # type: ignore[arg-type]


def read(what: str, kind: Any, value: Value) -> Any:
    """Reads a parameter's value from its text, as its annotation wants it."""
    types, _ = alternatives(kind)
    if NoneType in types and value == AUTO:
        return None
    for type_ in types:
        if (result := _read_as(type_, value)) is not None:
            return result
    raise SpecError(f"{what} must be {wanted(kind)}, got {show(call_text(value))}")


def _read_as(type_: Any, value: Value) -> Any:
    """The value as this type, or None if it is not one."""
    if is_spec(type_) and not isinstance(value, Open):
        return from_call(type_, as_call(value))
    if not isinstance(value, str):
        return None
    if type_ is bool:
        return {"true": True, "false": False}.get(value)
    if type_ is int:
        return as_integer(value)
    if type_ is float:
        return as_float(value)
    return value if type_ is str else None


def is_spec(type_: Any) -> bool:
    """Whether a type of an annotation is a kind of specs."""
    return isinstance(type_, type) and issubclass(type_, Spec)


def check(what: str, kind: Any, value: object) -> Any:
    """Checks a parameter's value given as an object; an int is welcome where a float is wanted."""
    types, span = alternatives(kind)
    if isinstance(span, Function) and (value is None or callable(value)):
        return value
    for type_ in types:
        if not isinstance(type_, type):  # of a class of the user's, such as list[str]: nothing to a spec
            return value
        value = _as_spec(what, type_, as_number(type_, value))
        if type(value) is type_ or (type_ not in (int, float, bool) and isinstance(value, type_)):
            check_range(what, span, value)
            return value
    raise SpecError(f"{what} must be {wanted(kind)}, got {show(value)}")


def _as_spec(what: str, type_: Any, value: object) -> object:
    """What a text names where a spec is wanted, such as a playout; anything else as it is."""
    if not issubclass(type_, Spec):
        return value
    if isinstance(value, type):
        raise SpecError(f"{what}: {value.__name__} is a class; give an object of it: {value.__name__}()")
    return from_call(type_, parse(value)) if isinstance(value, str) else value


S = TypeVar("S", bound=Spec)


_registry: list[type[Spec]] = []


def register(cls: type[S]) -> type[S]:
    """Makes a spec class known by its name, which no other of its kind may have."""
    _registry.append(cls)
    return cls


def known(base: type[S]) -> dict[str, type[S]]:
    """The registered specs of a kind, by name."""
    return {cls.spec_name: cls for cls in _registry if issubclass(cls, base)}


def from_call(base: type[S], call: Call) -> S:
    """Makes an object of a kind (a game, a player) from a parsed spec."""
    return class_of(base, call).from_call(call)


def class_of(base: type[S], call: Call) -> type[S]:
    """The class of a kind that a parsed spec names."""
    classes = known(base)
    if call.name not in classes and len(classes) == 1:
        raise SpecError(f"{show(call.name)} where {next(iter(classes))}(…) is wanted")
    if call.name not in classes:
        raise unknown(base.__name__.lower(), call.name, classes)
    return classes[call.name]
