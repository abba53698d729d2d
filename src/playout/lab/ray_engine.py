"""The engine `ray`: trials on a cluster, through Ray (the extra `playout[ray]`).

playout must be installed on every machine of the cluster, and a game of the user's must be found there under
the same name. A batch whose worker was killed is run again, by Ray first and then trial by trial.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any

from playout import _core
from playout.errors import SpecError
from playout.lab.plan import Trial
from playout.lab.store import Outcome
from playout.lab.trials import run_trials

__all__ = ["Ray"]

POLL_SECONDS = 0.1
RETRIES = 2
"""Of a batch whose worker died; Ray makes them."""
AHEAD = 2
"""Batches for each processor of the cluster, so that none of them waits."""


def _run_batch(batch: list[Trial]) -> list[Outcome]:
    return list(run_trials(batch))


class Ray:
    """A Ray cluster: one that runs at an address, or one of its own on this machine."""

    name = "ray"

    def __init__(self, workers: int, address: str | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise SpecError("the engine ray needs Ray: pip install 'playout[ray]'") from None
        self._ray: Any = ray
        self._address = address
        self.workers = workers

    def _connect(self) -> None:
        quiet = {"log_to_driver": False, "logging_level": "error", "ignore_reinit_error": True}
        try:
            if self._address:
                self._ray.init(address=self._address, **quiet)
            else:
                self._ray.init(num_cpus=self.workers, include_dashboard=False, **quiet)
        except (ConnectionError, ValueError) as error:
            raise SpecError(f"cannot reach the Ray cluster {self._address}: {error}") from error
        self.workers = int(self._ray.cluster_resources().get("CPU", 1))

    def run(self, batches: Iterator[list[Trial]], stop: _core.Stop) -> Iterator[list[Outcome]]:
        """Runs all batches, or until a stop is requested; trials under way are then given up."""
        ray, own = self._ray, not self._ray.is_initialized()
        if own:
            self._connect()
        task = ray.remote(max_retries=RETRIES)(_run_batch)
        pending: dict[Any, list[Trial]] = {}
        again: deque[list[Trial]] = deque()
        try:
            while not stop.requested:
                while len(pending) < AHEAD * self.workers:
                    batch = again.popleft() if again else next(batches, None)
                    if batch is None:
                        break
                    pending[task.remote(batch)] = batch
                if not pending:
                    return
                ready, _ = ray.wait(list(pending), timeout=POLL_SECONDS)
                yield [o for ref in ready for o in self._collect(ref, pending.pop(ref), again)]
        finally:
            for ref in pending:
                ray.cancel(ref, force=True)
            if own:
                ray.shutdown()

    def _collect(self, ref: Any, batch: list[Trial], again: deque[list[Trial]]) -> list[Outcome]:
        try:
            outcomes: list[Outcome] = self._ray.get(ref)
        except self._ray.exceptions.RayError as error:  # the worker died, each time
            if len(batch) > 1:
                again.extend([trial] for trial in batch)
                return []
            return [Outcome(batch[0], None, f"the workers of this trial died: {error}\n", 0.0)]
        return outcomes
