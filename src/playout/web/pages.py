"""The pages that are open, what each has asked for, and what it is told."""

import asyncio
import json
import secrets
import threading
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from typing import Any, ClassVar

import msgspec

from playout.web.errors import BusyError, MissingError
from playout.web.limits import Limits

__all__ = ["Job", "Page", "Pages"]

BEAT_SECONDS = 5.0
"""Between two signs of life on a stream where nothing happens."""


class Job(ABC):
    """Something that takes time: it can be paused, goes on, and ends with its page."""

    kind: ClassVar[str]

    def __init__(self, page: "Page") -> None:
        self.id = secrets.token_hex(8)
        self.page = page
        self.closed = False

    bytes: int = 0
    """The memory of its search trees."""

    @abstractmethod
    def pause(self) -> None:
        """Stops for now."""

    @abstractmethod
    def go(self) -> None:
        """Begins, or goes on."""

    def close(self) -> None:
        """Ends for good."""
        self.closed = True
        self.pause()

    def tell(self, news: dict[str, Any]) -> None:
        """Sends news to the page; in any thread. What was not read yet is replaced."""
        if not self.closed:
            self.page.tell(self.kind, self.id, {"job": self.id, **news})


class Page:
    """One page in a browser. It has a stream of events, of which each job fills one place.

    So a page that reads slowly misses what is out of date and keeps nobody waiting, and one that is loaded
    again is told how everything stands.
    """

    def __init__(self, name: str, loop: asyncio.AbstractEventLoop) -> None:
        self.name = name
        self.jobs: dict[str, Job] = {}
        self.streams = 0
        """How many there have been: the last one counts."""
        self.is_away = False
        self._loop = loop
        self._latest: dict[str, str] = {}
        self._unread: dict[str, str] = {}
        self._wake = asyncio.Event()

    def tell(self, kind: str, place: str, news: dict[str, Any]) -> None:
        """Sends an event; in any thread."""
        text = f"event: {kind}\ndata: {msgspec.json.encode(news).decode()}\n\n"
        self._loop.call_soon_threadsafe(self._put, place, text)

    def _put(self, place: str, text: str) -> None:
        if place in self.jobs:
            self._latest[place] = self._unread[place] = text
            self._wake.set()

    def drop(self, job: Job) -> None:
        """Forgets a job."""
        self.jobs.pop(job.id, None)
        self._latest.pop(job.id, None)
        self._unread.pop(job.id, None)

    def open_stream(self) -> int:
        """The number of a new stream, which takes the place of the one before."""
        self.streams += 1
        self.is_away = False
        self._unread = dict(self._latest)
        self._wake.set()
        return self.streams

    async def events(self, mine: int) -> AsyncIterator[str]:
        """The text of a stream."""
        yield f"event: hello\ndata: {json.dumps({'jobs': list(self.jobs)})}\n\n"
        while mine == self.streams:
            for place in list(self._unread):
                yield self._unread.pop(place)
            self._wake.clear()
            if not self._unread and not await self._woken():
                yield ": still here\n\n"

    async def _woken(self) -> bool:
        try:
            return await asyncio.wait_for(self._wake.wait(), BEAT_SECONDS)
        except TimeoutError:
            return False


class Pages:
    """All of them."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._pages: dict[str, Page] = {}
        self._lock = threading.Lock()

    def enter(self, name: str) -> Page:
        """The page of this name, new or come back; called by the event loop."""
        page = self._pages.get(name)
        if page is None:
            if len(self._pages) >= self.limits.pages:
                raise BusyError(f"{self.limits.pages} pages are open, and this server has no more")
            page = self._pages[name] = Page(name, asyncio.get_running_loop())
        return page

    def leave(self, page: Page, stream: int) -> None:
        """A stream has ended. If no other comes, the page has gone away, and its jobs end."""
        if stream == page.streams:
            page.is_away = True
            asyncio.get_running_loop().call_later(self.limits.away_seconds, self._end_if_away, page)

    def _end_if_away(self, page: Page) -> None:
        if page.is_away and self._pages.get(page.name) is page:
            del self._pages[page.name]
            for job in list(page.jobs.values()):
                job.close()
            page.jobs.clear()

    def end_streams(self) -> None:
        """Ends what pages are reading; called by the event loop."""
        for page in self._pages.values():
            page.open_stream()

    def close(self) -> None:
        """Ends all jobs."""
        for job in list(self.jobs()):
            job.close()

    def page(self, name: str) -> Page:
        """The page of this name, which must be open."""
        if name not in self._pages:
            raise MissingError("this page is not connected: open /api/events first")
        return self._pages[name]

    def jobs(self) -> Iterator[Job]:
        """Those of all pages."""
        return (job for page in list(self._pages.values()) for job in list(page.jobs.values()))

    def job(self, page: str, name: str) -> Job:
        """A job of a page."""
        found = self.page(page).jobs.get(name)
        if found is None:
            raise MissingError("that is not running any more: start it again")
        return found

    def start(self, job: Job) -> None:
        """Adds a job and begins it, if there is room."""
        with self._lock:
            if len(job.page.jobs) >= self.limits.page_jobs:
                raise BusyError(
                    f"a page has at most {self.limits.page_jobs} searches, solves and matches at once"
                )
            if sum(1 for _ in self.jobs()) >= self.limits.jobs:
                raise BusyError(
                    f"this server has at most {self.limits.jobs} searches at once, and all are taken"
                )
            job.page.jobs[job.id] = job
        job.go()

    def end(self, job: Job) -> None:
        """Ends a job and forgets it."""
        job.close()
        job.page.drop(job)

    @property
    def bytes(self) -> int:
        """The memory of all search trees."""
        return sum(job.bytes for job in self.jobs())
