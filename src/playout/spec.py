"""Specs: the one grammar of games, players and playouts, text to objects and back.

    spec  = name [ "(" [ item { "," item } ] ")" ]
    item  = value | parameter "=" value
    value = number | "true" | "false" | word | spec

A parameter that is true or false may be given by its name alone. `openspiel(…)` holds a text of another
grammar, of which nothing is read but that parentheses come in pairs. What a spec can name is a dataclass that
derives from `Spec`: its fields are the parameters, their annotations say what is allowed.
"""

import dataclasses
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Self, TypeVar, get_args, get_origin, get_type_hints

from playout.errors import SpecError, integer, show, unknown

MAX_LENGTH = 10_000
MAX_DEPTH = 20

_FOREIGN = "openspiel"
_AUTO = "auto"
"""The word for a parameter that is chosen by itself."""

_WORD = re.compile(r"[A-Za-z0-9_.+/\-]+")
_INTEGER = re.compile(r"[+-]?\d{1,1000}")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)


@dataclass(frozen=True)
class Call:
    """A parsed spec: a name, values in order and values by name."""

    name: str
    values: tuple["Value", ...] = ()
    named: Mapping[str, "Value"] = dataclasses.field(default_factory=dict)
    bare: bool = False

    def __str__(self) -> str:
        """The text that is parsed to it."""
        items = [*map(str, self.values), *(f"{name}={value}" for name, value in self.named.items())]
        return f"{self.name}({', '.join(items)})" if items else self.name


class Open:
    """A value that a space of specs leaves open: `playout.space` has its kinds. A spec has none."""


Value = str | Call | Open


@dataclass(frozen=True)
class Range:
    """The allowed values of a numeric parameter, both ends included."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"from {self.low:.15g} to {self.high:.15g}"


@dataclass(frozen=True)
class OneOf:
    """The allowed values of a parameter that is a word."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"one of {', '.join(self.words)}"


@dataclass(frozen=True)
class Function:
    """Says that a parameter is a function, or None: a text has no word for it."""

    example: str
    """How it is handed over."""

    def __str__(self) -> str:
        return f"a function, handed over in Python, as in {self.example}"


def parse(text: str) -> Call:
    """Parses one spec.

    >>> parse("uct(exploration=0.4)")
    Call(name='uct', values=(), named={'exploration': '0.4'}, bare=False)
    """
    return Parser(text).whole()


def unwrap(text: str, *names: str) -> tuple[list[str], str]:
    """Takes off what stands around the name of a file, which need not be a word of a spec.

    >>> unwrap("misere(./my game.so(size=7))", "misere")
    (['misere'], './my game.so(size=7)')
    """
    _check_length(text)
    around = re.compile(rf"\s*({'|'.join(names)})\s*\((.*)\)\s*", re.DOTALL)
    found = []
    while match := around.fullmatch(text):
        found.append(match[1])
        text = match[2]
    return found, text.strip()


def _check_length(text: str) -> None:
    if len(text) > MAX_LENGTH:
        raise SpecError(f"a spec has at most {MAX_LENGTH} characters, this one {len(text)}")


def is_word(text: str) -> bool:
    """Whether a spec can have the text as a value; a word may be the path of a file.

    >>> is_word("lists/words.txt"), is_word("my words.txt")
    (True, False)
    """
    return _WORD.fullmatch(text) is not None


class Parser:
    """Reads a text from its start to its end, one token at a time."""

    kind = "spec"
    looks = "a spec looks like name(value, key=value)"
    signs = "(),="

    def __init__(self, text: str) -> None:
        _check_length(text)
        self.text = text
        self.token_pattern = re.compile(rf"\s*(?:({_WORD.pattern})|([{self.signs}]))")
        self.position = 0
        self.token = ""
        self.advance()

    def whole(self) -> Call:
        """The spec that the text is."""
        call = self.spec(0)
        self.expect_end()
        return call

    def advance(self) -> str:
        """Moves to the next token and returns the one left behind; the empty token is the end."""
        taken = self.token
        match = self.token_pattern.match(self.text, self.position)
        if match:
            self.position = match.end()
            self.token = match.group(1) or match.group(2)
        elif self.text[self.position :].strip():
            raise self.error(f"unexpected {self.text[self.position :].strip()[0]!r}")
        else:
            self.token = ""
        return taken

    def error(self, what: str) -> SpecError:
        """What is wrong, and how it would be right."""
        return SpecError(f"{what} in the {self.kind} {show(self.text)}; {self.looks}")

    def found(self) -> str:
        """The token as an error message shows it."""
        return f"'{self.token}'" if self.token else "the end"

    def expect(self, token: str) -> None:
        """Moves past a token that must be there."""
        if self.token != token:
            raise self.error(f"expected '{token}' but found {self.found()}")
        self.advance()

    def expect_end(self) -> None:
        """Nothing may follow."""
        if self.token:
            raise self.error(f"unexpected '{self.token}' after the end")

    def word(self, what: str) -> str:
        """Moves past a word."""
        if not self.token or self.token in self.signs:
            raise self.error(f"expected {what} but found {self.found()}")
        return self.advance()

    def spec(self, depth: int) -> Call:
        """A name, with what stands in its parentheses."""
        name = self.word("a name")
        if self.token != "(":
            return Call(name, bare=True)
        if depth >= MAX_DEPTH:
            raise self.error(f"more than {MAX_DEPTH} levels of parentheses")
        return self.arguments(name, depth)

    def arguments(self, name: str, depth: int) -> Call:
        """What stands in the parentheses behind a name."""
        if name == _FOREIGN:
            return Call(name, (self.foreign(),))
        values: list[Value] = []
        named: dict[str, Value] = {}
        self.expect("(")
        while self.token != ")":
            value = self.value(depth + 1)
            if self.token != "=":
                if named:
                    raise self.error(f"a value without a name after {next(iter(named))}=…")
                values.append(value)
            else:
                self.assign(named, value, depth)
            if self.token != ")":
                self.expect(",")
        self.expect(")")
        return Call(name, tuple(values), named)

    def foreign(self) -> str:
        """What stands between two parentheses, as it is."""
        start, depth = self.position, 1
        for bracket in re.finditer(r"[()]", self.text[start:]):
            depth += 1 if bracket[0] == "(" else -1
            if depth > MAX_DEPTH:
                raise self.error(f"more than {MAX_DEPTH} levels of parentheses")
            if depth == 0:
                self.position = start + bracket.end()
                self.advance()
                return self.text[start : start + bracket.start()]
        raise self.error("expected ')' but found the end")

    def assign(self, named: dict[str, Value], key: Value, depth: int) -> None:
        """The value of a parameter that is named."""
        if not isinstance(key, str):
            raise self.error("a parameter's name must be a word")
        if key in named:
            raise self.error(f"'{key}' given twice")
        self.expect("=")
        named[key] = self.value(depth + 1)

    def value(self, depth: int) -> Value:
        """A word, or a spec."""
        call = self.spec(depth)
        return call.name if call.bare else call


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
        return _AUTO
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


def parameters(cls: type[Spec]) -> dict[str, Any]:
    """The parameters of a spec class, in order, each with its annotation."""
    hints = get_type_hints(cls, include_extras=True)
    return {f.name: hints[f.name] for f in dataclasses.fields(cls) if f.init}  # type: ignore[arg-type]


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
            raise SpecError(f"{cls.spec_name}: '{name}' given twice")
        named[name] = value
    for name in named:
        if name not in kinds:
            raise SpecError(f"{cls.spec_name}: {unknown('parameter', name, kinds)}")
    return named


def _positional_names(cls: type[Spec]) -> list[str]:
    return [f.name for f in dataclasses.fields(cls) if f.init and not f.kw_only]  # type: ignore[arg-type]


Span = Range | OneOf | Function | None


def alternatives(kind: Any) -> tuple[tuple[Any, ...], Span]:
    """The types that an annotation allows, none for a function; and its range or words if it has them."""
    span = None
    if get_origin(kind) is Annotated:
        kind, *extras = get_args(kind)
        span = next((extra for extra in extras if isinstance(extra, Range | OneOf | Function)), None)
    if isinstance(span, Function):
        return (), span
    return (get_args(kind) if isinstance(kind, UnionType) else (kind,)), span


def read(what: str, kind: Any, value: Value) -> Any:
    """Reads a parameter's value from its text, as its annotation wants it."""
    types, span = alternatives(kind)
    if NoneType in types and value == _AUTO:
        return None
    for type_ in types:
        if (result := _read_as(type_, value)) is not None:
            return result
    raise SpecError(f"{what} must be {_wanted(types, span)}, got {show(call_text(value))}")


def call_text(value: Value) -> str:
    """A value as an error message shows it."""
    return f"{value.name}(…)" if isinstance(value, Call) else str(value)


def _read_as(type_: Any, value: Value) -> Any:
    """The value as this type, or None if it is not one."""
    if is_spec(type_) and not isinstance(value, Open):
        return from_call(type_, as_call(value))
    if not isinstance(value, str):
        return None
    if type_ is bool:
        return {"true": True, "false": False}.get(value)
    if type_ is int:
        return int(value) if _INTEGER.fullmatch(value) else None
    if type_ is float:
        return _float(value)
    return value if type_ is str else None


def is_spec(type_: Any) -> bool:
    """Whether a type of an annotation is a kind of specs."""
    return isinstance(type_, type) and issubclass(type_, Spec)


def as_call(value: Value) -> Call:
    """A value where a spec is wanted: a word is its name."""
    return value if isinstance(value, Call) else Call(str(value))


def literal(name: str, value: Value) -> int | float | bool | str:
    """A value for a class that says nothing of its parameters: what the text looks like."""
    if not isinstance(value, str):
        raise SpecError(f"{name} takes numbers, true, false and words, not {call_text(value)}")
    if value in ("true", "false"):
        return value == "true"
    found = number(value)
    return value if found is None else found


def number(text: str) -> int | float | None:
    """The number that a text is, an integer where it looks like one; None if it is none.

    >>> number("3"), number("3.5"), number("three")
    (3, 3.5, None)
    """
    if not _NUMBER.fullmatch(text):
        return None
    return int(text) if _INTEGER.fullmatch(text) else float(text)


def _float(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def check(what: str, kind: Any, value: object) -> Any:
    """Checks a parameter's value given as an object; an int is welcome where a float is wanted."""
    types, span = alternatives(kind)
    if isinstance(span, Function) and (value is None or callable(value)):
        return value
    for type_ in types:
        if not isinstance(type_, type):  # of a class of the user's, such as list[str]: nothing to a spec
            return value
        value = _as_spec(what, type_, _as_number(type_, value))
        if type(value) is type_ or (type_ not in (int, float, bool) and isinstance(value, type_)):
            _check_range(what, span, value)
            return value
    raise SpecError(f"{what} must be {_wanted(types, span)}, got {show(value)}")


def _as_spec(what: str, type_: Any, value: object) -> object:
    """What a text names where a spec is wanted, such as a playout; anything else as it is."""
    if not issubclass(type_, Spec):
        return value
    if isinstance(value, type):
        raise SpecError(f"{what}: {value.__name__} is a class; give an object of it: {value.__name__}()")
    return from_call(type_, parse(value)) if isinstance(value, str) else value


def _as_number(type_: Any, value: object) -> object:
    """A number of any kind, NumPy's as well, as Python's own of this type; anything else as it is."""
    whole = integer(value)
    if type_ is float and isinstance(value, float):
        return float(value)
    if whole is None or type_ not in (int, float):
        return value
    return whole if type_ is int else _clamped_float(whole)


def _clamped_float(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _check_range(what: str, span: Span, value: Any) -> None:
    if value is None or isinstance(value, bool) or isinstance(span, Function | None):
        return
    if not (value in span.words if isinstance(span, OneOf) else span.low <= value <= span.high):
        raise SpecError(f"{what} must be {span}, got {show(value)}")


def wanted(kind: Any) -> str:
    """What an annotation allows, in words.

    >>> wanted(bool), wanted(Annotated[int, Range(1, 20)])
    ('true or false', 'an integer from 1 to 20')
    """
    return _wanted(*alternatives(kind))


def _wanted(types: tuple[Any, ...], span: Span) -> str:
    names = {int: "an integer", float: "a number", bool: "true or false", str: "a word"}
    wanted = " or ".join(names.get(t, f"a {t.__name__.lower()}") for t in types if t is not NoneType)
    words = str(span) if isinstance(span, OneOf | Function) else f"{wanted} {span}" if span else wanted
    return f"{words}, or {_AUTO}" if NoneType in types else words


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
