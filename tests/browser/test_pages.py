"""What holds on every page: axe finds nothing, it fits a telephone, it can be dark, it says what it is."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.looks import assert_accessible, assert_fits, go_dark, go_narrow, is_dark
from browser.server import Server


def a_game_of_two_moves(page: Page) -> None:
    expect(page.get_by_role("list", name="Moves").get_by_role("listitem")).to_have_count(2)


def a_search_that_has_ended(page: Page) -> None:
    expect(page.locator(".board:visible svg")).to_be_visible()
    search = page.get_by_role("region", name="First player", exact=True)
    search.get_by_label("Budget of First player").fill("500 sims")
    search.get_by_role("button", name="New search").click()
    expect(search.get_by_role("status")).to_contain_text("ended")
    search.get_by_text("Tree", exact=True).click()
    expect(search.locator(".tree li").first).to_be_visible()


def a_puzzle_that_is_solved(page: Page) -> None:
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_text("(done)")).to_be_visible()


def a_match_that_is_over(page: Page) -> None:
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("(done)")).to_be_visible()
    page.get_by_role("group", name="Games").get_by_role("button").first.click()
    expect(page.get_by_role("list", name="Moves")).to_be_visible()


def a_tournament_that_is_over(page: Page) -> None:
    page.get_by_label("Budget of a move").fill("20 sims")
    page.get_by_role("button", name="Start the tournament").click()
    expect(page.get_by_text("(done)")).to_be_visible()


def the_page_of_a_game(page: Page) -> None:
    page.get_by_role("button", name="connectfour").click()
    expect(page.get_by_role("heading", name="connectfour")).to_be_visible()


def the_page_of_a_player(page: Page) -> None:
    page.get_by_role("button", name="uct", exact=True).click()
    expect(page.get_by_role("heading", name="uct")).to_be_visible()


SCENES: dict[str, Callable[[Page], None]] = {
    "play?game=tictactoe&moves=b2 a1&max=person&min=person": a_game_of_two_moves,
    "watch?game=connectfour(5,4)": a_search_that_has_ended,
    "solve?game=morpion(4D)&player=nrpa(level=2)&budget=500 sims": a_puzzle_that_is_solved,
    "match?game=tictactoe&a=uct;20 sims&b=random;20 sims&games=4": a_match_that_is_over,
    "match": a_tournament_that_is_over,
    "games": the_page_of_a_game,
    "games?": the_page_of_a_player,
}


@pytest.fixture(params=SCENES, ids=[scene.__name__ for scene in SCENES.values()])
def scene(request: pytest.FixtureRequest, server: Server) -> Callable[[Page], None]:
    """Opens a page and does something there."""

    def open_it(page: Page) -> None:
        page.goto(f"{server.url}#{request.param}")
        SCENES[request.param](page)

    return open_it


def test_it_is_for_everybody(page: Page, scene: Callable[[Page], None]) -> None:
    scene(page)
    assert_accessible(page)


def test_it_is_legible_in_the_dark(page: Page, scene: Callable[[Page], None]) -> None:
    go_dark(page)
    scene(page)
    assert is_dark(page)
    assert_accessible(page)


def test_it_is_whole_on_a_telephone(page: Page, scene: Callable[[Page], None]) -> None:
    go_narrow(page)
    scene(page)
    assert_fits(page)


def test_the_links_lead_to_the_pages(page: Page, server: Server) -> None:
    page.goto(server.url)
    for name in "Play", "Watch", "Solve", "Match", "Games and players":
        page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page).to_have_title(f"{name} – playout")
    page.go_back()
    expect(page).to_have_title("Match – playout")
