"""Games that were given at the start: the page begins with them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from gdl_texts import LIGHT, written
from playwright.sync_api import Page, expect

from browser.server import Server, serving

pytest.importorskip("clingo", reason="clingo is not installed")


@pytest.fixture
def rules(tmp_path: Path) -> Iterator[Server]:
    """A server with rules in GDL for two and for one."""
    written(tmp_path, LIGHT, "light.kif")
    with serving("tictactoe.kif", "light.kif", folder=tmp_path) as started:
        yield started


def test_every_page_begins_with_the_games_that_were_given(page: Page, rules: Server) -> None:
    for name, game in {"play": "tictactoe.kif", "watch": "tictactoe.kif", "solve": "light.kif"}.items():
        page.goto(f"{rules.url}#{name}")
        expect(page.locator("select").filter(visible=True)).to_have_value(game)
    page.goto(f"{rules.url}#match")
    expect(page.locator("select").filter(visible=True)).to_have_value("tictactoe.kif")
    expect(page.get_by_label("Games", exact=True).last).to_have_value("tictactoe.kif")


def test_a_game_in_gdl_is_played_by_clicks(page: Page, rules: Server) -> None:
    page.goto(f"{rules.url}#play?game=tictactoe.kif&min=person;1s")
    for cell in ("1_a", "2_a", "1_b", "2_b", "1_c"):
        page.locator(f"[data-cell='{cell}']").click()
    expect(page.get_by_text("Max wins").first).to_be_visible()


def test_what_cannot_be_set_up_is_not_offered(page: Page, rules: Server) -> None:
    page.goto(f"{rules.url}#play?game=tictactoe.kif")
    page.get_by_text("Positions and files").click()
    expect(page.get_by_role("button", name="Save the record")).to_be_visible()
    expect(page.get_by_role("button", name="Set up")).to_be_hidden()
    page.goto(f"{rules.url}#play?game=tictactoe")
    expect(page.get_by_role("button", name="Set up")).to_be_visible()
