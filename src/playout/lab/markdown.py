"""The report in Markdown."""

from collections.abc import Iterable, Iterator

from playout.lab.evaluate import Entry, Section
from playout.lab.report import CLAIM_SIGNS, LEGEND, SIGNS, Page, command, provenance, rating_texts

__all__ = ["page"]


def page(page: Page) -> str:
    """The text of a page."""
    lines = [f"# {page.title}", ""]
    if page.source:
        lines += [page.source, ""]
    lines += [f"**{page.summary}.**", "", LEGEND, ""]
    for section in page.sections:
        lines += [*_section(section), ""]
    return "\n".join(lines).rstrip() + "\n"


def _section(section: Section) -> Iterator[str]:
    plan = section.plan
    yield from (f"## {_text(plan.title)}{plan.mode}", "", f"**{section.summary}.**", "")
    if plan.note:
        yield from (_text(plan.note), "")
    entries = {(entry.cell.row, entry.figure.column): entry for entry in section.entries}
    yield from _table(
        ["", *section.columns],
        ([row, *(_entry(entries.get((row, column))) for column in section.columns)] for row in section.rows),
    )
    if section.ratings:
        yield ""
        yield from _table(["player", "Elo", "points"], (rating_texts(one) for one in section.ratings))
    for claim in section.claims:
        yield f"\n{CLAIM_SIGNS[claim.holds]} {_text(claim.text)} ({claim.told})"
    yield from ("", f"`{command(section)}`", "")
    yield from (f"- {_text(provenance(run))}" for run in section.runs)


def _entry(entry: Entry | None) -> str:
    if entry is None:
        return ""
    ours = f"**{entry.full_text}**" if entry.text else "–"
    published = f" / {entry.published}" if entry.published else ""
    return f"{ours}{published} {SIGNS[entry.verdict]}".rstrip()


def _table(headings: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(map(_text, headings))} |"
    yield f"| --- |{' ---: |' * (len(headings) - 1)}"
    for row in rows:
        yield f"| {' | '.join(map(_text, row))} |"


def _text(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
