"""Moves as GTP writes them: the points of a board, whose columns have no letter I."""

import re

from playout.errors import IllegalMove, show
from playout.games import ConnectFour, Game
from playout.protocols.table import size
from playout.render.grid import Grid
from playout.state import State

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

_VERTEX = re.compile(r"([a-z])([1-9]\d?)")


class Words:
    """The names of the moves as they are, for games whose moves are no points."""

    def write(self, state: State, move: int) -> str:
        """A legal move."""
        return state.name(move)

    def read(self, state: State, text: str) -> int:
        """A move, in capitals or not."""
        same = [move for move in state.legal_moves if state.name(move).lower() == text.lower()]
        return same[0] if len(same) == 1 else state.move(text)


class Points:
    """Moves that are points or passes.

    >>> import playout as po
    >>> state = po.game("go(9,9)").initial()
    >>> Points().write(state, state.move("i1")), state.name(Points().read(state, "J1"))
    ('J1', 'i1')
    """

    def write(self, state: State, move: int) -> str:
        """A legal move."""
        name = state.name(move)
        return name if name == "pass" else f"{LETTERS['abcdefghijklmnopqrstuvwxy'.index(name[0])]}{name[1:]}"

    def read(self, state: State, text: str) -> int:
        """A move, in capitals or not."""
        word = text.lower()
        return state.move(word if word == "pass" else f"{_column(text)}{word[1:]}")


class Drops:
    """Connect Four: the point on which a disc comes to rest; to read, any of its column.

    >>> import playout as po
    >>> state = po.game("connectfour").initial().play("d")
    >>> Drops().write(state, state.move("d")), state.name(Drops().read(state, "D6"))
    ('D2', 'd')
    """

    def write(self, state: State, move: int) -> str:
        """A legal move."""
        column = "abcdefghijklmnopqrstuvwxyz".index(state.name(move))
        discs = sum(line[column] != "." for line in state.board.split("/"))
        return f"{LETTERS[column]}{discs + 1}"

    def read(self, state: State, text: str) -> int:
        """A move, in capitals or not."""
        return state.move(_column(text))


Vertices = Words | Points | Drops


def vertices(game: Game) -> Vertices:
    """How the moves of a game are written.

    >>> import playout as po
    >>> [type(vertices(po.game(name))).__name__ for name in ("nogo", "connectfour", "breakthrough", "seki")]
    ['Points', 'Drops', 'Words', 'Words']
    """
    state = game.initial()
    if isinstance(game, ConnectFour):
        return Drops()
    if size(state) and set(state.legal_names) <= {"pass", *_points(Grid.read(state.board))}:
        return Points()
    return Words()


def _points(grid: Grid) -> list[str]:
    return [f"{file}{rank}" for file in grid.files for rank in grid.ranks]


def _column(text: str) -> str:
    """The letter of a column as our names have it."""
    if not _VERTEX.fullmatch(text.lower()) or text[0] in "iI":
        raise IllegalMove(f"{show(text)} is no point: a point is a letter without I and a number, as in D4")
    return "abcdefghijklmnopqrstuvwxy"[LETTERS.index(text[0].upper())]
