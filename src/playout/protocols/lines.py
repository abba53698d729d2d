"""What the other program says: lines that are heard at once, also in the middle of a search."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from threading import Condition, Thread
from typing import TextIO

MAX_LINE = 1_000_000
"""Bytes; there is no command that needs more."""
MOST_WAITING = 10_000
"""Lines that were not taken yet; the rest has to wait outside."""


class LongLineError(ValueError):
    """A line that is no command, whatever it says."""

    def __init__(self) -> None:
        super().__init__(f"a line has more than {MAX_LINE} bytes")


class Lines:
    r"""The lines of a stream, read by a thread of its own.

    `heard` is called with each line in that thread; where it answers True, it has dealt with the line.

    >>> import io
    >>> lines = Lines(io.StringIO("name\nquit"))
    >>> lines.next(), lines.next()
    ('name', 'quit')
    >>> lines.next()
    Traceback (most recent call last):
    EOFError
    """

    def __init__(self, stream: TextIO, heard: Callable[[str], bool] = lambda line: False) -> None:
        self._heard = heard
        self._waiting: deque[str | Exception] = deque()
        self._changed = Condition()
        Thread(target=self._listen, args=(stream,), daemon=True).start()

    def next(self) -> str:
        """The next line, once there is one; EOFError at the end, LongLineError for one that is no line."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting)
            first = self._waiting[0]
            if not isinstance(first, EOFError):  # the end stays the end
                self._waiting.popleft()
                self._changed.notify_all()
        if isinstance(first, Exception):
            raise first
        return first

    def wait(self) -> None:
        """Returns when there is a line, or nothing more to come."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting)

    def has(self, wanted: Callable[[str], bool], or_end: bool = False) -> bool:
        """Whether such a line waits; or the end, if that counts."""
        with self._changed:
            return any(
                wanted(line) if isinstance(line, str) else or_end and isinstance(line, EOFError)
                for line in self._waiting
            )

    def _listen(self, stream: TextIO) -> None:
        for line in _split(_chunks(stream)):
            if isinstance(line, Exception) or not self._heard(line):
                self._put(line)
        self._heard("")
        self._put(EOFError())

    def _put(self, line: str | Exception) -> None:
        with self._changed:
            self._changed.wait_for(lambda: len(self._waiting) < MOST_WAITING)
            self._waiting.append(line)
            self._changed.notify_all()


def _chunks(stream: TextIO) -> Iterator[bytes]:
    """The bytes of a stream as they come; not by its buffer, whose lock would outlive the program."""
    try:
        number = stream.fileno()
    except OSError:  # a text in memory
        yield stream.read().encode()
        return
    try:
        while chunk := os.read(number, 65536):
            yield chunk
    except OSError:  # a terminal that is gone, say: nothing more will come
        return


def _split(chunks: Iterator[bytes]) -> Iterator[str | LongLineError]:
    """The lines in some bytes; the last one needs no end."""
    rest, is_long = b"", False
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield LongLineError() if is_long or len(line) > MAX_LINE else line.decode(errors="replace")
            is_long = False
        is_long = is_long or len(rest) > MAX_LINE
        rest = b"" if is_long else rest
    if rest or is_long:
        yield LongLineError() if is_long else rest.decode(errors="replace")
