"""Rules as a program for a grounder of answer set programming, and its terms back as ours.

Every name becomes a number, so that no name of a file can mean anything to the grounder. What may be true or
done is left open, and may be more than ever comes about: any fact that is `init` or `next`, any move that is
`legal`.
"""

import re
from collections.abc import Iterator

from playout.errors import SpecError
from playout.gdl.rules import Atom, Literal, Rule, Rules, Term, is_variable
from playout.gdl.sexp import MAX_DEPTH

SHOWN = {"role": 1, "init": 1, "true": 1, "does": 2, "legal": 2, "next": 1, "goal": 2, "terminal": 0}
"""The relations that keep their names, and that the grounder tells of."""

_OPEN = """\
{true(F)} :- init(F).
{true(F)} :- next(F).
{does(R,M)} :- legal(R,M), role(R).
"""
_TOKEN = re.compile(r"\w+|[(),]")


class Translation:
    """The program of some rules.

    >>> from playout.gdl.parse import parse
    >>> from playout.gdl.sexp import Source
    >>> print(Translation(parse(Source("", "(<= (next (on ?x)) (does me ?x) (distinct ?x off))"))).program)
    next(s0(V0)) :- does(s1,V0), V0 != s2.
    ...
    """

    def __init__(self, rules: Rules) -> None:
        self.file = rules.source.name
        self._numbers: dict[str, int] = {}
        shows = [f"#show {name}/{count}.\n" for name, count in SHOWN.items()]
        self.program = "".join([*map(self._rule, rules.rules), _OPEN, *shows])
        self.names = list(self._numbers)

    def _rule(self, rule: Rule) -> str:
        known: dict[str, str] = {}
        head = self._atom(rule.head, known)
        body = ", ".join(self._literal(literal, known) for literal in rule.body)
        return f"{head} :- {body}.\n" if body else f"{head}.\n"

    def _literal(self, literal: Literal, known: dict[str, str]) -> str:
        if literal.name == "distinct":
            left, right = (self._term(term, known) for term in literal.atom[1:])
            return f"{left} {'!=' if literal.positive else '='} {right}"
        return f"{'' if literal.positive else 'not '}{self._atom(literal.atom, known)}"

    def _atom(self, atom: Atom, known: dict[str, str]) -> str:
        name = str(atom[0])
        head = name if name in SHOWN else f"r{self._number(name)}"
        return self._call(head, atom, known)

    def _term(self, term: Term, known: dict[str, str]) -> str:
        if isinstance(term, tuple):
            return self._call(f"s{self._number(str(term[0]))}", term, known)
        if is_variable(term):
            return known.setdefault(term, f"V{len(known)}")
        return f"s{self._number(term)}"

    def _call(self, name: str, term: Atom, known: dict[str, str]) -> str:
        parts = ",".join(self._term(part, known) for part in term[1:])
        return f"{name}({parts})" if parts else name

    def _number(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers))

    def atom(self, text: str) -> Atom:
        """An atom of one of the shown relations, from the grounder's text.

        >>> from playout.gdl.parse import parse
        >>> from playout.gdl.sexp import Source
        >>> Translation(parse(Source("", "(init (on a))"))).atom("init(s0(s1))")
        ('init', ('on', 'a'))
        """
        term = self._read(iter([*_TOKEN.findall(text), ""]), 0)[0]
        return (term,) if isinstance(term, str) else term

    def _read(self, tokens: Iterator[str], depth: int) -> tuple[Term, str]:
        """A term, and the token after it."""
        if depth > MAX_DEPTH:
            raise SpecError(
                f"{self.file}: the rules make terms of more than {MAX_DEPTH} levels of parentheses"
            )
        word, after = next(tokens), next(tokens)
        name = word if word in SHOWN else self.names[int(word[1:])]
        if after != "(":
            return name, after
        parts: list[Term] = [name]
        while after in "(,":
            part, after = self._read(tokens, depth + 1)
            parts.append(part)
        return tuple(parts), next(tokens)
