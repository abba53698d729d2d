"""Crossword construction again, the naive way: every word at every place, the whole grid looked at anew."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from naive import Cell, NaiveState, cell_name

STEPS = {"-": (1, 0), "|": (0, -1)}
"""Across and down."""

Letters = dict[Cell, str]


@dataclass(frozen=True)
class NaiveCrossword(NaiveState):
    """The pieces are letters."""

    words: tuple[str, ...] = ()

    def children(self) -> dict[str, NaiveState]:
        before = self.runs()
        children: dict[str, NaiveState] = {}
        for name, letters in self.places():
            after = replace(self, pieces={**self.pieces, **letters})
            if after.runs() == {**before, name: letters} and name not in before and after.is_legal():
                children[name] = after
        return children

    def score(self) -> int:
        texts = self.run_texts()
        return 1000 * len(texts) + len("".join(texts))

    def is_legal(self) -> bool:
        """Whether all runs are different words of the list, and all letters are connected."""
        texts = self.run_texts()
        return set(texts) <= set(self.words) and len(set(texts)) == len(texts) and self.is_connected()

    def places(self) -> Iterator[tuple[str, Letters]]:
        """Where a word may be written: the first one down from the top row, others to touch what is there."""
        for word in self.words:
            for column in range(self.cols):
                for row in range(self.rows):
                    for sign in "-|":
                        letters = written((column, row), sign, word)
                        on_board = all(x < self.cols and y >= 0 for x, y in letters)
                        may_begin = self.pieces or (sign, row) == ("|", self.rows - 1)
                        if on_board and may_begin and self.may_write(letters):
                            yield cell_name((column, row)) + sign + word, letters

    def may_write(self, letters: Letters) -> bool:
        agrees = all(self.pieces.get(cell, letter) == letter for cell, letter in letters.items())
        touches = any(near in self.pieces for cell in letters for near in [cell, *neighbours(cell)])
        return agrees and (touches or not self.pieces)

    def runs(self) -> dict[str, Letters]:
        """All runs of two letters or more, by the names that their moves would have."""
        found: dict[str, Letters] = {}
        for start in self.pieces:
            for sign, (dx, dy) in STEPS.items():
                if (start[0] - dx, start[1] - dy) in self.pieces:
                    continue
                cells = [start]
                while (following := (cells[-1][0] + dx, cells[-1][1] + dy)) in self.pieces:
                    cells.append(following)
                if len(cells) > 1:
                    letters = {cell: self.pieces[cell] for cell in cells}
                    found[cell_name(start) + sign + "".join(letters.values())] = letters
        return found

    def run_texts(self) -> list[str]:
        return [re.split("[-|]", run)[1] for run in self.runs()]

    def is_connected(self) -> bool:
        reached: set[Cell] = set()
        front = set(list(self.pieces)[:1])
        while front:
            reached |= front
            front = {near for cell in front for near in neighbours(cell) if near in self.pieces} - reached
        return len(reached) == len(self.pieces)


def written(start: Cell, sign: str, word: str) -> Letters:
    dx, dy = STEPS[sign]
    return {(start[0] + i * dx, start[1] + i * dy): letter for i, letter in enumerate(word)}


def neighbours(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]


def read_naive(board: str, words: tuple[str, ...]) -> NaiveCrossword:
    """A grid from its text."""
    rows = board.split("/")
    cells = {(x, len(rows) - 1 - y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    letters = {cell: sign for cell, sign in cells.items() if sign != "."}
    return NaiveCrossword(len(rows), len(rows), letters, words=words)


def building_order(grid: NaiveCrossword) -> list[str]:
    """Moves that build a grid from nothing: words are taken away one by one while the rest is legal."""
    first = next(run for run in grid.runs() if re.match(rf"[a-z]{grid.rows}\|", run))
    taken: list[str] = []
    while len(runs := grid.runs()) > 1:
        for run in runs.keys() - {first}:
            left = {name: letters for name, letters in runs.items() if name != run}
            pieces = {cell: sign for letters in left.values() for cell, sign in letters.items()}
            rest = replace(grid, pieces=pieces)
            if rest.runs() == left and rest.is_legal():
                break
        else:
            raise AssertionError(f"no word of {grid.board()} can be taken away")
        taken.append(run)
        grid = rest
    return [first, *reversed(taken)]
