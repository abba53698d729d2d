"""Writes the times that `playout lab list` shows before anything was run: src/playout/data/lab_times.json.

A trial of every cell of every experiment at every scale is measured, in processor time. One that is long is
measured with a smaller budget, and its time is taken to grow with the budget; a proof that was not reached by
then counts as one that takes its whole budget. Cells that have trials in a store are not run: theirs count.
With ids, only their times are measured anew; that must be on the machine that measured the others.
"""

import argparse
import datetime
from dataclasses import replace
from pathlib import Path

from playout import lab
from playout.lab import times
from playout.lab.machine import machine
from playout.lab.plan import shrunk
from playout.lab.trials import run_trial

FIRST, STEP = 1e-7, 3.0
"""Budgets grow by this factor until a trial is long enough to tell."""
ENOUGH_SECONDS, PLAN_SECONDS = 0.02, 1.0
"""Long enough: so much for a trial, and about so much for a trial of each cell of a plan."""


def measure(plan: lab.Plan, cell: lab.PlannedCell, enough: float) -> float:
    """The processor time of a trial of a cell."""
    factor = FIRST
    while True:
        settings, share = shrunk(cell, factor)
        outcome = run_trial(replace(plan.trial(cell, 0), settings=settings))
        if outcome.error:
            raise SystemExit(f"{plan.experiment}, {cell.name}: {outcome.error}")
        if outcome.seconds >= enough or share == 1:
            return outcome.seconds / share
        factor = min(1.0, max(factor, share) * STEP)


def seconds(plan: lab.Plan, known: dict[str, float]) -> float:
    """The processor time of a plan. What was measured is added to what is known, since scales share cells."""
    enough = max(ENOUGH_SECONDS, PLAN_SECONDS / len(plan.cells))
    for cell in plan.cells:
        if cell.key not in known:
            known[cell.key] = measure(plan, cell, enough)
    return sum(known[cell.key] * cell.trials for cell in plan.cells)


def measured(ids: list[str], store: lab.Store) -> dict[str, tuple[str, float]]:
    """The plans of some experiments with their times."""
    found = {}
    for experiment in map(lab.experiment, ids):
        known: dict[str, float] = {}
        for plan in (lab.plan(experiment, scale) for scale in experiment.scales):
            known |= store.mean_seconds(plan)
            found[times.name(plan)] = times.fingerprint(plan), float(f"{seconds(plan, known):.3g}")
            print(times.name(plan), found[times.name(plan)][1], flush=True)
    return found


def main() -> None:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "ids", nargs="*", metavar="ID", help="experiments that have changed; all if none is named"
    )
    parser.add_argument("--store", type=Path, help="a store of this machine whose trials count")
    options = parser.parse_args()
    if options.store and not options.store.exists():
        parser.error(f"there is no store {options.store}")
    with lab.Store(options.store or ":memory:") as store:
        plans = measured(options.ids or lab.ids(), store)
    if options.ids:
        result = replace(times.times(), plans=times.times().plans | plans)
    else:
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        result = times.Times(machine(), today, float(f"{times.speed():.3g}"), plans)
    times.FILE.write_text(result.to_json(), encoding="utf-8")


if __name__ == "__main__":
    main()
