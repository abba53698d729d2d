"""Whose turn it is, where others than our games say so."""

from playout._core import Turn
from playout.errors import SpecError
from playout.state import State

COLOURS = {Turn.MAX: "black", Turn.MIN: "white"}
"""As programs for Go say it: Max begins and has the black stones."""


def with_turn(state: State, turn: Turn) -> State:
    """The state with a side to move: itself, or the same board set up anew, without its past.

    >>> import playout as po
    >>> with_turn(po.game("nogo(2,2)").initial().play("a1"), po.MAX).notation
    '../X. X'
    """
    if state.is_terminal or state.turn is turn:
        return state
    try:
        return state.game.state(f"{state.board} {'X' if turn is Turn.MAX else 'O'}")
    except ValueError as error:
        raise SpecError(
            f"it is not {COLOURS[turn]}'s turn, and the board cannot be set up: {error}"
        ) from None
