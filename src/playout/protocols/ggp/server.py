"""The player's HTTP server.

Python's own: a message is one small request, whose answer takes seconds, so a thread for each is the simplest
thing, and a player needs no extra. A message that does not come soon, or is too long, is cut off.
"""

import logging
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from playout.errors import SpecError
from playout.gdl.sexp import MAX_CHARACTERS
from playout.protocols.ggp.desk import Desk

log = logging.getLogger(__name__)

READ_SECONDS = 10.0
"""To send a message."""
MAX_CONNECTIONS = 200


class Server(ThreadingHTTPServer):
    """Listens, and answers with what the desk says."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, desk: Desk, host: str, port: int) -> None:
        self.desk = desk
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._lock = threading.Lock()
        self._open = 0
        self._reading: dict[socket.socket, float] = {}
        """Those whose message has not come yet, the oldest first, and when they came."""
        try:
            super().__init__((host, port), Handler)
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or error
            raise OSError(f"cannot listen on {host}, port {port}: {why}") from None

    @property
    def url(self) -> str:
        """Where a referee finds it."""
        host, port = str(self.server_address[0]), self.server_address[1]
        return f"http://{f'[{host}]' if ':' in host else host}:{port}"

    def process_request(self, request: Any, client_address: Any) -> None:
        """A thread for each; if there are too many, the oldest that has not sent its message goes."""
        with self._lock:
            self._open += 1
            self._reading[request] = time.monotonic()
            too_many = self._open > MAX_CONNECTIONS
            oldest = next(iter(self._reading))
        if too_many:
            self._cut(oldest)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """The connection ends."""
        with self._lock:
            self._open -= 1
            self._reading.pop(request, None)
        super().shutdown_request(request)

    def has_read(self, request: socket.socket) -> float:
        """The message is there; says when the connection was."""
        with self._lock:
            return self._reading.pop(request, time.monotonic())

    def service_actions(self) -> None:
        """Twice a second: cuts off who is too slow, and drops matches that were left."""
        now = time.monotonic()
        with self._lock:
            slow = [one for one, since in self._reading.items() if now - since > READ_SECONDS]
        for request in slow:
            self._cut(request)
        self.desk.sweep()

    def _cut(self, request: socket.socket) -> None:
        with suppress(OSError):
            request.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is its own affair."""
        log.info("a request of %s failed", client_address, exc_info=True)

    def serve(self, ready: Callable[[str], None]) -> None:
        """Until Ctrl-C, SIGTERM or SIGHUP, in the main thread of a program. `ready` is told the address."""
        for sign in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(sign) is signal.SIG_DFL:  # and not ignored, as under nohup
                signal.signal(sign, signal.default_int_handler)
        with self:
            try:
                ready(self.url)
                self.serve_forever()
            except KeyboardInterrupt:  # which is how it ends
                pass
            finally:
                self.desk.close()


class Handler(BaseHTTPRequestHandler):
    """One message."""

    server: Server
    timeout = READ_SECONDS
    server_version = "playout"
    sys_version = ""

    def do_POST(self) -> None:
        """A message, and its answer."""
        try:
            body = self._body()
        except SpecError as error:
            return self._answer(HTTPStatus.BAD_REQUEST, str(error))
        received = self.server.has_read(self.connection)
        try:
            return self._answer(HTTPStatus.OK, self.server.desk.answer(body, received))
        except ValueError as error:
            return self._answer(HTTPStatus.BAD_REQUEST, str(error))
        except Exception as error:
            log.exception("a message failed")
            return self._answer(HTTPStatus.INTERNAL_SERVER_ERROR, type(error).__name__)

    def do_GET(self) -> None:
        """Somebody with a browser."""
        self.server.has_read(self.connection)
        self._answer(HTTPStatus.METHOD_NOT_ALLOWED, "a player of General Game Playing: POST (INFO)")

    def _body(self) -> str:
        length = self.headers.get("Content-Length", "")
        if self.headers.get("Origin"):
            raise SpecError("no page in a browser may ask this player")
        if not (length.isascii() and length.isdecimal()) or len(length) > 9 or int(length) > MAX_CHARACTERS:
            raise SpecError(f"a message has a Content-Length of at most {MAX_CHARACTERS:,}")
        found = self.rfile.read(int(length))
        if len(found) < int(length):
            raise SpecError("the message is shorter than its Content-Length")
        try:
            return found.decode()
        except UnicodeDecodeError:
            raise SpecError("a message is a text in UTF-8") from None

    def _answer(self, status: HTTPStatus, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/acl" if status is HTTPStatus.OK else "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """For those who want to know."""
        log.debug(format, *args)
