"""Threads that run the searches of all pages in turn, a slice of each."""

import queue
import threading
from typing import Protocol

__all__ = ["Pool", "Sliced"]

SLICE_SECONDS = 0.1
"""Of a search that has a thread to itself: ten looks a second."""
ROUND_SECONDS = 0.2
"""After so long each of many searches has had its turn."""
LEAST_SECONDS = 0.005


class Sliced(Protocol):
    """Work that is done in slices."""

    def step(self, seconds: float, /) -> bool:
        """Works for so long; whether there is more to do."""


class Pool:
    """A few threads, and who waits for them. The core releases the GIL, so that they run side by side."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._waiting: queue.SimpleQueue[Sliced | None] = queue.SimpleQueue()
        self._working = 0
        for number in range(threads):
            threading.Thread(target=self._work, name=f"search {number}", daemon=True).start()

    def add(self, work: Sliced) -> None:
        """Lets somebody join those who wait."""
        self._waiting.put(work)

    def close(self) -> None:
        """Ends the threads, after those who wait now have had a turn."""
        for _ in range(self._threads):
            self._waiting.put(None)

    @property
    def slice_seconds(self) -> float:
        """How long a turn is: the shorter, the more wait."""
        fair = ROUND_SECONDS * self._threads / (self._waiting.qsize() + self._threads)
        return max(LEAST_SECONDS, min(SLICE_SECONDS, fair))

    def _work(self) -> None:
        while (work := self._waiting.get()) is not None:
            if work.step(self.slice_seconds):
                self._waiting.put(work)
