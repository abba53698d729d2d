"""Match and tournament: they are played before one's eyes, with the results of the library."""

from urllib.parse import urlencode

from playwright.sync_api import Page, expect

import playout as po
from browser.server import Server

SETTINGS = {"game": "tictactoe", "a": "uct;50 sims", "b": "random;50 sims", "games": "20", "seed": "3"}


def test_a_match_has_the_result_of_the_library(page: Page, server: Server) -> None:
    page.goto(f"{server.url}#match?{urlencode(SETTINGS)}")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("(done)").first).to_be_visible()
    result = po.match("tictactoe", "uct", "random", games=20, budget="50 sims", seed=3)
    counted = f"A has {result.wins} wins, {result.draws} draws, {result.losses} losses"
    expect(page.get_by_text(counted)).to_be_visible()


def test_a_game_of_a_match_is_replayed(page: Page, server: Server) -> None:
    page.goto(f"{server.url}#match?{urlencode(SETTINGS | {'games': '4'})}")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("(done)").first).to_be_visible()
    page.get_by_role("group", name="Games").get_by_role("button").nth(1).click()
    record = po.match("tictactoe", "uct", "random", games=4, budget="50 sims", seed=3).record[1]
    expect(page.get_by_role("list", name="Moves").get_by_role("listitem")).to_have_text(
        [f"{ply}. {move}" for ply, move in enumerate(record.names, 1)]
    )
    expect(page.get_by_text("game 2: A is Min")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()


def test_a_player_with_a_playout_of_its_own_is_one_player(page: Page, server: Server) -> None:
    page.goto(f"{server.url}#match")
    part = page.locator("section", has=page.get_by_role("heading", name="Tournament", exact=True))
    part.get_by_label("Games", exact=True).fill("tictactoe")
    part.get_by_label("Players").fill("uct(rave=9, playout=nested(level=1)), random")
    part.get_by_label("Budget of a move").fill("20 sims")
    part.get_by_role("button", name="Start the tournament").click()
    expect(part.get_by_text("20 of 20 games (done)")).to_be_visible()
    expect(part.locator("tbody tr")).to_have_count(2)


def test_a_tournament_ranks_its_players(page: Page, server: Server) -> None:
    page.goto(f"{server.url}#match")
    part = page.locator("section", has=page.get_by_role("heading", name="Tournament", exact=True))
    part.get_by_label("Games", exact=True).fill("tictactoe")
    part.get_by_label("Players").fill("random, uct")
    part.get_by_label("Budget of a move").fill("50 sims")
    part.get_by_role("button", name="Start the tournament").click()
    expect(part.get_by_text("20 of 20 games (done)")).to_be_visible()
    expect(part.locator("tbody tr").first).to_contain_text("1. uct")
