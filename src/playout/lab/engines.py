"""Engines: where trials run. All give the same results; they differ in where the work is done.

An engine takes batches of trials one by one, when it has room for more, and yields lists of outcomes as they
come; an empty list says that time has passed.
"""

from collections.abc import Iterator
from typing import Literal, Protocol, get_args

from playout import _core
from playout.errors import check_count, unknown
from playout.lab.plan import Trial
from playout.lab.store import Outcome
from playout.lab.trials import run_trial
from playout.run.cluster import refuse_address
from playout.run.workers import MAX_WORKERS

__all__ = ["Engine", "EngineName", "Serial", "engine"]

EngineName = Literal["processes", "ray", "serial"]


class Engine(Protocol):
    """Runs trials.

    >>> from playout import lab
    >>> lab.engine("processes", 4).name, lab.engine("serial", 1).name
    ('processes', 'serial')
    """

    name: str
    workers: int
    """How many trials at a time."""

    def run(self, batches: Iterator[list[Trial]], stop: _core.Stop) -> Iterator[list[Outcome]]:
        """Runs all batches, or until a stop is requested."""
        ...


class Serial:
    """In this process, one after another: for notebooks and for debugging a game."""

    name = "serial"
    workers = 1

    def run(self, batches: Iterator[list[Trial]], stop: _core.Stop) -> Iterator[list[Outcome]]:
        """Runs all batches, or until a stop is requested."""
        for batch in batches:
            for trial in batch:
                if stop.requested:
                    return
                yield [run_trial(trial)]


def engine(name: str, workers: int, address: str | None = None) -> Engine:
    """An engine by its name. `address` is that of a Ray cluster; without one, Ray starts on this machine.

    >>> engine("serial", 1).workers
    1
    """
    check_count("workers", workers, MAX_WORKERS)
    if name != "ray":
        refuse_address(address)
    if name == "serial":
        return Serial()
    if name == "processes":
        from playout.lab.processes import Processes

        return Processes(workers)
    if name == "ray":
        from playout.lab.ray_engine import Ray

        return Ray(workers, address)
    raise unknown("engine", name, get_args(EngineName))
