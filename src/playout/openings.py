"""Openings: a few random moves before the players begin, the same for two games with colours swapped.

So the games of two players differ, whoever they are, and neither has the better side more often.
"""

from playout import _core, seeds
from playout.budget import Budget
from playout.errors import SpecError, integer, show
from playout.games import Game
from playout.players import Minimax
from playout.playouts import MAX_DEPTH
from playout.state import State

__all__ = ["check_plies", "is_decided", "opening"]

MAX_PLIES = 1000
TRIES = 20
"""So many openings are drawn before a shorter one is taken."""
LOOK = Budget(states=2000)
"""Of the search that finds out whether somebody has won already."""


def check_plies(plies: object) -> int:
    """The length of openings; refuses what is none."""
    number = integer(plies)
    if number is None or not 0 <= number <= MAX_PLIES:
        raise SpecError(f"opening must be an integer from 0 to {MAX_PLIES}, got {show(plies)}")
    return number


def opening(game: Game, plies: int, seed: int, index: int) -> State:
    """The state in which the game of this index begins: 2k and 2k + 1 begin in the same one.

    It is not over, and a short search finds no forced win. Where chance finds none such, as in a game that is
    soon over, the opening is shorter; without any moves, the game begins as it always does.

    >>> import playout as po
    >>> game = po.game("tictactoe")
    >>> [opening(game, 2, seed=1, index=index).history_names for index in range(4)]
    [('b2', 'c1'), ('b2', 'c1'), ('a2', 'a3'), ('a2', 'a3')]
    """
    rng = _core.Rng(seeds.derive("opening", seed, index // 2))
    for length in range(plies, 0, -1):
        for _ in range(TRIES):
            state = _random_state(game, length, rng)
            if not state.is_terminal and not is_decided(state):
                return state
    return game.initial()


def _random_state(game: Game, plies: int, rng: _core.Rng) -> State:
    state = game.initial()
    while len(state.history) < plies and not state.is_terminal:
        moves = state.legal_moves
        state = state.play(moves[rng.below(len(moves))])
    return state


def is_decided(state: State) -> bool:
    """Whether a short minimax search finds a forced win of either side.

    >>> import playout as po
    >>> start = po.game("tictactoe").initial()
    >>> is_decided(start), is_decided(start.play("b2").play("a2"))
    (False, True)
    """
    value = Minimax(depth=MAX_DEPTH).search(state, LOOK, seed=0).value
    beyond = sum(state.game.bounds) / 2  # what minimax takes for the value of a game that it has not seen end
    return value > max(beyond, 0.0) or value < min(beyond, 0.0)
