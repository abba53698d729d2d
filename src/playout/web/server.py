"""Runs the application with uvicorn, for people at this machine or with the token."""

import secrets
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn

from playout.web.app import make_app
from playout.web.catalogue import Catalogue
from playout.web.connection import Connection
from playout.web.desk import Desk
from playout.web.guard import Door, is_loopback

__all__ = ["Server", "listening", "serve"]

GRACE_SECONDS = 2
"""For what is under way when the server ends."""


SEND_BYTES = 65_536
"""That wait in the system for a slow reader: few, so that one who does not read is noticed soon."""


def serve(
    catalogue: Catalogue,
    host: str,
    port: int,
    store: Path | None = None,
    ready: Callable[[str], None] = lambda address: None,
) -> None:
    """Serves until it is interrupted. `ready` is told the address, with the token if there is one."""
    with listening(host, port) as listener:
        door = Door(host, listener.getsockname()[1], "" if is_loopback(host) else secrets.token_urlsafe(24))
        desk = Desk(catalogue, store)
        server = Server(desk, door, ready)
        if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:  # of nohup, it is ignored
            signal.signal(signal.SIGHUP, server.handle_exit)  # a terminal that is closed
        with suppress(KeyboardInterrupt):  # which is how it ends
            server.run([listener])


def _config(app: Any) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE_SECONDS,
        h11_max_incomplete_event_size=16_384,
    )


class Server(uvicorn.Server):
    """Says when it is there, and leaves nobody waiting at its end."""

    def __init__(self, desk: Desk, door: Door, ready: Callable[[str], None]) -> None:
        super().__init__(_config(make_app(desk, door)))
        self._desk = desk
        self._ready = partial(ready, _address(door))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listens, and says so."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends what pages read, so that nobody has to wait for them."""
        self._desk.pages.end_streams()
        await super().shutdown(sockets)


def listening(host: str, port: int) -> socket.socket:
    """A socket that waits for browsers; an OSError says what is wrong with the address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
    try:
        listener.bind((host, port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise OSError(f"cannot serve on {host}, port {port}: {error.strerror}") from None
    return listener


def _address(door: Door) -> str:
    shown = "127.0.0.1" if door.host == "0.0.0.0" else f"[{door.host}]" if ":" in door.host else door.host
    return f"http://{shown}:{door.port}/" + (f"?token={door.token}" if door.token else "")
