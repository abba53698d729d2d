"""Damaged stores: what may happen to the bytes of a file, and what somebody may have written into one."""

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from lab_files import MATCH, write

from playout import lab

PAGE = 4096
JUNK = [
    None,
    True,
    0,
    -7,
    10**30,
    1.5,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "x",
    "ä\n",
    [],
    [1],
    {},
    {"a": 1},
]
PLAIN = [None, 0, -7, 2**62, 1.5, 1e308, float("inf"), "", "x", "1" * 25, b"\xff\xfe", b""]
COLUMNS = {
    "plans": ["experiment", "scale", "plan"],
    "runs": ["version", "machine", "command", "engine", "workers", "started"],
    "trials": ["id", "experiment", "cell", "idx", "seed", "result", "error", "seconds", "run"],
}
EVERY_KIND = """
title = "One of every kind"

[scale.smoke]
trials = 2

[[match]]
row = "game"
game = "tictactoe"
a = "uct"
b = "random"
budget = "10 sims"
published = 50
sample = 10

[[prove]]
row = "proof"
game = "tictactoe"
player = "uct(bounds=solver)"
budget = "20 sims"

[[search]]
row = "search"
game = "tictactoe"
player = "nested"
budget = "10 sims"
measure = "values"
of = "a1"
published = "{0, 1}"

[[solve]]
row = "solve"
game = "morpion(4D)"
player = "nrpa(level=1)"
marks = ["5 sims", "10 sims"]
figures = [{ column = "5", mark = 0, published = 20, sample = 5 }, { column = "10", mark = 1 }]

[[content]]
row = "content"
game = "morpion(4D)"
player = "nrpa(level=2, iterations=5)"
budget = "25 sims"
of = "ties new"

[[exact]]
row = "exact"
game = "tictactoe"
position = "XOX/XOO/.../X"
published = "Won"

[[semeai]]
row = "semeai"
own = 2
opponent = 3
published = 0.5

[[playouts]]
row = "playouts"
game = "tictactoe"
budget = "10 sims"

[[speed]]
row = "speed"
game = "tictactoe"
budget = "10 sims"
published = 1000

[[claim]]
better = ["solve", "10"]
than = ["solve", "5"]
"""


def make_store(folder: Path) -> Path:
    """A sound store of two experiments, whose files are beside it, and with a trial that failed."""
    path = folder / "store.sqlite"
    with lab.Store(path) as store:
        for name, text in {"match": MATCH, "every": EVERY_KIND}.items():
            plan = lab.plan(lab.experiment(write(folder, f"{name}.toml", text)), "smoke")
            lab.run([plan], store, lab.engine("serial", 1))
        missing = plan.trial(plan.cells[0], 2)
        store.add([lab.Outcome(missing, None, "Traceback: five is too hard\n", 0.1)], 1)
    return path


def flipped(data: bytearray, rng: random.Random) -> None:
    """Some bits."""
    for _ in range(rng.choice([1, 1, 2, 10])):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def flipped_head(data: bytearray, rng: random.Random) -> None:
    """A bit of the file's head, or of that of a page."""
    data[rng.randrange(0, len(data), PAGE) + rng.randrange(100)] ^= 1 << rng.randrange(8)


def overwritten(data: bytearray, rng: random.Random) -> None:
    """A stretch."""
    start, length = rng.randrange(len(data)), rng.choice([1, 16, 512, PAGE])
    end = min(len(data), start + length)
    data[start:end] = rng.choice([bytes(end - start), b"\xff" * (end - start), rng.randbytes(end - start)])


def moved(data: bytearray, rng: random.Random) -> None:
    """Pages that are exchanged, or one that is there twice."""
    a, b = (rng.randrange(0, len(data), PAGE) for _ in range(2))
    first, second = data[a : a + PAGE], data[b : b + PAGE]
    data[b : b + PAGE] = first
    if rng.random() < 0.7:
        data[a : a + PAGE] = second


def cut(data: bytearray, rng: random.Random) -> None:
    """The end is missing, or there is too much."""
    if rng.random() < 0.8:
        del data[rng.randrange(len(data)) :]
    else:
        data += rng.randbytes(rng.choice([1, PAGE]))


def other_column(database: sqlite3.Connection, rng: random.Random) -> None:
    """A value that no run writes, where it may be of a type that the store does not have."""
    table = rng.choice(list(COLUMNS))
    for name in COLUMNS if rng.random() < 0.5 else ():
        database.execute(f"CREATE TABLE copy AS SELECT * FROM {name}")
        database.execute(f"DROP TABLE {name}")
        database.execute(f"ALTER TABLE copy RENAME TO {name}")
    column, value, key = rng.choice(COLUMNS[table]), rng.choice(PLAIN), COLUMNS[table][0]
    some = "" if rng.random() < 0.3 else f"WHERE {key} IN (SELECT {key} FROM {table} LIMIT 1)"
    database.execute(f"UPDATE OR IGNORE {table} SET {column} = ? {some}", (value,))


def other_json(database: sqlite3.Connection, rng: random.Random) -> None:
    """A plan or a result that says something else."""
    table, key, column = rng.choice([("plans", "experiment", "plan"), ("trials", "id", "result")])
    rows = database.execute(f"SELECT {key}, {column} FROM {table} WHERE {column} IS NOT NULL").fetchall()
    name, text = rng.choice(rows)
    database.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (_other_text(text, rng), name))


def _other_text(text: str, rng: random.Random) -> str:
    if rng.random() < 0.3:
        place = rng.randrange(len(text))
        return text[:place] + rng.choice(["", "\x00", "x", '"', "[" * 5000, "1"]) + text[place + 1 :]
    value = json.loads(text)
    if rng.random() < 0.05:
        return json.dumps(rng.choice(JUNK))
    node = value
    while True:
        key = rng.choice(list(node) if isinstance(node, dict) else range(len(node)))
        inner = node[key]
        if not isinstance(inner, dict | list) or not inner or rng.random() < 0.2:
            break
        node = inner
    _change(node, key, rng)
    return json.dumps(value)


def _change(node: Any, key: Any, rng: random.Random) -> None:
    junk = rng.choice([*JUNK, node[key]])
    if rng.random() < 0.7:
        node[key] = junk
    elif isinstance(node, dict):
        node[f"{key}?"] = node.pop(key)
    else:
        node.append(junk)


def other_schema(database: sqlite3.Connection, rng: random.Random) -> None:
    """Tables that are not those of a store."""
    table = rng.choice(list(COLUMNS))
    statements = [
        f"ALTER TABLE {table} RENAME TO other",
        f"ALTER TABLE {table} ADD COLUMN more TEXT",
        f"ALTER TABLE {table} RENAME COLUMN {rng.choice(COLUMNS[table])} TO other",
        "DROP INDEX trials_of_cell",
        f"DELETE FROM {table}",
        "PRAGMA user_version = 0",
        f"CREATE TABLE copy AS SELECT * FROM {table}; DROP TABLE {table};"
        f"CREATE VIEW {table} AS SELECT * FROM copy",
    ]
    database.executescript(rng.choice(statements))


BYTES: dict[str, Callable[[bytearray, random.Random], None]] = {
    function.__name__: function for function in (flipped, flipped_head, overwritten, moved, cut)
}
CONTENT: dict[str, Callable[[sqlite3.Connection, random.Random], None]] = {
    function.__name__: function for function in (other_column, other_json, other_schema)
}


def damage(path: Path, sound: bytes, kind: str, seed: int) -> None:
    """Makes a damaged store of a sound one."""
    rng = random.Random(f"{kind} {seed}")
    data = bytearray(sound)
    if kind in BYTES:
        BYTES[kind](data, rng)
        path.write_bytes(data)
        return
    path.write_bytes(data)
    database = sqlite3.connect(path, isolation_level=None)
    with closing(database), suppress(sqlite3.IntegrityError):  # where the types of the columns forbid it
        CONTENT[kind](database, rng)
