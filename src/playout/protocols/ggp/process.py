"""The process of a match: `python -m playout.protocols.ggp.process`, orders in, answers out, a line each.

Rules of strangers may take all memory and time there are: so a match has a process, which can be ended.
A line is JSON. Orders are `start`, `play` and `stop`; deadlines are by the clock that all processes share.
"""

import json
import logging
import os
import queue
import resource
import signal
import sys
import threading
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO

from playout.gdl.rules import Term, text
from playout.protocols.ggp.messages import read_term
from playout.protocols.ggp.mind import Mind, Setting

log = logging.getLogger(__name__)

Order = dict[str, Any]


class Process:
    """Does one order after another."""

    def __init__(self, source: TextIO, sink: TextIO, folder: Path) -> None:
        self._source, self._sink, self._folder = source, sink, folder
        self._orders: queue.Queue[Order] = queue.Queue()

    def serve(self) -> None:
        """Until the end of the input, which ends the process at once, whatever it does."""
        threading.Thread(target=self._listen, daemon=True).start()
        self._begin(self._orders.get())
        while True:
            order = self._orders.get()
            if order["do"] == "stop":
                self._stop(order)
            else:
                self._play(order)

    def _listen(self) -> None:
        for line in self._source:
            self._orders.put(json.loads(line))
        os.killpg(os.getpid(), signal.SIGKILL)  # with the grounder, if it runs

    def say(self, **answer: Any) -> None:
        """A line for the server."""
        self._sink.write(f"{json.dumps(answer)}\n")
        self._sink.flush()

    def _begin(self, order: Order) -> None:
        _limit_memory(order["memory"])
        deadline = order["deadline"]
        try:
            setting = Setting(**order["setting"])
            self._mind = Mind(setting, self._folder, deadline, lambda: not self._orders.empty())
            for moves in order["history"]:
                self._mind.hear(_terms(moves))
        except Exception as error:
            self.say(refused=str(error) or type(error).__name__)
            raise SystemExit(1) from None
        self._mind.think(deadline)
        self.say(ready=True)

    def _play(self, order: Order) -> None:
        turn, deadline = order["turn"], order["deadline"]

        def tell(move: Term | None) -> None:
            if move is not None:
                self.say(turn=turn, move=text(move))

        self._mind.hear(_terms(order["moves"]))
        move = self._mind.choose(deadline, tell)
        self.say(turn=turn, move=None if move is None else text(move), final=True)
        self._mind.ponder(order["ponder"])

    def _stop(self, order: Order) -> None:
        self._mind.hear(_terms(order["moves"]))
        self.say(goals=self._mind.goals())


class _Notes(logging.Handler):
    """Tells the server what is worth a note."""

    def __init__(self, process: Process) -> None:
        super().__init__(logging.WARNING)
        self._process = process

    def emit(self, record: logging.LogRecord) -> None:
        self._process.say(note=record.getMessage())


def _terms(moves: list[str] | None) -> tuple[Term, ...] | None:
    return None if moves is None else tuple(map(read_term, moves))


def _limit_memory(size: int) -> None:
    """The soft limit only: the grounder has its own."""
    resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))


def main() -> None:
    """Serves on the standard streams; what players in Python print goes elsewhere."""
    sink, sys.stdout = sys.stdout, sys.stderr
    with TemporaryDirectory(prefix="playout-ggp-") as folder:
        process = Process(sys.stdin, sink, Path(folder))
        logging.getLogger("playout").addHandler(_Notes(process))
        process.serve()


if __name__ == "__main__":
    main()
