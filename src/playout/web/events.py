"""A stream of server-sent events, for as long as somebody reads it."""

import asyncio
from contextlib import aclosing, suppress

from starlette.types import Receive, Scope, Send

from playout.web.pages import Page, Pages

__all__ = ["EventStream"]

HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]


class EventStream:
    """The events of a page, as an answer of HTTP. Who leaves them unread for too long has gone away."""

    def __init__(self, pages: Pages, page: Page) -> None:
        self.pages = pages
        self.page = page
        self.number = page.open_stream()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends until the page goes away, or comes back with another stream."""
        sending = asyncio.ensure_future(self._send(send))
        leaving = asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait([sending, leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            leaving.cancel()
            with suppress(asyncio.CancelledError, TimeoutError, OSError):
                await sending
            self.pages.leave(self.page, self.number)

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        async with aclosing(self.page.events(self.number)) as events:  # type: ignore[type-var]
            async for text in events:
                body = {"type": "http.response.body", "body": text.encode(), "more_body": True}
                await asyncio.wait_for(send(body), self.pages.limits.stalled_seconds)
        await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
