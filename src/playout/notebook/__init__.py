"""In a notebook: a board on which moves can be made, and a search that can be watched.

States and results show themselves there anyway, as pictures and tables. `widget.py` is the board: pictures
and JavaScript are those of the page of `playout serve`.
"""

from typing import TYPE_CHECKING

from playout.budget import Budget
from playout.errors import SpecError, show
from playout.notebook.watching import watch
from playout.players import Player
from playout.state import State

if TYPE_CHECKING:
    from playout.notebook.widget import BoardWidget

__all__ = ["board", "watch"]


def board(
    state: State, *, against: Player | str | None = None, budget: Budget | str = "1s", seed: int | None = None
) -> "BoardWidget":
    """A board in a notebook: click to move. Where no widget can be shown, it is the picture.

    `against` is a player that answers each move that is made on the board. It needs anywidget:
    `pip install 'playout[notebook]'`.

    >>> import playout as po
    >>> po.board("tictactoe")
    Traceback (most recent call last):
    playout.errors.SpecError: a board takes a State, such as game.initial(), not 'tictactoe'
    """
    if not isinstance(state, State):
        raise SpecError(f"a board takes a State, such as game.initial(), not {show(state)}")
    try:
        from playout.notebook.widget import BoardWidget
    except ImportError:
        raise SpecError("a board to click on needs anywidget: pip install 'playout[notebook]'") from None
    return BoardWidget(state, against, budget, seed)
