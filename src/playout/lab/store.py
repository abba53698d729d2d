"""The store: an SQLite file with plans, runs and one row for each finished trial.

Several runs, in several processes, may share a file: a trial's id is its primary key, and a result that is
there is never replaced. A failed trial is a row as well, with its traceback, until it succeeds.
"""

import contextlib
import json
import logging
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playout.errors import SpecError, show
from playout.lab.kinds import Result
from playout.lab.plan import Plan, PlannedCell, Trial
from playout.lab.results import read_result

__all__ = ["Outcome", "Run", "Store"]

log = logging.getLogger(__name__)

VERSION = 1
"""Of the schema."""
WAIT_SECONDS = 60.0
"""For another process that writes."""

_SCHEMA = """
CREATE TABLE plans (
    experiment TEXT NOT NULL, scale TEXT NOT NULL, plan TEXT NOT NULL, PRIMARY KEY (experiment, scale)
) STRICT;
CREATE TABLE runs (
    id INTEGER PRIMARY KEY, version TEXT NOT NULL, machine TEXT NOT NULL, command TEXT NOT NULL,
    engine TEXT NOT NULL, workers INTEGER NOT NULL, started REAL NOT NULL
) STRICT;
CREATE TABLE trials (
    id TEXT PRIMARY KEY, experiment TEXT NOT NULL, cell TEXT NOT NULL, idx INTEGER NOT NULL,
    seed TEXT NOT NULL, result TEXT, error TEXT, seconds REAL NOT NULL,
    run INTEGER NOT NULL REFERENCES runs (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX trials_of_cell ON trials (experiment, cell, idx);
"""

_CONTENT = """
SELECT user_version, (SELECT group_concat(sql, ';') FROM sqlite_master) FROM pragma_user_version
"""
"""One query, since another run may be creating the tables."""

_UNSOUND = """
SELECT EXISTS (SELECT 1 FROM runs WHERE NOT started BETWEEN 0 AND 1e11) OR EXISTS (
    SELECT 1 FROM trials WHERE id <> experiment || '/' || cell || '/' || idx OR idx < 0
        OR seed = '' OR seed GLOB '*[^0-9]*' OR length(seed) > 20 OR NOT seconds BETWEEN 0 AND 1e15
        OR (result IS NULL) = (error IS NULL) OR run NOT IN (SELECT id FROM runs)
)
"""
"""Whether there is a row that nobody can have written."""

_INSERT = """
INSERT INTO trials (id, experiment, cell, idx, seed, result, error, seconds, run)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET result = excluded.result, error = excluded.error, seconds = excluded.seconds,
    run = excluded.run
WHERE trials.error IS NOT NULL
"""


@dataclass(frozen=True)
class Outcome:
    """What came of a trial: a result, or the traceback of its failure.

    >>> from playout import lab
    >>> plan = lab.plan(lab.experiment("bounds.table2"), "smoke")
    >>> outcomes = []
    >>> with lab.Store(":memory:") as store:
    ...     _ = lab.run(
    ...         [plan],
    ...         store,
    ...         lab.engine("serial", 1),
    ...         cells="Min 1 *",
    ...         progress=lambda summary, news: outcomes.extend(news),
    ...     )
    >>> len(outcomes), outcomes[0].result["value"], outcomes[0].error
    (6, 0.0, None)
    """

    trial: Trial
    result: Result | None
    error: str | None
    seconds: float
    """Of processor time."""


@dataclass(frozen=True)
class Run:
    """Who ran trials, where and how.

    >>> from playout import lab
    >>> plan = lab.plan(lab.experiment("bounds.table2"), "smoke")
    >>> with lab.Store(":memory:") as store:
    ...     summary = lab.run([plan], store, lab.engine("serial", 1), cells="Min 1 *")
    ...     (run,) = store.runs().values()
    >>> run.engine, run.workers
    ('serial', 1)
    """

    id: int
    version: str
    machine: str
    command: str
    engine: str
    workers: int
    started: float


@dataclass(frozen=True)
class Row:
    """A finished trial."""

    index: int
    seed: int
    result: Result
    seconds: float
    run: int


class Store:
    """An open store; a context manager. One that is only read must be there, and stays as it is.

    >>> from playout import lab
    >>> plan = lab.plan(lab.experiment("bounds.table2"), "smoke")
    >>> with lab.Store(":memory:") as store:
    ...     summary = lab.run([plan], store, lab.engine("serial", 1), cells="Min 1 *")
    ...     [row.result["value"] for row in store.rows(plan, plan.cells[0])]
    [0.0]
    """

    def __init__(self, path: str | Path, *, read_only: bool = False) -> None:
        self.path = Path(path)
        try:
            self._db = self._connect(read_only)
            self._prepare_or_close(read_only)
        except (sqlite3.DatabaseError, OSError) as error:
            raise SpecError(f"{path} cannot be used as a store: {error}") from error
        log.info("opened the store %s%s", path, " to read" if read_only else "")

    def _connect(self, read_only: bool) -> sqlite3.Connection:
        # SQLite's own read-only mode, mode=ro, leaves two files beside a store.
        mode = "immutable=1" if self._is_at_rest() else "mode=rw"
        place = f"{self.path.absolute().as_uri()}?{mode}" if read_only else self.path
        return sqlite3.connect(place, timeout=WAIT_SECONDS, isolation_level=None, uri=read_only)

    def _is_at_rest(self) -> bool:
        """Whether the store lies where nobody writes; else SQLite must have files beside it, to share it."""
        return not os.access(self.path.parent, os.W_OK) and not Path(f"{self.path}-wal").exists()

    def _prepare_or_close(self, read_only: bool) -> None:
        try:
            self._prepare(read_only)
        except BaseException:
            self._db.close()
            raise

    def _prepare(self, read_only: bool) -> None:
        self._db.row_factory = sqlite3.Row
        if read_only:
            self._db.execute("PRAGMA query_only = ON")
            if self._is_empty():
                raise SpecError(f"{self.path} is empty, and no store")
            self._check()
            return
        if self.path.exists() and self.path.stat().st_size and not self._is_empty():
            self._check()  # before anything changes
        self._write_ahead()
        self._db.execute("PRAGMA synchronous = NORMAL")
        with self._transaction():
            if self._is_empty():
                for statement in _SCHEMA.split(";"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {VERSION}")

    def _write_ahead(self) -> None:
        """Lets one write while others read. SQLite does not wait here for another who makes the store."""
        end = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > end:
                    raise
            time.sleep(0.01)

    def _is_empty(self) -> bool:
        """Whether the database has nothing in it. One that is no store is refused."""
        version, schema = self._db.execute(_CONTENT).fetchone()
        if version not in (0, VERSION):
            raise SpecError(f"{self.path} has schema {version}; this version of playout reads {VERSION}")
        if schema if version == 0 else not _statements(_SCHEMA) <= _statements(schema or ""):
            raise SpecError(f"{self.path} is a database of something else, and no store")
        return bool(version == 0)

    def _check(self) -> None:
        """Refuses a damaged file. What results and plans say is checked as they are read."""
        (verdict,) = self._db.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise self._damage(" ".join(verdict.split()))
        if self._db.execute(_UNSOUND).fetchone()[0]:
            raise self._damage("there is a row that no run can have written")

    def _damage(self, what: str) -> SpecError:
        return SpecError(f"{self.path} is damaged: {what}")

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing."""
        with self._errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                if self._db.in_transaction:  # SQLite may have rolled back by itself
                    self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def _select(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a query."""
        with self._errors():
            return self._db.execute(query, values).fetchall()

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        """A full disk, or a writer that never ends, is an OSError; a damaged file is a SpecError."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if not hasattr(error, "sqlite_errorname"):  # Python's own, of bytes that are no text
                raise self._damage(str(error)) from error
            raise OSError(f"{self.path}: {error}") from error
        except sqlite3.DatabaseError as error:
            if type(error) is sqlite3.DatabaseError:
                raise self._damage(str(error)) from error
            raise

    def close(self) -> None:
        """Closes the file."""
        self._db.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin_run(self, version: str, machine: str, command: str, engine: str, workers: int) -> int:
        """Records who is going to write; returns the number of the run."""
        values = version, machine, command, engine, workers, time.time()
        columns = "version, machine, command, engine, workers, started"
        with self._transaction():
            cursor = self._db.execute(f"INSERT INTO runs ({columns}) VALUES (?, ?, ?, ?, ?, ?)", values)
        return int(cursor.lastrowid or 0)

    def keep_plan(self, plan: Plan) -> None:
        """Records what is going to be run, for the report."""
        with self._transaction():
            row = plan.experiment, f"{plan.scale}{plan.mode}", plan.to_json()
            self._db.execute("INSERT OR REPLACE INTO plans VALUES (?, ?, ?)", row)

    def add(self, outcomes: Iterable[Outcome], run: int) -> None:
        """Adds finished trials in one transaction. A result that is there already stays."""
        rows = [_row(outcome, run) for outcome in outcomes]
        with self._transaction():
            self._db.executemany(_INSERT, rows)

    def done(self, trials: Iterable[Trial]) -> set[str]:
        """The ids of those trials that have a result."""
        found: set[str] = set()
        ids = [trial.id for trial in trials]
        for start in range(0, len(ids), 500):
            part = ids[start : start + 500]
            holes = ", ".join("?" * len(part))
            query = f"SELECT id FROM trials WHERE error IS NULL AND id IN ({holes})"
            found.update(row[0] for row in self._select(query, part))
        return found

    def plans(self, experiment: str | None = None, scale: str | None = None) -> list[Plan]:
        """The plans that were run, all of them or those of an experiment or a scale."""
        found = self._select("SELECT experiment, scale, plan FROM plans ORDER BY experiment, scale")
        plans = (self._plan(*row) for row in found)
        return [p for p in plans if experiment in (None, p.experiment) and scale in (None, p.scale)]

    def _plan(self, experiment: str, scale: str, text: str) -> Plan:
        try:
            plan = Plan.from_json(text)
        except SpecError as error:
            raise self._damage(str(error)) from error
        if (plan.experiment, f"{plan.scale}{plan.mode}") != (experiment, scale):
            raise self._damage(f"the plan of {show(experiment)} is of another experiment")
        return plan

    def rows(self, plan: Plan, cell: PlannedCell) -> list[Row]:
        """The results of a cell that its plan asks for, in order."""
        query = """SELECT idx, seed, result, seconds, run FROM trials
                   WHERE experiment = ? AND cell = ? AND idx < ? AND error IS NULL ORDER BY idx"""
        found = self._select(query, (plan.experiment, cell.key, cell.trials))
        return [Row(i, int(seed), self._result(cell, text), s, run) for i, seed, text, s, run in found]

    def _result(self, cell: PlannedCell, text: str) -> Result:
        try:
            return read_result(cell.kind, cell.settings, json.loads(text))
        except (ValueError, RecursionError) as error:
            raise self._damage(f"a result of {show(cell.name)} is {show(text)}") from error

    def failures(self, plan: Plan) -> list[tuple[str, str]]:
        """The failed trials of a plan: id and traceback."""
        keys = {cell.key: cell.trials for cell in plan.cells}
        query = """SELECT id, error, cell, idx FROM trials WHERE experiment = ? AND error IS NOT NULL
                   ORDER BY cell, idx"""
        found = self._select(query, (plan.experiment,))
        return [(id_, error) for id_, error, cell, idx in found if idx < keys.get(cell, 0)]

    def mean_seconds(self, plan: Plan) -> dict[str, float]:
        """The processor time of a trial of each cell, by its key; without the cells that have no trials."""
        query = "SELECT cell, AVG(seconds) FROM trials WHERE experiment = ? AND error IS NULL GROUP BY cell"
        means = dict(self._select(query, (plan.experiment,)))
        return {cell.key: means[cell.key] for cell in plan.cells if cell.key in means}

    def expected_seconds(self, plan: Plan) -> float | None:
        """The processor time that a plan takes, from the trials of its cells; None where some have none."""
        means = self.mean_seconds(plan)
        if any(cell.key not in means for cell in plan.cells):
            return None
        return sum(means[cell.key] * cell.trials for cell in plan.cells)

    def runs(self) -> dict[int, Run]:
        """All runs, by number."""
        query = "SELECT id, version, machine, command, engine, workers, started FROM runs ORDER BY id"
        return {row[0]: Run(*row) for row in self._select(query)}

    def everything(self) -> list[dict[str, Any]]:
        """Every row of every trial, with its run, for export."""
        query = """SELECT t.id AS trial, t.experiment, t.cell, t.idx AS "index", t.seed, t.result, t.error,
                   t.seconds, r.version, r.machine, r.command, r.engine, r.workers, r.started
                   FROM trials t JOIN runs r ON r.id = t.run ORDER BY t.experiment, t.cell, t.idx"""
        return [dict(row) for row in self._select(query)]


def _statements(sql: str) -> set[str]:
    """The statements, however their lines are broken."""
    return {" ".join(statement.split()) for statement in sql.split(";")} - {""}


def _row(outcome: Outcome, run: int) -> tuple[Any, ...]:
    trial = outcome.trial
    experiment, cell, _ = trial.id.rsplit("/", 2)
    result = None if outcome.result is None else json.dumps(outcome.result, sort_keys=True)
    seed = str(trial.seed)  # SQLite's integers are signed
    return trial.id, experiment, cell, trial.index, seed, result, outcome.error, outcome.seconds, run
