"""Hex as compiled Python: connect your two sides of the board.

Piet Hein, 1942, and John Nash, 1948. Each move places a stone; X, who begins, connects the top with the
bottom and O the left with the right. One of them always does. There is no swap.
"""

import math
from typing import Any

import drawing

import playout as po


class Hex(po.CompiledGame):
    """A move is a cell: 0 is a1, at the top left, and then row by row.

    The board has a border of stones: X has the rows above and below it, O the columns beside it. A player's
    first side, the top or the left one, is 1, and the other is 2: a stone that is connected to both has won.
    """

    def __init__(self, size: int = 7) -> None:
        if not 2 <= size <= 19:
            raise ValueError(f"size is {size}; expected 2 to 19")
        self.size, self.width = size, size + 2
        self.max_moves = self.max_length = self.code_count = size * size
        self.neighbours = (-self.width, 1 - self.width, -1, 1, self.width - 1, self.width)
        places = self.width * self.width
        self.fields = {
            "owner": ("int8", places),  # 0 for an empty cell, 1 for X, 2 for O
            "sides": ("int8", places),  # that a stone is connected to
            "todo": ("int16", size * size),  # for `spread`; zeros between moves
            "turn": "int8",
            "won": "int8",
        }

    def initial(self, s: Any) -> None:
        for i in range(1, self.size + 1):
            self.edge(s, i, 1, 1)
            self.edge(s, (self.size + 1) * self.width + i, 1, 2)
            self.edge(s, i * self.width, 2, 1)
            self.edge(s, i * self.width + self.size + 1, 2, 2)

    def edge(self, s: Any, place: int, owner: int, side: int) -> None:
        s.owner[place] = owner
        s.sides[place] = side

    def place(self, row: int, col: int) -> int:
        """Where a cell is on the board with its border."""
        return (row + 1) * self.width + col + 1

    def legal(self, s: Any, moves: Any) -> int:
        n = 0
        if s.won:
            return 0
        for row in range(self.size):
            for col in range(self.size):
                moves[n] = row * self.size + col  # overwritten by the next one, if the cell is not empty
                n += s.owner[self.place(row, col)] == 0
        return n

    def play(self, s: Any, move: int) -> None:
        place = self.place(move // self.size, move % self.size)
        own, sides = 1 + s.turn, 0
        for step in self.neighbours:
            if s.owner[place + step] == own:
                sides |= s.sides[place + step]
        s.owner[place] = own
        s.sides[place] = sides
        s.won = sides == 3
        if sides == 1 or sides == 2:
            self.spread(s, place, own, sides)
        s.turn = 1 - s.turn

    def spread(self, s: Any, place: int, own: int, sides: int) -> None:
        """Tells all stones that are connected with this one, and have no side yet, of its side."""
        s.todo[0], n = place, 1
        while n > 0:
            n -= 1
            place, s.todo[n] = s.todo[n], 0
            for step in self.neighbours:
                near = place + step
                if s.owner[near] == own and s.sides[near] == 0:
                    s.sides[near] = sides
                    s.todo[n] = near
                    n += 1

    def score(self, s: Any) -> float:
        return -1 if s.turn == 0 else 1

    def name(self, s: Any, move: int) -> str:
        return f"{drawing.LETTERS[move % self.size]}{move // self.size + 1}"

    def rows(self, s: Any) -> list[str]:
        return [
            "".join(".XO"[s.owner[self.place(row, col)]] for col in range(self.size))
            for row in range(self.size)
        ]

    def text(self, s: Any) -> str:
        return drawing.text(self.rows(s), range(1, self.size + 1), slant=1)

    def svg(self, s: Any) -> str:
        return picture(self.rows(s))


RADIUS = 22
"""Of a hexagon, from its middle to a corner."""
WIDE = RADIUS * math.sqrt(3)
GOALS = {"X": "#1f2937", "O": "#cbd5e1"}
"""The colours of the sides that a player connects."""


def picture(rows: list[str]) -> str:
    """Hexagons, with the sides of the board in the colours of those who connect them."""
    size = len(rows)
    cells = [(x, y, letter) for y, row in enumerate(rows) for x, letter in enumerate(row)]
    far = size - 1
    rims = [hexagon(x, y, GOALS["X"], 9) for x in range(size) for y in (0, far)]
    rims += [hexagon(x, y, GOALS["O"], 5) for y in range(size) for x in (0, far)]
    ground = [hexagon(x, y, "#ecd9b0", 0, f' data-cell="{drawing.LETTERS[x]}{y + 1}"') for x, y, _ in cells]
    stones = [drawing.stone(*centre(x, y), letter, RADIUS * 0.66) for x, y, letter in cells if letter != "."]
    files = [drawing.label(centre(x, -1)[0], centre(x, -1)[1], drawing.LETTERS[x]) for x in range(size)]
    ranks = [drawing.label(centre(-1, y)[0], centre(-1, y)[1], y + 1) for y in range(size)]
    right, below = centre(far, far)
    return drawing.page(right + 2.5 * RADIUS, below + 2.5 * RADIUS, [*rims, *ground, *stones, *files, *ranks])


def centre(x: float, y: float) -> tuple[float, float]:
    """The middle of the cell in this column and row."""
    return 60 + WIDE * (x + y / 2), 60 + RADIUS * 1.5 * y


def hexagon(x: int, y: int, colour: str, rim: float, name: str = "") -> str:
    """A cell, or what looks out from behind it. A cell that has a name can be clicked in `playout serve`."""
    left, top = centre(x, y)
    corners = [
        (
            left + (RADIUS + rim) * math.sin(turn * math.pi / 3),
            top + (RADIUS + rim) * math.cos(turn * math.pi / 3),
        )
        for turn in range(6)
    ]
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
    line = "none" if rim else "#8d7243"
    return f'<polygon points="{points}" fill="{colour}" stroke="{line}"{name}/>'


if __name__ == "__main__":
    game = po.game(Hex())
    print(po.playout_rate(game, "1s", seed=1))
    state = game.initial()
    while not state.is_terminal:
        state = state.play(po.UCT().search(state, "2000 sims", seed=1).move)
    print(state)
    print("uct against random:", po.match(game, "uct", "random", games=20, budget="1000 sims", seed=1))
