"""The engine `processes`: worker processes on this machine, each with a pipe of its own.

A worker reports every trial as it is done. So when one dies, it is known which trials are left, and which one
it was at: the others are run again by the next worker, and so is that one, a few times.
"""

import contextlib
import multiprocessing
import signal
from collections import Counter, deque
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait

from playout import _core
from playout.lab.plan import Trial
from playout.lab.store import Outcome
from playout.lab.trials import run_trial
from playout.run.workers import end_with_parent

__all__ = ["Processes"]

POLL_SECONDS = 0.05
MAX_DEATHS = 3
"""A trial that a worker died of so many times has failed."""

_context = multiprocessing.get_context("spawn")


class _Worker:
    """A process and what it has been given."""

    def __init__(self) -> None:
        self.pipe, theirs = _context.Pipe()
        self.left: deque[Trial] = deque()
        self._process = _context.Process(target=_work, args=(theirs,), daemon=True)
        # Ctrl-C in a terminal goes to all processes; it is the parent's to hear.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()

    def give(self, batch: list[Trial]) -> None:
        """Hands over trials."""
        self.left.extend(batch)
        with contextlib.suppress(OSError):  # it is dead, as its closed pipe will tell
            self.pipe.send(batch)

    def take(self) -> Outcome | None:
        """The outcome of the next trial; None if the worker is dead."""
        try:
            outcome = self.pipe.recv()
        except (EOFError, OSError):
            return None
        self.left.popleft()
        assert isinstance(outcome, Outcome)
        return outcome

    def end(self) -> int | None:
        """Ends the process; returns its exit code."""
        self._process.kill()
        self._process.join()
        self.pipe.close()
        return self._process.exitcode

    def wait(self) -> int | None:
        """Waits for a process whose pipe is closed; returns its exit code."""
        self._process.join(1)
        return self.end()


def _work(pipe: Connection) -> None:
    end_with_parent()
    with contextlib.suppress(EOFError, OSError):  # nobody listens any more
        while True:
            for trial in pipe.recv():
                pipe.send(run_trial(trial))


class Processes:
    """Worker processes on this machine."""

    name = "processes"

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._deaths: Counter[str] = Counter()
        self._again: deque[Trial] = deque()

    def run(self, batches: Iterator[list[Trial]], stop: _core.Stop) -> Iterator[list[Outcome]]:
        """Runs all batches, or until a stop is requested; trials under way are then given up."""
        workers: list[_Worker] = []
        try:
            while not stop.requested:
                self._feed(workers, batches)
                busy = {worker.pipe: worker for worker in workers if worker.left}
                if not busy:
                    return
                ready = wait(list(busy), POLL_SECONDS)
                yield [o for pipe in ready if (o := self._collect(busy[pipe], workers))]  # type: ignore[index]
        finally:
            for worker in workers:
                worker.end()

    def _feed(self, workers: list[_Worker], batches: Iterator[list[Trial]]) -> None:
        """Gives every idle worker something to do, and starts workers while there are too few."""
        for place in range(self.workers):
            if place < len(workers) and workers[place].left:
                continue
            batch = [self._again.popleft()] if self._again else next(batches, None)
            if batch is None:
                return
            if place == len(workers):
                workers.append(_Worker())
            workers[place].give(batch)

    def _collect(self, worker: _Worker, workers: list[_Worker]) -> Outcome | None:
        outcome = worker.take()
        if outcome is None:
            workers.remove(worker)
            return self._bury(worker)
        return outcome

    def _bury(self, worker: _Worker) -> Outcome | None:
        """Puts back the trials of a dead worker; the one it was at fails if it kills every worker."""
        code = worker.wait()
        trial = worker.left[0]
        self._deaths[trial.id] += 1
        if self._deaths[trial.id] < MAX_DEATHS:
            self._again.extend(worker.left)
            return None
        self._again.extend(list(worker.left)[1:])
        error = f"{MAX_DEATHS} worker processes died of this trial; the last with exit status {code}\n"
        return Outcome(trial, None, error, 0.0)
