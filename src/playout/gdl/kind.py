"""What kind of game it is: how many players, whether they move in turn, and whether searches take it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playout._core import Rng
from playout.errors import SpecError
from playout.gdl.machine import Machine
from playout.gdl.network import Network
from playout.gdl.rules import CHANCE

GAMES = 4
LENGTH = 100
"""How much is played at random to find out whether the roles move in turn."""


@dataclass(frozen=True)
class Kind:
    """What the searches have to know.

    >>> from playout import gdl
    >>> gdl.kind_of(gdl.load(gdl.find("hanoi.kif"))).players
    1
    """

    players: int
    """1 or 2; 0 for a game that is none of theirs."""
    reason: str = ""
    """Why it is none of theirs."""
    sums: frozenset[int] = frozenset()
    """The sums of both goals that were seen at the ends of random games."""


def kind_of(network: Network) -> Kind:
    """The kind of a game; of two roles, by some games at random.

    >>> from playout.gdl.library import find
    >>> from playout.gdl.load import load
    >>> kind_of(load(find("tictactoe.kif")))
    Kind(players=2, reason='', sums=frozenset({100}))
    """
    return kind_of_machine(Machine(network))


def kind_of_machine(machine: Machine) -> Kind:
    """The same of a game that is in the core already."""
    roles = machine.network.roles
    if CHANCE in roles:
        return Kind(0, f"it has chance, the role {CHANCE}")
    if len(roles) > 2:
        return Kind(0, f"it has {len(roles)} roles")
    if len(roles) == 1:
        return Kind(1)
    sums = set()
    for seed in range(GAMES):
        for state in _random_game(machine, seed):
            if not machine.is_terminal(state) and moves_at_once(machine.legal(state)):
                return Kind(0, "its roles move at once")
        if machine.is_terminal(state):
            sums.add(sum(machine.goals(state)))
    return Kind(2, sums=frozenset(sums))


def _random_game(machine: Machine, seed: int) -> Iterator[bytes]:
    rng, state = Rng(seed), machine.initial
    yield state
    for _ in range(LENGTH):
        if machine.is_terminal(state):
            return
        state = machine.play(state, [moves[rng.below(len(moves))] for moves in machine.legal(state)])
        yield state


def moves_at_once(legal: Sequence[Sequence[int]]) -> bool:
    """Whether both roles have a choice."""
    return all(len(moves) > 1 for moves in legal)


def unfit(network: Network, reason: str) -> SpecError:
    """The error for a game that is none of the searches'."""
    fit = "one or two roles, who move in turn, and no chance"
    return SpecError(
        f"{network.name}: {reason}; a game here has {fit} ('playout random' plays it, and 'playout ggp')"
    )
