"""What the server has: catalogue, open pages, the threads that search, and the store of a lab."""

from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from playout import lab
from playout.web.catalogue import Catalogue
from playout.web.errors import BusyError
from playout.web.limits import Limits
from playout.web.pages import Job, Pages
from playout.web.pool import Pool
from playout.web.running import Running

__all__ = ["Desk"]


WAIT_SECONDS = 2.0
"""At the end, for a solve or a match."""


class Desk:
    """Everything that requests share."""

    def __init__(self, catalogue: Catalogue, store: Path | None = None) -> None:
        self.catalogue = catalogue
        self.limits: Limits = catalogue.limits
        self.store = store
        if store:
            lab.Store(store, read_only=True).close()  # which says what is wrong with it
        self.pages = Pages(self.limits)
        self.pool = Pool(self.limits.threads)
        self._folder = TemporaryDirectory(prefix="playout-")
        self._starting = Lock()

    @property
    def folder(self) -> Path:
        """For the checkpoints of solves; it goes when the server ends."""
        return Path(self._folder.name)

    def start(self, job: Job) -> None:
        """Begins a job, if there is room for it."""
        with self._starting:
            self._check_room(job)
            self.pages.start(job)

    def go(self, job: Job) -> None:
        """Lets a job go on, if there is room for it."""
        with self._starting:
            self._check_room(job)
            job.go()

    def _check_room(self, job: Job) -> None:
        running = sum(isinstance(one, Running) and one.is_running for one in self.pages.jobs())
        if isinstance(job, Running) and running >= self.limits.runs:
            raise BusyError(f"{running} solves and matches are running, and this server does no more at once")

    def close(self) -> None:
        """Ends everything."""
        running = [job for job in self.pages.jobs() if isinstance(job, Running)]
        self.pages.close()
        self.pool.close()
        for job in running:
            job.wait(WAIT_SECONDS)
        self._folder.cleanup()
