"""A file that one process at a time keeps, and replaces in one step.

The file itself is locked, so that no other file has to stay beside it. What replaces it is written and locked
beside its place and then moved there: whoever opens the file finds a whole one, and one that is locked. The
system ends a lock with its process, however that comes; where it has no locks, the file is kept without one.
"""

import errno
import fcntl
import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

__all__ = ["KeptFile"]


class KeptFile:
    """A file that is ours until it is closed; a BlockingIOError if it is somebody else's."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._place = Path(os.path.realpath(path))  # a link shall stay one
        self._file = _take(self._place)
        """What is at the place now, locked."""

    def close(self) -> None:
        """Leaves the file to others."""
        if self._file:
            self._clear()
            _release(self._file)

    def read(self) -> bytes | None:
        """The content; None if there is no file."""
        return self._file.read() if self._file else None

    def write(self, content: bytes) -> None:
        """Puts a new content in its place: whenever a crash comes, there is the old one or the new one."""
        part = self._place.with_name(self._part_name(secrets.token_hex(8)))
        file = part.open("xb")
        try:
            _lock(file)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            self._put(part)
        except BaseException:
            _release(file)
            raise
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        if self._file:
            _release(self._file)
        self._file = file
        _sync_folder(self._place.parent)

    def _put(self, part: Path) -> None:
        if self._file:
            part.replace(self._place)
            return
        try:
            os.link(part, self._place)  # which fails if somebody was faster
        except FileExistsError:
            raise BlockingIOError(errno.EWOULDBLOCK, os.strerror(errno.EWOULDBLOCK)) from None
        except OSError:  # the file system has no links
            part.replace(self._place)

    def _clear(self) -> None:
        """Removes what is left of those who were killed as they wrote."""
        ours = re.compile(re.escape(self._part_name("TOKEN")).replace("TOKEN", "[0-9a-f]{16}"))
        with suppress(OSError):
            for path in self._place.parent.iterdir():
                if ours.fullmatch(path.name):
                    path.unlink()

    def _part_name(self, token: str) -> str:
        return f".{self._place.name}.{token}.part"


def _take(place: Path) -> BinaryIO | None:
    """The file at a place, locked; None if there is none."""
    while True:
        try:
            file = os.fdopen(os.open(place, os.O_RDONLY | os.O_NONBLOCK), "rb")  # a pipe would make it wait
        except FileNotFoundError:
            return None
        try:
            _lock(file)
            if _is_at(file, place):  # and was not replaced before the lock was ours
                return file
        except BaseException:
            file.close()
            raise
        file.close()


def _is_at(file: BinaryIO, place: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), place.stat())
    except FileNotFoundError:
        return False


def _lock(file: BinaryIO) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # the file system has no locks
        pass


def _release(file: BinaryIO) -> None:
    """Closing alone would not do: a process that was forked meanwhile has the lock as well."""
    with suppress(OSError):
        fcntl.flock(file, fcntl.LOCK_UN)
    with suppress(OSError):  # of what could not be written
        file.close()


def _sync_folder(folder: Path) -> None:
    """The new name shall survive a loss of power as well."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
