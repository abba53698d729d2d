"""The grammar of specs: from a text to names and values, of which nothing is known yet."""

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass

from playout.errors import SpecError, show

MAX_LENGTH = 10_000
MAX_DEPTH = 20

_FOREIGN = "openspiel"
_WORD = re.compile(r"[A-Za-z0-9_.+/\-]+")


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
        return show(self.token) if self.token else "the end"

    def expect(self, token: str) -> None:
        """Moves past a token that must be there."""
        if self.token != token:
            raise self.error(f"expected '{token}' but found {self.found()}")
        self.advance()

    def expect_end(self) -> None:
        """Nothing may follow."""
        if self.token:
            raise self.error(f"unexpected {self.found()} after the end")

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
                    raise self.error(f"a value without a name after {show(next(iter(named)))}")
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
            raise self.error(f"{show(key)} given twice")
        self.expect("=")
        named[key] = self.value(depth + 1)

    def value(self, depth: int) -> Value:
        """A word, or a spec."""
        call = self.spec(depth)
        return call.name if call.bare else call


def as_call(value: Value) -> Call:
    """A value where a spec is wanted: a word is its name."""
    return value if isinstance(value, Call) else Call(str(value))


def call_text(value: Value) -> str:
    """A value as an error message shows it."""
    return f"{value.name}(…)" if isinstance(value, Call) else str(value)
