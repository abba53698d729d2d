"""What a page does when it is loaded again in the middle, and when the server dies."""

from playwright.sync_api import Locator, Page, expect

from browser.server import Server, serving


def search_on(page: Page, server: Server) -> Locator:
    """Starts a search without an end."""
    page.goto(f"{server.url}#watch?game=connectfour(7,6)")
    expect(page.locator(".board:visible svg")).to_be_visible()
    search = page.get_by_role("region", name="First player", exact=True)
    search.get_by_role("button", name="New search").click()
    expect(search.get_by_text("simulations")).to_be_visible()
    return search


def simulations(search: Locator) -> int:
    text = search.get_by_text(" simulations").first.inner_text()
    return int(text.split(" simulations")[0].split()[-1].replace(",", ""))


def test_a_search_outlives_a_reload(page: Page, server: Server) -> None:
    search = search_on(page, server)
    before = simulations(search)
    page.reload()
    expect(search.get_by_text("simulations")).to_be_visible()
    assert simulations(search) >= before
    search.get_by_role("button", name="Pause").click()
    expect(search.get_by_role("status")).to_contain_text("paused")


def test_a_solve_outlives_a_reload(page: Page, server: Server) -> None:
    page.goto(f"{server.url}#solve?game=morpion(5D)&player=nrpa(level=3)&budget=600s")
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_text("(searching)")).to_be_visible()
    page.reload()
    expect(page.get_by_text("(searching)")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("(stopped)")).to_be_visible()


def test_the_page_says_that_the_server_is_gone_and_goes_on_when_it_is_back(
    page: Page, faults: list[str]
) -> None:
    with serving() as mortal:
        search = search_on(page, mortal)
        mortal.kill()
        expect(page.get_by_text("the server does not answer")).to_be_visible()
    with serving(port=mortal.port):
        expect(page.get_by_text("the server does not answer")).to_be_hidden()
        expect(search.get_by_role("alert")).to_contain_text("the server was started again")
        search.get_by_role("button", name="New search").click()
        expect(search.get_by_text("simulations")).to_be_visible()
    assert all("Failed to load resource" in fault for fault in faults), faults
    faults.clear()
