"""Kills runs of the lab at random moments and compares what comes out with a run in peace.

A run of some experiments at the scale smoke, on an engine, is killed (SIGKILL) and started again, so many
times; then it runs to its end. Its rows must be those of one run of the engine `processes`: trial, seed and
result. Of what is measured by the clock, only trial and seed.
"""

import argparse
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path

from playout import lab

MOST_ROWS = 0.8
"""The last kill comes when at most so much of the rows is there, so that something is left to kill."""
MOST_DELAY_SECONDS = 0.3
POLL_SECONDS = 0.01
PATIENCE_SECONDS = 120.0
"""Ray may hang when it starts on a busy machine. Such a run is killed as well, and started again."""
STARTS = 5
"""How often a run may hang."""

Rows = dict[str, tuple[str, str | None]]
"""Seed and result of each trial."""


def start(ids: list[str], engine: str, store: Path) -> "subprocess.Popen[bytes]":
    """Starts a run."""
    options = ["--scale", "smoke", "--engine", engine, "--workers", "2", "--store", str(store)]
    command = [sys.executable, "-m", "playout", "lab", "run", *ids, *options]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)


def run_to_the_end(ids: list[str], engine: str, store: Path) -> None:
    """Starts a run and waits for it."""
    for _ in range(STARTS):
        process = start(ids, engine, store)
        with suppress(subprocess.TimeoutExpired):
            if process.wait(PATIENCE_SECONDS):
                raise SystemExit(f"the run ended with exit status {process.returncode}")
            return
        end(process)
    raise SystemExit("the run does not come to an end")


def rows(store: Path, by_clock: set[str]) -> Rows:
    """The rows of a store, without the results of the experiments that are measured by the clock."""
    with lab.Store(store) as opened:
        return {
            row["trial"]: (row["seed"], "" if row["experiment"] in by_clock else row["result"])
            for row in opened.everything()
        }


def kill(process: "subprocess.Popen[bytes]", store: Path, wanted: int, delay: float) -> bool:
    """Kills a run a moment after the store has so many rows; whether it was still there to be killed."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    with closing(sqlite3.connect(store)) as database:
        while process.poll() is None and _count(database) < wanted and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)
    time.sleep(delay)
    alive = process.poll() is None
    end(process)
    return alive


def end(process: "subprocess.Popen[bytes]") -> None:
    """Kills a run at once, and with it the agents of Ray, which would look for it for minutes."""
    process.kill()
    process.wait()
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _count(database: sqlite3.Connection) -> int:
    (count,) = database.execute("SELECT COUNT(*) FROM trials").fetchone()
    return int(count)


def disturbed(ids: list[str], engine: str, store: Path, total: int, kills: int, rng: random.Random) -> int:
    """Runs to the end in spite of kills at random moments; how many of them struck a run."""
    with lab.Store(store):  # it is made before anybody counts its rows
        pass
    moments = sorted(rng.uniform(0, MOST_ROWS) for _ in range(kills))
    struck = 0
    for moment in moments:
        delay = rng.uniform(0, MOST_DELAY_SECONDS)
        struck += kill(start(ids, engine, store), store, int(moment * total), delay)
    run_to_the_end(ids, engine, store)
    return struck


def compare(ids: list[str], engine: str, kills: int, seed: int, folder: Path) -> tuple[int, Rows, Rows]:
    """How many kills struck; the rows of the run that was killed, and those of the run in peace."""
    plans = [lab.plan(lab.experiment(name), "smoke") for name in ids]
    clock = {plan.experiment for plan in plans if plan.by_clock}
    total = sum(plan.size for plan in plans)
    run_to_the_end(ids, "processes", folder / "peace.sqlite")
    struck = disturbed(ids, engine, folder / "killed.sqlite", total, kills, random.Random(seed))
    return struck, rows(folder / "killed.sqlite", clock), rows(folder / "peace.sqlite", clock)


def main() -> int:
    """Prints what happened; the exit status is 1 if any row differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "ids", nargs="*", metavar="ID", help="experiments; all of the papers if none is named"
    )
    parser.add_argument("--engine", default="processes", choices=("processes", "ray", "serial"))
    parser.add_argument("--kills", type=int, default=10, help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments (%(default)s)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ids = options.ids or lab.ids()
        struck, killed, peace = compare(ids, options.engine, options.kills, options.seed, Path(folder))
    differing = [trial for trial in killed | peace if killed.get(trial) != peace.get(trial)]
    print(
        f"{options.engine}, killed {struck} times: {len(peace)} trials, {len(differing)} differ", *differing
    )
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
