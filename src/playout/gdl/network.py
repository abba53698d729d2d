"""The rules of a game as a network of gates over bits, and how to evaluate it.

A node is a number. Node 0 is never true; then come the facts of a state, then the moves, then the gates, each
after what it needs. A literal is 2 × node, plus 1 for its negation: so 0 is false and 1 is true. A gate
is the conjunction of its literals; a disjunction is the negation of a conjunction of negations.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from playout.gdl.rules import Term

FALSE, TRUE = 0, 1

Gate = tuple[int, ...]
"""The literals of a conjunction."""


@dataclass(frozen=True)
class Network:
    """A game of GDL without variables.

    >>> from playout import gdl
    >>> network = gdl.load(gdl.find("tictactoe.kif"))
    >>> network.facts[:2], network.moves[0], len(network.gates), network.state_gates
    ((('control', 'x'), ('control', 'o')), (0, 'noop'), 66, 48)
    >>> first = network.play(network.look(network.initial), [2, 1])
    >>> [fact for fact, bit in zip(network.facts, first) if bit]
    [('control', 'o'), ('cell', '1', 'a', 'x')]
    """

    name: str
    """The file of the rules."""
    roles: tuple[str, ...]
    facts: tuple[Term, ...]
    """What may be true in a state; a state has a bit for each."""
    always: tuple[Term, ...]
    """What is true in every state, and has no bit."""
    moves: tuple[tuple[int, Term], ...]
    """A role, by its number, and what it may do."""
    gates: tuple[Gate, ...]
    state_gates: int
    """The first so many gates depend on the state alone, the others on the moves too."""
    initial: bytes
    """The state in which the game starts: a byte, 0 or 1, for each fact."""
    next: tuple[int, ...]
    """For each fact, the literal that says whether it is true in the next state."""
    legal: tuple[int, ...]
    """For each move, the literal that says whether it is legal."""
    goals: tuple[tuple[tuple[int, int], ...], ...]
    """For each role, the values of its goals, each with the literal that says whether it holds."""
    terminal: int

    @property
    def first_gate(self) -> int:
        """The node of the first gate."""
        return 1 + len(self.facts) + len(self.moves)

    @cached_property
    def role_moves(self) -> tuple[tuple[int, ...], ...]:
        """The moves of each role, by their numbers."""
        numbers = range(len(self.moves))
        return tuple(tuple(n for n in numbers if self.moves[n][0] == role) for role in range(len(self.roles)))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """What the roles may do, each once, in the order of the moves."""
        return tuple(dict.fromkeys(term for _, term in self.moves))

    @cached_property
    def arrays(self) -> dict[str, Any]:
        """The same as the core takes it."""
        from playout.gdl.arrays import arrays  # which imports this module

        return arrays(self)

    def look(self, state: bytes) -> bytearray:
        """The nodes that depend on the state alone; those of the moves and what needs them are left at 0."""
        nodes = bytearray(self.first_gate + len(self.gates))
        nodes[1 : 1 + len(state)] = state
        self._fill(nodes, 0, self.state_gates)
        return nodes

    def play(self, nodes: bytearray, moves: Iterable[int]) -> bytes:
        """The state after these moves, by their numbers, from the nodes that `look` gave."""
        nodes = bytearray(nodes)
        for move in moves:
            nodes[1 + len(self.facts) + move] = 1
        self._fill(nodes, self.state_gates, len(self.gates))
        return bytes(holds(nodes, literal) for literal in self.next)

    def _fill(self, nodes: bytearray, start: int, end: int) -> None:
        first = self.first_gate
        for index in range(start, end):
            for literal in self.gates[index]:
                if nodes[literal >> 1] == literal & 1:
                    break
            else:
                nodes[first + index] = 1


def holds(nodes: bytearray, literal: int) -> bool:
    """Whether a literal is true."""
    return nodes[literal >> 1] != literal & 1
