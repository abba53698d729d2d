"""Ctrl-C: the first one ends a search, which answers with the best it has; the second one raises."""

import _thread
import math
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType

from playout import _core

_core.Stop.__doc__ = """A flag that ends the searches that hold it; see `stopped_by`.

>>> import playout as po
>>> stop = po.Stop()
>>> stop.request()
>>> stop.requested
True
"""

_given: ContextVar[_core.Stop | None] = ContextVar("stop flag", default=None)


class _Handler:
    """Raises the stop flag; an exception, if what runs does not look at it or this is not the first time."""

    def __init__(self, stop: _core.Stop, most: float = 1) -> None:
        self.stop = stop
        self.left = most
        self.at_once = False

    def __call__(self, _signal: int, _frame: FrameType | None) -> None:
        self.stop.request()
        self.left -= 1
        if self.left < 0 or self.at_once:
            raise KeyboardInterrupt


@contextmanager
def stop_on_interrupt() -> Iterator[_core.Stop]:
    """A stop flag that Ctrl-C raises while the context lasts.

    Where the program has a handler of its own, or outside the main thread, Ctrl-C is left alone; outside the
    main thread the flag is the one that `stopped_by` was given.
    """
    main = _in_main_thread()
    stop = (None if main else _given.get()) or _core.Stop(signals=main)
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield stop
        return
    signal.signal(signal.SIGINT, _Handler(stop))
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def stopped_by(stop: _core.Stop) -> Iterator[None]:
    """In a thread of its own: a search, match or solve there ends when somebody raises the flag.

    It answers the best so far, as after Ctrl-C.

    >>> import playout as po
    >>> from threading import Thread
    >>> stop, results = po.Stop(), []
    >>> def think():
    ...     with po.stopped_by(stop):
    ...         results.append(po.UCT().search(po.game("go(9,9)").initial(), "1h", seed=1))
    >>> thread = Thread(target=think)
    >>> thread.start()
    >>> stop.request()
    >>> thread.join()
    >>> len(results)
    1
    """
    token = _given.set(stop)
    try:
        yield
    finally:
        _given.reset(token)


@contextmanager
def raise_on_interrupt() -> Iterator[None]:
    """Within `stop_on_interrupt`, for code of the user's, which knows no flag: Ctrl-C raises at once."""
    handler = signal.getsignal(signal.SIGINT)
    if not _in_main_thread() or not isinstance(handler, _Handler):
        yield
        return
    handler.at_once = True
    try:
        if handler.stop.requested:
            raise KeyboardInterrupt
        yield
    finally:
        handler.at_once = False


def obey(stop: _core.Stop) -> Callable[[], None]:
    """For a worker process, which hears of Ctrl-C from its parent: what to call then, in any thread."""
    signal.signal(signal.SIGINT, _Handler(stop, math.inf))

    def end() -> None:
        stop.request()  # for a native search, which runs no handlers
        _thread.interrupt_main()

    return end


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
