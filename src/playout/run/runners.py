"""Where the streams of a solve run: in this thread, in threads, or in other processes.

Each is a context with a function that runs slices: some streams, each as far as its budget goes.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from playout import _core
from playout.budget import Budget
from playout.players import Player
from playout.run import workers
from playout.run.threads import Threads
from playout.run.workers import POLL_SECONDS
from playout.state import State

Slices = list[tuple[int, Budget]]
"""What is to be run next: the numbers of streams, and how far each."""
Runner = Callable[[Slices], None]


@dataclass(frozen=True)
class Job:
    """What the streams of a solve have in common."""

    start: State
    player: Player
    target: float

    def begin(self, seed: int, known: tuple[int, ...]) -> _core.Solver:
        """A new stream."""
        return _core.Solver(self.start.position, self.player.solver(), seed, known)

    def load(self, saved: bytes) -> _core.Solver:
        """A stream that was saved."""
        return _core.Solver.load(self.start.position, self.player.solver(), saved)

    def run(self, solver: _core.Solver, budget: Budget, stop: _core.Stop) -> None:
        """Runs one slice of a stream."""
        solver.run(budget.native(), stop, self.target)

    def run_saved(self, piece: tuple[int, bytes, Budget], stop: _core.Stop) -> tuple[int, bytes]:
        """The same in another process: the stream comes and goes as bytes."""
        stream, saved, budget = piece
        solver = self.load(saved)
        self.run(solver, budget, stop)
        return stream, solver.save()


@contextmanager
def in_this_thread(job: Job, solvers: list[_core.Solver], stop: _core.Stop) -> Iterator[Runner]:
    """One after another."""

    def run(slices: Slices) -> None:
        for stream, budget in slices:
            job.run(solvers[stream], budget, stop)

    yield run


@contextmanager
def in_threads(job: Job, solvers: list[_core.Solver], stop: _core.Stop) -> Iterator[Runner]:
    """Side by side, since a native search runs without the GIL."""
    # Only the main thread can deliver signals, and it waits here: the others listen to a flag alone.
    heard = _core.Stop()
    with Threads(len(solvers)) as executor:

        def run(slices: Slices) -> None:
            tasks = {executor.submit(job.run, solvers[i], budget, heard) for i, budget in slices}
            while wait(tasks, POLL_SECONDS).not_done:
                if stop.requested:
                    heard.request()
            for task in tasks:
                task.result()

        try:
            yield run
        finally:
            heard.request()


@contextmanager
def elsewhere(
    pool: workers.Pool, job: Job, solvers: list[_core.Solver], stop: _core.Stop
) -> Iterator[Runner]:
    """Side by side in other processes. The solvers here are replaced by what comes back."""
    workers.check_picklable(job, job.start.game, "threads=1 on this machine")
    with pool as (executor, end_tasks):

        def run(slices: Slices) -> None:
            pieces = [(stream, solvers[stream].save(), budget) for stream, budget in slices]
            tasks = workers.submit(executor, partial(workers.run_in_process, job.run_saved), pieces)
            while wait(tasks, POLL_SECONDS).not_done:
                if stop.requested:
                    end_tasks()
            for stream, saved in [task.result() for task in tasks if not task.cancelled()]:
                solvers[stream] = job.load(saved)

        yield run
