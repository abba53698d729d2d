"""GDL texts as rules.

`or` and `and` are taken apart here: a rule whose body has alternatives becomes one rule for each.
"""

from itertools import chain, product

from playout.gdl.rules import Atom, Literal, Rule, Rules, Term
from playout.gdl.sexp import Group, Node, Source, Word, read

MAX_RULES = 200_000
MAX_ALTERNATIVES = 1_000

_CONNECTIVES = ("not", "or", "and", "<=")

Alternatives = list[tuple[Literal, ...]]
"""Any one of these, all of its literals together."""


def parse(source: Source) -> Rules:
    """The rules of a text.

    >>> parse(Source("game.kif", "(<= (legal ?r noop) (role ?r) (not terminal))")).rules[0].body[1]
    Literal(atom=('terminal',), positive=False)
    """
    rules: list[Rule] = []
    for node in read(source):
        rules += _Parser(source).statement(node)
        if len(rules) > MAX_RULES:
            raise source.wrong(node.line, f"more than {MAX_RULES:,} rules")
    return Rules(source, tuple(rules))


class _Parser:
    def __init__(self, source: Source) -> None:
        self.source = source

    def statement(self, node: Node) -> list[Rule]:
        """A fact, or a rule for each alternative of its body."""
        if not (isinstance(node, Group) and node.items and _word(node.items[0]) == "<="):
            return [Rule(self.head(node), (), node.line)]
        if len(node.items) < 2:
            raise self.source.wrong(node.line, "a rule without a head")
        head = self.head(node.items[1])
        bodies = self.all_of([self.body(item, True) for item in node.items[2:]], node)
        return [Rule(head, body, node.line) for body in dict.fromkeys(bodies)]

    def head(self, node: Node) -> Atom:
        if isinstance(node, Group) and node.items and _word(node.items[0]) in _CONNECTIVES:
            raise self.source.wrong(node.line, f"'{_word(node.items[0])}' cannot be the head of a rule")
        return self.atom(node)

    def body(self, node: Node, positive: bool) -> Alternatives:
        """What has to hold; of a negated `or` all parts must fail, of a negated `and` any."""
        name = _word(node.items[0]) if isinstance(node, Group) and node.items else ""
        if not isinstance(node, Group) or name not in _CONNECTIVES:
            return [(Literal(self.atom(node), positive),)]
        if name == "<=":
            raise self.source.wrong(node.line, "a rule inside a rule")
        if name == "not":
            if len(node.items) != 2:
                raise self.source.wrong(node.line, f"'not' takes one part, not {len(node.items) - 1}")
            return self.body(node.items[1], not positive)
        parts = [self.body(item, positive) for item in node.items[1:]]
        return self.all_of(parts, node) if (name == "and") == positive else list(chain(*parts))

    def all_of(self, parts: list[Alternatives], node: Node) -> Alternatives:
        count = 1
        for part in parts:
            count *= len(part)
            if count > MAX_ALTERNATIVES:
                raise self.source.wrong(node.line, f"more than {MAX_ALTERNATIVES:,} alternatives in one rule")
        return [sum(chosen, ()) for chosen in product(*parts)]

    def atom(self, node: Node) -> Atom:
        term = self.term(node)
        name, atom = (term, (term,)) if isinstance(term, str) else (term[0], term)
        if str(name).startswith("?"):
            raise self.source.wrong(node.line, f"the variable {name} stands where a relation is wanted")
        return atom

    def term(self, node: Node) -> Term:
        if isinstance(node, Word):
            if node.text == "?":
                raise self.source.wrong(node.line, "a variable without a name")
            return node.text
        if not node.items:
            raise self.source.wrong(node.line, "empty parentheses")
        name = _word(node.items[0])
        if name is None or name.startswith("?"):
            raise self.source.wrong(node.line, "parentheses begin with a name")
        if name in _CONNECTIVES:
            raise self.source.wrong(node.line, f"'{name}' stands where a term is wanted")
        return (name, *map(self.term, node.items[1:])) if len(node.items) > 1 else name


def _word(node: Node) -> str | None:
    return node.text if isinstance(node, Word) else None
