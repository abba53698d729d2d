"""Are the rules a game of GDL? Every violation is one line with the file and the line.

The conditions are those of the language's specification (Love et al., *General Game Playing: Game Description
Language Specification*, 2008).
"""

from collections.abc import Iterator
from operator import itemgetter

from playout.errors import SpecError
from playout.gdl.components import components
from playout.gdl.rules import KEYWORDS, Atom, Rule, Rules, Term, text, variables

_NEEDED = ("role", "init", "legal", "next", "goal", "terminal")
_NEVER_HEADS = ("true", "does", "distinct")
_NEVER_BODIES = ("init", "next", "base", "input")
_APART = {
    "init": ("true", "does", "legal", "goal", "terminal"),
    "legal": ("does",),
    "goal": ("does",),
    "terminal": ("does",),
}
"""What these relations may not depend on: the state has to be known before them, or the moves after them."""

Problem = tuple[int, str]
"""A line, and what is wrong in it."""


def check(rules: Rules) -> Rules:
    r"""The same rules; a SpecError for the first thing that is wrong, with the number of the others.

    >>> from playout.gdl.parse import parse
    >>> from playout.gdl.sexp import Source
    >>> check(parse(Source("game.kif", "(role white)\n(<= (next ?f) (true (on ?x)))")))
    Traceback (most recent call last):
    playout.errors.SpecError: game.kif:2: ?f of the head is in no positive part of the body
    """
    problems = sorted(dict.fromkeys(_problems(rules)), key=itemgetter(0))
    if problems:
        (line, what), others = problems[0], len(problems) - 1
        raise rules.source.wrong(line, f"{what} (and {others} more)" if others else what)
    missing = [name for name in _NEEDED if all(rule.name != name for rule in rules.rules)]
    if missing:
        raise SpecError(f"{rules.source.name}: no rule for {', '.join(missing)}")
    return rules


def _problems(rules: Rules) -> Iterator[Problem]:
    yield from _arities(rules)
    for rule in rules.rules:
        yield from _places(rule)
        yield from _safety(rule)
        yield from _goal(rule)
    yield from _dependencies(rules)


def _arities(rules: Rules) -> Iterator[Problem]:
    """A relation has always the same number of arguments, and so has a function."""
    relations: dict[str, tuple[int, int]] = {name: (0, count) for name, count in KEYWORDS.items()}
    functions: dict[str, tuple[int, int]] = {}
    for rule in rules.rules:
        for atom in (rule.head, *(literal.atom for literal in rule.body)):
            yield from _arity(relations, atom, rule.line)
            for term in atom[1:]:
                yield from _function_arities(functions, term, rule.line)


def _function_arities(seen: dict[str, tuple[int, int]], term: Term, line: int) -> Iterator[Problem]:
    if isinstance(term, tuple):
        yield from _arity(seen, term, line)
        for part in term[1:]:
            yield from _function_arities(seen, part, line)


def _arity(seen: dict[str, tuple[int, int]], term: Atom, line: int) -> Iterator[Problem]:
    name, count = str(term[0]), len(term) - 1
    first, expected = seen.setdefault(name, (line, count))
    if count != expected:
        where = f"line {first} has" if first else "the language wants"
        yield line, f"'{name}' with {count} arguments, where {where} {expected}"


def _places(rule: Rule) -> Iterator[Problem]:
    """The relations of the language stand where they may."""
    if rule.name in _NEVER_HEADS:
        yield rule.line, f"'{rule.name}' cannot be the head of a rule"
    if rule.name == "role" and (rule.body or any(variables(rule.head)) or not isinstance(rule.head[-1], str)):
        yield rule.line, "a role is a constant: (role white)"
    for literal in rule.body:
        if literal.name in _NEVER_BODIES:
            yield rule.line, f"'{literal.name}' cannot stand in the body of a rule"


def _safety(rule: Rule) -> Iterator[Problem]:
    """What a variable may be is said by a part of the body that is not negated."""
    bound = {name for literal in rule.body if literal.binds for name in variables(literal.atom)}
    for name in variables(rule.head):
        if name not in bound:
            yield rule.line, f"{name} of the head is in no positive part of the body"
    for literal in rule.body:
        for name in variables(literal.atom):
            if name not in bound:
                what = literal.name if literal.positive else f"not {literal.name}"
                yield rule.line, f"{name} of '{what}' is in no positive part of the body"


def _goal(rule: Rule) -> Iterator[Problem]:
    value = rule.head[-1]
    if rule.name == "goal" and isinstance(value, str) and not any(variables(value)) and not is_goal(value):
        yield rule.line, f"a goal is an integer from 0 to 100, not {value}"


def is_goal(value: Term) -> bool:
    """Whether a term is a value of a goal."""
    return (
        isinstance(value, str)
        and value.isdecimal()
        and value.isascii()
        and len(value) < 4
        and int(value) <= 100
    )


def _dependencies(rules: Rules) -> Iterator[Problem]:
    needs: dict[str, dict[str, None]] = {}
    for rule in rules.rules:
        needs.setdefault(rule.name, {}).update(dict.fromkeys(literal.name for literal in rule.body))
    component = {name: index for index, group in enumerate(components(needs)) for name in group}
    for rule in rules.rules:
        yield from _stratified(rule, component)
        yield from _bounded(rule, component)
    yield from _apart(rules, needs)


def _stratified(rule: Rule, component: dict[str, int]) -> Iterator[Problem]:
    for literal in rule.body:
        if not literal.positive and component.get(literal.name) == component[rule.name]:
            yield rule.line, f"'{rule.name}' depends on its own negation, by 'not {literal.name}'"


def _bounded(rule: Rule, component: dict[str, int]) -> Iterator[Problem]:
    """The recursion restriction, where it matters: for what goes into terms that a rule puts together."""
    recursive = [one for one in rule.body if component.get(one.name) == component[rule.name]]
    outside = {
        name for one in rule.body if one.binds and one not in recursive for name in variables(one.atom)
    }
    grown = {name for term in rule.head[1:] if isinstance(term, tuple) for name in variables(term)} - outside
    for literal in recursive:
        for term in literal.atom[1:]:
            if grown.intersection(variables(term)) and term not in rule.head[1:]:
                what = f"'{rule.name}' calls itself with {text(term)}"
                yield rule.line, f"{what}, and its terms may grow for ever"


def _apart(rules: Rules, needs: dict[str, dict[str, None]]) -> Iterator[Problem]:
    for name, forbidden in _APART.items():
        reached = _reached(name, needs)
        line = next((rule.line for rule in rules.rules if rule.name == name), 0)
        for other in forbidden:
            if other in reached:
                yield line, f"'{name}' cannot depend on '{other}'"


def _reached(name: str, needs: dict[str, dict[str, None]]) -> set[str]:
    reached: set[str] = set()
    left = list(needs.get(name, ()))
    while left:
        other = left.pop()
        if other not in reached:
            reached.add(other)
            left += needs.get(other, ())
    return reached
