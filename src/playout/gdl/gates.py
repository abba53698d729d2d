"""Gates in the making: each is there once, and none is constant."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from playout.gdl.network import FALSE, TRUE, Gate


class TooManyWiresError(Exception):
    """The gates have more literals together than a network may have."""


@dataclass
class Gates:
    """Gates that are made as they are needed; each comes after what it needs.

    >>> gates = Gates(inputs=2, most=10)
    >>> gates.all_of([2, 4]) == gates.all_of([4, 2, TRUE]), gates.all_of([2, 3]) == FALSE
    (True, True)
    """

    inputs: int
    most: int
    """How many literals the gates may have together."""
    wires: int = 0
    made: list[Gate] = field(default_factory=list)
    known: dict[Gate, int] = field(default_factory=dict)

    def all_of(self, literals: Iterable[int]) -> int:
        """The literal of a conjunction."""
        wanted = sorted({*literals} - {TRUE})
        if FALSE in wanted or any(a ^ 1 == b for a, b in pairwise(wanted)):
            return FALSE
        if len(wanted) < 2:
            return wanted[0] if wanted else TRUE
        gate = tuple(wanted)
        if gate not in self.known:
            self.wires += len(gate)
            if self.wires > self.most:
                raise TooManyWiresError
            self.made.append(gate)
            self.known[gate] = 2 * (self.inputs + len(self.made))
        return self.known[gate]

    def any_of(self, literals: Iterable[int]) -> int:
        """The literal of a disjunction."""
        return self.all_of(literal ^ 1 for literal in literals) ^ 1


@dataclass(frozen=True)
class Compacted:
    """The gates that are needed, with new numbers."""

    gates: tuple[Gate, ...]
    state_gates: int
    """The first so many need no moves."""
    late_gates: int
    """The last so many are of no use but for what may come late."""
    nodes: dict[int, int]
    """The new number of each node."""

    def literal(self, old: int) -> int:
        """A literal with its new number."""
        return 2 * self.nodes[old >> 1] | (old & 1)


def compacted(
    gates: Gates,
    facts: Sequence[int],
    moves: Sequence[int],
    outputs: Sequence[int],
    late: Sequence[int] = (),
) -> Compacted:
    """The gates that the outputs need: those of the state alone, those that need moves, those that are late.

    What only the late outputs need, none of which need moves, comes last. Within these parts gates are in the
    order of their depth, and those of the same depth that lead to as many others are neighbours: a processor
    that goes through them foresees more.
    """
    first = gates.inputs + 1
    early = _needed(gates, outputs)
    needed = early | _needed(gates, late)
    moving, depths = set(moves), dict.fromkeys(range(first), 0)
    leads = Counter(literal >> 1 for literal in outputs)
    for node, gate in enumerate(gates.made, first):
        inputs = [literal >> 1 for literal in gate]
        depths[node] = 1 + max(depths[one] for one in inputs)
        if node in needed:
            leads.update(inputs)
            if not moving.isdisjoint(inputs):
                moving.add(node)
    kept = [node for node in range(first, first + len(gates.made)) if node in needed]
    parts = {node: 1 if node in moving else 2 * (node not in early) for node in kept}
    kept.sort(key=lambda node: (parts[node], depths[node], leads[node]))
    nodes = {old: new for new, old in enumerate([0, *facts, *moves, *kept])}
    renamed = [tuple(2 * nodes[one >> 1] | (one & 1) for one in gates.made[node - first]) for node in kept]
    late_gates = sum(node not in early for node in kept)
    state_gates = sum(node not in moving for node in kept) - late_gates
    return Compacted(tuple(renamed), state_gates, late_gates, nodes)


def _needed(gates: Gates, outputs: Iterable[int]) -> set[int]:
    """The nodes that these literals depend on."""
    first = gates.inputs + 1
    needed = {literal >> 1 for literal in outputs}
    for node in range(gates.inputs + len(gates.made), gates.inputs, -1):
        if node in needed:
            needed.update(literal >> 1 for literal in gates.made[node - first])
    return needed
