"""Rules as the other modules know them.

A term is a word, a variable (a word that begins with `?`) or a tuple: a name, then its arguments. An atom is
always a tuple: `terminal` is `("terminal",)`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from playout.gdl.sexp import Source

Term = str | tuple["Term", ...]
Atom = tuple[Term, ...]

KEYWORDS = {
    "role": 1,
    "init": 1,
    "true": 1,
    "does": 2,
    "legal": 2,
    "next": 1,
    "goal": 2,
    "terminal": 0,
    "base": 1,
    "input": 2,
    "distinct": 2,
}
"""The relations of the language, and how many arguments each has."""

CHANCE = "random"
"""The role that is chance, by the custom of the field."""


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom of a body, or its negation."""

    atom: Atom
    positive: bool = True

    @property
    def name(self) -> str:
        """The relation."""
        return str(self.atom[0])

    @property
    def binds(self) -> bool:
        """Whether it says what its variables may be."""
        return self.positive and self.name != "distinct"


@dataclass(frozen=True, slots=True)
class Rule:
    """The head holds if all of the body does."""

    head: Atom
    body: tuple[Literal, ...]
    line: int

    @property
    def name(self) -> str:
        """The relation that the rule defines."""
        return str(self.head[0])


@dataclass(frozen=True, slots=True)
class Rules:
    """What a file says."""

    source: Source
    rules: tuple[Rule, ...]

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles, in the order of the file, each once."""
        return tuple(dict.fromkeys(str(rule.head[1]) for rule in self.rules if rule.name == "role"))


def is_variable(term: Term) -> bool:
    """Whether a term is a variable."""
    return isinstance(term, str) and term.startswith("?")


def variables(term: Term) -> Iterator[str]:
    """The variables of a term or an atom."""
    if isinstance(term, tuple):
        for part in term:
            yield from variables(part)
    elif is_variable(term):
        yield term


def text(term: Term) -> str:
    """A term as GDL writes it.

    >>> text(("mark", "1", ("f", "?x")))
    '(mark 1 (f ?x))'
    """
    return term if isinstance(term, str) else f"({' '.join(map(text, term))})"
