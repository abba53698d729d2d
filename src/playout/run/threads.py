"""Threads that end with the program.

Python's own pool makes the end of a program wait for its tasks, and turns away new ones, even if it is a
daemon thread that began them and nobody waits for it.
"""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

__all__ = ["Threads"]

T = TypeVar("T")

Task = tuple["Future[Any]", Callable[[], Any]]


class Threads(Executor):
    """A pool of daemon threads. If none can be started, the caller does the work.

    That is so where the system has no thread left, and when the program is about to end.

    >>> with Threads(2) as threads:
    ...     sum(threads.map(abs, [-1, 2, -3]))
    6
    """

    def __init__(self, workers: int) -> None:
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._threads: list[Thread] = []
        with suppress(RuntimeError):
            for _ in range(workers):
                thread = Thread(target=self._work, daemon=True)
                thread.start()
                self._threads.append(thread)

    def submit(self, run: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        """Begins a task as soon as a thread is free."""
        answer: Future[T] = Future()
        task = answer, partial(run, *args, **named)
        if self._threads:
            self._tasks.put(task)
        else:
            _do(*task)
        return answer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends the threads when they have done what was submitted; with `cancel_futures`, what was begun."""
        if cancel_futures:
            self._cancel()
        for _ in self._threads:
            self._tasks.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    def _cancel(self) -> None:
        with suppress(Empty):
            while True:
                if task := self._tasks.get_nowait():
                    task[0].cancel()

    def _work(self) -> None:
        for answer, run in iter(self._tasks.get, None):
            _do(answer, run)


def _do(answer: "Future[Any]", run: Callable[[], Any]) -> None:
    if answer.set_running_or_notify_cancel():
        try:
            answer.set_result(run())
        except BaseException as error:
            answer.set_exception(error)
