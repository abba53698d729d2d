"""The progress of a run of the lab: all trials, and the cells of the experiments as they fill."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.progress import TimeRemainingColumn as Remaining
from rich.text import Text

from playout import lab

LEVELS = "·▁▂▃▄▅▆▇█"
"""How full a cell is."""
MAX_LINES = 12


@contextmanager
def watch(plans: Sequence[lab.Plan]) -> Iterator[lab.Progress | None]:
    """A callback that shows the run on a terminal; none if there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    picture = _Picture(plans)
    console = Console(stderr=True, markup=False, emoji=False, highlight=False)
    with Live(picture.render(), console=console, transient=True, refresh_per_second=4) as live:

        def show(summary: lab.Summary, outcomes: Sequence[lab.Outcome]) -> None:
            picture.update(summary, outcomes)
            live.update(picture.render())

        yield show


class _Picture:
    def __init__(self, plans: Sequence[lab.Plan]) -> None:
        self._plans = plans
        self._done: Counter[str] = Counter()
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining()
        self._progress = Progress(*columns)
        self._task = self._progress.add_task("trials", total=sum(plan.size for plan in plans))

    def update(self, summary: lab.Summary, outcomes: Sequence[lab.Outcome]) -> None:
        """Takes in what has arrived."""
        for outcome in outcomes:
            if outcome.error is None:
                self._done[outcome.trial.id.rpartition("/")[0]] += 1
        rate = summary.finished / summary.seconds if summary.seconds else 0.0
        failed = f", {summary.failed} failed" if summary.failed else ""
        text = f"{rate:,.1f} trials/s{failed}"
        self._progress.update(self._task, completed=summary.done + summary.finished, description=text)

    def render(self) -> Group:
        """The bar, and a line of cells for each experiment that is under way."""
        begun = [plan for plan in self._plans if any(self._done[_key(plan, cell)] for cell in plan.cells)]
        lines = [self._line(plan) for plan in begun[-MAX_LINES:]]
        return Group(*lines, self._progress)

    def _line(self, plan: lab.Plan) -> Text:
        cells = "".join(
            LEVELS[round((len(LEVELS) - 1) * min(1.0, self._done[_key(plan, cell)] / cell.trials))]
            for cell in plan.cells
        )
        return Text(f"{plan.experiment:<20} {cells}", no_wrap=True, overflow="ellipsis")


def _key(plan: lab.Plan, cell: lab.PlannedCell) -> str:
    return f"{plan.experiment}/{cell.key}"
