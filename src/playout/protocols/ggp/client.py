"""A player as the referee sees it: an address that is asked, and that may say anything, or nothing."""

import http.client
import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from playout.errors import SpecError, show

MAX_ANSWER = 100_000
"""Bytes."""


@dataclass(frozen=True)
class Reply:
    """What came of a question."""

    text: str = ""
    problem: str = ""
    """Why there is no text."""
    seconds: float = 0.0


@dataclass(frozen=True)
class Address:
    """Where a player is.

    >>> Address.parse("http://127.0.0.1:9147")
    Address(host='127.0.0.1', port=9147)
    """

    host: str
    port: int

    @classmethod
    def parse(cls, url: str) -> "Address":
        """From `http://host:port`; a SpecError if it is none."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError:
            host, port = None, None
        if not host or not port or parts.scheme != "http" or parts.path not in ("", "/"):
            raise SpecError(f"a player is http://host:port, or 'random', not {show(url)}")
        return cls(host, port)


class Question(threading.Thread):
    """A message that is under way, in a thread of its own."""

    def __init__(self, address: Address, message: str, seconds: float) -> None:
        super().__init__(daemon=True)
        self._address, self._message, self._seconds = address, message.encode(), seconds
        self._connection = http.client.HTTPConnection(address.host, address.port, timeout=seconds)
        self._begun = time.monotonic()
        self._reply: Reply | None = None
        self.start()

    def run(self) -> None:
        """Asks, and keeps what is answered."""
        try:
            headers = {"Content-Type": "text/acl", "Accept": "text/delim", "Sender": "GAMESERVER"}
            self._connection.request("POST", "/", self._message, headers)
            answer = self._connection.getresponse()
            text = answer.read(MAX_ANSWER).decode(errors="replace").strip()
            problem = "" if answer.status == http.client.OK else f"status {answer.status}: {show(text)}"
        except (OSError, http.client.HTTPException, ValueError) as error:
            text, problem = "", _why(error)
        finally:
            self._connection.close()
        self._reply = Reply("" if problem else text, problem, time.monotonic() - self._begun)

    def answer(self) -> Reply:
        """Waits until the clock has run out, and not longer."""
        self.join(max(0.0, self._begun + self._seconds - time.monotonic()))
        reply = self._reply
        if reply is None or reply.seconds > self._seconds:
            self._hang_up()
            return Reply(problem="no answer in time", seconds=time.monotonic() - self._begun)
        return reply

    def _hang_up(self) -> None:
        """Nobody waits for it any more."""
        with suppress(OSError, AttributeError):
            self._connection.sock.shutdown(socket.SHUT_RDWR)


def _why(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "no answer in time"
    said = getattr(error, "strerror", None) or str(error)
    return " ".join(f"{said or type(error).__name__}".split())
