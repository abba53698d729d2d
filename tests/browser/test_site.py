"""The documentation as a site, which `make docs` has made."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.looks import assert_fits, go_dark, go_narrow, is_dark

SITE = Path(__file__).parents[2] / "build" / "site"
PAGES = ("index.html", "docs/README.html", "docs/games/go.html", "docs/api/players.html")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """Its address."""
    if not SITE.exists():
        pytest.skip("NO SITE: run `make docs`")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE)) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_search_finds_a_player(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_placeholder("Search").fill("nested rollout")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="NRPA", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("NRPA")


def test_the_sections_lead_to_the_pages(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("link", name="Connect Four", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Connect Four")
    expect(page.locator("article img").first).to_have_js_property("complete", True)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole_on_a_telephone(page: Page, site: str, path: str) -> None:
    go_narrow(page)
    page.goto(site + path)
    assert_fits(page)


def test_a_page_can_be_dark(page: Page, site: str) -> None:
    go_dark(page)
    page.goto(site)
    assert is_dark(page)
