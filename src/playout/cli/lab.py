"""`playout lab`: experiments from files, beside published numbers."""

import os
import shlex
import sys
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

import playout as po
from playout import lab as po_lab
from playout.cli import files
from playout.cli.arguments import AddressOption, JsonOption
from playout.cli.examples import epilog
from playout.cli.failure import FAILED
from playout.cli.lab_progress import watch
from playout.cli.output import duration, print_json, say, say_table
from playout.lab import times
from playout.lab.engines import EngineName
from playout.lab.experiment import SCALES, ScaleName

STORE = Path("playout-lab.sqlite")

EXAMPLES = (
    "playout lab list",
    "playout lab run bounds.table1 nmcs.table1 --scale smoke",
    "playout lab status",
    "playout lab export trials.csv",
)

app = typer.Typer(rich_markup_mode=None)


def complete_experiment() -> list[str]:
    """The ids of the papers' experiments."""
    return po_lab.ids()


IdsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="ID",
        help="Experiments, by id (see 'playout lab list') or by file, such as mine.toml.",
        autocompletion=complete_experiment,
        show_default="those of all papers",
    ),
]
StoreOption = Annotated[Path, typer.Option(metavar="FILE", help="The SQLite file that keeps the results.")]
ScaleOption = Annotated[ScaleName, typer.Option(help="How much is run.")]
MaybeScaleOption = Annotated[ScaleName | None, typer.Option(help="Of one scale.", show_default="all")]


@app.callback(invoke_without_command=True)
def _lab(context: typer.Context) -> None:
    """Run experiments beside published numbers."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _plans(ids: list[str] | None, scale: ScaleName, *, clock: bool = False) -> list[po_lab.Plan]:
    """The plans of some experiments; of all papers where none is named."""
    names = list(dict.fromkeys(ids or po_lab.ids()))
    experiments = [po_lab.experiment(name) for name in names]
    if len({experiment.id for experiment in experiments}) < len(experiments):
        raise po.SpecError("two experiments have the same id; an id is the name of its file")
    return [po_lab.plan(one, scale, clock=clock) for one in experiments]


@app.command("list", epilog=epilog(("playout lab list", "playout lab list nmcs.table4 mine.toml --json")))
def list_(ids: IdsArgument = None, store: StoreOption = STORE, json: JsonOption = False) -> None:
    """List the experiments and what they take.

    With their scales, and the processor time that each takes here.
    """
    experiments = [po_lab.experiment(name) for name in ids or po_lab.ids()]
    with _existing(store) if store.exists() else nullcontext() as opened:
        entries = [_entry(experiment, opened) for experiment in experiments]
    if json:
        return print_json({"experiments": entries})
    say_table(
        {"id": False, "cells": True, **dict.fromkeys(SCALES, True), "title": False},
        [
            [entry["id"], str(entry["cells"]), *(_scale_text(entry, s) for s in SCALES), entry["title"]]
            for entry in entries
        ],
    )
    return say(f"\nTrials at each scale, and their time on one processor. {_basis()}")


def _basis() -> str:
    measured = times.times()
    return (
        f"~ is an estimate: measured on {measured.machine}, {measured.date}; this machine is "
        f"{times.ratio():.2g} times as fast. Other times are from the trials in the store."
    )


def _entry(experiment: po_lab.Experiment, store: po_lab.Store | None) -> dict[str, Any]:
    plans = {scale: po_lab.plan(experiment, scale) for scale in experiment.scales}
    return {
        "id": experiment.id,
        "title": experiment.title,
        "paper": experiment.paper,
        "cells": len(experiment.cells),
        "scales": {scale: {"trials": plan.size, **_time(plan, store)} for scale, plan in plans.items()},
    }


def _time(plan: po_lab.Plan, store: po_lab.Store | None) -> dict[str, Any]:
    """From the store if it can tell, or else an estimate."""
    known = store.expected_seconds(plan) if store else None
    return {"cpu_seconds": times.estimate(plan) if known is None else known, "estimated": known is None}


def _scale_text(entry: dict[str, Any], scale: str) -> str:
    if scale not in entry["scales"]:
        return "-"
    fields = entry["scales"][scale]
    if fields["cpu_seconds"] is None:
        return f"{fields['trials']:,}"
    return f"{fields['trials']:,} ({'~' * fields['estimated']}{_about(fields['cpu_seconds'])})"


def _about(seconds: float) -> str:
    for unit, size in (("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.1f} s"


@app.command(
    epilog=epilog(
        (
            "playout lab run bounds.table1 nmcs.table1 --scale smoke",
            "playout lab run nmcs.table4 --scale quick --cell '*cut on win*' --workers 2",
            "playout lab run mine.toml --engine ray --address auto --store mine.sqlite",
        )
    )
)
def run(
    ids: IdsArgument = None,
    scale: ScaleOption = "quick",
    workers: Annotated[
        int, typer.Option(metavar="N", help="Trials at a time; no matter to the result.")
    ] = os.cpu_count() or 1,
    engine: Annotated[EngineName, typer.Option(help="Where trials run.")] = "processes",
    address: AddressOption = None,
    budget_mode: Annotated[
        Literal["states", "time"],
        typer.Option(help="A paper's milliseconds: states through its speed, or our clock."),
    ] = "states",
    cell: Annotated[
        str, typer.Option(metavar="PATTERN", help="Only the cells whose name fits, as in '*cut on win*'.")
    ] = "*",
    store: StoreOption = STORE,
    json: JsonOption = False,
) -> None:
    """Run experiments. Killed or interrupted, the same command goes on where it was.

    Trials that are in the store are not run again, but failed ones are. The exit status is 1 if any failed.
    """
    plans = _plans(ids, scale, clock=budget_mode == "time")
    if not any(True for plan in plans for _ in plan.trials(cell)):
        raise po.SpecError(f"no cell is called {cell!r}; 'playout lab status ID' lists them")
    chosen = po_lab.engine(engine, workers, address)
    command = shlex.join(["playout", *sys.argv[1:]])
    with po_lab.Store(store) as opened, watch(plans) as progress:
        summary = po_lab.run(plans, opened, chosen, cells=cell, command=command, progress=progress)
        failures = [failure for plan in plans for failure in opened.failures(plan)]
    if json:
        print_json(_summary(summary, failures))
    else:
        _say_summary(summary, failures, store)
    if failures:
        raise typer.Exit(FAILED)


def _summary(summary: po_lab.Summary, failures: list[tuple[str, str]]) -> dict[str, Any]:
    return {
        "planned": summary.planned,
        "done_before": summary.done,
        "finished": summary.finished,
        "failed": len(failures),
        "complete": summary.complete,
        "interrupted": summary.interrupted,
        "seconds": summary.seconds,
        "failures": [{"trial": trial, "error": error} for trial, error in failures],
    }


def _say_summary(summary: po_lab.Summary, failures: list[tuple[str, str]], store: Path) -> None:
    if summary.interrupted:
        say("interrupted: what is finished is kept; the same command goes on", style="yellow")
    before = f", {summary.done:,} were there before" if summary.done else ""
    share = f"{summary.finished:,} of {summary.planned:,} trials"
    say(f"{share} in {duration(summary.seconds)}{before}; in {store}")
    if failures:
        say(f"{len(failures):,} trials failed; the first, {failures[0][0]}:", style="red")
        say(failures[0][1].rstrip())


@app.command(epilog=epilog(("playout lab status", "playout lab status nmcs.table4 --scale quick")))
def status(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="Experiments.", show_default="all in the store")
    ] = None,
    scale: MaybeScaleOption = None,
    store: StoreOption = STORE,
    json: JsonOption = False,
) -> None:
    """Say how far the experiments of a store are.

    With an id, cell by cell.
    """
    with _existing(store) as opened:
        plans = _stored_plans(opened, ids, scale)
        entries = [_status(opened, plan, cells=bool(ids)) for plan in plans]
    if json:
        return print_json({"experiments": entries})
    if not ids:
        rows = [
            [e["id"], e["scale"], _fraction(e), str(e["failed"]), _about(e["cpu_seconds"])] for e in entries
        ]
        numbers = dict.fromkeys(("trials", "failed", "processor time"), True)
        return say_table({"id": False, "scale": False, **numbers}, rows)
    cells = [[e["id"], e["scale"], c["cell"], _fraction(c)] for e in entries for c in e["list"]]
    return say_table({"id": False, "scale": False, "cell": False, "trials": True}, cells)


def _existing(store: Path) -> po_lab.Store:
    if not store.exists():
        raise po.SpecError(f"there is no store {store}; 'playout lab run' makes one")
    return po_lab.Store(store, read_only=True)


def _stored_plans(
    store: po_lab.Store, ids: Iterable[str] | None, scale: ScaleName | None
) -> list[po_lab.Plan]:
    """The plans of the store; those named, in the order named."""
    stored = store.plans(scale=scale)
    if scale and not stored:
        raise po.SpecError(f"the store has nothing at the scale {scale}; 'playout lab status' lists it")
    if not ids:
        order = {name: i for i, name in enumerate(po_lab.ids())}
        return sorted(stored, key=lambda plan: order.get(plan.experiment, len(order)))
    names = [Path(name).stem if name.endswith(".toml") else name for name in ids]
    for name in names:
        if all(plan.experiment != name for plan in stored):
            what = f"{name!r} at the scale {scale}" if scale else repr(name)
            raise po.SpecError(f"the store has no experiment {what}; 'playout lab status' lists them")
    return [plan for name in names for plan in stored if plan.experiment == name]


def _status(store: po_lab.Store, plan: po_lab.Plan, *, cells: bool) -> dict[str, Any]:
    rows = {cell.name: store.rows(plan, cell) for cell in plan.cells}
    entry: dict[str, Any] = {
        "id": plan.experiment,
        "scale": f"{plan.scale}{plan.mode}",
        "done": sum(map(len, rows.values())),
        "trials": plan.size,
        "failed": len(store.failures(plan)),
        "cpu_seconds": sum(row.seconds for found in rows.values() for row in found),
    }
    if cells:
        entry["list"] = [
            {"cell": cell.name, "done": len(rows[cell.name]), "trials": cell.trials} for cell in plan.cells
        ]
    return entry


def _fraction(entry: dict[str, Any]) -> str:
    return f"{entry['done']:,} of {entry['trials']:,}"


@app.command(epilog=epilog(("playout lab report", "playout lab report mine --out pages")))
def report(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="Experiments.", show_default="all in the store")
    ] = None,
    scale: Annotated[
        ScaleName | None, typer.Option(help="Of one scale.", show_default="the largest of each experiment")
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the pages go.")] = Path("lab-report"),
    store: StoreOption = STORE,
    json: JsonOption = False,
) -> None:
    """Write a page a paper, in HTML and Markdown.

    Our numbers stand beside the published ones.
    """
    files.check_folder("--out", out)
    with _existing(store) as opened:
        plans = _stored_plans(opened, ids, scale)
        pages = po_lab.report(_largest(plans), opened, out)
    if json:
        return print_json({"pages": {one.name: _page_fields(one) for one in pages}, "folder": str(out)})
    for one in pages:
        say(f"{out / one.name}.html: {one.summary}", style="bold")
        for section in one.sections:
            plan = section.plan
            say(f"  {plan.experiment} ({plan.scale}{plan.mode}): {section.summary}")
    return None


def _largest(plans: list[po_lab.Plan]) -> list[po_lab.Plan]:
    """One plan an experiment, and one more if it was run by the clock: that of the largest scale."""
    ordered = sorted(plans, key=lambda plan: SCALES.index(plan.scale))
    largest = {(plan.experiment, plan.mode): plan for plan in ordered}
    return [largest[key] for key in dict.fromkeys((plan.experiment, plan.mode) for plan in plans)]


def _page_fields(page: po_lab.Page) -> dict[str, Any]:
    return {
        "summary": page.summary,
        "experiments": {
            f"{section.plan.experiment}{section.plan.mode}": {
                "scale": section.plan.scale,
                "summary": section.summary,
                **{verdict.name.lower(): count for verdict, count in section.counts().items()},
            }
            for section in page.sections
        },
    }


@app.command(epilog=epilog(("playout lab export trials.csv", "playout lab export trials.parquet --json")))
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .csv or .parquet.", show_default=False)],
    store: StoreOption = STORE,
    json: JsonOption = False,
) -> None:
    """Write every trial of a store as a row of a table."""
    files.check_writable("FILE", file)
    with _existing(store) as opened:
        rows = po_lab.export(opened, file)
    if json:
        return print_json({"rows": rows, "file": str(file)})
    return say(f"{rows:,} trials in {file}")
