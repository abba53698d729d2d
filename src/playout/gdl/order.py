"""The order of facts and moves: that of their words, left to right.

Numbers come first, by their value; other words in the order in which the file first has them. A word alone
comes before a term with arguments.
"""

from collections.abc import Iterator
from typing import Any

from playout.gdl.rules import Rules, Term


class Order:
    """The order of the terms of some rules.

    >>> from playout.gdl.parse import parse
    >>> from playout.gdl.sexp import Source
    >>> order = Order(parse(Source("", "(drop b) (drop a) (drop 10) (drop 9)")))
    >>> sorted(["a", "b", "10", "9"], key=order.key)
    ['9', '10', 'b', 'a']
    """

    def __init__(self, rules: Rules) -> None:
        self._places: dict[str, int] = {}
        for rule in rules.rules:
            for atom in (rule.head, *(literal.atom for literal in rule.body)):
                for word in _words(atom):
                    self._places.setdefault(word, len(self._places))

    def key(self, term: Term) -> Any:
        """What to sort a term by."""
        if isinstance(term, str):
            return 0, self._word(term), ()
        return 1, self._word(str(term[0])), tuple(map(self.key, term[1:]))

    def _word(self, word: str) -> tuple[int, int]:
        number = word.isascii() and word.isdecimal() and len(word) < 1000
        return (0, int(word)) if number else (1, self._places[word])


def _words(term: Term) -> Iterator[str]:
    if isinstance(term, str):
        yield term
    else:
        for part in term:
            yield from _words(part)
