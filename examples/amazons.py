"""The Game of the Amazons as compiled Python: move and shoot like a queen, and do not run out of moves.

Walter Zamkauskas, 1988. X is white and begins. A turn is two moves of the same player here: an amazon goes
as a queen of chess does, then she shoots an arrow, the same way, at a cell which is closed from then on. Who
cannot move has lost.

In one piece, a turn on 10×10 would be one of up to 2,176 moves. In two, each list is short: playouts need not
write so many down, and a search judges a place for an amazon by all arrows that were shot from there.
"""

from typing import Any

import drawing

import playout as po


class Amazons(po.CompiledGame):
    """An amazon's move is (the cell that she leaves + 1) × the number of cells + the cell that she goes to.

    An arrow is the cell that it is shot at. Cell 0 is a1, at the bottom left, and then row by row.

    On the board with its border, 0 is an empty place, 1 an amazon of X, 2 one of O, and 3 is closed.
    """

    def __init__(self, size: int = 6) -> None:
        if not 4 <= size <= 10:
            raise ValueError(f"size is {size}; expected 4 to 10")
        self.size, self.width, self.cells = size, size + 2, size * size
        self.max_moves = 4 * 4 * size  # a queen sees fewer cells than four whole lines
        self.max_length = 2 * self.cells
        self.code_count = (self.cells + 1) * self.cells
        self.steps = (
            -self.width - 1,
            -self.width,
            1 - self.width,
            -1,
            1,
            self.width - 1,
            self.width,
            self.width + 1,
        )
        self.fields = {"board": ("int8", self.width * self.width), "shooter": "int16", "turn": "int8"}

    def initial(self, s: Any) -> None:
        for i in range(self.width):
            s.board[i] = s.board[self.width * i] = 3
            s.board[self.width * i + self.size + 1] = s.board[self.width * (self.size + 1) + i] = 3
        near, last = (self.size - 1) // 3, self.size - 1
        for row, col in ((0, near), (0, last - near), (near, 0), (near, last)):
            s.board[self.place(row * self.size + col)] = 1
            s.board[self.place((last - row) * self.size + col)] = 2

    def place(self, cell: int) -> int:
        """Where a cell is on the board with its border."""
        return self.width + 1 + cell // self.size * self.width + cell % self.size

    def cell(self, place: int) -> int:
        """The cell at a place of the board with its border."""
        return (place // self.width - 1) * self.size + place % self.width - 1

    def legal(self, s: Any, moves: Any) -> int:
        if s.shooter:
            return self.reach(s, s.shooter, 0, moves, 0)
        n = 0
        for row in range(self.size):
            for col in range(self.size):
                place = (row + 1) * self.width + col + 1
                if s.board[place] == 1 + s.turn:
                    n = self.reach(s, place, (row * self.size + col + 1) * self.cells, moves, n)
        return n

    def reach(self, s: Any, place: int, first: int, moves: Any, n: int) -> int:
        """Adds the cells that a queen sees from a place, each plus `first`, to the n moves listed."""
        for step in self.steps:
            to = place + step
            while s.board[to] == 0:
                moves[n] = first + self.cell(to)
                n += 1
                to += step
        return n

    def play(self, s: Any, move: int) -> None:
        to = self.place(move % self.cells)
        if s.shooter:
            s.board[to] = 3
            s.shooter = 0
            s.turn = 1 - s.turn
        else:
            s.board[self.place(move // self.cells - 1)] = 0
            s.board[to] = 1 + s.turn
            s.shooter = to

    def score(self, s: Any) -> float:
        return -1 if s.turn == 0 else 1

    def name(self, s: Any, move: int) -> str:
        """An arrow as in x-c4, a move of an amazon as in a2-c4."""
        origin = "x" if s.shooter else self.cell_name(move // self.cells - 1)
        return f"{origin}-{self.cell_name(move % self.cells)}"

    def cell_name(self, cell: int) -> str:
        return f"{drawing.LETTERS[cell % self.size]}{cell // self.size + 1}"

    def rows(self, s: Any) -> list[str]:
        """From the top; a closed cell is a #."""
        cells = "".join(".XO#"[s.board[self.place(cell)]] for cell in range(self.cells))
        return [cells[row * self.size : (row + 1) * self.size] for row in reversed(range(self.size))]

    def text(self, s: Any) -> str:
        return drawing.text(self.rows(s), range(self.size, 0, -1))

    def svg(self, s: Any) -> str:
        rows = self.rows(s)
        pieces = [
            arrow(*drawing.middle(x, y)) if letter == "#" else amazon(*drawing.middle(x, y), letter)
            for y, row in enumerate(rows)
            for x, letter in enumerate(row)
            if letter != "."
        ]
        return drawing.squares(rows, range(self.size, 0, -1), ("#eaeff5", "#c3cfdd"), pieces)


def arrow(x: float, y: float) -> str:
    """A closed cell."""
    return f'<rect x="{x - 14:g}" y="{y - 14:g}" width="28" height="28" rx="4" fill="#b4532a"/>'


def amazon(x: float, y: float, side: str) -> str:
    """A crown; white for X, who begins."""
    fill, edge = drawing.STONES["O" if side == "X" else "X"]
    look = f'fill="{fill}" stroke="{edge}" stroke-width="1.5"'
    return f'<path d="M-13-9L-8 11H8L13-9L5 1L0-13L-5 1Z" transform="translate({x:g} {y:g})" {look}/>'


if __name__ == "__main__":
    game = po.game(Amazons())
    print(po.playout_rate(game, "1s", seed=1))
    result = po.match(game, "uct", "random", games=20, budget="200 sims", seed=1)
    print(result.record[0].state)
    print("uct against random:", result)
