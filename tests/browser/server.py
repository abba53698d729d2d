"""Starts `playout serve` as people do, as a process of its own."""

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

COMMAND = [sys.executable, "-m", "playout", "serve"]
# Far more than a start takes: it only keeps a server that never answers from holding up the tests for ever.
LIMIT_SECONDS = 60


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    process: "subprocess.Popen[bytes]"
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def serving(*arguments: str, port: int | None = None, folder: Path | None = None) -> Iterator[Server]:
    """A server with these arguments that answers, started in a folder; it ends with the block."""
    port = port or free_port()
    command = [*COMMAND, *arguments, "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder)
    server = Server(process, port)
    try:
        _wait_for(server)
        yield server
    finally:
        process.terminate()
        process.wait(LIMIT_SECONDS)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(server: Server) -> None:
    end = time.monotonic() + LIMIT_SECONDS
    while time.monotonic() < end and server.process.poll() is None:
        try:
            urllib.request.urlopen(server.url, timeout=LIMIT_SECONDS).close()
        except urllib.error.URLError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("playout serve does not answer")
