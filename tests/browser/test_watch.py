"""Watch it think: a search that one stops, goes on with, looks into and compares."""

from urllib.parse import urlencode

from command import run
from playwright.sync_api import Locator, Page, expect

from browser.server import Server


def look_at(page: Page, server: Server, game: str, **settings: str) -> Locator:
    """Opens a position; answers the part of the page that searches."""
    page.goto(f"{server.url}#watch?{urlencode({'game': game} | settings)}")
    expect(page.locator(".board:visible svg")).to_be_visible()
    return page.get_by_role("region", name="First player", exact=True)


def start(search: Locator, player: str, budget: str = "", seed: int = 0) -> None:
    search.get_by_label("First player", exact=True).fill(player)
    search.get_by_label("Budget of First player").fill(budget)
    search.get_by_label("Seed of First player").fill(str(seed))
    search.get_by_role("button", name="New search").click()


def simulations(search: Locator) -> int:
    text = search.get_by_text(" simulations").first.inner_text()
    return int(text.split(" simulations")[0].split()[-1].replace(",", ""))


def rows(search: Locator) -> list[list[str]]:
    """The table of moves."""
    return [row.split("\t") for row in search.locator("tbody tr").all_inner_texts()]


def test_the_answer_is_that_of_the_command_line(page: Page, server: Server) -> None:
    search = look_at(page, server, "connectfour(5,4)", moves="c c")
    start(search, "uct(exploration=0.7)", "3000 sims", seed=5)
    expect(search.get_by_role("status")).to_contain_text("ended")
    asked = "search connectfour(5,4) uct(exploration=0.7) --budget 3000sims --seed 5 --moves".split()
    said = run(*asked, "c c", "--json")
    expected = said.json["children"]
    shown = [(row[0], int(row[1].replace(",", ""))) for row in rows(search)]
    assert shown == [(child["move"], child["visits"]) for child in expected]


def test_a_search_pauses_and_goes_on_without_a_loss(page: Page, server: Server) -> None:
    search = look_at(page, server, "connectfour(7,6)")
    start(search, "uct")
    search.get_by_role("button", name="Pause").click()
    expect(search.get_by_role("status")).to_contain_text("paused")
    before = simulations(search)
    search.get_by_role("button", name="Go on").click()
    expect(search.get_by_role("status")).to_contain_text("searching")
    search.get_by_role("button", name="Pause").click()
    expect(search.get_by_role("status")).to_contain_text("paused")
    assert simulations(search) > before > 0


def test_the_tree_opens_down_to_where_it_ends(page: Page, server: Server) -> None:
    search = look_at(page, server, "connectfour(5,4)")
    start(search, "uct", "2000 sims", seed=1)
    expect(search.get_by_role("status")).to_contain_text("ended")
    best = rows(search)[0]
    search.get_by_text("Tree", exact=True).click()
    node = search.locator(".tree > ul > li").first
    expect(node).to_contain_text(f"{best[0]} {best[1]} visits")
    depth = 1
    while node.count():
        node.get_by_role("button").first.click()
        expect(node.locator(":scope > div > *")).to_have_count(1)
        node = node.locator(":scope > div > ul > li").first
        depth += 1
    assert depth > 3


def test_the_tree_shows_all_moves_of_a_node(page: Page, server: Server) -> None:
    search = look_at(page, server, "go(9,9)")
    start(search, "uct", "500 sims")
    expect(search.get_by_role("status")).to_contain_text("ended")
    search.get_by_text("Tree", exact=True).click()
    children = search.locator(".tree > ul > li")
    expect(children).to_have_count(41)  # with the button
    search.get_by_role("button", name="More").click()
    expect(children).to_have_count(82)


def test_the_heat_map_can_be_switched_off(page: Page, server: Server) -> None:
    search = look_at(page, server, "tictactoe")
    start(search, "uct", "500 sims")
    expect(page.locator(".heat")).to_have_count(9)
    page.get_by_label("heat map").uncheck()
    expect(page.locator(".heat")).to_have_count(0)


def test_the_expected_line_is_shown_and_played(page: Page, server: Server) -> None:
    search = look_at(page, server, "connectfour(5,4)")
    start(search, "uct", "2000 sims")
    expect(search.get_by_role("status")).to_contain_text("ended")
    line = search.get_by_text("Expected: ").locator("..").get_by_role("button")
    expected = line.all_inner_texts()[:2]
    line.nth(1).hover()
    expect(page.locator(".board.preview")).to_be_visible()
    line.nth(1).click()
    made = page.get_by_role("list", name="Moves").get_by_role("listitem")
    expect(made).to_have_text([f"{ply}. {move}" for ply, move in enumerate(expected, 1)])


def test_a_search_ends_at_a_proof(page: Page, server: Server) -> None:
    search = look_at(page, server, "tictactoe", moves="a1 b1 a2 b2")
    search.get_by_label("stop at a proof").check()
    start(search, "uct(bounds=cuts)")
    expect(search.get_by_role("status")).to_contain_text("ended")
    expect(search.get_by_text("a3 +1.000")).to_be_visible()


def test_two_players_look_at_the_same_position(page: Page, server: Server) -> None:
    look_at(page, server, "tictactoe")
    page.get_by_role("button", name="Two players side by side").click()
    for name, player in ("First player", "uct"), ("Second player", "flat"):
        search = page.get_by_role("region", name=name, exact=True)
        search.get_by_label(name, exact=True).fill(player)
        search.get_by_label(f"Budget of {name}").fill("900 sims")
        search.get_by_role("button", name="New search").click()
        expect(search.get_by_role("status")).to_contain_text("ended")
        expect(search.locator("tbody tr")).to_have_count(9)


def test_a_link_to_another_position_leaves_the_search_behind(page: Page, server: Server) -> None:
    search = look_at(page, server, "connectfour(5,4)")
    start(search, "uct", "500 sims")
    expect(search.locator("tbody tr")).to_have_count(5)
    look_at(page, server, "tictactoe", moves="b2")
    expect(search.locator("tbody tr")).to_have_count(0)
    start(search, "uct", "500 sims")
    expect(search.locator("tbody tr")).to_have_count(8)
    page.goto("about:blank")
    look_at(page, server, "connectfour(5,4)", moves="c")
    expect(search.get_by_role("button", name="Search", exact=True)).to_be_visible()
    expect(search.locator("tbody tr")).to_have_count(0)


def test_a_wrong_player_is_one_line(page: Page, server: Server, faults: list[str]) -> None:
    search = look_at(page, server, "tictactoe")
    start(search, "uct(explorattion=1)")
    expect(search.get_by_role("alert")).to_contain_text("exploration")
    assert "400" in faults.pop()
