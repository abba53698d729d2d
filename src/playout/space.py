"""Spaces: specs of players with some of their values left open, for `playout.tune` to choose.

    value  = option { "|" option }
    option = low ".." high [ "log" ] | number | "true" | "false" | word | spec

The rest is the grammar of specs. A range is of integers if its parameter is, and in a class of the user's
that does not say so, if both ends are; with `log`, it is the logarithm that is searched evenly. A spec that
is an option may have values left open in its turn.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from playout import spec
from playout.errors import SpecError, show
from playout.players import Player, player
from playout.spec import Call, Open, Value
from playout.user_player import Searcher, UserPlayer

__all__ = ["Choice", "Interval", "Pick", "Space"]

DIGITS = 3
"""What a number is rounded to: nobody can tell exploration=0.1348 from 0.135 by playing."""
LARGEST = 1e300


@dataclass(frozen=True)
class Interval(Open):
    """A range of numbers, both ends included.

    >>> Interval(100, 3000, log=True)
    100..3000 log
    """

    low: float
    high: float
    log: bool = False
    integer: bool = False

    def __str__(self) -> str:
        ends = f"{spec.value_text(self.low)}..{spec.value_text(self.high)}"
        return f"{ends} log" if self.log else ends

    __repr__ = __str__

    def rounded(self, number: float) -> float:
        """A number of the range as a spec shall show it."""
        short = number if self.integer else float(f"{number:.{DIGITS}g}")
        return min(max(short, self.low), self.high)


@dataclass(frozen=True)
class Choice(Open):
    """Some values of which one is taken.

    >>> Choice(("0", Interval(100, 3000)))
    0|100..3000
    """

    options: tuple[Value, ...]

    def __str__(self) -> str:
        return "|".join(map(str, self.options))

    __repr__ = __str__


class Pick(Protocol):
    """Who decides what is left open; the place is a name for it, unique in a space."""

    def number(self, place: str, interval: Interval) -> float:
        """A number of the range."""

    def option(self, place: str, choice: Choice) -> int:
        """Which option, from 0 on."""


class _Parser(spec.Parser):
    kind = "space"
    looks = "a space looks like name(key=low..high, key=low..high log, key=this|that)"
    signs = "(),=|"

    def value(self, depth: int) -> Value:
        options = [self.option(depth)]
        while self.token == "|":
            self.advance()
            options.append(self.option(depth))
        return self.choice(options) if len(options) > 1 else options[0]

    def choice(self, options: list[Value]) -> Choice:
        texts = [str(option) for option in options]
        for text in texts:
            if texts.count(text) > 1:
                raise self.error(f"the option {show(text)} given twice")
        return Choice(tuple(options))

    def option(self, depth: int) -> Value:
        value = super().value(depth)
        return self.interval(value) if isinstance(value, str) and ".." in value else value

    def interval(self, word: str) -> Interval:
        log = self.token == "log"
        if log:
            self.advance()
        low, high = (self.end(text, word) for text in word.split("..", 1))
        return self.ordered(Interval(low, high, log, isinstance(low, int) and isinstance(high, int)))

    def end(self, text: str, word: str) -> float:
        number = spec.number(text)
        if number is None or abs(number) > LARGEST:
            raise self.error(f"a range is of two numbers, as in 0.1..2, but this is {show(word)}")
        return number

    def ordered(self, interval: Interval) -> Interval:
        if interval.low >= interval.high:
            raise self.error(f"a range goes up, but this is {show(str(interval))}")
        if interval.log and interval.low <= 0:
            raise self.error(f"a logarithmic range is above 0, but this is {show(str(interval))}")
        return interval


@dataclass(frozen=True, repr=False)
class Space:
    """A spec with values left open.

    A text alone is of players of the library, and checked as their specs are:

    >>> Space("uct(exploration=0.05..2 log, rave=0|100..3000 log, playout=uniform|mobility)")
    uct(exploration=0.05..2 log, rave=0|100..3000 log, playout=uniform|mobility)
    >>> Space("uct(rave=100..lots)")
    Traceback (most recent call last):
    playout.errors.SpecError: a range is of two numbers, as in 0.1..2, but this is '100..lots' in ...
    >>> Space("uct(bounds=0..1)")
    Traceback (most recent call last):
    playout.errors.SpecError: uct: bounds must be one of none, solver, cuts: it has no range, got 0..1

    For players of your own, give what makes one, such as a class:

    >>> class Mine:
    ...     def __init__(self, depth: int = 1) -> None:
    ...         self.depth = depth
    ...
    ...     def search(self, state, budget, seed):
    ...         return state.legal_moves[0]
    >>> Space("Mine(depth=1..5)", Mine)
    Mine(depth=1..5)
    """

    text: str
    make: Callable[..., Player | Searcher] | None = field(default=None, compare=False)
    where: str = ""
    """What stands before the text, such as the name of a file with a colon."""
    call: Call = field(init=False, compare=False)

    def __post_init__(self) -> None:
        call = _Parser(self.text).whole()
        checked = _floated(self.make, call) if self.make else _checked(spec.class_of(Player, call), call)
        object.__setattr__(self, "call", checked)
        object.__setattr__(self, "text", str(call))
        if not self.openings:
            example = "as in uct(exploration=0.05..2 log)"
            raise SpecError(f"{self} leaves nothing open: give a parameter a range or options, {example}")

    def __str__(self) -> str:
        return f"{self.where}{self.text}"

    __repr__ = __str__

    @property
    def openings(self) -> dict[str, Interval | Choice]:
        """What is left open, by its place; what stands within an option comes after it.

        >>> for place, opening in Space("uct(rave=0|9..99, playout=uniform|nested(1..2))").openings.items():
        ...     print(place, opening, sep=": ")
        rave: 0|9..99
        rave=9..99: 9..99
        playout: uniform|nested(level=1..2)
        playout=nested(level=1..2).level: 1..2
        """
        return dict(_openings(self.call, ""))

    def candidate(self, pick: Pick) -> Player:
        """The player that somebody picks; a SpecError where its values do not go together."""
        return self._made(_filled(self.call, "", pick))

    def default(self) -> Player:
        """The player with all parameters at their defaults."""
        try:
            return self._made(Call(self.call.name))
        except SpecError as error:
            raise SpecError(f"{self.call.name} has no default to play against ({error}): name one") from None

    def _made(self, call: Call) -> Player:
        if self.make is None:
            return spec.from_call(Player, call)
        values = [spec.literal(call.name, value) for value in call.values]
        named = {name: spec.literal(call.name, value) for name, value in call.named.items()}
        try:
            made = player(self.make(*values, **named))
        except (TypeError, ValueError) as error:
            raise SpecError(f"{self.where}{call}: {error}") from error
        return replace(made, name=f"{self.where}{call}") if isinstance(made, UserPlayer) else made


def _checked(cls: type[spec.Spec], call: Call) -> Call:
    """The call with all values by name, checked against the parameters of the class."""
    kinds = spec.parameters(cls)
    named = {
        name: _checked_value(f"{cls.spec_name}: {name}", kinds[name], value)
        for name, value in spec.matched(cls, call).items()
    }
    return Call(call.name, (), named)


def _checked_value(what: str, kind: Any, value: Value) -> Value:
    if isinstance(value, Choice):
        return Choice(tuple(_checked_value(what, kind, option) for option in value.options))
    if isinstance(value, Interval):
        return _checked_interval(what, kind, value)
    for base in filter(spec.is_spec, spec.alternatives(kind)[0]):
        call = spec.as_call(value)
        return _checked(spec.class_of(base, call), call)
    spec.check(what, kind, spec.read(what, kind, value))
    return value


def _checked_interval(what: str, kind: Any, interval: Interval) -> Interval:
    types, _ = spec.alternatives(kind)
    if float not in types and int not in types:
        raise SpecError(f"{what} must be {spec.wanted(kind)}: it has no range, got {show(interval)}")
    for end in (interval.low, interval.high):
        spec.check(what, kind, end)
    return replace(interval, integer=float not in types)


def _floated(make: Callable[..., object], call: Call) -> Call:
    """The call for what is not of the library: a range of whole numbers is of floats if that says so."""
    kinds = _float_parameters(make)
    values = [_as_float(value) if place in kinds else value for place, value in enumerate(call.values)]
    named = {name: _as_float(value) if name in kinds else value for name, value in call.named.items()}
    return Call(call.name, tuple(values), named)


def _float_parameters(make: Callable[..., object]) -> set[int | str]:
    """The parameters that are annotated as floats, by place and by name."""
    try:
        found = inspect.signature(make, eval_str=True).parameters.values()
    except (NameError, TypeError, ValueError):  # it does not tell
        return set()
    floats = [(place, one.name) for place, one in enumerate(found) if one.annotation is float]
    return {key for pair in floats for key in pair}


def _as_float(value: Value) -> Value:
    if isinstance(value, Choice):
        return Choice(tuple(map(_as_float, value.options)))
    return replace(value, integer=False) if isinstance(value, Interval) else value


def _openings(value: Value, place: str) -> Iterator[tuple[str, Interval | Choice]]:
    if isinstance(value, Interval | Choice):
        yield place, value
    if isinstance(value, Choice):
        for option in value.options:
            yield from _openings(option, _within(place, option))
    if isinstance(value, Call):
        for name, inner in _items(value):
            yield from _openings(inner, _below(place, name))


def _filled(call: Call, place: str, pick: Pick) -> Call:
    filled = [(name, _filled_value(value, _below(place, name), pick)) for name, value in _items(call)]
    count = len(call.values)
    return Call(call.name, tuple(value for _, value in filled[:count]), dict(filled[count:]))


def _filled_value(value: Value, place: str, pick: Pick) -> Value:
    if isinstance(value, Interval):
        return spec.value_text(value.rounded(pick.number(place, value)))
    if isinstance(value, Choice):
        option = value.options[pick.option(place, value)]
        return _filled_value(option, _within(place, option), pick)
    return _filled(value, place, pick) if isinstance(value, Call) else value


def _items(call: Call) -> Iterator[tuple[str, Value]]:
    """The values of a call, those without a name under their number."""
    yield from ((str(number), value) for number, value in enumerate(call.values, start=1))
    yield from call.named.items()


def _below(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _within(place: str, option: Value) -> str:
    return f"{place}={option}"
