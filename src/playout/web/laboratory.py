"""The store of a lab, as the page shows it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playout import lab
from playout.lab.library import papers
from playout.lab.plot import plots
from playout.lab.report import CLAIM_SIGNS, LEGEND, SIGNS, command, provenance
from playout.web import requests as ask
from playout.web.desk import Desk
from playout.web.errors import MissingError

__all__ = ["contents", "section", "trial"]

PLAYERS = ("a", "b", "player")


def contents(desk: Desk, _asked: ask.Lab) -> dict[str, Any]:
    """The experiments of the store, by paper."""
    groups: dict[str, list[dict[str, str]]] = {}
    with _opened(desk) as store:
        for plan in store.plans():
            one = {"experiment": plan.experiment, "scale": f"{plan.scale}{plan.mode}", "title": plan.title}
            groups.setdefault(plan.paper or plan.experiment, []).append(one)
    titles = {name: paper["title"] for name, paper in papers().items()}
    return {
        "store": str(desk.store),
        "papers": [{"title": titles.get(name, name), "experiments": found} for name, found in groups.items()],
    }


def section(desk: Desk, asked: ask.LabSection) -> dict[str, Any]:
    """An experiment: our numbers beside the published ones, claims, plots, and how it was run."""
    with _opened(desk) as store:
        found = lab.evaluate(_plan(store, asked.experiment, asked.scale), store)
    plan = found.plan
    return {
        "title": f"{plan.title}{plan.mode}",
        "summary": found.summary,
        "note": plan.note,
        "legend": LEGEND,
        "rows": found.rows,
        "columns": found.columns,
        "entries": [_entry(one) for one in found.entries],
        "claims": [f"{CLAIM_SIGNS[one.holds]} {one.text} ({one.told})" for one in found.claims],
        "plots": [plot for plot in plots(found) if plot],
        "command": command(found),
        "runs": [provenance(run) for run in found.runs],
    }


def _entry(one: lab.Entry) -> dict[str, Any]:
    return {
        "row": one.cell.row,
        "column": one.figure.column,
        "cell": one.cell.name,
        "text": one.text,
        "spread": one.spread,
        "published": one.published,
        "verdict": one.verdict.name.lower(),
        "sign": SIGNS[one.verdict],
        "trials": one.count,
        "planned": one.cell.trials,
    }


def trial(desk: Desk, asked: ask.LabTrial) -> dict[str, Any]:
    """A trial: what it was, what came of it, and the moves that lead through it."""
    with _opened(desk) as store:
        plan = _plan(store, asked.experiment, asked.scale)
        cell = next((one for one in plan.cells if one.name == asked.cell), None)
        rows = store.rows(plan, cell) if cell else []
    row = next((one for one in rows if one.index == asked.index), None)
    if cell is None or row is None:
        raise MissingError(f"there is no finished trial {asked.index + 1} of that cell in the store")
    _check_known(desk, cell.settings)
    state = lab.replay(plan.trial(cell, asked.index), row.result)
    record = state.to_record()
    return {
        "kind": cell.kind,
        "settings": cell.settings,
        "seed": str(row.seed),
        "result": row.result,
        "game": record.game if ":" not in record.game else cell.settings["game"],
        "start": record.start,
        "moves": record.moves,
    }


def _check_known(desk: Desk, settings: dict[str, Any]) -> None:
    """Refuses games and players that would have to be loaded."""
    if "game" in settings:
        game = desk.catalogue.game(settings["game"])
        for key in PLAYERS:
            if key in settings:
                desk.catalogue.player(settings[key], game)


def _plan(store: lab.Store, experiment: str, scale: str) -> lab.Plan:
    for plan in store.plans(experiment):
        if f"{plan.scale}{plan.mode}" == scale:
            return plan
    raise MissingError("there is no such experiment in the store")


@contextmanager
def _opened(desk: Desk) -> Iterator[lab.Store]:
    if desk.store is None:
        raise MissingError("no store was given: start with 'playout serve --store FILE'")
    with lab.Store(desk.store, read_only=True) as store:
        yield store
