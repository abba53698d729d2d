"""The permutation flow shop, compiled: all machines take the jobs in one order; be done soon."""

from typing import Any

import numpy as np

import playout as po

# The seeds of the first instances of Taillard, "Benchmarks for basic scheduling problems" (1993), by jobs
# and machines, and the best known makespans.
SEEDS = {(20, 5): 873654221, (20, 10): 587595453, (20, 20): 479340445, (50, 5): 1328042058}
BEST = {(20, 5): 1278, (20, 10): 1582, (20, 20): 2297, (50, 5): 2724}
COLOURS = "#e4572e", "#2e86ab", "#f3a712", "#4c9f70", "#8e5ea2", "#8d99ae", "#d98cb3"


def taillard(jobs: int, machines: int, seed: int) -> Any:
    """The times of an instance, a row a machine: the paper's generator, of numbers from 1 to 99."""
    times = np.zeros((machines, jobs), np.int64)
    for i in range(machines * jobs):
        seed = 16807 * seed % (2**31 - 1)
        times.flat[i] = 1 + 99 * seed // (2**31 - 1)
    return times


class FlowShop(po.CompiledGame):
    """A move is the next job; `ready` has the time at which each machine is done with the jobs so far."""

    players = 1

    def __init__(self, jobs: int = 20, machines: int = 5, seed: int = 0) -> None:
        """The first instance of this size in Taillard's paper, or that of another seed of his."""
        if not (1 <= jobs <= 62 and machines >= 1 and (seed > 0 or (jobs, machines) in SEEDS)):
            raise ValueError(f"FlowShop: without a seed, jobs and machines are one of {list(SEEDS)}")
        self.jobs, self.machines, self.seed = jobs, machines, seed or SEEDS[jobs, machines]
        self.times = taillard(jobs, machines, self.seed)
        self.max_moves = self.max_length = jobs
        self.code_count = jobs * jobs
        self.fields = {
            "left": "int64",
            "done": "int8",
            "ready": ("int32", machines),
            "order": ("int8", jobs),
        }

    def initial(self, s: Any) -> None:
        s.left = (1 << self.jobs) - 1

    def legal(self, s: Any, moves: Any) -> int:
        n = 0
        for job in range(self.jobs):
            if s.left >> job & 1:
                moves[n] = job
                n += 1
        return n

    def play(self, s: Any, move: int) -> None:
        end = 0
        for machine in range(self.machines):
            end = max(end, s.ready[machine]) + self.times[machine, move]
            s.ready[machine] = end
        s.order[s.done] = move
        s.done += 1
        s.left &= ~(1 << move)

    def score(self, s: Any) -> float:
        return -float(s.ready[self.machines - 1])

    def bounds(self) -> tuple[float, float]:
        return -float(self.times.sum()), 0

    def code(self, s: Any, move: int) -> int:
        """The job and its place in the order."""
        return int(s.done * self.jobs + move)

    def name(self, s: Any, move: int) -> str:
        return str(move + 1)

    def text(self, s: Any) -> str:
        order = " ".join(str(job + 1) for job in s.order[: s.done])
        return f"{order}\nmakespan {s.ready[self.machines - 1]}"

    def svg(self, s: Any) -> str:
        """A bar for each job on each machine."""
        wide = 1000 / max(s.ready[self.machines - 1], 1)
        ready, bars = [0] * self.machines, []
        for job in s.order[: s.done]:
            end = 0
            for machine in range(self.machines):
                start = max(end, ready[machine])
                end = ready[machine] = start + int(self.times[machine, job])
                bars.append(
                    f'<rect x="{wide * start:.1f}" y="{30 * machine + 3}" width="{wide * (end - start):.1f}" '
                    f'height="24" fill="{COLOURS[job % len(COLOURS)]}" stroke="#fff"/>'
                )
        high = 30 * self.machines
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 1012 {high + 12}" width="1012">'
            f"<title>makespan {s.ready[self.machines - 1]}</title>"
            f'<rect x="-6" y="-6" width="1012" height="{high + 12}" rx="6" fill="#f7f5f0"/>'
            f"{''.join(bars)}</svg>\n"
        )

    def __repr__(self) -> str:
        return f"FlowShop({self.jobs}, {self.machines}, {self.seed})"
