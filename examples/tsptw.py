"""A travelling salesman with time windows, compiled: be in time everywhere, then travel little."""

import math
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import playout as po
from playout.bits import lowest_bit
from playout.cuda import CardRules

LATE = 10_000  # one late visit weighs more than any way


class Salesman(po.CompiledGame):
    """A move is the next place to visit; a tour begins and ends at place 0. `left` has the others as bits."""

    players = 1

    def __init__(self, places: int = 20, seed: int = 1) -> None:
        if not 1 <= places <= 62:
            raise ValueError("Salesman: places are from 1 to 62")
        rng, self.places, self.seed = random.Random(seed), places, seed
        self.spots = np.array([(rng.uniform(0, 100), rng.uniform(0, 100)) for _ in range(places + 1)])
        self.way = np.array([[round(math.dist(a, b)) for b in self.spots] for a in self.spots])
        self.opens, self.closes = np.zeros((2, places + 1), np.int64)
        clock = here = 0
        for there in rng.sample(range(1, places + 1), places):  # so there is a tour that is never late
            clock, here = clock + self.way[here, there], there
            self.opens[there], self.closes[there] = clock - rng.randint(0, 400), clock + rng.randint(0, 400)
        self.max_moves = self.max_length = places
        self.code_count = (places + 1) ** 2
        self.fields = {
            "left": "int64",
            "clock": "int32",
            "cost": "int32",
            "late": "int8",
            "visits": "int8",
            "path": ("int8", places + 1),
        }

    def initial(self, s: Any) -> None:
        s.left = (1 << self.places + 1) - 2

    def legal(self, s: Any, moves: Any) -> int:
        """The places left; those that make another one late only if there is nothing else."""
        here = s.path[s.visits]
        urgent = self.in_time(here, s.clock, s.left)
        n = 0
        for there in range(1, self.places + 1):
            others = urgent & ~(1 << there)
            if s.left >> there & 1 and self.in_time(there, self.arrival(s, there), others) == others:
                moves[n] = there
                n += 1
        return n if n > 0 else self.list_left(s, moves)

    def list_left(self, s: Any, moves: Any) -> int:
        n = 0
        for there in range(1, self.places + 1):
            if s.left >> there & 1:
                moves[n] = there
                n += 1
        return n

    def in_time(self, here: int, clock: int, places: int) -> int:
        """Those of some places that close no sooner than one can be there."""
        found = 0
        while places != 0:
            there = lowest_bit(places)
            found |= (clock + self.way[here, there] <= self.closes[there]) << there
            places &= places - 1
        return found

    def arrival(self, s: Any, there: int) -> int:
        return int(max(s.clock + self.way[s.path[s.visits], there], self.opens[there]))

    def play(self, s: Any, move: int) -> None:
        here = s.path[s.visits]
        s.late += s.clock + self.way[here, move] > self.closes[move]
        s.clock = self.arrival(s, move)
        s.cost += self.way[here, move]
        s.visits += 1
        s.path[s.visits] = move
        s.left &= ~(1 << move)

    def score(self, s: Any) -> float:
        return -float(LATE * s.late + s.cost + self.way[s.path[s.visits], 0])

    def bounds(self) -> tuple[float, float]:
        return -LATE * (self.places + 1), 0

    def code(self, s: Any, move: int) -> int:
        """From where to where."""
        return int(s.path[s.visits] * (self.places + 1) + move)

    def distance(self, s: Any, move: int, t: Any, other: int) -> float:
        """The way from a leg of the tour to another, and a thirtieth of the time between them."""
        here, there = s.path[s.visits], t.path[t.visits]
        ways = min(self.way[here, there], self.way[here, other], self.way[move, there], self.way[move, other])
        return float(ways + abs(s.clock - t.clock) / 30)

    def card(self) -> CardRules:
        """The same rules for a graphics card."""
        header = Path(__file__).with_name("tsptw.hpp")
        return CardRules(header, places=self.places, way=self.way, opens=self.opens, closes=self.closes)

    def text(self, s: Any) -> str:
        """The places of the tour, with the times at which they are visited."""
        lines, clock = ["place  opens  visit  closes"], 0
        for here, there in pairwise(s.path[: s.visits + 1]):
            clock = max(clock + self.way[here, there], self.opens[there])
            late = "  late" if clock > self.closes[there] else ""
            lines.append(f"{there:5}{self.opens[there]:7}{clock:7}{self.closes[there]:8}{late}")
        return "\n".join([*lines, f"{s.late} late, {s.cost} travelled"])

    def svg(self, s: Any) -> str:
        spots = [(round(4 * x + 12), round(4 * y + 12)) for x, y in self.spots]
        path = [*s.path[: s.visits + 1], *([0] if s.left == 0 else [])]
        line = " ".join(f"{spots[place][0]},{spots[place][1]}" for place in path)
        dots = (
            f'<circle cx="{x}" cy="{y}" r="9" fill="{"#2e86ab" if place else "#e4572e"}"/>'
            f'<text x="{x}" y="{y + 4}">{place}</text>'
            for place, (x, y) in enumerate(spots)
        )
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 424 424" width="424">'
            f"<title>{s.late} late, {s.cost} travelled</title>"
            '<rect width="424" height="424" rx="6" fill="#f7f5f0"/>'
            f'<polyline points="{line}" fill="none" stroke="#8d99ae" stroke-width="2"/>'
            '<g font-family="sans-serif" font-size="10" text-anchor="middle" fill="#fff">'
            f"{''.join(dots)}</g></svg>\n"
        )

    def __repr__(self) -> str:
        return f"Salesman({self.places}, {self.seed})"
