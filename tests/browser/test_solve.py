"""Solve: a puzzle grows, is replayed, kept and gone on with."""

from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

import playout as po
from browser.server import Server

SETTINGS = {"game": "morpion(4D)", "player": "nrpa(level=2,iterations=20)", "seed": "1"}


def set_up(page: Page, server: Server, budget: str) -> None:
    page.goto(f"{server.url}#solve?{urlencode(SETTINGS | {'budget': budget})}")
    expect(page.get_by_role("heading", name="Solve", level=1)).to_be_visible()


def test_morpion_is_solved_as_by_the_library(page: Page, server: Server) -> None:
    set_up(page, server, "2000 sims")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".standing:visible")).to_contain_text("(done)")
    best = po.solve("morpion(4D)", SETTINGS["player"], "2000 sims", seed=1)
    expect(page.get_by_text(f"{len(best.moves)} moves · 2,000 playouts")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    assert po.read_record(saved.value.path()).replay() == best.state


def test_a_solution_is_replayed_by_a_slider(page: Page, server: Server) -> None:
    set_up(page, server, "500 sims")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".standing:visible")).to_contain_text("(done)")
    slider = page.get_by_label("Replay")
    slider.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator("label.replay + span")).to_contain_text("1: ")
    expect(page.locator(".board:visible svg")).to_be_visible()


def test_a_run_is_stopped_kept_and_gone_on_with(page: Page, server: Server, tmp_path: Path) -> None:
    set_up(page, server, "600s")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".standing:visible")).to_contain_text("(searching)")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".standing:visible")).to_contain_text("(stopped)")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the checkpoint").click()
    file = tmp_path / "kept.save"
    saved.value.save_as(file)
    page.get_by_label("Go on from a checkpoint").set_input_files(file)
    expect(page.locator(".standing:visible")).to_contain_text("(searching)")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".standing:visible")).to_contain_text("(stopped)")


def test_a_link_to_another_puzzle_leaves_the_solve_behind(page: Page, server: Server) -> None:
    set_up(page, server, "500 sims")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".standing:visible")).to_contain_text("(done)")
    page.goto("about:blank")
    page.goto(f"{server.url}#solve?{urlencode(SETTINGS | {'game': 'morpion(5D)'})}")
    expect(page.locator(".board:visible").get_by_text("morpion(5D)", exact=True)).to_be_visible()
    expect(page.locator(".standing:visible")).to_have_text("")
    expect(page.get_by_role("button", name="Stop")).to_be_disabled()


def test_a_longer_solution_of_another_puzzle_is_shown_whole(page: Page, server: Server) -> None:
    set_up(page, server, "100 sims")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".standing:visible")).to_contain_text("(done)")
    page.get_by_label("Size and options").fill("5D")
    page.get_by_label("Seed").focus()
    expect(page.locator(".standing:visible")).to_have_text("")
    page.get_by_role("button", name="Solve").click()
    best = po.solve("morpion(5D)", SETTINGS["player"], "100 sims", seed=1)
    expect(page.locator("label.replay + span")).to_contain_text(f"{len(best.moves)}: ")
