"""A network made smaller for the core: what many conjunctions have in common is asked once.

Whose turn it is stands in the rule of every move. Where a node is true if any of many conjunctions is, and
they share a literal, that literal is taken out of them, `(a and b) or (a and c)` is `a and (b or c)`: when it
flips, two gates change instead of hundreds. What the legal moves of a role share is its guard, and no gate at
all.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from playout.gdl.gates import Gates, compacted
from playout.gdl.network import FALSE, TRUE, Gate, Network

LEAST = 3
"""How many conjunctions share a literal before it is taken out of them."""


@dataclass(frozen=True)
class Factored:
    """What a network says, by other gates.

    A move is legal if its literal holds and, where it is guarded, its role's guard.
    """

    gates: tuple[Gate, ...]
    state_gates: int
    """The first so many depend on the state alone."""
    goal_gates: int
    """The last so many as well; only goals need them."""
    next: tuple[int, ...]
    legal: tuple[int, ...]
    guards: tuple[int, ...]
    """For each role, the literal of a fact."""
    guarded: tuple[bool, ...]
    """For each move."""
    goals: tuple[tuple[int, int, int], ...]
    """A role, a value, and the literal that says whether it is the role's goal."""
    terminal: int


def factored(network: Network) -> Factored:
    """The same game with fewer gates.

    >>> from playout import gdl
    >>> network = gdl.load(gdl.find("breakthrough_8x8.kif"))
    >>> small = factored(network)
    >>> len(network.gates), len(small.gates)
    (1050, 746)
    >>> [network.facts[(guard >> 1) - 1] for guard in small.guards]
    [('control', 'x'), ('control', 'o')]
    """
    return _Factoring(network).result()


class _Factoring:
    def __init__(self, network: Network) -> None:
        self.network = network
        self.inputs = network.first_gate - 1
        self.gates = Gates(self.inputs, sum(map(len, network.gates)) * 4 + 1000)
        self.literals = [2 * node for node in range(network.first_gate)]
        for gate in network.gates:
            self.literals.append(self.gates.all_of(self._shared(self._plain(map(self._new, gate)))))

    def result(self) -> Factored:
        network = self.network
        follows = [self._new(literal) for literal in network.next]
        legal, guards, guarded = self._guards()
        goals = [
            (role, value, self._new(literal))
            for role, pairs in enumerate(network.goals)
            for value, literal in pairs
        ]
        terminal = self._new(network.terminal)
        facts = range(1, len(network.facts) + 1)
        kept = compacted(
            self.gates,
            facts,
            range(len(facts) + 1, self.inputs + 1),
            [*follows, *legal, terminal],
            late=[literal for _, _, literal in goals],
        )
        return Factored(
            gates=kept.gates,
            state_gates=kept.state_gates,
            goal_gates=kept.late_gates,
            next=tuple(map(kept.literal, follows)),
            legal=tuple(map(kept.literal, legal)),
            guards=tuple(guards),
            guarded=tuple(guarded),
            goals=tuple((role, value, kept.literal(literal)) for role, value, literal in goals),
            terminal=kept.literal(terminal),
        )

    def _new(self, literal: int) -> int:
        return self.literals[literal >> 1] ^ (literal & 1)

    def _gate(self, literal: int) -> Gate:
        """The literals that a literal is the conjunction of."""
        is_gate = literal >> 1 > self.inputs and not literal & 1
        return self.gates.made[(literal >> 1) - self.inputs - 1] if is_gate else (literal,)

    def _plain(self, literals: Iterable[int]) -> set[int]:
        """The literals of a gate, without those that another one of them says already."""
        found = set(literals)
        return found.difference(
            *(self._gate(literal) for literal in found if self._gate(literal) != (literal,))
        )

    def _shared(self, found: set[int]) -> set[int]:
        """The literals of a gate, with what its negated conjunctions share taken out of them."""
        while best := _most_common([self._gate(literal ^ 1) for literal in found if self._is_any(literal)]):
            group = {
                literal for literal in found if self._is_any(literal) and best in self._gate(literal ^ 1)
            }
            rests = [self.gates.all_of({*self._gate(literal ^ 1)} - {best}) for literal in group]
            found = (found - group) | {self.gates.all_of([best, self.gates.any_of(rests)]) ^ 1}
        return found

    def _is_any(self, literal: int) -> bool:
        """Whether it is the negation of a conjunction."""
        return literal & 1 == 1 and literal >> 1 > self.inputs

    def _guards(self) -> tuple[list[int], list[int], list[bool]]:
        """Each move's literal without the guard, each role's guard, and whether each move is guarded."""
        network = self.network
        legal = [self._new(literal) for literal in network.legal]
        guarded = [False] * len(legal)
        guards = []
        for moves in network.role_moves:
            facts = [[one for one in self._gate(legal[move]) if self._is_fact(one)] for move in moves]
            guard = _most_common(facts) or TRUE
            guards.append(guard)
            for move in moves:
                if guard != TRUE and guard in self._gate(legal[move]):
                    legal[move] = self.gates.all_of({*self._gate(legal[move])} - {guard})
                    guarded[move] = True
        return legal, guards, guarded

    def _is_fact(self, literal: int) -> bool:
        return 0 < literal >> 1 <= len(self.network.facts)


def _most_common(groups: Sequence[Sequence[int]]) -> int:
    """What most of the groups have, if it is enough of them; 0 if nothing is."""
    counts = Counter(literal for group in groups for literal in group)
    best = max(counts, key=lambda literal: (counts[literal], -literal), default=FALSE)
    return best if counts[best] >= LEAST else FALSE
