"""The pages of the games: each has its picture, and the numbers in its tables are those of the library."""

import re
from pathlib import Path

import pytest
from toys import CATALOGUE

import playout as po

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {name: DOCS / "games" / f"{name}.md" for name in po.games.catalogue()}
AT_MOST = 10_000_000
"""Larger counts take too long to be counted again in every test run."""


def perft_table(page: str) -> dict[str, list[int]]:
    """The rows of the table of move sequences: from a spec to the counts at depth 1, 2, …"""
    table = re.search(r"\| move sequences \(perft\) at depth \| 1 \|.*\n((?:\|.*\n)+)", page)
    assert table, "the page has a table of move sequences"
    return {
        spec: [int(cell.replace(",", "")) for cell in cells.split("|") if cell.strip()]
        for spec, cells in re.findall(r"\| `(.+?)` \|(.+)\|\n", table[1])
    }


@pytest.mark.parametrize("name", PAGES)
def test_the_perft_counts_are_right(name: str) -> None:
    table = perft_table(PAGES[name].read_text("utf-8"))
    assert table
    for spec, counts in table.items():
        assert po.game(spec).spec_name == name
        few = [count for count in counts if count <= AT_MOST]
        assert few == [po.perft(spec, depth) for depth in range(1, len(few) + 1)]


@pytest.mark.parametrize("name", PAGES)
def test_there_is_a_picture(name: str) -> None:
    """That the pictures are what the code draws, test_examples says."""
    (image,) = re.findall(r"!\[.+\]\((\.\./images/\w+\.svg)\)", PAGES[name].read_text("utf-8"))
    assert (PAGES[name].parent / image).is_file()


def states_table() -> dict[str, tuple[int, str]]:
    """What docs/benchmarks.md says of the states of each game: their bytes, and the nanoseconds of a copy."""
    text = (DOCS / "benchmarks.md").read_text("utf-8")
    section = text[text.index("## States") : text.index("## The latest table")]
    rows = re.findall(r"\| `(.+?)` \| ([\d,]+) \| ([\d.]+) \|", section)
    return {spec: (int(size.replace(",", "")), ns) for spec, size, ns in rows}


def test_the_sizes_of_states_are_right() -> None:
    table = states_table()
    assert {spec: po.game(spec).state_size for spec in table} == {
        spec: size for spec, (size, _) in table.items()
    }
    assert table.keys() >= set(CATALOGUE)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_tells_the_size_of_a_state_and_the_time_of_a_copy(name: str) -> None:
    table = {spec: told for spec, told in states_table().items() if po.game(spec).spec_name == name}
    text = re.sub(r"\s+", " ", PAGES[name].read_text("utf-8"))
    assert {f"{size:,}" for size, _ in table.values()} <= set(re.findall(r"[\d,]*\d", text))
    (copies,) = re.findall(
        r"takes ([^a-z]+(?:and [^a-z]+)?) ns \(\[measured\]\(../benchmarks.md#states\)\)", text
    )
    assert set(re.findall(r"[\d.]+", copies)) <= {ns for _, ns in table.values()}
