"""Ctrl-C: the first one ends a search, which answers with the best it has; the second one raises."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from playout import _core


@contextmanager
def stop_on_interrupt() -> Iterator[_core.Stop]:
    """A stop flag that Ctrl-C raises while the context lasts.

    Where the program has a handler of its own, or outside the main thread, Ctrl-C is left alone.
    """
    main = threading.current_thread() is threading.main_thread()
    stop = _core.Stop(signals=main)
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield stop
        return

    def handler(_signal: int, _frame: FrameType | None) -> None:
        if stop.requested:
            raise KeyboardInterrupt
        stop.request()

    signal.signal(signal.SIGINT, handler)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
