"""How long a plan of the papers takes here, before any of it has been run.

`tools/lab_times.py` has measured it on some machine. This machine's speed relative to that one, by a small
piece of the same work, makes an estimate of it.
"""

import hashlib
import json
import time
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from playout.lab.plan import Plan
from playout.measure import playout_rate

__all__ = ["FILE", "Times", "estimate", "speed", "times"]

FILE = Path(__file__).parent.parent / "data" / "lab_times.json"


@dataclass(frozen=True)
class Times:
    """What was measured."""

    machine: str
    date: str
    speed: float
    """Of that machine."""
    plans: dict[str, tuple[str, float]]
    """Of each plan, by its name: which trials it had, and their processor time in seconds."""

    def to_json(self) -> str:
        """The text of the file."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n"


@cache
def times() -> Times:
    """What is in the file."""
    return Times(**json.loads(FILE.read_text(encoding="utf-8")))


def name(plan: Plan) -> str:
    """The name of a plan in the file."""
    return f"{plan.experiment} {plan.scale}"


def fingerprint(plan: Plan) -> str:
    """A hash of all trials of a plan: with other trials, it takes another time."""
    text = json.dumps([(cell.key, cell.trials) for cell in plan.cells])
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def estimate(plan: Plan) -> float | None:
    """The processor time of a plan on this machine, in seconds; None for a plan that was not measured.

    >>> from playout import lab
    >>> estimate(lab.plan(lab.experiment("bounds.table2"), "smoke")) > 0
    True
    """
    trials, seconds = times().plans.get(name(plan), ("", 0.0))
    if trials != fingerprint(plan):
        return None
    return seconds if plan.by_clock else seconds / ratio()


@cache
def ratio() -> float:
    """How many times as fast as that machine this one is."""
    return speed() / times().speed


def speed() -> float:
    """States a second of processor time in random playouts, the best of five measurements."""
    return max(_speed() for _ in range(5))


def _speed() -> float:
    start = time.thread_time()
    states = playout_rate("breakthrough(5,5)", "20000 sims", seed=0).states
    return states / (time.thread_time() - start)
