"""Makes a store from exported trials of the papers' experiments, so that their pages can be made anew:

python tools/lab_restore.py docs/papers/results/trials.parquet restored.sqlite
playout lab report --store restored.sqlite --out docs/papers/results
playout lab export docs/papers/results/trials.parquet --store restored.sqlite

Trials with settings that no experiment has any more are left out, and those beyond the scale of which all are
there.
"""

import argparse
import sqlite3
from pathlib import Path
from typing import Any

from playout import lab

RUN = ("version", "machine", "command", "engine", "workers", "started")
TRIAL = ("trial", "experiment", "cell", "index", "seed", "result", "error", "seconds")

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("trials", type=Path, help="a Parquet file written by playout lab export")
    parser.add_argument("store", type=Path, help="the store to be made; must not be there")
    given = parser.parse_args()
    if given.store.exists():
        parser.error(f"{given.store} is there already")
    import pyarrow.parquet

    kept, found = restore(pyarrow.parquet.read_table(given.trials).to_pylist(), given.store)
    print(f"{kept} of {found} trials restored")


def restore(rows: list[Row], path: Path) -> tuple[int, int]:
    """Writes the rows into a new store; how many were taken, and how many there were."""
    ids = {row["trial"] for row in rows}
    plans = [plan for name in lab.ids() if (plan := plan_of(name, ids))]
    wanted = {trial.id for plan in plans for trial in plan.trials()}
    kept = [row for row in rows if row["trial"] in wanted]
    with lab.Store(path) as store:
        for plan in plans:
            store.keep_plan(plan)
    write(kept, path)
    return len(kept), len(rows)


def plan_of(name: str, ids: set[str]) -> lab.Plan | None:
    """The largest plan whose trials are all there, else the one with the most; None if there are none."""
    experiment = lab.experiment(name)
    plans = [lab.plan(experiment, scale) for scale in experiment.scales]
    counts = [sum(trial.id in ids for trial in plan.trials()) for plan in plans]
    best = max(range(len(plans)), key=lambda i: (counts[i] == plans[i].size, counts[i], i))
    return plans[best] if counts[best] else None


def write(rows: list[Row], path: Path) -> None:
    """The runs in the order of their start, and the trials, as `lab run` would have written them."""
    runs = sorted({tuple(row[key] for key in RUN) for row in rows}, key=lambda run: run[-1])
    numbers = {run: number for number, run in enumerate(runs, 1)}
    trials = [(*(row[key] for key in TRIAL), numbers[tuple(row[key] for key in RUN)]) for row in rows]
    with sqlite3.connect(path) as database:
        database.executemany(
            "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?)", [(numbers[run], *run) for run in runs]
        )
        database.executemany("INSERT INTO trials VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", trials)
    database.close()


if __name__ == "__main__":
    main()
