"""Texts in KIF: words and parentheses, as nested groups that know their lines."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from playout.errors import SpecError, show

MAX_CHARACTERS = 4_000_000
MAX_DEPTH = 100
MAX_WORD = 200

_TOKEN = re.compile(r"\s+|;[^\n]*|[()]|[^\s()\";]+")
"""White space and comments, which are passed over; parentheses; words."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, in lower case: GDL does not tell the two apart."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Group:
    """What stands between two parentheses."""

    items: tuple["Node", ...]
    line: int


Node = Word | Group


@dataclass(frozen=True, slots=True)
class Source:
    """A text, and the name by which errors call it."""

    name: str
    text: str

    def wrong(self, line: int, what: str) -> SpecError:
        """The error for what is wrong in a line."""
        return SpecError(f"{self.name}:{line}: {what}")


def read(source: Source) -> list[Node]:
    """The groups and words of a text.

    >>> read(Source("game.kif", "(role White) ; the first"))
    [Group(items=(Word(text='role', line=1), Word(text='white', line=1)), line=1)]
    """
    if len(source.text) > MAX_CHARACTERS:
        raise SpecError(f"{source.name}: more than {MAX_CHARACTERS:,} characters")
    found: list[Node] = []
    open_groups: list[tuple[int, list[Node]]] = []
    for token, line in _tokens(source):
        if token == "(":
            if len(open_groups) == MAX_DEPTH:
                raise source.wrong(line, f"more than {MAX_DEPTH} levels of parentheses")
            open_groups.append((line, []))
            continue
        if token == ")":
            if not open_groups:
                raise source.wrong(line, "a ')' closes nothing")
            start, items = open_groups.pop()
            node: Node = Group(tuple(items), start)
        else:
            node = Word(token.lower(), line)
        (open_groups[-1][1] if open_groups else found).append(node)
    if open_groups:
        raise source.wrong(open_groups[-1][0], "this '(' is never closed")
    return found


def _tokens(source: Source) -> Iterator[tuple[str, int]]:
    """Words and parentheses, each with its line."""
    position, line = 0, 1
    while position < len(source.text):
        match = _TOKEN.match(source.text, position)
        if match is None:
            raise source.wrong(line, f"unexpected {show(source.text[position])}")
        token = match[0]
        if not token[0].isspace() and token[0] != ";":
            if len(token) > MAX_WORD or not token.isprintable():
                raise source.wrong(line, f"{show(token)} is not a word, of at most {MAX_WORD} characters")
            yield token, line
        line += token.count("\n")
        position = match.end()
