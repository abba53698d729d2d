"""A board in colours, for a terminal: the pieces of each side, and the last move."""

from rich.text import Text

import playout as po
from playout.render.grid import Grid

COLOURS = {"X": "bold bright_blue", "O": "bold bright_magenta"}
LAST = "reverse"


def coloured(state: po.State, before: po.State | None) -> Text:
    """The text of a state; what has changed since the state before is marked.

    A board that is no grid of X and O, such as that of a game written in Python, has no colours.
    """
    text = Text(str(state))
    if type(state.game).text is not po.Game.text or state.game.players == 1:
        return text
    grid = Grid.read(state.board)
    old = set(Grid.read(before.board).pieces()) if before else set(grid.pieces())
    for x, y, letter in grid.pieces():
        start = _offset(grid, x, y)
        text.stylize(COLOURS.get(letter.upper(), ""), start, start + 1)
        if (x, y, letter) not in old:
            text.stylize(LAST, start, start + 1)
    return text


def _offset(grid: Grid, x: int, y: int) -> int:
    """Where a cell stands in the text of `playout.render.text`."""
    margin = len(grid.ranks[0]) + 1
    line = margin + 2 * len(grid.files)  # with its end
    return line * y + margin + 2 * x
