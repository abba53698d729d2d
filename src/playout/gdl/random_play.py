"""Games at random, of any kind of rules: roles that move at once, many roles, chance."""

from collections.abc import Iterator

from playout._core import Rng
from playout.gdl.network import Network
from playout.gdl.position import Position, initial

MAX_LENGTH = 10_000


def random_game(network: Network, seed: int, length: int = MAX_LENGTH) -> Iterator[Position]:
    """The states of a game in which every role plays at random; it is left unfinished after so many moves.

    >>> from playout.gdl.library import find
    >>> from playout.gdl.load import load
    >>> states = list(random_game(load(find("tictactoe.kif")), seed=1))
    >>> len(states), [states[-1].goal(role) for role in (0, 1)]
    (9, [0, 100])
    """
    rng = Rng(seed)
    position = initial(network)
    yield position
    for _ in range(length):
        if position.is_terminal:
            return
        position = position.play(*(moves[rng.below(len(moves))] for moves in position.legal))
        yield position
