"""The page's server in a thread of the tests, and a page that asks it."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

import httpx
import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("msgspec")

from playout.web import Catalogue, Desk, Limits
from playout.web.guard import Door
from playout.web.server import Server, listening

LIMIT_SECONDS = 60
"""Far more than any answer takes: it only keeps a test from waiting for ever."""
PAGE = "0123456789abcdef"


class Asker:
    """Somebody who asks the server, with a browser's headers or others."""

    def __init__(self, url: str, desk: Desk) -> None:
        self.url = url
        self.desk = desk
        self.http = httpx.Client(base_url=url, timeout=LIMIT_SECONDS)

    def ask(self, command: str, **fields: Any) -> Any:
        """The answer to a command, which must be one."""
        answer = self.http.post(f"/api/{command}", json=fields)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, command: str, **fields: Any) -> tuple[int, str]:
        """The status and the one line of a refusal."""
        return refusal(self.http.post(f"/api/{command}", json=fields))

    @contextmanager
    def page(self, name: str = PAGE) -> Iterator["Ear"]:
        """A page that listens to its events, until the end of the block."""
        ear = Ear(self.url, name)
        thread = threading.Thread(target=ear.listen, daemon=True)
        thread.start()
        ear.wait_for("hello")
        try:
            yield ear
        finally:
            ear.leave()
            thread.join(LIMIT_SECONDS)
            ear.close()


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """What a refusal says; it is always JSON, and one line."""
    said = answer.json()["error"]
    assert answer.status_code >= 400
    assert "\n" not in said
    assert "Traceback" not in said
    return answer.status_code, said


class Ear:
    """Hears the events of a page."""

    def __init__(self, url: str, name: str) -> None:
        self.heard: Queue[tuple[str, Any]] = Queue()
        address = url.removeprefix("http://")
        host, port = address.split(":")
        self._socket = socket.create_connection((host, int(port)), LIMIT_SECONDS)
        self._socket.sendall(f"GET /api/events?page={name} HTTP/1.1\r\nHost: {address}\r\n\r\n".encode())

    def listen(self) -> None:
        """Takes down what comes; an event is never cut, since each is a chunk of the answer."""
        kind = ""
        with self._socket.makefile("r", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ").strip()
                elif line.startswith("data: "):
                    self.heard.put((kind, json.loads(line.removeprefix("data: "))))

    def leave(self) -> None:
        """Goes away at once."""
        self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """When nobody listens any more."""
        self._socket.close()

    def wait_for(self, kind: str, **fields: Any) -> Any:
        """The next event of a kind that says this."""
        while True:
            found, news = self.heard.get(timeout=LIMIT_SECONDS)
            if found == kind and fields.items() <= news.items():
                return news


@contextmanager
def served(
    *given: str, limits: Limits | None = None, token: str = "", store: Path | None = None
) -> Iterator[Asker]:
    """A server that runs until the end of the block."""
    desk = Desk(Catalogue(given, limits), store)
    with listening("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        host = "0.0.0.0" if token else "127.0.0.1"
        ready = threading.Event()
        server = Server(desk, Door(host, port, token), lambda _address: ready.set())
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        assert ready.wait(LIMIT_SECONDS)
        asker = Asker(f"http://127.0.0.1:{port}", desk)
        yield asker
        asker.http.close()
        server.should_exit = True
        thread.join(LIMIT_SECONDS)
        assert not thread.is_alive()
