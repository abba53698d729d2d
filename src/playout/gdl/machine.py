"""A network as the core runs it: for rules of every kind, and without the GIL."""

from collections.abc import Sequence
from dataclasses import dataclass

from playout import _core
from playout.errors import check_count
from playout.gdl.network import Network
from playout.gdl.random_play import MAX_LENGTH
from playout.interrupt import stop_on_interrupt
from playout.seeds import checked

MAX_PLAYOUTS = 10**15


@dataclass(frozen=True)
class Tally:
    """What came of some random games.

    >>> Tally(finished=4, moves=30, totals=(300, 100)).mean(0)
    75.0
    """

    finished: int
    """How many ended within their length."""
    moves: int
    """How many moves were made in all games."""
    totals: tuple[int, ...]
    """For each role, the sum of its goals in those."""

    def mean(self, role: int) -> float:
        """The mean goal of a role; 0 if no game ended."""
        return self.totals[role] / max(self.finished, 1)


class Machine:
    """A game that goes from state to state. Threads may share one.

    A state is a byte, 0 or 1, for each fact of the network, as in `Position.facts`; a move is its number
    there. Rules that do not describe a game (a role without a legal move before the end, without a goal at
    the end, or with several) are a ContractError.

    >>> from playout import gdl
    >>> machine = gdl.Machine(gdl.load(gdl.find("tictactoe.kif")))
    >>> machine.legal(machine.initial)
    [[2, 4, 6, 8, 10, 12, 14, 16, 18], [1]]
    >>> state = machine.play(machine.initial, [2, 1])
    >>> machine.is_terminal(state)
    False
    >>> machine.playouts(state, 1000, seed=1)
    Tally(finished=1000, moves=6534, totals=(66200, 33800))
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self.initial = network.initial
        self.core = _core.GdlMachine(**network.arrays)

    def is_terminal(self, state: bytes) -> bool:
        """Whether the game is over."""
        return self.core.is_terminal(state)

    def legal(self, state: bytes) -> list[list[int]]:
        """For each role the numbers of its moves; there is one while the game is not over."""
        return self.core.legal(state)

    def play(self, state: bytes, moves: Sequence[int]) -> bytes:
        """The state after a move of each role."""
        return self.core.play(state, moves)

    def goals(self, state: bytes) -> list[int]:
        """The goal of each role; exactly one has to hold."""
        return self.core.goals(state)

    def playouts(
        self, state: bytes, count: int, *, seed: int, moves: Sequence[int] = (), length: int = MAX_LENGTH
    ) -> Tally:
        """What comes of random games from a state, many of them at once; it is best to ask for 512 or more.

        `moves` are made first, each by its role; roles that have none there choose at random. A game is left
        unfinished after `length` moves. Ctrl-C ends it with what there is.
        """
        count, length = check_count("count", count, MAX_PLAYOUTS), check_count("length", length, MAX_PLAYOUTS)
        with stop_on_interrupt() as stop:
            finished, made, totals = self.core.playouts(state, count, checked(seed), moves, length, stop)
        return Tally(finished, made, tuple(totals))
