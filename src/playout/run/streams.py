"""The streams of a solve: native solvers that run side by side and share a budget and a target.

A stream is one solver with a seed of its own. It runs in slices, and how its run is cut changes nothing, so a
budget in simulations or states gives the same answer whatever the timing, and also after a break.
"""

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from playout import _core, seeds
from playout.budget import MAX_COUNT, Budget
from playout.errors import SpecError
from playout.games.rules import InterpretedGame
from playout.players import UCT
from playout.render import html
from playout.render.numbers import duration
from playout.run import runners, workers
from playout.run.cluster import Cluster
from playout.run.runners import Job, Runner, Slices

DEVICES = ("cpu", "cuda", "emulated")
SLICE_SECONDS = 0.1
"""Between two reports."""
PROCESS_SLICE_SECONDS = 1.0
"""The same for other processes, which a slice costs more."""
ROUND_SIMULATIONS = 4096
"""Of each stream, between two looks at who has reached the target."""


@dataclass(frozen=True)
class Setting:
    """What is solved, how, and for how long."""

    job: Job
    budget: Budget
    seed: int
    threads: int
    known: tuple[int, ...]
    cluster: Cluster | None = None
    """Where the streams run, if not on this machine; no matter to the answer."""
    device: str = "cpu"
    """The processor, or a graphics card."""


@dataclass(frozen=True, repr=False)
class Progress:
    """How far a solve is.

    >>> import playout as po
    >>> reports = []
    >>> _ = po.solve("morpion(4D)", "nrpa(level=2)", "4000 sims", seed=1, progress=reports.append)
    >>> reports[-1]
    <Progress best 34, 4,000 simulations in ...>
    """

    score: float
    """The best so far."""
    moves: tuple[int, ...]
    simulations: int
    states: int
    seconds: float
    improved: bool
    """Whether the score is better than at the last report."""
    since: float
    """Seconds since the last improvement."""
    scores: tuple[float, ...] = ()
    """The best of each stream."""

    def __repr__(self) -> str:
        done = f"{self.simulations:,} simulations in {duration(self.seconds)}"
        return f"<Progress best {self.score:.15g}, {done}>"

    def _repr_html_(self) -> str:
        return html.facts(
            f"best {self.score:.15g}",
            {
                "simulations": f"{self.simulations:,}",
                "states": f"{self.states:,}",
                "time": duration(self.seconds),
                "since the last improvement": duration(self.since),
            },
        )


class Streams:
    """The streams of one solve."""

    def __init__(self, setting: Setting, saved: Sequence[bytes] = (), seconds: float = 0.0) -> None:
        """Begins, or goes on with streams that were saved after so many seconds."""
        self.setting = setting
        self.job = job = setting.job
        self._in_processes = setting.threads > 1 and isinstance(job.start.game, InterpretedGame)
        is_elsewhere = self._in_processes or setting.cluster is not None
        if is_elsewhere and isinstance(job.player, UCT):
            raise SpecError(
                "the tree of uct cannot be sent to other processes: it solves on this machine, "
                "and a game written in Python in one thread"
            )
        self._slice_seconds = PROCESS_SLICE_SECONDS if is_elsewhere else SLICE_SECONDS
        self.solvers = [job.load(stream) for stream in saved] or [
            job.begin(seeds.derive("solve", setting.seed, stream), setting.known)
            for stream in range(setting.threads)
        ]
        self._started = time.perf_counter() - seconds
        self._improved = seconds

    @property
    def seconds(self) -> float:
        """Since the beginning, without breaks."""
        return time.perf_counter() - self._started

    @property
    def simulations(self) -> int:
        """Of all streams."""
        return sum(solver.simulations for solver in self.solvers)

    @property
    def states(self) -> int:
        """Of all streams."""
        return sum(solver.states for solver in self.solvers)

    @property
    def best(self) -> _core.Solution:
        """The best of all streams; the target goes to the stream that took the fewest simulations.

        Ties go to the first stream, so that the answer does not depend on the timing.
        """
        if done := self._at_target():
            return min(done, key=lambda solver: solver.simulations).best
        return max((solver.best for solver in self.solvers), key=lambda best: best.score)

    @property
    def scores(self) -> list[float]:
        """The best of each stream."""
        return [solver.best.score for solver in self.solvers]

    @property
    def count(self) -> int:
        """Of the streams."""
        return len(self.solvers)

    @property
    def device(self) -> str:
        """Where they run."""
        return "cpu"

    def save(self) -> list[bytes]:
        """Each stream as bytes."""
        return [solver.save() for solver in self.solvers]

    def rounds(self, stop: _core.Stop) -> Iterator[Progress]:
        """Runs slice after slice to the end, and reports after each."""
        with self._runner(stop) as run:
            while not stop.requested and (slices := self._slices()):
                before = self.best.score
                run(slices)
                yield self._report(before)
        if not self.best.moves:  # the time was too short
            self.solvers[0].run(_core.Budget(simulations=1), _core.Stop())

    def _runner(self, stop: _core.Stop) -> AbstractContextManager[Runner]:
        streams = self.job, self.solvers, stop
        if self.setting.cluster:
            return runners.elsewhere(self.setting.cluster.tasks(), *streams)
        if len(self.solvers) == 1:
            return runners.in_this_thread(*streams)
        if self._in_processes:
            return runners.elsewhere(workers.processes(len(self.solvers)), *streams)
        return runners.in_threads(*streams)

    def _report(self, before: float) -> Progress:
        best, seconds = self.best, self.seconds
        improved = best.score > before
        if improved:
            self._improved = seconds
        moves, since = tuple(best.moves), seconds - self._improved
        scores = tuple(self.scores)
        return Progress(best.score, moves, self.simulations, self.states, seconds, improved, since, scores)

    def _slices(self) -> Slices:
        """What is to be run next; nothing if the end is reached."""
        seconds = self._slice_seconds
        if self.setting.budget.seconds is not None:
            seconds = min(seconds, self.setting.budget.seconds - self.seconds)
        if seconds <= 0:
            return []
        left = {stream: self._left(stream) for stream in range(len(self.solvers))}
        active = {stream: counts for stream, counts in left.items() if min(counts) > 0}
        end = self._round_end(active)
        return [
            (stream, Budget(seconds, min(simulations, end - done), states))
            for stream, (simulations, states) in active.items()
            if (done := self.solvers[stream].simulations) < end
        ]

    def _left(self, stream: int) -> tuple[int, int]:
        """The simulations and states that are left to a stream; none at the target."""
        solver, budget, count = self.solvers[stream], self.setting.budget, len(self.solvers)
        if solver.best.score >= self.job.target:
            return 0, 0
        simulations, states = (_share(limit, stream, count) for limit in (budget.simulations, budget.states))
        return simulations - solver.simulations, states - solver.states

    def _round_end(self, active: Iterable[int]) -> int:
        """How many simulations each stream makes before all wait for the slowest.

        Who is first at the target must not depend on the timing. So the streams go in rounds, and when the
        target is reached they finish the round, also if a break comes in between.
        """
        if len(self.solvers) == 1 or self.job.target == math.inf:
            return MAX_COUNT
        if done := self._at_target():
            rounds = math.ceil(min(solver.simulations for solver in done) / ROUND_SIMULATIONS)
        else:
            rounds = 1 + min((self.solvers[i].simulations for i in active), default=0) // ROUND_SIMULATIONS
        return rounds * ROUND_SIMULATIONS

    def _at_target(self) -> list[_core.Solver]:
        return [solver for solver in self.solvers if solver.best.score >= self.job.target]


def _share(limit: int | None, stream: int, count: int) -> int:
    """A stream's share of a limit."""
    return MAX_COUNT if limit is None else limit // count + (stream < limit % count)
