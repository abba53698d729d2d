"""The tutorial's section on the page, followed with its own players."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from test_tutorial import FILE, PAGE

from browser.server import Server, serving

PLAYERS = ("my_players.py:Careful", "my_players.py:central")


@pytest.fixture(scope="module")
def page_of_mine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of section 7."""
    folder: Path = tmp_path_factory.mktemp("my-players")
    for text, name in FILE.findall(PAGE):
        (folder / name).write_text(text, encoding="utf-8")
    with serving(*PLAYERS, folder=folder) as started:
        yield started


def test_a_game_against_the_careful_one(page: Page, page_of_mine: Server) -> None:
    page.goto(page_of_mine.url)
    settings = page.locator("section", has=page.get_by_role("heading", name="Game", exact=True))
    settings.get_by_role("combobox", name="Game", exact=True).select_option("connectfour")
    settings.get_by_label("Size and options").fill("5,4")
    settings.get_by_label("Min", exact=True).fill(PLAYERS[0])
    page.keyboard.press("Tab")
    for moves in 2, 4:
        page.locator('.board:visible [data-cell="a"]').click()
        expect(page.get_by_role("list", name="Moves").get_by_role("listitem")).to_have_count(moves)


def test_a_search_of_the_central_one(page: Page, page_of_mine: Server) -> None:
    page.goto(f"{page_of_mine.url}#watch?game=connectfour(5,4)")
    expect(page.locator(".board:visible svg")).to_be_visible()
    search = page.get_by_role("region", name="First player", exact=True)
    search.get_by_label("First player", exact=True).fill(PLAYERS[1])
    search.get_by_role("button", name="Search", exact=True).click()
    search.get_by_role("button", name="Pause").click()
    expect(search.locator("tbody tr")).to_have_count(5)
    page.get_by_role("button", name="Two players side by side").click()
    expect(page.get_by_role("region", name="Second player", exact=True)).to_be_visible()


def test_the_tournament_ends_with_the_ratings_of_the_tutorial(page: Page, page_of_mine: Server) -> None:
    page.goto(f"{page_of_mine.url}#match")
    part = page.locator("section", has=page.get_by_role("heading", name="Tournament", exact=True))
    part.get_by_label("Games", exact=True).fill("connectfour(5,4), tictactoe")
    part.get_by_label("Players").fill(", ".join((*PLAYERS, "uct", "flat", "random")))
    part.get_by_label("Budget of a move").fill("100 sims")
    part.get_by_label("Seed of the tournament").fill("1")
    part.get_by_role("button", name="Start the tournament").click()
    expect(part.get_by_text("400 of 400 games (done)")).to_be_visible()
    ratings = [row.split("\t")[:2] for row in part.locator("tbody tr").all_inner_texts()]
    told = PAGE.split("$ python tournament.py\n")[1].splitlines()[:5]
    expected = [[f"{place}. {line.split()[0]}", line.split()[1]] for place, line in enumerate(told, 1)]
    assert [[name, elo.replace("−", "-")] for name, elo in ratings] == expected
