"""A connection that does not wait for ever, so that idle ones keep nobody out."""

from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["Connection"]

IDLE_SECONDS = 15.0
"""Until a whole request must be here."""
MOST_IDLE = 200
"""Connections that ask for nothing; when there are more, the oldest is closed."""


class Connection(H11Protocol):
    """uvicorn's own, which has no such limits."""

    def connection_made(self, transport: Any) -> None:
        """Makes room if there are too many, and gives the new one its time."""
        super().connection_made(transport)
        self.born = self.loop.time()
        self.loop.call_later(IDLE_SECONDS, self._close_if_idle)
        idle = [one for one in self.connections if isinstance(one, Connection) and one.is_idle]
        if len(idle) > MOST_IDLE:
            min(idle, key=lambda one: one.born).transport.close()

    @property
    def is_idle(self) -> bool:
        """Whether it has asked for nothing, or has its answer."""
        cycle: Any = self.cycle
        return cycle is None or cycle.response_complete

    def _close_if_idle(self) -> None:
        cycle: Any = self.cycle
        if cycle is None and not self.transport.is_closing():
            self.transport.close()
