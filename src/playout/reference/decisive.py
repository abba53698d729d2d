"""Decisive moves in the tree: twin of `cpp/search/uct/decisive.hpp`.

Teytaud and Teytaud, "On the Huge Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms" (CIG 2010):
a player who can win at once does. The native search asks a game which moves may end it; here all are tried.
"""

from playout.python_game import MAX
from playout.state import State


def decisive_move(s: State, *, any_win: bool = True) -> int | None:
    """The move of s that wins at once with the best score, or if not `any_win` with the best of the game.

    >>> import playout as po
    >>> state = po.game("tictactoe").initial().play("a1").play("b1").play("a2").play("c1")
    >>> state.name(decisive_move(state))
    'a3'
    >>> decisive_move(state.play("b2")) is None
    True
    """
    low, high = s.game.bounds
    sign, best = (1, high) if s.turn is MAX else (-1, low)
    found, most = None, 0.0
    for o in s.legal_moves:
        end = s.play(o)
        if end.is_terminal and sign * end.score > most and (any_win or end.score == best):
            found, most = o, sign * end.score
    return found
