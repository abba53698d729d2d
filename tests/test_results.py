"""The committed results of the papers' experiments: a page each, every experiment, and README's table."""

import re
from pathlib import Path

import pytest

from playout import lab

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "papers" / "results"
PAPERS = sorted({name.partition(".")[0] for name in lab.ids()})


def verdict(page: str) -> str:
    """The first line in bold, which is about the whole page."""
    return next(line for line in page.splitlines() if line.startswith("**")).strip("*.")


@pytest.mark.parametrize("paper", PAPERS)
def test_the_verdict_of_a_paper_is_in_the_readme(paper: str) -> None:
    readme = (ROOT / "README.md").read_text()
    assert verdict((PAGES / f"{paper}.md").read_text()) in readme
    assert f"docs/papers/results/{paper}.md" in readme


@pytest.mark.parametrize("name", lab.ids())
def test_every_experiment_was_run(name: str) -> None:
    assert f"`playout lab run {name} --scale " in (PAGES / f"{name.partition('.')[0]}.md").read_text()


@pytest.mark.parametrize("page", [*PAGES.glob("*.md"), *PAGES.glob("*.html")], ids=lambda page: page.name)
def test_no_page_tells_where_its_store_was(page: Path) -> None:
    assert "--store" not in page.read_text(encoding="utf-8")


def sekis(table: int) -> list[tuple[int, int]]:
    """Our mean playouts and the paper's, of each cell of a table of the score-bounded paper."""
    page = (PAGES / "bounds.md").read_text(encoding="utf-8")
    section = page.partition(f"## Table {table}: ")[2].partition("\n## ")[0]
    found = re.findall(r"\*\*(?:> )?([\d,]+) ± [\d,]+\*\* / (?:> )?([\d,]+)", section)
    return [(int(ours.replace(",", "")), int(theirs.replace(",", ""))) for ours, theirs in found]


def test_sekis_take_no_more_playouts_than_in_the_paper_and_the_methods_stand_in_its_order() -> None:
    solver, cuts, bias = tables = [sekis(table) for table in (3, 4, 5)]
    assert list(map(len, tables)) == [36, 36, 36]
    assert all(ours <= theirs for table in tables for ours, theirs in table)
    assert all(a >= b >= c for (a, _), (b, _), (c, _) in zip(solver, cuts, bias, strict=True))
