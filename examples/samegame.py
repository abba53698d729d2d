"""SameGame: take away groups of equal stones; what is above falls down, empty columns close up."""

import random
from functools import lru_cache

import playout as po

State = tuple[tuple[str, ...], int]  # columns from the left, each from the bottom; the points so far


@lru_cache(maxsize=1000)  # legal, code and play ask for the same board
def groups(board: tuple[str, ...]) -> dict[int, list[int]]:
    """The groups of two or more stones, by their first cell; a cell is 100 × column + height."""
    left = {100 * x + y: colour for x, column in enumerate(board) for y, colour in enumerate(column)}
    found = {}
    while left:
        colour, group = left[next(iter(left))], [next(iter(left))]
        for cell in group:  # which grows meanwhile
            del left[cell]
            near = [cell + step for step in (-100, -1, 1, 100) if left.get(cell + step) == colour]
            group += [other for other in near if other not in group]
        found[group[0]] = sorted(group)
    return {first: group for first, group in found.items() if len(group) > 1}


class SameGame(po.PythonGame[State]):
    """A group of n stones gives (n − 2)² points, an empty board 1000."""

    players = 1

    def __init__(self, size: int = 10, colours: int = 4, seed: int = 1) -> None:
        stones = random.Random(seed).choices("ABCDEFG"[:colours], k=size * size)
        self.board = tuple("".join(stones[x::size]) for x in range(size))

    def initial(self) -> State:
        return self.board, 0

    def legal(self, state: State) -> list[int]:
        return list(groups(state[0]))

    def play(self, state: State, move: int) -> State:
        (board, points), gone = state, groups(state[0])[move]
        kept = [[s for y, s in enumerate(c) if 100 * x + y not in gone] for x, c in enumerate(board)]
        rest = tuple("".join(column) for column in kept if column)
        return rest, points + (len(gone) - 2) ** 2 + 1000 * (not rest)

    def score(self, state: State) -> float:
        return state[1]

    def bounds(self) -> tuple[float, float]:
        return 0, (len(self.board) ** 2 - 2) ** 2 + 1000

    def code(self, state: State, move: int) -> int:
        return hash((ord(state[0][move // 100][move % 100]), *groups(state[0])[move]))  # colour and cells


if __name__ == "__main__":
    found = po.NRPA(level=2, iterations=30).solve(SameGame(), "900 sims", seed=1)
    print(f"{found.score:.0f} points in {len(found.moves)} moves: {' '.join(found.names)}")
