"""A ground program as a network: what never changes is taken out, and what is there twice is there once."""

from collections.abc import Iterable

from playout.errors import SpecError
from playout.gdl.check import is_goal
from playout.gdl.components import components
from playout.gdl.gates import Gates, TooManyWiresError, compacted
from playout.gdl.ground import GroundProgram, Limits
from playout.gdl.network import FALSE, TRUE, Network
from playout.gdl.order import Order
from playout.gdl.rules import CHANCE, Atom, Rules, Term, text

ROUNDS = 8
"""How often a guess of the facts that never change is made smaller before it is given up."""


def build(rules: Rules, program: GroundProgram, limits: Limits | None = None) -> Network:
    """The network of a game."""
    most = (limits or Limits()).wires
    try:
        return _Builder(rules, program, most).network()
    except TooManyWiresError:
        raise SpecError(
            f"{rules.source.name}: the rules need a network of more than {most:,} wires"
        ) from None


class _Builder:
    def __init__(self, rules: Rules, program: GroundProgram, most: int) -> None:
        self.rules, self.program, self.most = rules, program, most
        order = Order(rules)
        self.facts = sorted((atom[1] for atom in program.atoms if atom[0] == "true"), key=order.key)
        pairs = [(rules.roles.index(str(atom[1])), atom[2]) for atom in program.atoms if atom[0] == "does"]
        self.moves = sorted(pairs, key=lambda pair: (order.key(pair[1]), pair[0]))
        self.groups = self._atoms_in_order()

    def network(self) -> Network:
        always = self._never_changing()
        facts = [fact for fact in self.facts if fact not in always]
        follows = [self._literal("next", fact) for fact in facts]
        legal = [self._literal("legal", self.rules.roles[role], move) for role, move in self.moves]
        goals, terminal = self._goals(), self._literal("terminal")
        outputs = [*follows, *legal, *(literal for pairs in goals for _, literal in pairs), terminal]
        fact_nodes = [node for node, fact in enumerate(self.facts, 1) if fact not in always]
        move_nodes = range(len(self.facts) + 1, self.gates.inputs + 1)
        kept = compacted(self.gates, fact_nodes, move_nodes, outputs)
        return Network(
            name=self.rules.source.name,
            roles=self.rules.roles,
            facts=tuple(facts),
            always=tuple(always),
            moves=tuple(self.moves),
            gates=kept.gates,
            state_gates=kept.state_gates,
            initial=bytes(("init", fact) in self.program.atoms for fact in facts),
            next=tuple(map(kept.literal, follows)),
            legal=tuple(map(kept.literal, legal)),
            goals=tuple(tuple((value, kept.literal(one)) for value, one in pairs) for pairs in goals),
            terminal=kept.literal(terminal),
        )

    def _atoms_in_order(self) -> list[list[int]]:
        """The atoms that matter, each after those that it needs, or with them where they need one another."""
        bodies, inputs = self.program.bodies, set(self._inputs())
        needs: dict[int, list[int]] = {}
        shown = ("next", "legal", "goal", "terminal")
        left = [number for atom, number in self.program.atoms.items() if atom[0] in shown]
        while left:
            atom = left.pop()
            if atom not in needs and atom not in inputs:
                needs[atom] = [abs(one) for body in bodies.get(atom, ()) for one in body]
                left += needs[atom]
        return [[atom for atom in group if atom in needs] for group in components(needs)]

    def _inputs(self) -> list[int]:
        """The atoms of the facts and the moves."""
        roles, atoms = self.rules.roles, self.program.atoms
        facts = [atoms["true", fact] for fact in self.facts]
        return facts + [atoms["does", roles[role], move] for role, move in self.moves]

    def _never_changing(self) -> dict[Term, None]:
        """The facts that are true in every state, in order. The literals are evaluated with them.

        The guess is that all facts of the first state stay; those that need not, if the others do, leave it.
        """
        guess = {fact: None for fact in self.facts if ("init", fact) in self.program.atoms}
        for _ in range(ROUNDS):
            self._evaluate(guess)
            stay = {fact: None for fact in guess if self._literal("next", fact) == TRUE}
            if stay == guess:
                return guess
            guess = stay
        self._evaluate(())
        return {}

    def _evaluate(self, always: Iterable[Term]) -> None:
        """A literal for each atom."""
        inputs, certain = self._inputs(), set(always)
        self.gates = Gates(len(inputs), self.most)
        self.literals = {atom: 2 * node for node, atom in enumerate(inputs, 1)}
        self.literals.update((self.program.atoms["true", fact], TRUE) for fact in certain)
        for group in self.groups:
            self.literals.update(dict.fromkeys(group, FALSE))
            # What needs itself is true after as many steps as there are atoms, or never.
            for _ in group:
                step = {atom: self._definition(atom) for atom in group}
                changed = any(self.literals[atom] != literal for atom, literal in step.items())
                self.literals.update(step)
                if not changed:
                    break

    def _definition(self, atom: int) -> int:
        bodies = self.program.bodies.get(atom, ())
        return self.gates.any_of(self.gates.all_of(map(self._signed, body)) for body in bodies)

    def _signed(self, literal: int) -> int:
        return self.literals.get(abs(literal), FALSE) ^ (literal < 0)

    def _literal(self, *atom: Term) -> int:
        number = self.program.atoms.get(atom)
        return FALSE if number is None else self.literals.get(number, FALSE) if number else TRUE

    def _goals(self) -> list[list[tuple[int, int]]]:
        """The values of each role, with their literals."""
        found: list[dict[int, int]] = [{} for _ in self.rules.roles]
        for atom in self.program.atoms:
            if atom[0] == "goal" and atom[1] in self.rules.roles:
                role, value = str(atom[1]), self._value(atom)
                found[self.rules.roles.index(role)][value] = self._literal(*atom)
        if CHANCE in self.rules.roles:
            self._content(found[self.rules.roles.index(CHANCE)])
        return [sorted((value, one) for value, one in pairs.items() if one != FALSE) for pairs in found]

    def _content(self, goals: dict[int, int]) -> None:
        """Chance wants nothing, and rules seldom give it a goal: where it has none, the state is worth 0."""
        none = self.gates.any_of(goals.values()) ^ 1
        goals[0] = self.gates.any_of([goals.get(0, FALSE), none])

    def _value(self, atom: Atom) -> int:
        if not is_goal(atom[2]):
            raise SpecError(
                f"{self.rules.source.name}: a goal is an integer from 0 to 100, not {text(atom[2])}"
            )
        return int(str(atom[2]))
