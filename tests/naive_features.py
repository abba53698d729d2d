"""What stands around a move, read off the board as people see it: the oracle of the games' feature codes."""

from collections.abc import Hashable
from itertools import product

import playout as po
from playout.reference.ppa import Code, plain

Cell = tuple[int, int]

SIDES = [(0, 1), (1, 0), (0, -1), (-1, 0)]
CAPTURES = {
    "breakthrough": [(-1, 1), (1, 1)],
    "knightthrough": [(-1, 2), (1, 2), (-2, 1), (2, 1)],
}


def features_of(spec: str) -> Code:
    """How PPAF knows the moves of a game; by their codes where the game has no features."""
    name = spec.removeprefix("misere(").partition("(")[0]
    if name in CAPTURES:
        return lambda s, move: race_feature(s, move, CAPTURES[name])
    return {
        "domineering": domino_feature,
        "go": stone_feature,
        "nogo": stone_feature,
        "atarigo": stone_feature,
    }.get(name, plain)


def cells(s: po.State) -> dict[Cell, str]:
    rows = s.board.split("/")
    return {(x, y): sign for y, row in enumerate(reversed(rows)) for x, sign in enumerate(row)}


def named_cells(name: str) -> list[Cell]:
    """The cells of which the name of a move is made."""
    starts = [i for i, letter in enumerate(name) if letter.isalpha()]
    parts = [name[i:j] for i, j in zip(starts, [*starts[1:], None], strict=True)]
    return [(ord(part[0]) - ord("a"), int(part[1:]) - 1) for part in parts]


def stone_feature(s: po.State, move: int) -> Hashable:
    """The cell and the signs on the four beside it."""
    board = cells(s)
    if move == len(board):
        return "pass"
    width = 1 + max(x for x, _ in board)
    x, y = move % width, move // width
    return move, tuple(board.get((x + dx, y + dy)) for dx, dy in SIDES)


def domino_feature(s: po.State, move: int) -> Hashable:
    """The domino and which cells beside it are free."""
    board, domino = cells(s), named_cells(s.name(move))
    beside = [(x + dx, y + dy) for (x, y), (dx, dy) in product(domino, SIDES)]
    return s.name(move), tuple(board.get(cell) == "." for cell in beside if cell not in domino)


def race_feature(s: po.State, move: int, captures: list[Cell]) -> Hashable:
    """The move, and who may capture where it ends: it, then the other, then another piece of its side."""
    board = cells(s)
    origin, to = named_cells(s.name(move))
    own, other, up = ("X", "O", 1) if s.turn is po.MAX else ("O", "X", -1)

    def reached(side: str, up: int) -> bool:
        """By a piece that may capture there; the one that moves is no more where it was."""
        froms = [(to[0] - dx, to[1] - up * dy) for dx, dy in captures]
        return any(board.get(cell) == side for cell in froms if cell != origin)

    return s.code(move), board[to] == other, reached(other, -up), reached(own, up)
