"""Workers for one batch of games after another. Processes are started once, when they are needed."""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, wait
from contextlib import ExitStack
from functools import cached_property, partial
from types import TracebackType
from typing import Protocol, Self

from playout import _core
from playout.run import workers as workers_

__all__ = ["Crew", "Played", "Task"]

Played = tuple[int, float]
"""The index of a game in its batch, and what it gave."""


class Task(Protocol):
    """What the games of a batch have in common."""

    @property
    def in_python(self) -> bool:
        """Whether somebody needs the GIL, so that threads would not run side by side."""

    def check_picklable(self) -> None:
        """Refuses what other processes cannot get."""

    def run(self, index: int, stop: _core.Stop) -> Played | None:
        """Plays a game; None if it was interrupted."""


class Crew:
    """Plays the games of batches, so many at a time; a context manager."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._open = ExitStack()

    def play(self, task: Task, games: int, stop: _core.Stop) -> Iterator[Played]:
        """The games of a batch as they end, or as many as there were until a stop was requested."""
        yield from (played for played in self._play(task, games, stop) if played is not None)

    def _play(self, task: Task, games: int, stop: _core.Stop) -> Iterator[Played | None]:
        workers = min(games, self.workers)
        if workers == 1:
            return (task.run(index, stop) for index in range(games) if not stop.requested)
        if not task.in_python:
            return workers_.in_threads(task.run, games, workers, stop)
        task.check_picklable()
        return self._in_processes(task, games, stop)

    def _in_processes(self, task: Task, games: int, stop: _core.Stop) -> Iterator[Played | None]:
        executor, end_tasks = self._processes
        pending = workers_.submit(executor, partial(workers_.run_in_process, task.run), range(games))
        while pending:
            done, pending = wait(pending, workers_.POLL_SECONDS, FIRST_COMPLETED)
            if stop.requested:
                end_tasks()
                pending = {future for future in pending if not future.cancel()}
            yield from (future.result() for future in done)

    @cached_property
    def _processes(self) -> tuple[Executor, Callable[[], None]]:
        return self._open.enter_context(workers_.processes(self.workers))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)
