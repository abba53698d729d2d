"""The engine `ray`: trials on a cluster. A batch whose workers died is run again, trial by trial."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait

from playout import _core
from playout.lab.plan import Trial
from playout.lab.store import Outcome
from playout.lab.trials import run_trials
from playout.run.cluster import Cluster, Tasks

__all__ = ["Ray"]

POLL_SECONDS = 0.1
AHEAD = 2
"""Batches for each processor of the cluster, so that none of them waits."""

Pending = dict[Future[list[Outcome]], list[Trial]]


def _run_batch(batch: list[Trial]) -> list[Outcome]:
    return list(run_trials(batch))


class Ray:
    """A Ray cluster: one that runs at an address, or one of its own on this machine."""

    name = "ray"

    def __init__(self, workers: int, address: str | None = None) -> None:
        self._cluster = Cluster(workers, address)
        self._again: deque[list[Trial]] = deque()
        self.workers = workers

    def run(self, batches: Iterator[list[Trial]], stop: _core.Stop) -> Iterator[list[Outcome]]:
        """Runs all batches, or until a stop is requested; trials under way are then given up."""
        pending: Pending = {}
        with self._cluster.tasks() as (tasks, _):
            while not stop.requested:
                self._feed(tasks, pending, batches)
                if not pending:
                    return
                done, _ = wait(pending, POLL_SECONDS, FIRST_COMPLETED)
                yield [outcome for future in done for outcome in self._collect(future, pending.pop(future))]

    def _feed(self, tasks: Tasks, pending: Pending, batches: Iterator[list[Trial]]) -> None:
        while len(pending) < AHEAD * tasks.workers:
            batch = self._again.popleft() if self._again else next(batches, None)
            if batch is None:
                return
            pending[tasks.submit(_run_batch, batch)] = batch

    def _collect(self, future: Future[list[Outcome]], batch: list[Trial]) -> list[Outcome]:
        try:
            return future.result()
        except OSError as error:  # the workers died
            if len(batch) > 1:
                self._again.extend([trial] for trial in batch)
                return []
            return [Outcome(batch[0], None, f"{error}\n", 0.0)]
