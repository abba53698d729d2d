"""States of a game of GDL, by its network."""

from functools import cached_property

from playout.errors import ContractError
from playout.gdl.network import Network, holds
from playout.gdl.rules import Term, text


class Position:
    """A state that nobody changes: which facts are true, and what follows.

    >>> from playout import gdl
    >>> state = gdl.initial(gdl.load(gdl.find("hanoi.kif")))
    >>> [state.network.moves[move][1] for move in state.legal[0]]
    [('move', '1', 'b'), ('move', '1', 'c')]
    >>> state.play(state.legal[0][0]).true[0]
    ('at', '1', 'b')
    """

    def __init__(self, network: Network, facts: bytes) -> None:
        self.network = network
        self.facts = facts

    @cached_property
    def nodes(self) -> bytearray:
        """The nodes of the network that depend on the state alone."""
        return self.network.look(self.facts)

    @cached_property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return holds(self.nodes, self.network.terminal)

    @cached_property
    def legal(self) -> list[list[int]]:
        """The legal moves of each role, by their numbers; there is one while the game is not over."""
        network = self.network
        legal = [
            [move for move in moves if holds(self.nodes, network.legal[move])] for moves in network.role_moves
        ]
        if not all(legal) and not self.is_terminal:
            role = network.roles[legal.index([])]
            raise self.wrong(f"the role {role} has no legal move, and the game is not over")
        return legal

    def play(self, *moves: int) -> "Position":
        """The state after these moves, one for each role."""
        return Position(self.network, self.network.play(self.nodes, moves))

    @property
    def true(self) -> list[Term]:
        """The facts that are true, in order, without those that always are."""
        return [fact for fact, value in zip(self.network.facts, self.facts, strict=True) if value]

    def goal(self, role: int) -> int:
        """The value of the role's goal; there is exactly one at the end of a game."""
        values = [value for value, literal in self.network.goals[role] if holds(self.nodes, literal)]
        if len(values) != 1:
            found = f"has {len(values)} goals" if values else "has no goal"
            raise self.wrong(f"the role {self.network.roles[role]} {found} at the end")
        return values[0]

    def wrong(self, what: str) -> ContractError:
        """The error for rules that do not describe a game."""
        facts = " ".join(map(text, self.true))
        return ContractError(
            f"{self.network.name}: {what}, in {facts if len(facts) < 200 else facts[:197] + '...'}"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.facts == other.facts

    def __hash__(self) -> int:
        return hash(self.facts)


def initial(network: Network) -> Position:
    """The state in which the game starts.

    >>> from playout.gdl.library import find
    >>> from playout.gdl.load import load
    >>> initial(load(find("tictactoe.kif"))).true
    [('control', 'x')]
    """
    return Position(network, network.initial)
