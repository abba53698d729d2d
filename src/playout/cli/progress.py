"""Progress bars: on stderr, and only if that is a terminal. They vanish when the work is done."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
from rich.progress import TimeElapsedColumn as Elapsed
from rich.progress import TimeRemainingColumn as Remaining
from rich.progress_bar import ProgressBar


@contextmanager
def clock(text: str, seconds: float | None = None) -> Iterator[Callable[[str], None]]:
    """Shows that work goes on, and how much of its time is gone; what it yields takes a new text."""
    with _progress(TextColumn("{task.description}"), _ClockBar(), Elapsed()) as progress:
        task = progress.add_task(text, total=seconds)
        yield lambda news: progress.update(task, description=news)


def is_shown() -> bool:
    """Whether there is anybody to look at it."""
    return sys.stderr.isatty()


@contextmanager
def counter(text: str, total: int) -> Iterator[Callable[[str], None]]:
    """Counts pieces of work: each call of what it yields is one more, with a new text."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Elapsed(), Remaining()
    with _progress(*columns) as progress:
        task = progress.add_task(text, total=total)
        yield lambda news: progress.update(task, advance=1, description=news)


@contextmanager
def share(text: str) -> Iterator[Callable[[float, str], None]]:
    """Shows how much of some work is done: what it yields takes the share, up to 1, and a new text."""
    with _progress(TextColumn("{task.description}"), BarColumn(), Elapsed(), Remaining()) as progress:
        task = progress.add_task(text, total=1.0)
        yield lambda done, news: progress.update(task, completed=done, description=news)


def _progress(*columns: ProgressColumn) -> Progress:
    return Progress(
        *columns,
        console=Console(stderr=True, markup=False, emoji=False, highlight=False),
        transient=True,
        disable=not is_shown(),
        # What a game written in Python prints belongs above the bar, but only if it is for the same screen.
        redirect_stdout=sys.stdout.isatty(),
    )


class _ClockBar(BarColumn):
    """A bar that moves by itself, since not everybody reports."""

    def render(self, task: Task) -> ProgressBar:
        bar = super().render(task)
        bar.completed = task.elapsed or 0.0
        return bar
