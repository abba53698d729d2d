"""A travelling salesman with time windows: be in time everywhere, then travel as little as possible."""

import math
import random
from itertools import pairwise

import playout as po

State = tuple[tuple[int, ...], int, int]  # the places so far, the time, and how many visits were late
LATE = 10_000  # one late visit weighs more than any way


class Salesman(po.PythonGame[State]):
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

    def initial(self) -> State:
        return (0,), 0, 0

    def legal(self, state: State) -> list[int]:
        """The places left; those that make another one late only if there is nothing else."""
        left = [there for there in self.places if there not in state[0]]
        after = {there: self.play(state, there) for there in left}
        urgent = [there for there in left if after[there][2] == state[2]]
        return [a for a in left if all(self.in_time(after[a], b) for b in urgent if b != a)] or left

    def in_time(self, state: State, there: int) -> bool:
        return state[1] + self.way[state[0][-1]][there] <= self.closes[there]

    def play(self, state: State, move: int) -> State:
        path, clock, late = state
        arrival = max(clock + self.way[path[-1]][move], self.opens[move])
        return (*path, move), arrival, late + (not self.in_time(state, move))

    def score(self, state: State) -> float:
        return -(LATE * state[2] + sum(self.way[a][b] for a, b in pairwise((*state[0], 0))))

    def bounds(self) -> tuple[float, float]:
        return -LATE * (len(self.places) + 1), 0

    def code(self, state: State, move: int) -> int:
        return 1000 * state[0][-1] + move  # from where to where


if __name__ == "__main__":
    found = po.NRPA(level=2, iterations=40).solve(Salesman(), "1600 sims", seed=1)
    late, cost = divmod(-found.score, LATE)
    print(f"{late:.0f} late, cost {cost:.0f}: 0 {' '.join(found.names)} 0")
