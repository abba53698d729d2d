"""The report as static HTML: one file a page, no scripts, for screens, phones and paper."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from playout.lab.evaluate import ClaimResult, Entry, Section
from playout.lab.plot import plots
from playout.lab.report import CLAIM_SIGNS, LEGEND, SIGNS, Page, command, provenance, rating_texts, setting
from playout.render.page import clean

__all__ = ["document", "for_notebook", "index", "page", "scroll"]

_STYLE = Path(__file__).with_name("report.css")


def page(page: Page) -> str:
    """The text of a page."""
    body = [
        f"<h1>{clean(page.title)}</h1>",
        f'<p class="faded">{clean(page.source)}</p>' if page.source else "",
        f'<p class="summary">{clean(page.summary)}.</p>',
        f'<p class="faded">{clean(LEGEND)}</p>',
    ]
    for section in page.sections:
        body += _section(section)
    return document(page.title, body)


def index(pages: Iterable[Page]) -> str:
    """The page that lists the others."""
    rows = [[f'<a href="{clean(one.name)}.html">{clean(one.title)}</a>', clean(one.summary)] for one in pages]
    return document("playout lab", ["<h1>playout lab</h1>", _plain_table(["page", "summary"], rows)])


def document(title: str, body: Iterable[str]) -> str:
    """A whole page."""
    style = _STYLE.read_text(encoding="utf-8")
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{clean(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
    )
    return head + "\n".join(part for part in body if part) + "\n</body>\n</html>\n"


def _section(section: Section) -> Iterator[str]:
    plan = section.plan
    yield f"<h2>{clean(plan.title)}{plan.mode}</h2>"
    yield f'<p class="summary">{clean(section.summary)}.</p>'
    if plan.note:
        yield f'<p class="faded">{clean(plan.note)}</p>'
    yield _results(section)
    if section.ratings:
        rows = [[clean(text) for text in rating_texts(one)] for one in section.ratings]
        yield _plain_table(["player", "Elo", "points"], rows)
    if section.claims:
        yield "<ul>" + "".join(map(_claim, section.claims)) + "</ul>"
    if drawn := [plot for plot in plots(section) if plot]:
        yield '<div class="plots">' + "".join(drawn) + "</div>"
    yield _provenance(section)


def for_notebook(section: Section) -> str:
    """The table of a section alone, below its title, for a page with a style of its own."""
    style = "<style>.playout-lab small { display: block; opacity: .75 }</style>"
    title = f"<b>{clean(section.plan.title)}</b>: {clean(section.summary)}"
    return f'<div class="playout-lab">{style}{title}{_results(section)}</div>'


def _results(section: Section) -> str:
    entries = {(entry.cell.row, entry.figure.column): entry for entry in section.entries}
    head = "".join(f"<th>{clean(column)}</th>" for column in section.columns)
    rows = [
        f"<tr><th>{clean(row)}</th>{''.join(_entry(entries.get((row, c))) for c in section.columns)}</tr>"
        for row in section.rows
    ]
    return scroll(f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>")


def _entry(entry: Entry | None) -> str:
    if entry is None:
        return "<td></td>"
    published = f"<small>{clean(entry.published)} published</small>" if entry.published else ""
    spread = f"<small>{clean(entry.spread)}</small>" if entry.spread else ""
    sign = f" <i>{SIGNS[entry.verdict]}</i>" if SIGNS[entry.verdict] else ""
    kind = entry.verdict.name.lower()
    return f'<td class="{kind}"><b>{clean(entry.text) or "–"}</b>{sign}{spread}{published}</td>'


def _claim(claim: ClaimResult) -> str:
    kind = {True: "agrees", False: "differs", None: ""}[claim.holds]
    return f'<li class="{kind}"><i>{CLAIM_SIGNS[claim.holds]}</i> {clean(claim.text)} ({claim.told})</li>'


def _provenance(section: Section) -> str:
    """How each number was made: command, seeds, trials, time, version, machine."""
    runs = "".join(f"<li>{clean(provenance(run))}</li>" for run in section.runs)
    cells = {entry.cell.key: entry for entry in section.entries}
    rows = [
        [
            f"<code>{clean(command(section, entry.cell))}</code>",
            clean(setting(entry)),
            f"{entry.count} of {entry.cell.trials}",
            str(entry.first_seed if entry.first_seed is not None else "–"),
            f"{entry.seconds:.1f} s",
        ]
        for entry in cells.values()
    ]
    table = _plain_table(["command", "setting", "trials", "seed of the first", "processor time"], rows)
    return (
        f"<details><summary>How these numbers were made</summary>"
        f"<p><code>{clean(command(section))}</code></p><ul>{runs}</ul>{table}</details>"
    )


def _plain_table(headings: list[str], rows: list[list[str]]) -> str:
    head = "".join(f"<th>{heading}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return scroll(f'<table class="left"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>')


def scroll(table: str) -> str:
    """A table that scrolls by itself where it is too wide."""
    return f'<div class="scroll">{table}</div>'
