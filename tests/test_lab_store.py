"""The store: what is in it stays, and what is no store is refused."""

import gc
import sqlite3
import tempfile
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from command import finish, start
from lab_files import MATCH, write

import playout as po
from playout import lab


@pytest.fixture
def plan(tmp_path: Path) -> lab.Plan:
    return lab.plan(lab.experiment(write(tmp_path, "mine.toml", MATCH)), "smoke")


def outcome(plan: lab.Plan, result: int | None) -> lab.Outcome:
    """A game that was won or lost, or that failed."""
    trial = plan.trial(plan.cells[0], 0)
    if result is None:
        return lab.Outcome(trial, None, "no", 0.1)
    return lab.Outcome(trial, {"result": result, "a_is_max": True, "score": result, "length": 5}, None, 0.1)


def test_a_result_stays_and_a_failure_gives_way(tmp_path: Path, plan: lab.Plan) -> None:
    cell = plan.cells[0]
    with lab.Store(tmp_path / "store.sqlite") as store:
        number = store.begin_run("0", "here", "test", "serial", 1)
        store.add([outcome(plan, None)], number)
        assert (len(store.failures(plan)), store.rows(plan, cell)) == (1, [])
        store.add([outcome(plan, 1)], number)
        store.add([outcome(plan, -1)], number)
        store.add([outcome(plan, None)], number)
        assert [row.result["result"] for row in store.rows(plan, cell)] == [1]
        assert store.failures(plan) == []


def test_a_batch_is_one_transaction(tmp_path: Path, plan: lab.Plan) -> None:
    broken = lab.Outcome(plan.trial(plan.cells[0], 1), None, None, "not a number")  # type: ignore[arg-type]
    with lab.Store(tmp_path / "store.sqlite") as store:
        number = store.begin_run("0", "here", "test", "serial", 1)
        with pytest.raises(sqlite3.Error):
            store.add([outcome(plan, 1), broken], number)
        assert store.rows(plan, plan.cells[0]) == []


def test_two_that_open_a_new_store_at_once_share_it(tmp_path: Path, plan: lab.Plan) -> None:
    path = tmp_path / "store.sqlite"
    with lab.Store(path) as one, lab.Store(path) as two:
        numbers = [store.begin_run("0", "here", "test", "serial", 1) for store in (one, two)]
        one.add([outcome(plan, 1)], numbers[0])
        two.add([outcome(plan, -1)], numbers[1])
        assert [row.result["result"] for row in two.rows(plan, plan.cells[0])] == [1]


def test_one_that_opens_a_new_store_waits_for_another_that_makes_it(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        timer = threading.Timer(0.2, other.execute, ["ROLLBACK"])
        timer.start()
        lab.Store(path).close()
        timer.join()


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    text = write(tmp_path, "text.sqlite", "hello " * 1000)
    with pytest.raises(po.SpecError, match="cannot be used as a store"):
        lab.Store(text)
    with pytest.raises(po.SpecError, match="cannot be used as a store"):
        lab.Store(tmp_path / "no" / "folder.sqlite")
    newer = tmp_path / "newer.sqlite"
    with closing(sqlite3.connect(newer)) as database, database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(po.SpecError, match="has schema 99"):
        lab.Store(newer)


FOREIGN = {
    "notes": ["CREATE TABLE notes (text)", "INSERT INTO notes VALUES ('mine')"],
    "plans": ["CREATE TABLE plans (text)"],
    "no tables": ["PRAGMA user_version = 1"],
    "other tables": ["PRAGMA user_version = 1", "CREATE TABLE notes (text)"],
}


@pytest.mark.parametrize("statements", FOREIGN.values(), ids=FOREIGN)
def test_a_database_of_something_else_is_refused_and_stays_as_it_is(
    tmp_path: Path, statements: list[str]
) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement)
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(po.SpecError, match="is a database of something else, and no store"):
            lab.Store(path, read_only=read_only)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_only_read_is_neither_made_nor_changed(tmp_path: Path, plan: lab.Plan) -> None:
    path, empty = tmp_path / "store.sqlite", write(tmp_path, "empty.sqlite", "")
    with pytest.raises(po.SpecError, match="cannot be used as a store"):
        lab.Store(path, read_only=True)
    assert not path.exists()
    with pytest.raises(po.SpecError, match="is empty"):
        lab.Store(empty, read_only=True)
    assert empty.read_bytes() == b""
    lab.Store(path).close()
    before = path.read_bytes()
    with lab.Store(path, read_only=True) as store:
        assert store.plans() == []
        with pytest.raises(OSError, match="readonly"):
            store.keep_plan(plan)
    assert path.read_bytes() == before
    assert set(tmp_path.iterdir()) == {path, empty, tmp_path / "mine.toml"}


READ_WITHOUT_RIGHTS = """
import ctypes, os, struct, sys
from playout.cli import main
assert main(sys.argv[1:]) == 0  # once with all rights, so that everything is imported
os.chmod(".", 0o555)
if os.getuid() == 0:  # whom no mode keeps from writing: he gives up his capabilities
    version_and_pid, none = struct.pack("Ii", 0x20080522, 0), bytes(24)
    assert ctypes.CDLL(None).capset(version_and_pid, none) == 0
sys.exit(main(sys.argv[1:]))
"""


def test_a_store_can_be_read_where_nobody_may_write(plan: lab.Plan) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        with lab.Store(Path(folder) / "store.sqlite") as store:
            store.keep_plan(plan)
        argv = ["lab", "status", "--store", "store.sqlite"]
        done = finish(start(*argv, code=READ_WITHOUT_RIGHTS, cwd=folder))
        Path(folder).chmod(0o755)
        assert (done.status, done.err) == (0, "")
        assert done.out.count("mine") == 2
        assert [path.name for path in Path(folder).iterdir()] == ["store.sqlite"]


def test_a_store_that_is_damaged_while_it_is_open_is_one_clear_error(tmp_path: Path, plan: lab.Plan) -> None:
    path = tmp_path / "store.sqlite"
    with lab.Store(path) as store:
        store.keep_plan(plan)
        number = store.begin_run("0", "here", "test", "serial", 1)
        store.add([outcome(plan, 1)], number)
    deeds: list[Callable[[lab.Store], object]] = [
        lambda store: store.plans(),
        lambda store: store.runs(),
        lambda store: store.rows(plan, plan.cells[0]),
        lambda store: store.failures(plan),
        lambda store: store.mean_seconds(plan),
        lambda store: store.done(plan.trials()),
        lambda store: store.everything(),
        lambda store: store.add([outcome(plan, 1)], number),
    ]
    for deed in deeds:
        with lab.Store(path) as store:
            sound = path.read_bytes()
            store._db.execute("PRAGMA cache_size = 0")
            path.write_bytes(sound[:4096] + b"x" * (len(sound) - 4096))
            with pytest.raises(po.SpecError, match=r"store.sqlite is damaged: .*malformed"):
                deed(store)
            path.write_bytes(sound)


def test_a_store_that_is_no_longer_used_may_end_in_any_thread(tmp_path: Path) -> None:
    """As it does where the garbage collector finds it; an exception that nobody sees fails a test."""
    with lab.Store(tmp_path / "store.sqlite") as store:
        ring: list[object] = [store]
        ring.append(ring)
    del store, ring
    collector = threading.Thread(target=gc.collect)
    collector.start()
    collector.join()


def test_a_store_that_cannot_be_written_is_one_clear_error(tmp_path: Path, plan: lab.Plan) -> None:
    path = tmp_path / "store.sqlite"
    with lab.Store(path) as store:
        number = store.begin_run("0", "here", "test", "serial", 1)
        with closing(sqlite3.connect(path)) as database, database:
            (pages,) = database.execute("PRAGMA page_count").fetchone()
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        big = lab.Outcome(plan.trial(plan.cells[0], 0), {"moves": "x" * 100_000}, None, 0.1)
        with pytest.raises(OSError, match="full"):
            store.add([big], number)
        assert store.rows(plan, plan.cells[0]) == []
