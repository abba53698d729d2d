"""The lab: experiments as files, run to the end whatever happens, and reported beside published numbers.

    plan → run (on an engine) → store → report

>>> from playout import lab
>>> plan = lab.plan(lab.experiment("bounds.table1"), "smoke")
>>> with lab.Store(":memory:") as store:
...     lab.run([plan], store, lab.engine("serial", 1)).finished
81
"""

from playout.lab.engines import Engine, engine
from playout.lab.evaluate import Entry, Section, evaluate
from playout.lab.experiment import Cell, Experiment, Figure, Scale, read_experiment
from playout.lab.export import export
from playout.lab.library import experiment, ids
from playout.lab.plan import Plan, PlannedCell, Trial, plan
from playout.lab.replay import replay
from playout.lab.report import Page, report
from playout.lab.run import Progress, Summary, run
from playout.lab.store import Outcome, Run, Store

__all__ = [
    "Cell",
    "Engine",
    "Entry",
    "Experiment",
    "Figure",
    "Outcome",
    "Page",
    "Plan",
    "PlannedCell",
    "Progress",
    "Run",
    "Scale",
    "Section",
    "Store",
    "Summary",
    "Trial",
    "engine",
    "evaluate",
    "experiment",
    "export",
    "ids",
    "plan",
    "read_experiment",
    "replay",
    "report",
    "run",
]
