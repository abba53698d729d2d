"""What kind of game it is: how many players, whether they move in turn, and whether searches take it."""

from dataclasses import dataclass

from playout.errors import SpecError
from playout.gdl.network import Network
from playout.gdl.position import Position
from playout.gdl.random_play import random_game

GAMES = 4
LENGTH = 100
"""How much is played at random to find out whether the roles move in turn."""

CHANCE = "random"
"""The role that is chance, by the custom of the field."""


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
    if CHANCE in network.roles:
        return Kind(0, f"it has chance, the role {CHANCE}")
    if len(network.roles) > 2:
        return Kind(0, f"it has {len(network.roles)} roles")
    if len(network.roles) == 1:
        return Kind(1)
    sums = set()
    for seed in range(GAMES):
        for position in random_game(network, seed, LENGTH):
            if not position.is_terminal and moves_at_once(position):
                return Kind(0, "its roles move at once")
        if position.is_terminal:
            sums.add(position.goal(0) + position.goal(1))
    return Kind(2, sums=frozenset(sums))


def moves_at_once(position: Position) -> bool:
    """Whether both roles have a choice."""
    return all(len(moves) > 1 for moves in position.legal)


def unfit(network: Network, reason: str) -> SpecError:
    """The error for a game that is none of the searches'."""
    fit = "one or two roles, who move in turn, and no chance"
    return SpecError(
        f"{network.name}: {reason}; a game here has {fit} ('playout random' plays it, and 'playout ggp')"
    )
