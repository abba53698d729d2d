"""Boards in the facts of a state: cells with two coordinates and a piece."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from playout.gdl.rules import Term, text

BLANKS = ("b", "blank", "empty", "gap", "none")
MOST = 40
"""Rows or columns of a board that is drawn."""


@dataclass(frozen=True)
class Board:
    """Which facts are the cells of a board, and how it lies."""

    name: str
    rows: tuple[str, ...]
    """From the bottom."""
    cols: tuple[str, ...]
    row_first: bool
    """Whether the row is the first coordinate."""

    def text(self, facts: Sequence[Term]) -> str:
        """The board, and what else is true."""
        others = [text(fact) for fact in facts if not self._is_cell(fact)]
        return "\n".join([*self._lines(self.pieces(facts)), " ".join(others)]).rstrip()

    def pieces(self, facts: Iterable[Term]) -> dict[str, str]:
        """What stands on the cells that are not blank, by their names."""
        cells = [fact for fact in facts if self._is_cell(fact) and fact[3] not in BLANKS]
        return {f"{text(cell[1])}_{text(cell[2])}": text(cell[3]) for cell in cells}

    def cell_name(self, row: str, col: str) -> str:
        """The words of a cell as moves have them."""
        return f"{row}_{col}" if self.row_first else f"{col}_{row}"

    def _is_cell(self, fact: Term) -> bool:
        return isinstance(fact, tuple) and fact[0] == self.name and len(fact) == 4

    def _lines(self, cells: dict[str, str]) -> Iterable[str]:
        side = max(map(len, self.rows))
        wide = max(map(len, [*cells.values(), *self.cols]), default=1)
        for row in reversed(self.rows):
            pieces = [cells.get(self.cell_name(row, col), ".").ljust(wide) for col in self.cols]
            yield f"{row:>{side}} {' '.join(pieces)}".rstrip()
        yield f"{'':{side}} {' '.join(col.ljust(wide) for col in self.cols)}".rstrip()


def find_board(facts: Sequence[Term]) -> Board | None:
    """The board in the facts of a game, if they look like one; the largest, if there are several.

    Letters are columns. Of two numbers the first is the column, as in most rules of the field.

    >>> find_board([("cell", row, col, "x") for row in "12" for col in "abc"])
    Board(name='cell', rows=('1', '2'), cols=('a', 'b', 'c'), row_first=True)
    """
    families: dict[str, list[tuple[str, str]]] = {}
    for fact in facts:
        if (
            isinstance(fact, tuple)
            and len(fact) == 4
            and isinstance(fact[1], str)
            and isinstance(fact[2], str)
        ):
            families.setdefault(str(fact[0]), []).append((fact[1], fact[2]))
    boards = [board for name, cells in families.items() if (board := _board(name, cells))]
    return max(boards, key=lambda board: len(board.rows) * len(board.cols), default=None)


def _board(name: str, cells: list[tuple[str, str]]) -> Board | None:
    first, second = (tuple(dict.fromkeys(cell[index] for cell in cells)) for index in (0, 1))
    full = len(set(cells)) * 2 >= len(first) * len(second)
    if not full or not 2 <= len(first) <= MOST or not 2 <= len(second) <= MOST:
        return None
    row_first = all(map(str.isdecimal, first)) and not any(map(str.isdecimal, second))
    return Board(name, first, second, True) if row_first else Board(name, second, first, False)
