"""A state as an SVG picture: which style draws which game."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from playout.render import (
    crossword,
    discs,
    dominoes,
    drops,
    facts,
    knights,
    marks,
    morpion,
    printed,
    seki,
    stones,
)
from playout.render.page import Box, Drawing, cells_on_page, page

if TYPE_CHECKING:
    from playout.state import State

# By the game's spec_name. A game that is not here, such as one written in Python, is shown by its text.
_STYLES: "dict[str, Callable[[State], Drawing]]" = {
    "atarigo": stones.picture,
    "breakthrough": discs.picture,
    "connectfour": drops.picture,
    "crossword": crossword.picture,
    "domineering": dominoes.picture,
    "gdl": facts.picture,
    "go": stones.picture,
    "knightthrough": knights.picture,
    "morpion": morpion.picture,
    "nogo": stones.picture,
    "seki": seki.picture,
    "tictactoe": marks.picture,
}


def svg(state: "State") -> str:
    """The state as the text of an SVG file: self-contained, and the same for the same game.

    >>> import playout as po
    >>> svg(po.game("tictactoe").initial())[:38]
    '<svg xmlns="http://www.w3.org/2000/svg'
    """
    return page(state, _drawn(state))


def cells(state: "State") -> dict[str, Box]:
    """Where the cells are in that picture, by name: left, top, width and height, in its own units.

    A move's name says which cells it is about. A picture that shows a text has none.

    >>> import playout as po
    >>> list(cells(po.game("connectfour(4,4)").initial()))
    ['a', 'b', 'c', 'd']
    """
    return cells_on_page(state, _drawn(state))


def _drawn(state: "State") -> Drawing:
    return _STYLES.get(state.game.spec_name, printed.picture)(state)
