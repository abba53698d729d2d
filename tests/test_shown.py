"""Results read well: short as text, and as HTML for notebooks, escaped and well formed."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from toys import First, Nim

import playout as po


class Evil(Nim):
    """A game whose every text would be markup, if nobody took care."""

    def name(self, state: tuple[int, po.Turn], move: int) -> str:
        return f"<script>{move}</script>"

    def text(self, state: tuple[int, po.Turn]) -> str:
        return "<b onclick='x'>&\x00"

    def __repr__(self) -> str:
        return '<img src=x onerror="alert(1)">'


def search(rules: Any = "connectfour(7,6)") -> po.SearchResult:
    return po.UCT().search(po.game(rules).initial(), "300 sims", seed=1)


def match(rules: Any = "tictactoe") -> po.MatchResult:
    return po.match(rules, "uct", First(), games=4, budget="30 sims", budget_b="10 sims", seed=1)


def progress() -> po.Progress:
    reports: list[po.Progress] = []
    po.solve("morpion(4D)", "nrpa(level=2)", "500 sims", seed=1, progress=reports.append)
    return reports[-1]


SHOWN: dict[str, Callable[[], Any]] = {
    "search": search,
    "search of breakthrough": lambda: search("breakthrough(8,8)"),
    "nested": lambda: po.Nested().search(po.game("tictactoe").initial(), "1s", seed=1),
    "own player": lambda: po.player(First()).search(po.game("tictactoe").initial(), "1s"),
    "puzzle": lambda: po.NMCS(level=2).search(po.game("morpion(4D)").initial(), "200 sims", seed=1),
    "match": match,
    "solve": lambda: po.solve("crossword(capitals)", "nrpa(level=2)", "200 sims", seed=1),
    "check": lambda: po.check("tictactoe", games=5),
    "rate": lambda: po.playout_rate("tictactoe", "100 sims"),
    "budget": lambda: po.Budget(seconds=2, simulations=10_000),
    "progress": progress,
    "evil search": lambda: search(Evil()),
    "evil match": lambda: match(Evil()),
    "evil check": lambda: po.check(Evil(), games=2),
}


class Tags(HTMLParser):
    """The names of the tags, and what of their attributes could run."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.handlers: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.handlers |= {name for name, _ in attrs if name.startswith("on") or name in ("href", "src")}


@pytest.mark.parametrize("name", SHOWN)
def test_html_is_well_formed_and_nothing_in_it_runs(name: str) -> None:
    html = SHOWN[name]()._repr_html_()
    ET.fromstring(html)
    tags = Tags()
    tags.feed(html)
    assert not tags.handlers
    assert not {"script", "img", "iframe", "style"} & tags.names
    assert "\x00" not in html


@pytest.mark.parametrize("name", SHOWN)
def test_a_repr_is_one_short_line(name: str) -> None:
    text = repr(SHOWN[name]())
    assert len(text) < 200
    assert "\n" not in text
    assert text.startswith(("<", "Budget("))
    assert "object at 0x" not in text


def test_a_search_shows_its_moves_with_bars_and_the_position() -> None:
    result = search("breakthrough(8,8)")
    html = result._repr_html_()
    assert po.game("breakthrough(8,8)").initial().svg() in html
    assert html.count("<tr") == 11, "ten moves and a head"
    assert "and 12 more" in html
    assert "width:120.0px" in html
    assert f"{result.children[0].visits:,}" in html


def test_a_match_shows_who_played_and_how_it_ended() -> None:
    html = match()._repr_html_()
    for text in ("uct", "First()", "30 sims a move", "10 sims a move", str(match()), "tictactoe"):
        assert text in html
    assert repr(match()).startswith("<MatchResult tictactoe, uct against First(): ")


def test_a_solution_shows_its_picture_and_its_score() -> None:
    result = po.solve("crossword(capitals)", "nrpa(level=2)", "200 sims", seed=1)
    html = result._repr_html_()
    assert result.state.svg() in html
    assert result.state.game.score_text(result.score) in html
    assert result.names[0] in html


def test_a_match_of_no_games_is_shown_too() -> None:
    from dataclasses import replace

    empty = replace(match(), wins=0, draws=0, losses=0, record=())
    ET.fromstring(empty._repr_html_())
