"""A state as text for a terminal."""

from typing import TYPE_CHECKING

from playout.render.grid import Grid
from playout.render.status import status

if TYPE_CHECKING:
    from playout.state import State


def text(state: "State") -> str:
    """The board with its coordinates, and who is to move or how it ended.

    >>> import playout as po
    >>> print(text(po.game("breakthrough(4,3,pieces=1)").initial()))
    4 O O O
    3 . . .
    2 . . .
    1 X X X
      a b c
    X to move
    """
    grid = Grid.read(state.board)
    width = len(grid.ranks[0])
    lines = [f"{rank:>{width}} {' '.join(line)}" for rank, line in zip(grid.ranks, grid.lines, strict=True)]
    return "\n".join([*lines, f"{'':{width}} {' '.join(grid.files)}", status(state, "X", "O")])
