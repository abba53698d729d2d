"""The reference: GDL's rules as they are written, by plain bottom-up proof. The oracle of the tests.

All that holds in a state is derived relation by relation, in the order of dependency; relations that depend
on one another are derived again and again until nothing is new.
"""

from collections.abc import Iterable, Iterator, Mapping

from playout.gdl.components import components
from playout.gdl.rules import CHANCE, Atom, Literal, Rule, Rules, Term, is_variable, variables

Facts = dict[str, dict[Atom, None]]
"""What holds, by its relation."""
Binding = dict[str, Term]
State = frozenset[Term]
"""The terms that are `true`."""


class Prover:
    """The game that the rules describe.

    >>> from playout.gdl.library import find
    >>> from playout.gdl.load import read_rules
    >>> prover = Prover(read_rules(find("tictactoe.kif")))
    >>> prover.legal(prover.initial())["o"]
    ['noop']
    """

    def __init__(self, rules: Rules) -> None:
        self.roles = rules.roles
        defined: dict[str, list[Rule]] = {}
        for rule in rules.rules:
            defined.setdefault(rule.name, []).append(_ordered(rule))
        needs = {name: [one.name for rule in group for one in rule.body] for name, group in defined.items()}
        groups = [[rule for name in names for rule in defined.get(name, ())] for names in components(needs)]
        self.always: Facts = {}
        self.groups = _derive(groups, self.always, without=("true", "does"))

    def initial(self) -> State:
        """The state in which the game starts."""
        return frozenset(atom[1] for atom in self.always.get("init", ()))

    def legal(self, state: State) -> dict[str, list[Term]]:
        """The legal moves of each role."""
        moves: dict[str, list[Term]] = {role: [] for role in self.roles}
        for _, role, move in self._holds(state).get("legal", ()):
            if isinstance(role, str) and role in moves:
                moves[role].append(move)
        return moves

    def play(self, state: State, moves: Mapping[str, Term]) -> State:
        """The state after each role has made its move."""
        done = [("does", role, move) for role, move in moves.items()]
        return frozenset(atom[1] for atom in self._holds(state, done).get("next", ()))

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        return bool(self._holds(state).get("terminal"))

    def goals(self, state: State) -> dict[str, set[int]]:
        """The values of each role's goals that hold; for chance, where none does, 0."""
        goals: dict[str, set[int]] = {role: set() for role in self.roles}
        for _, role, value in self._holds(state).get("goal", ()):
            if isinstance(role, str) and role in goals:
                goals[role].add(int(str(value)))
        if CHANCE in goals:
            goals[CHANCE] = goals[CHANCE] or {0}
        return goals

    def _holds(self, state: State, done: Iterable[Atom] = ()) -> Facts:
        facts = {name: dict(atoms) for name, atoms in self.always.items()}
        facts["true"] = {("true", term): None for term in state}
        facts["does"] = dict.fromkeys(done)
        _derive(self.groups, facts, without=() if facts["does"] else ("does",))
        return facts


def _derive(groups: list[list[Rule]], facts: Facts, without: tuple[str, ...]) -> list[list[Rule]]:
    """Adds all that follows; gives back the rules that depend on what is left out."""
    unknown, left = set(without), []
    for rules in groups:
        if any(literal.name in unknown for rule in rules for literal in rule.body):
            unknown.update(rule.name for rule in rules)
            left.append(rules)
            continue
        while sum(_add(facts, rule) for rule in rules):
            pass
    return left


def _add(facts: Facts, rule: Rule) -> bool:
    """Adds what a rule says; whether that was new."""
    known = facts.setdefault(rule.name, {})
    before = len(known)
    known.update(dict.fromkeys([_put(rule.head, binding) for binding in _proofs(rule.body, facts, {})]))
    return len(known) > before


def _ordered(rule: Rule) -> Rule:
    """The same rule, each negation and `distinct` right after its variables are known."""
    body: list[Literal] = []
    tests = [literal for literal in rule.body if not literal.binds]
    known: set[str] = set()
    for literal in [None, *(one for one in rule.body if one.binds)]:
        if literal is not None:
            body.append(literal)
            known.update(variables(literal.atom))
        ready = [test for test in tests if known.issuperset(variables(test.atom))]
        body += ready
        tests = [test for test in tests if test not in ready]
    return Rule(rule.head, tuple(body), rule.line)


def _proofs(body: tuple[Literal, ...], facts: Facts, binding: Binding) -> Iterator[Binding]:
    """Every way to make the body true."""
    if not body:
        yield binding
        return
    literal, rest = body[0], body[1:]
    atom = _put(literal.atom, binding)
    if literal.name == "distinct":
        if (atom[1] != atom[2]) == literal.positive:
            yield from _proofs(rest, facts, binding)
    elif not any(variables(atom)):
        if (atom in facts.get(literal.name, ())) == literal.positive:
            yield from _proofs(rest, facts, binding)
    else:
        for fact in list(facts.get(literal.name, ())):
            found = _match(atom, fact, binding)
            if found is not None:
                yield from _proofs(rest, facts, found)


def _put(term: Atom, binding: Binding) -> Atom:
    """An atom with the values of its variables, as far as they are known."""
    return tuple(_put(part, binding) if isinstance(part, tuple) else binding.get(part, part) for part in term)


def _match(pattern: Term, fact: Term, binding: Binding) -> Binding | None:
    """The binding with which a pattern is a fact; None if there is none."""
    if isinstance(pattern, str):
        if not is_variable(pattern):
            return binding if pattern == fact else None
        if pattern in binding:
            return binding if binding[pattern] == fact else None
        return {**binding, pattern: fact}
    if not isinstance(fact, tuple) or len(fact) != len(pattern):
        return None
    for part, value in zip(pattern, fact, strict=True):
        found = _match(part, value, binding)
        if found is None:
            return None
        binding = found
    return binding
