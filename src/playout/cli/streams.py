"""The standard streams, whatever the program was started with."""

import io
import os
import sys
from typing import TextIO


def prepare() -> None:
    """Makes the streams fit for any command: a closed one is as /dev/null, and any letter can be written."""
    _occupy()
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
        _accept_any_letter(getattr(sys, name))


def finish() -> OSError | None:
    """Writes what is still buffered; returns what was wrong with stdout, if it takes no more."""
    problems = [_flush(stream) for stream in (sys.stderr, sys.stdout)]
    return problems[1]


def _flush(stream: TextIO) -> OSError | None:
    try:
        stream.flush()
    except OSError as error:  # and Python must not try again at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return error
    return None


def _occupy() -> None:
    """Takes the descriptors that are closed: a file of ours would get their numbers, and what is printed."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(handle, True)
    os.close(handle)


def _accept_any_letter(stream: object) -> None:
    """Letters that the encoding of a terminal lacks are escaped, on stdout as on stderr."""
    if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
        stream.reconfigure(errors="backslashreplace")
