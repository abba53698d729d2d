"""A player of General Game Playing in the tests: its server in a thread, and somebody who asks it."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection

from playout.protocols.ggp.desk import Desk
from playout.protocols.ggp.match import Manner
from playout.protocols.ggp.server import Server

LIMIT_SECONDS = 120
"""Far more than any answer takes: it only keeps a test from waiting for ever."""
QUICK = Manner(budget="20 sims", margin=0.5, seed=1)


class Asker:
    """Somebody who asks a player."""

    def __init__(self, server: Server, told: list[str]) -> None:
        self.server, self.told = server, told
        self.url = server.url
        self.port = int(server.server_address[1])

    def ask(self, body: str) -> str:
        """The answer to a message, which must be one."""
        status, text = self.post(body.encode())
        assert status == 200, text
        return text

    def post(self, body: bytes, **headers: str) -> tuple[int, str]:
        """The status and the text of whatever is answered."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LIMIT_SECONDS)
        try:
            connection.request("POST", "/", body, {"Content-Type": "text/acl", **headers})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def raw(self, sent: bytes) -> bytes:
        """What comes back for some bytes, until the other side closes."""
        with socket.create_connection(("127.0.0.1", self.port), LIMIT_SECONDS) as connection:
            found = b""
            with suppress(ConnectionError):
                connection.sendall(sent)
                connection.shutdown(socket.SHUT_WR)
                while part := connection.recv(65536):
                    found += part
            return found


@contextmanager
def served(manner: Manner = QUICK, most: int = 8) -> Iterator[Asker]:
    """A player that runs until the end of the block, and leaves no process behind."""
    told: list[str] = []
    server = Server(Desk(manner, most, told.append), "127.0.0.1", 0)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield Asker(server, told)
    finally:
        server.shutdown()
        thread.join(LIMIT_SECONDS)
        server.server_close()
        server.desk.close()
