"""How a game stands, in a few words."""

from typing import TYPE_CHECKING

from playout._core import Turn

if TYPE_CHECKING:
    from playout.state import State


def status(state: "State", max_name: str, min_name: str) -> str:
    """Who is to move or has won; for a puzzle, the score or the number of moves so far.

    >>> import playout as po
    >>> status(po.game("tictactoe").initial(), "X", "O")
    'X to move'
    """
    if state.game.players == 1:
        return _progress(state)
    side = leader(state)
    if side is None:
        return "draw"
    return f"{max_name if side is Turn.MAX else min_name} {'wins' if state.is_terminal else 'to move'}"


def _progress(state: "State") -> str:
    if state.is_terminal:
        return f"score {state.game.score_text(state.score)}"
    moves = len(state.history)
    return f"{moves} move{'s' * (moves != 1)} played"


def leader(state: "State") -> Turn | None:
    """Who is to move or has won; None for a draw."""
    if not state.is_terminal:
        return state.turn
    if state.score == 0:
        return None
    return Turn.MAX if state.score > 0 else Turn.MIN
