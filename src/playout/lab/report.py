"""The report: pages with our numbers beside the published ones, HTML and Markdown. It reads only a store."""

import glob
import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from playout.lab.evaluate import Entry, Section, count_verdicts, evaluate, orders
from playout.lab.library import ids, papers
from playout.lab.plan import Plan, PlannedCell
from playout.lab.statistics import Verdict
from playout.lab.store import Run, Store
from playout.ratings import Rating

__all__ = ["Page", "report"]

SIGNS = {
    Verdict.AGREES: "✓",
    Verdict.BETTER: "★",
    Verdict.DIFFERS: "✗",
    Verdict.NOT_ENOUGH: "?",
    Verdict.NOT_COMPARED: "",
}
CLAIM_SIGNS = {True: "✓", False: "✗", None: "–"}
LEGEND = (
    "✓ agrees with the published number, ✗ differs (p < 0.01), ★ is better than the paper (a cost that "
    "differs by being less), ? not enough games to tell; no sign: not compared, since the budget is smaller "
    "than the paper's or the paper has no number or no sample. Brackets and ± are 95% intervals."
)


@dataclass(frozen=True)
class Page:
    """A page of the report: a paper's experiments, or one of the user's.

    >>> from playout import lab
    >>> plan = lab.plan(lab.experiment("bounds.table2"), "smoke")
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with lab.Store(":memory:") as store, TemporaryDirectory() as folder:
    ...     _ = lab.run([plan], store, lab.engine("serial", 1), cells="Min 1 *")
    ...     pages = lab.report([plan], store, Path(folder))
    >>> pages[0].name, pages[0].summary
    ('bounds', '6 of 6 cells agree')
    """

    name: str
    """Of its files."""
    title: str
    source: str
    sections: tuple[Section, ...]

    @property
    def summary(self) -> str:
        """One line on all its experiments but variations."""
        tables = [section for section in self.sections if not section.plan.variation]
        entries = [entry for section in tables for entry in section.entries]
        parts = [count_verdicts(entries) or "no cells compared"]
        if agrees := [agrees for _, agrees in orders(entries)]:
            parts.append(f"the order of the settings agrees in {sum(agrees)} of {len(agrees)} groups")
        return "; ".join(parts)


def report(plans: Sequence[Plan], store: Store, folder: Path) -> list[Page]:
    """Writes a page a paper, and an index, into a folder.

    >>> from playout import lab
    >>> plan = lab.plan(lab.experiment("bounds.table2"), "smoke")
    >>> from tempfile import TemporaryDirectory
    >>> with lab.Store(":memory:") as store, TemporaryDirectory() as folder:
    ...     _ = lab.run([plan], store, lab.engine("serial", 1), cells="Min 1 *")
    ...     _ = lab.report([plan], store, Path(folder))
    ...     sorted(path.name for path in Path(folder).iterdir())
    ['bounds.html', 'bounds.md', 'index.html']
    """
    from playout.lab import html, markdown

    pages = _pages(plans, store)
    texts = {f"{page.name}.html": html.page(page) for page in pages}
    texts |= {f"{page.name}.md": markdown.page(page) for page in pages}
    texts["index.html"] = html.index(pages)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return pages


def _pages(plans: Sequence[Plan], store: Store) -> list[Page]:
    groups: dict[str, list[Section]] = {}
    for plan in plans:
        groups.setdefault(plan.paper or plan.experiment, []).append(evaluate(plan, store))
    names = _file_names(groups)
    return [_page(name, names[name], sections) for name, sections in groups.items()]


def _file_names(names: Iterable[str]) -> dict[str, str]:
    """A file of its own in the folder for each page, whatever it is called; `index` is taken."""
    taken, found = {"index"}, {}
    for name in names:
        plain = re.sub(r"[^\w.-]+", "-", name).strip(".-") or "page"
        free = (f"{plain}-{number}" if number > 1 else plain for number in count(1))
        found[name] = next(file for file in free if file.casefold() not in taken)
        taken.add(found[name].casefold())
    return found


def _page(name: str, file: str, sections: list[Section]) -> Page:
    about = papers().get(name, {})
    sections.sort(key=lambda section: section.plan.variation)
    return Page(file, about.get("title", sections[0].plan.title), about.get("source", ""), tuple(sections))


def command(section: Section, cell: PlannedCell | None = None) -> str:
    """What gives the numbers of an experiment, or of one cell, again."""
    plan = section.plan
    if not plan.file and plan.experiment not in ids() and section.runs:  # a tournament
        return _without_store(section.runs[-1].command)
    words = ["playout", "lab", "run", plan.file or plan.experiment, "--scale", plan.scale]
    if plan.clock:
        words += ["--budget-mode", "time"]
    if cell:
        words += ["--cell", glob.escape(cell.name)]
    return shlex.join(words)


def provenance(run: Run) -> str:
    """Who made numbers, where, when and with what."""
    when = datetime.fromtimestamp(run.started, UTC).strftime("%Y-%m-%d %H:%M UTC")
    how = f"{run.engine}, {run.workers} workers"
    return f"playout {run.version}, {run.machine}; {how}; {when}: {_without_store(run.command)}"


def _without_store(command: str) -> str:
    """A command without the file that the rows went to: its name says nothing elsewhere."""
    return re.sub(r""" (?:--store |(?='?--store=))(?:'[^']*'|"[^"]*"|\S)+""", "", command)


def rating_texts(rating: Rating) -> list[str]:
    """The row of a player in a table of ratings."""
    return [rating.player, rating.in_short, f"{rating.tally.points:g} of {rating.tally.games}"]


def setting(entry: Entry) -> str:
    """What a cell runs, in one line."""
    return ", ".join(f"{key} = {_value(value)}" for key, value in entry.cell.settings.items())


def _value(value: object) -> str:
    return " / ".join(map(str, value)) if isinstance(value, list) else str(value)
