"""What takes long is told."""

import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def saying(what: str, log: logging.Logger, after: float) -> Iterator[None]:
    """Says what is going on, to the log and to a terminal, if it takes more than so many seconds."""
    timer = threading.Timer(after, _say, [what, log])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _say(what: str, log: logging.Logger) -> None:
    log.info(what)
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"playout: {what}", file=sys.stderr)
