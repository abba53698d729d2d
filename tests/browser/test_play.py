"""Play: whole games by clicks, by keys and by typing; taking back; what is kept in the address."""

import json
import re
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, Route, expect

import playout as po
from browser.server import Server

TWO_PEOPLE = {"max": "person", "min": "person"}
MORE_THAN_A_GAME = 40


def sit_down(page: Page, server: Server, game: str, **settings: str) -> None:
    page.goto(f"{server.url}#play?{urlencode({'game': game} | settings)}")
    expect(page.get_by_role("heading", name="Play", level=1)).to_be_visible()
    expect(standing(page)).to_have_text("Max to move")


def standing(page: Page) -> Locator:
    return page.locator(".standing:visible")


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'.board:visible [data-cell="{name}"]')


def listed(page: Page) -> Locator:
    """The list of the moves that were made."""
    return page.get_by_role("list", name="Moves").get_by_role("listitem")


def moves(page: Page) -> list[str]:
    return [text.split(". ")[1] for text in listed(page).all_inner_texts()]


def a_game(spec: str) -> po.State:
    """The end of some game."""
    state = po.game(spec).initial()
    while not state.is_terminal:
        state = state.play(po.Random().search(state, "1 sims", seed=len(state.history_names)).move)
    return state


def cells(move: str) -> list[str]:
    return re.findall(r"[a-z]\d+", move)


def test_a_whole_game_by_clicks(page: Page, server: Server) -> None:
    end = a_game("breakthrough(4,3)")
    sit_down(page, server, "breakthrough(4,3)", **TWO_PEOPLE)
    for ply, move in enumerate(end.history_names, 1):
        for name in cells(move):
            cell(page, name).click()
        expect(listed(page)).to_have_count(ply)
    expect(standing(page)).to_have_text("Max wins" if end.score > 0 else "Min wins")
    assert moves(page) == list(end.history_names)


def test_a_whole_game_by_keys_alone(page: Page, server: Server) -> None:
    end = a_game("breakthrough(4,3)")
    sit_down(page, server, "breakthrough(4,3)", **TWO_PEOPLE)
    tab_to(page, "[data-cell]")
    for ply, move in enumerate(end.history_names, 1):
        for name in cells(move):
            walk_to(page, name)
            page.keyboard.press("Enter")
        expect(listed(page)).to_have_count(ply)
    expect(standing(page)).to_have_text("Max wins" if end.score > 0 else "Min wins")


def test_a_whole_game_against_a_player(page: Page, server: Server) -> None:
    sit_down(page, server, "connectfour(4,4)", max="person", min="uct;200 sims", seed="3")
    made = 0
    while "to move" in standing(page).inner_text():
        page.locator(".board:visible .legal").first.click()
        expect(listed(page)).not_to_have_count(made)
        expect(standing(page)).not_to_have_text("Min to move")
        made = listed(page).count()
    assert made >= 7


def test_a_typed_move_is_played_or_refused(page: Page, server: Server, faults: list[str]) -> None:
    sit_down(page, server, "nogo(5,5)", **TWO_PEOPLE)
    type_move(page, "c3")
    expect(standing(page)).to_have_text("Min to move")
    type_move(page, "c3")
    expect(page.get_by_role("alert")).to_contain_text("illegal move 'c3'")
    assert moves(page) == ["c3"]
    assert "400" in faults.pop()


def type_move(page: Page, move: str) -> None:
    page.get_by_label("Type a move").fill(move)
    page.keyboard.press("Enter")


def test_what_is_taken_back_stays_as_a_branch(page: Page, server: Server) -> None:
    sit_down(page, server, "tictactoe", **TWO_PEOPLE)
    cell(page, "a1").click()
    expect(listed(page)).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(standing(page)).to_have_text("Max to move")
    cell(page, "b2").click()
    expect(listed(page)).to_have_text(re.compile(r"1\. b2\s*a1"))
    page.get_by_role("button", name="a1", exact=True).last.click()
    expect(listed(page)).to_have_text(re.compile(r"1\. a1\s*b2"))


def test_who_resigns_has_lost(page: Page, server: Server) -> None:
    sit_down(page, server, "tictactoe", **TWO_PEOPLE)
    page.get_by_role("button", name="Resign").click()
    expect(standing(page)).to_have_text("Max resigns: Min wins")
    page.get_by_role("button", name="Again").click()
    expect(standing(page)).to_have_text("Max to move")


def test_a_resignation_is_taken_back_and_nothing_else(page: Page, server: Server) -> None:
    sit_down(page, server, "tictactoe", **TWO_PEOPLE)
    cell(page, "b2").click()
    page.get_by_role("button", name="Resign").click()
    expect(standing(page)).to_have_text("Min resigns: Max wins")
    page.get_by_role("button", name="Undo").click()
    expect(standing(page)).to_have_text("Min to move")
    expect(listed(page)).to_have_count(1)


def test_the_address_holds_the_game(page: Page, server: Server) -> None:
    sit_down(page, server, "tictactoe", max="person", min="uct;50 sims", seed="7")
    cell(page, "b2").click()
    expect(listed(page)).to_have_count(2)
    played = moves(page)
    page.reload()
    expect(listed(page)).to_have_count(2)
    assert moves(page) == played
    expect(page.get_by_label("Min", exact=True)).to_have_value("uct")


def test_a_record_leads_to_the_same_position(page: Page, server: Server, tmp_path: Path) -> None:
    end = a_game("tictactoe")
    sit_down(page, server, "tictactoe", **TWO_PEOPLE)
    page.get_by_text("Positions and files").click()
    file = tmp_path / "game.json"
    file.write_text(po.Record.of(end).to_json(), encoding="utf-8")
    page.get_by_label("Open a record").set_input_files(file)
    expect(listed(page)).to_have_count(len(end.history_names))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    assert po.read_record(saved.value.path()).replay() == end


def test_the_first_game_does_not_replace_one_that_was_chosen_before_it_was_there(
    page: Page, server: Server
) -> None:
    asked: list[Route] = []

    def keep_waiting(route: Route) -> None:
        asked.append(route)

    page.route("**/api/position", keep_waiting)
    with page.expect_request("**/api/position"):
        page.goto(server.url)
    with page.expect_request("**/api/position"):
        page.get_by_role("combobox", name="Game", exact=True).select_option("connectfour")
    for route in asked:
        with page.expect_response("**/api/position"):
            route.continue_()
    expect(cell(page, "g")).to_be_visible()
    games = [json.loads(route.request.post_data or "")["game"] for route in asked]
    assert games == ["breakthrough(5,5)", "connectfour(7,6)"]


def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until the focus is there."""
    for _ in range(MORE_THAN_A_GAME):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def walk_to(page: Page, name: str) -> None:
    """Goes to a cell by arrow keys."""
    for _ in range(MORE_THAN_A_GAME):
        here = page.evaluate("() => document.activeElement.dataset.cell")
        if here == name:
            return
        if here[0] != name[0]:
            page.keyboard.press("ArrowRight" if here < name else "ArrowLeft")
        else:
            page.keyboard.press("ArrowUp" if here < name else "ArrowDown")
    raise AssertionError(f"the arrow keys do not lead to {name}")
