"""Runs plans: hands trials to an engine and keeps what comes back in a store."""

import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from playout import _core
from playout.interrupt import stop_on_interrupt
from playout.lab.engines import Engine
from playout.lab.machine import machine
from playout.lab.plan import Plan, Trial
from playout.lab.store import Outcome, Store

__all__ = ["Summary", "run"]

log = logging.getLogger(__name__)

COMMIT_SECONDS = 0.5
"""At most so much work is lost when the program is killed."""
BATCH_SECONDS = 0.2
"""Short trials go to a worker in batches of about this size."""
MAX_BATCH = 200
GOLDEN = 0.618033988749895
"""Runs that share a store begin at places as far apart as can be, so that they seldom meet."""


@dataclass
class Summary:
    """How a run went.

    >>> from playout import lab
    >>> summary = lab.Summary(planned=10, done=4, finished=5)
    >>> summary.complete
    False
    """

    planned: int
    """Trials of the plans."""
    done: int = 0
    """Those that had a result before."""
    finished: int = 0
    """Those of this run that succeeded."""
    failed: int = 0
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def complete(self) -> bool:
        """Whether every trial has a result."""
        return self.done + self.finished >= self.planned


class Progress(Protocol):
    """What hears of a run while it goes on: how far it is, and what has just come in.

    >>> from playout import lab
    >>> def tell(summary: lab.Summary, outcomes: list[lab.Outcome]) -> None:
    ...     print(f"{summary.finished} of {summary.planned}: {outcomes[0].result}")
    >>> plan = lab.plan(lab.experiment("bounds.table2"), "smoke")
    >>> with lab.Store(":memory:") as store:
    ...     _ = lab.run([plan], store, lab.engine("serial", 1), cells="Min 1 | Max 1", progress=tell)
    1 of 1: ...
    """

    def __call__(self, summary: Summary, outcomes: Sequence[Outcome], /) -> None:
        """Called now and then."""


def run(
    plans: Sequence[Plan],
    store: Store,
    engine: Engine,
    *,
    cells: str = "*",
    command: str = "",
    progress: Progress | None = None,
) -> Summary:
    """Runs what is missing in the store of some plans, in the cells whose names fit a pattern.

    Ctrl-C ends it, and what is done stays.

    >>> from playout import lab
    >>> plan = lab.plan(lab.experiment("bounds.table2"), "smoke")
    >>> with lab.Store(":memory:") as store:
    ...     lab.run([plan], store, lab.engine("serial", 1), cells="Min 1 *").finished
    6
    """
    from playout import __version__

    for plan in plans:
        store.keep_plan(plan)
    trials = [trial for plan in plans for trial in plan.trials(cells)]
    done = store.done(trials)
    summary = Summary(len(trials), done=len(done))
    missing = [trial for trial in trials if trial.id not in done]
    if not missing:
        return summary
    log.info("running %d trials, engine %s, %d workers", len(missing), engine.name, engine.workers)
    number = store.begin_run(__version__, machine(), command, engine.name, engine.workers)
    first = int(len(missing) * ((number - 1) * GOLDEN % 1))
    batches = _Batches(missing[first:] + missing[:first], store, summary)
    start = time.perf_counter()
    with stop_on_interrupt() as stop:
        for outcomes in _committed(engine.run(iter(batches), stop), store, number, stop):
            summary.seconds = time.perf_counter() - start
            _count(summary, batches, outcomes)
            if progress:
                progress(summary, outcomes)
        summary.interrupted = stop.requested
    summary.seconds = time.perf_counter() - start
    log.info("%d trials finished, %d failed, in %.1f s", summary.finished, summary.failed, summary.seconds)
    return summary


def _count(summary: Summary, batches: "_Batches", outcomes: Iterable[Outcome]) -> None:
    for outcome in outcomes:
        batches.learn(outcome.seconds)
        if outcome.error is None:
            summary.finished += 1
        else:
            summary.failed += 1
            log.warning("the trial %s failed: %s", outcome.trial.id, outcome.error.splitlines()[-1])


def _committed(
    arriving: Iterable[list[Outcome]], store: Store, run: int, stop: _core.Stop
) -> Iterator[list[Outcome]]:
    """Writes outcomes now and then, and passes them on."""
    kept: list[Outcome] = []
    written = time.perf_counter()
    try:
        for outcomes in arriving:
            kept += outcomes
            if kept and (stop.requested or time.perf_counter() - written > COMMIT_SECONDS):
                store.add(kept, run)
                kept, written = [], time.perf_counter()
            yield outcomes
    finally:
        if kept:
            store.add(kept, run)


class _Batches:
    """Batches of the trials that are still missing when their turn comes: another run may have done them."""

    def __init__(self, trials: list[Trial], store: Store, summary: Summary) -> None:
        self._trials = trials
        self._store = store
        self._summary = summary
        self._seen = 0
        self._seconds = 0.0

    def learn(self, seconds: float) -> None:
        """Takes note of how long a trial took."""
        self._seen += 1
        self._seconds += seconds

    @property
    def _size(self) -> int:
        if not self._seen:
            return 1
        mean = self._seconds / self._seen
        return max(1, min(MAX_BATCH, int(BATCH_SECONDS / max(mean, 1e-6))))

    def __iter__(self) -> Iterator[list[Trial]]:
        trials = iter(self._trials)
        while batch := list(islice(trials, self._size)):
            done = self._store.done(batch)
            self._summary.done += len(done)
            if left := [trial for trial in batch if trial.id not in done]:
                yield left
