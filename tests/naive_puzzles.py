"""SameGame and the travelling salesman again, as plain Python on tuples that never change."""

import math
import random
from functools import lru_cache
from itertools import pairwise

import playout as po

Board = tuple[tuple[str, ...], int]  # columns from the left, each from the bottom; the points so far


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


class NaiveSameGame(po.PythonGame[Board]):
    """A group of n stones gives (n − 2)² points, an empty board 1000."""

    players = 1

    def __init__(self, size: int = 10, colours: int = 4, seed: int = 1) -> None:
        stones = random.Random(seed).choices("ABCDEFG"[:colours], k=size * size)
        self.board = tuple("".join(stones[x::size]) for x in range(size))

    def initial(self) -> Board:
        return self.board, 0

    def legal(self, state: Board) -> list[int]:
        return list(groups(state[0]))

    def play(self, state: Board, move: int) -> Board:
        (board, points), gone = state, groups(state[0])[move]
        kept = [[s for y, s in enumerate(c) if 100 * x + y not in gone] for x, c in enumerate(board)]
        rest = tuple("".join(column) for column in kept if column)
        return rest, points + (len(gone) - 2) ** 2 + 1000 * (not rest)

    def score(self, state: Board) -> float:
        return state[1]

    def bounds(self) -> tuple[float, float]:
        return 0, (len(self.board) ** 2 - 2) ** 2 + 1000

    def code(self, state: Board, move: int) -> int:
        return hash((ord(state[0][move // 100][move % 100]), *groups(state[0])[move]))  # colour and cells


Tour = tuple[tuple[int, ...], int, int]  # the places so far, the time, and how many visits were late
LATE = 10_000  # one late visit weighs more than any way


class NaiveSalesman(po.PythonGame[Tour]):
    """A move is the next place to visit; a tour begins and ends at place 0."""

    players = 1

    def __init__(self, places: int = 20, seed: int = 1) -> None:
        rng, self.places = random.Random(seed), range(1, places + 1)
        spots = [(rng.uniform(0, 100), rng.uniform(0, 100)) for _ in (0, *self.places)]
        self.way = [[round(math.dist(a, b)) for b in spots] for a in spots]
        self.opens, self.closes, clock, here = [0] * len(spots), [0] * len(spots), 0, 0
        for there in rng.sample(self.places, places):  # so there is a tour that is never late
            clock, here = clock + self.way[here][there], there
            self.opens[there], self.closes[there] = clock - rng.randint(0, 400), clock + rng.randint(0, 400)

    def initial(self) -> Tour:
        return (0,), 0, 0

    def legal(self, state: Tour) -> list[int]:
        """The places left; those that make another one late only if there is nothing else."""
        left = [there for there in self.places if there not in state[0]]
        after = {there: self.play(state, there) for there in left}
        urgent = [there for there in left if after[there][2] == state[2]]
        return [a for a in left if all(self.in_time(after[a], b) for b in urgent if b != a)] or left

    def in_time(self, state: Tour, there: int) -> bool:
        return state[1] + self.way[state[0][-1]][there] <= self.closes[there]

    def play(self, state: Tour, move: int) -> Tour:
        path, clock, late = state
        arrival = max(clock + self.way[path[-1]][move], self.opens[move])
        return (*path, move), arrival, late + (not self.in_time(state, move))

    def score(self, state: Tour) -> float:
        return -(LATE * state[2] + sum(self.way[a][b] for a, b in pairwise((*state[0], 0))))

    def bounds(self) -> tuple[float, float]:
        return -LATE * (len(self.places) + 1), 0

    def code(self, state: Tour, move: int) -> int:
        return 1000 * state[0][-1] + move  # from where to where
