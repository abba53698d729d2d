"""Answers the messages of referees: many matches at once, each by its name."""

import threading
import time
from collections.abc import Callable

from playout.protocols.ggp.match import Manner, Match
from playout.protocols.ggp.messages import Abort, Info, Play, Start, Stop, read_message, spellings

BUSY = "busy"
IDLE_SECONDS = 120.0
IDLE_CLOCKS = 10
"""A match of which nothing is heard for so many of its clocks, and for so long, was left by its referee."""


class Desk:
    """The matches of a player.

    >>> desk = Desk(Manner())
    >>> desk.answer("(INFO)", received=0.0), desk.answer("(PLAY nobody nil)", received=0.0)
    ('((name playout) (status available))', 'busy')
    """

    def __init__(
        self, manner: Manner, most: int = 8, tell: Callable[[str], None] = lambda line: None
    ) -> None:
        self._manner, self._most, self._tell = manner, most, tell
        self._lock = threading.Lock()
        self._matches: dict[str, Match] = {}

    def answer(self, body: str, received: float) -> str:
        """The answer to a message; a SpecError says what is wrong with it."""
        message = read_message(body)
        if isinstance(message, Info):
            status = BUSY if len(self._matches) >= self._most else "available"
            return f"((name playout) (status {status}))"
        if isinstance(message, Start):
            return self._start(message, body, received)
        if isinstance(message, Play):
            match = self._matches.get(message.match)
            return match.play(message.moves, received) if match else BUSY
        return self._end(message)

    def _start(self, message: Start, body: str, received: float) -> str:
        match = Match(message, self._manner, self._tell, spellings(body))
        with self._lock:
            old = self._matches.pop(message.match, None)
            is_full = len(self._matches) >= self._most
            if not is_full:
                self._matches[message.match] = match
        if old:
            old.close()
        if is_full:
            self._tell(f"match {message.match}: refused, since {self._most} matches are under way")
            return BUSY
        clocks = f"clocks {message.start_clock:g} and {message.play_clock:g} s"
        self._tell(f"match {message.match}: begins as {message.role}, {clocks}")
        answer = match.wait_until_ready(received)
        if not answer:
            self._drop(match)
        return answer or BUSY

    def _end(self, message: Stop | Abort) -> str:
        with self._lock:
            match = self._matches.pop(message.match, None)
        if match is None:
            return BUSY
        if isinstance(message, Abort):
            match.close()
            self._tell(f"match {message.match}: aborted")
            return "ABORTED"
        goals = match.stop(message.moves) or {}
        told = ", ".join(f"{role} {goal}" for role, goal in goals.items())
        self._tell(f"match {message.match}: ended, {told or 'not at an end of the game'}")
        return "DONE"

    def _drop(self, match: Match) -> None:
        with self._lock:
            if self._matches.get(match.start.match) is match:
                del self._matches[match.start.match]
        match.close()

    def sweep(self) -> None:
        """Drops the matches that were left."""
        now = time.monotonic()
        for match in list(self._matches.values()):
            longest = max(match.start.start_clock, match.start.play_clock)
            if now - match.used > max(IDLE_SECONDS, IDLE_CLOCKS * longest):
                self._tell(f"match {match.start.match}: dropped, since nothing was heard of it")
                self._drop(match)

    def close(self) -> None:
        """Ends all matches."""
        for match in list(self._matches.values()):
            self._drop(match)
