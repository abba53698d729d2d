"""Lab: a store's tables beside the published numbers, and a trial on the board."""

from collections.abc import Iterator

import pytest
from command import run
from playwright.sync_api import Page, expect

from browser.looks import assert_accessible, assert_fits, go_narrow
from browser.server import Server, serving


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that was given a store with one experiment."""
    store = str(tmp_path_factory.mktemp("lab") / "lab.sqlite")
    assert run("lab", "run", "nmcs.table3", "--scale", "smoke", "--store", store).status == 0
    with serving("--store", store) as started:
        yield started


def test_a_number_leads_to_its_game(page: Page, lab: Server) -> None:
    page.goto(f"{lab.url}#lab")
    page.get_by_role("button", name="(smoke)").click()
    expect(page.get_by_text("published").first).to_be_visible()
    page.locator("td button").first.click()
    page.get_by_role("button", name="Show on the board").click()
    expect(page.get_by_role("list", name="Moves").get_by_role("listitem").first).to_be_visible()
    assert_accessible(page)
    go_narrow(page)
    assert_fits(page)


def test_without_a_store_there_is_no_lab(page: Page, server: Server) -> None:
    page.goto(server.url)
    expect(page.get_by_role("link", name="Play", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Lab")).to_be_hidden()
