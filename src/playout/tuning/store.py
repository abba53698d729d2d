"""The store of a tuning: an SQLite file with one row for each batch of games that was played.

A tuning that goes on begins anew and finds here what it has played before. Whatever decides a batch is part
of its row, so that a file may hold many tunings, and one with more trials goes on from one with fewer.
"""

import json
import math
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from playout.errors import SpecError, show
from playout.tuning.contest import Points

__all__ = ["Store"]

WAIT_SECONDS = 60.0
"""For another process that writes."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS batches (
    setting TEXT NOT NULL, player TEXT NOT NULL, stage TEXT NOT NULL, batch INTEGER NOT NULL,
    points TEXT NOT NULL, PRIMARY KEY (setting, player, stage, batch)
) STRICT, WITHOUT ROWID
"""
_FIND = "SELECT points FROM batches WHERE setting = ? AND player = ? AND stage = ? AND batch = ?"
_KEEP = "INSERT OR IGNORE INTO batches VALUES (?, ?, ?, ?, ?)"


class Store:
    """An open store; a context manager.

    >>> with Store(":memory:") as store:
    ...     store.keep(("setting", "uct", "trial", 0), (1.0, 0.5))
    ...     store.find(("setting", "uct", "trial", 0), 2), store.find(("setting", "uct", "trial", 1), 2)
    ((1.0, 0.5), None)
    """

    def __init__(self, path: str | Path) -> None:
        self.path = path
        try:
            self._db = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
            self._prepare()
        except sqlite3.Error as error:
            raise SpecError(f"{path} cannot be used as a store: {error}") from error

    def _prepare(self) -> None:
        tables = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "batches" not in tables:
            self._db.close()
            raise SpecError(f"{self.path} is a store of something else, not of tunings")
        self._db.execute(_SCHEMA)

    def find(self, key: tuple[str, str, str, int], games: int) -> Points | None:
        """The points of a batch of so many games, if it was played."""
        with self._told():
            row = self._db.execute(_FIND, key).fetchone()
            return _points(row[0], games) if row else None

    def keep(self, key: tuple[str, str, str, int], points: Points) -> None:
        """Keeps a batch, once and for all."""
        with self._told():
            self._db.execute(_KEEP, (*key, json.dumps(points)))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Says in one line what is wrong with the file."""
        try:
            yield
        except (sqlite3.Error, ValueError, RecursionError) as error:
            raise OSError(f"the store {self.path} is of no more use: {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()


def _points(text: str, games: int) -> Points:
    """The points of a row; a ValueError if nobody can have written it."""
    found = json.loads(text)
    numbers = [one for one in found if _is_number(one)] if isinstance(found, list) else []
    if found != numbers or len(numbers) != games:
        raise ValueError(f"the points of {games} games are {show(text)}")
    return tuple(map(float, numbers))


def _is_number(thing: object) -> bool:
    return isinstance(thing, float | int) and not isinstance(thing, bool) and not math.isnan(thing)
