"""A match as the player's server sees it: a process that thinks, and clocks that are kept without it."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from tempfile import TemporaryDirectory
from typing import Any

from playout import seeds
from playout.gdl.rules import Term, text
from playout.protocols.ggp.messages import Start, spelled
from playout.protocols.ggp.mind import Setting

COMMAND = [sys.executable, "-P", "-m", "playout.protocols.ggp.process"]
"""What runs for each match. `-P`: the modules in the current folder are none of its business."""
NOTHING = "nil"
"""The move of one who knows none."""
PROCESSES = 2
"""That may die of one move."""
STOP_SECONDS = 1.0
"""To hear how a match has ended."""

Answer = dict[str, Any]


@dataclass(frozen=True)
class Manner:
    """How all matches are played."""

    player: str = "strong"
    solver: str = "nmcs(level=2)"
    budget: str = ""
    margin: float = 1.0
    """Seconds of each clock that are left for the way; at most half of it."""
    memory: int = 2 * 2**30
    """Bytes of a match."""
    seed: int = 0


def end_of(clock: float, received: float, margin: float) -> float:
    """When the answer to a message leaves.

    >>> end_of(10, received=100.0, margin=1), end_of(1, received=100.0, margin=1)
    (109.0, 100.5)
    """
    return received + clock - min(margin, clock / 2)


class Match:
    """One match. Its answers come in time, from the process or without it."""

    def __init__(
        self,
        start: Start,
        manner: Manner,
        tell: Callable[[str], None] = lambda line: None,
        words: dict[str, str] | None = None,
    ) -> None:
        self.start, self.manner, self._tell = start, manner, tell
        self._words = words or {}
        self._turn = 0
        self.used = time.monotonic()
        self._history: list[list[str] | None] = []
        self._last = NOTHING
        self._setting = Setting(
            start.role,
            start.rules,
            manner.player,
            manner.solver,
            manner.budget,
            seeds.derive("ggp", manner.seed, start.match, start.role),
        )
        self._one_at_a_time = threading.Lock()
        self._news = threading.Condition()
        self._closed = False
        self._worker: _Worker | None = None

    def wait_until_ready(self, received: float) -> str:
        """Begins; `READY` at the end of the start clock at the latest. Empty for rules that are refused."""
        with self._one_at_a_time:
            deadline = end_of(self.start.start_clock, received, self.manner.margin)
            self._begin(deadline)
            heard = self._wait(lambda answer: bool({"ready", "refused"} & answer.keys()), deadline)
            self.used = time.monotonic()
            return "" if "refused" in heard else "READY"

    def _begin(self, deadline: float) -> None:
        """A new process for the match, and for what was played so far."""
        with self._news:
            if self._closed:
                return
            self._worker = _Worker(self._news, self._note)
        self._worker.order(
            do="start",
            setting=asdict(self._setting),
            history=self._history,
            memory=self.manner.memory,
            deadline=deadline,
        )

    def play(self, moves: tuple[Term, ...] | None, received: float) -> str:
        """The move, at the end of the play clock at the latest."""
        deadline = end_of(self.start.play_clock, received, self.manner.margin)
        if not self._one_at_a_time.acquire(timeout=max(0.0, deadline - time.monotonic())):
            return spelled(self._last, self._words)
        try:
            self._turn += 1
            self._last = self._ask(_texts(moves), deadline) or self._last
            self._history.append(_texts(moves))
            self.used = time.monotonic()
            return spelled(self._last, self._words)
        finally:
            self._one_at_a_time.release()

    def _ask(self, moves: list[str] | None, deadline: float) -> str:
        """The move of the process, or of another one if it dies; empty if there is none in time."""
        turn, ponder = self._turn, deadline + self.start.play_clock
        for _ in range(PROCESSES):
            worker = self._living(deadline)
            if worker is None:
                break
            # Also if it is too late for an answer: the process has to know what was played.
            worker.order(do="play", turn=turn, moves=moves, deadline=deadline, ponder=ponder)
            heard = self._wait(lambda answer: answer.get("turn") == turn and "final" in answer, deadline)
            move = heard.get("move") or worker.best(turn)
            if move or heard or time.monotonic() >= deadline:
                return move or ""
        return ""

    def _living(self, deadline: float) -> "_Worker | None":
        """The process; another one if it has died, without the search that may have killed it."""
        worker = self._worker
        if worker and worker.is_dead:
            self._note("its process died; another one goes on without a search")
            worker.end()
            self._setting = replace(self._setting, careful=True)
            self._begin(deadline)
        return self._worker

    def stop(self, moves: tuple[Term, ...] | None) -> dict[str, int | None] | None:
        """The match is over: the goals, if they can be told at once."""
        deadline = time.monotonic() + STOP_SECONDS
        worker, goals = self._worker, None
        if worker and self._one_at_a_time.acquire(timeout=STOP_SECONDS):
            try:
                worker.order(do="stop", moves=_texts(moves))
                goals = self._wait(lambda answer: "goals" in answer, deadline).get("goals")
            finally:
                self._one_at_a_time.release()
        self.close()
        return goals

    def _wait(self, is_it: Callable[[Answer], bool], deadline: float) -> Answer:
        """The answer that is waited for; empty if it does not come in time, or never can."""
        with self._news:
            while (worker := self._worker) and not self._closed:
                found = next(filter(is_it, worker.heard), None)
                left = deadline - time.monotonic()
                if found or worker.is_dead or left <= 0:
                    return found or {}
                self._news.wait(left)
        return {}

    def close(self) -> None:
        """Ends the process, at once and for good."""
        with self._news:
            self._closed = True
            worker, self._worker = self._worker, None
            self._news.notify_all()
        if worker:
            worker.end()

    def _note(self, what: str) -> None:
        self._tell(f"match {self.start.match}: {what}")


class _Worker:
    """The process of a match, and what it has said of the turn that is on."""

    def __init__(self, news: threading.Condition, note: Callable[[str], None]) -> None:
        self._news, self._note = news, note
        self.heard: list[Answer] = []
        self.is_dead = False
        self._folder = TemporaryDirectory(prefix="playout-ggp-")
        self._process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # The rules of strangers leave nothing behind, not even what is usually kept for the next time.
            env={**os.environ, "TMPDIR": self._folder.name, "PLAYOUT_CACHE_DIR": self._folder.name},
        )
        assert self._process.stdin
        self._stdin = self._process.stdin
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout
        with self._process.stdout as lines:
            for line in lines:
                self._hear(json.loads(line))
        with self._news:
            self.is_dead = True
            self._news.notify_all()

    def _hear(self, answer: Answer) -> None:
        if what := answer.get("note") or answer.get("refused"):
            self._note(what)
        with self._news:
            self.heard.append(answer)
            self._news.notify_all()

    def order(self, **order: Any) -> None:
        """Tells the process what to do; what was said before is forgotten."""
        with self._news:
            self.heard.clear()
        with suppress(OSError, ValueError):  # it has died or was ended, which others notice
            self._stdin.write(f"{json.dumps(order)}\n")
            self._stdin.flush()

    def best(self, turn: int) -> str:
        """The last move that was told for a turn."""
        with self._news:
            told = [answer["move"] for answer in self.heard if answer.get("turn") == turn and answer["move"]]
        return told[-1] if told else ""

    def end(self) -> None:
        """Ends it with all that it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with suppress(OSError):  # what was never read
            self._stdin.close()
        self._folder.cleanup()


def _texts(moves: tuple[Term, ...] | None) -> list[str] | None:
    return None if moves is None else list(map(text, moves))
