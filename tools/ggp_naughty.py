"""Players of General Game Playing that behave badly, for the tests of the referee and `ggp_matches.py`."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

NONSENSE = ("", "(", "noop noop", "((mark", "\x00\xff", "(mark 99 99)", "nil", "x" * 5000, "<html>", "?x")


class Naughty(ThreadingHTTPServer):
    """Answers a message with what its behaviour says; None closes the connection without an answer."""

    daemon_threads = True

    def __init__(self, behave: "Callable[[Naughty, str], str | None]") -> None:
        self.behave = behave
        self.heard = 0
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        """Where the referee finds it."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """The referee hangs up, with reason."""


class _Handler(BaseHTTPRequestHandler):
    server: Naughty

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.heard += 1
        answer = self.server.behave(self.server, body)
        if answer is not None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answer.encode(errors="surrogateescape"))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


def late(player: Naughty, body: str) -> str:
    """Begins well, and then answers each message too late."""
    if "START" not in body:
        time.sleep(60)
    return "ready"


def dying(player: Naughty, body: str) -> str | None:
    """Is gone after the third message."""
    if player.heard > 3:
        player.socket.close()
        return None
    return "ready"


def raving(player: Naughty, body: str) -> str:
    """Says anything."""
    return random.Random(player.heard).choice(NONSENSE)


def rude(player: Naughty, body: str) -> None:
    """Hangs up."""


def endless(player: Naughty, body: str) -> str:
    """Sends a move that is longer than any."""
    return "ready" if "START" in body else "(" * 200_000


BEHAVIOURS = {"late": late, "dying": dying, "raving": raving, "rude": rude, "endless": endless}


@contextmanager
def naughty(kind: str) -> Iterator[str]:
    """The address of a player that behaves so until the end of the block."""
    player = Naughty(BEHAVIOURS[kind])
    threading.Thread(target=player.serve_forever, daemon=True).start()
    try:
        yield player.url
    finally:
        player.shutdown()
        player.server_close()
