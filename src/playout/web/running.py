"""Jobs that are one long call of the library, each in a thread of its own."""

import threading
from abc import abstractmethod

import playout as po
from playout.web.errors import RefusalError
from playout.web.pages import Job, Page
from playout.web.views import one_line

__all__ = ["Running"]


class Running(Job):
    """A call that ends early when it is told to."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._stop = po.Stop()
        self._thread: threading.Thread | None = None

    @abstractmethod
    def work(self) -> None:
        """Makes the call."""

    @property
    def is_running(self) -> bool:
        """Whether the call goes on."""
        return self._thread is not None and self._thread.is_alive()

    def go(self) -> None:
        """Makes the call in a thread."""
        if self.is_running:
            raise RefusalError(409, "it is running, or has not quite stopped yet")
        self._stop = po.Stop()
        self._thread = threading.Thread(target=self._work, name=f"{self.kind} {self.id}", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        try:
            with po.stopped_by(self._stop):
                self.work()
        except Exception as error:
            self.tell({"state": "failed", "error": one_line(error)})

    def pause(self) -> None:
        """Ends the call soon."""
        self._stop.request()

    def wait(self, seconds: float) -> None:
        """Gives the call some time to end."""
        if self._thread:
            self._thread.join(seconds)
