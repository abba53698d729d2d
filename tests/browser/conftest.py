"""A browser, a page that reports its faults, and a server to look at."""

import os
from collections.abc import Iterator
from urllib.parse import urlsplit

import chromium
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from browser.server import Server, serving

HERE = {"127.0.0.1", "localhost"}

# A loaded machine makes any deadline a matter of luck; this one only keeps the tests from waiting for ever.
expect.set_options(timeout=60_000)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The one browser of all tests."""
    found = chromium.find()
    if found is None:
        pytest.skip("NO BROWSER: run `python tools/chromium.py`, or install Debian's `chromium`")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=found.executable,
            args=found.arguments,
            env={**os.environ, **found.environment},
        )
        yield started
        started.close()


@pytest.fixture
def faults() -> list[str]:
    """What went wrong on the page so far; a test that expects something to go wrong takes it out."""
    return []


@pytest.fixture
def page(browser: Browser, faults: list[str]) -> Iterator[Page]:
    """A page of a visitor who was never there before. An error that it reports is an error of the test."""
    with browser.new_context() as visitor:
        opened = visitor.new_page()
        watch(opened, faults)
        yield opened
    assert not faults


def watch(page: Page, faults: list[str]) -> None:
    """Writes down errors, and requests to any other machine."""

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            faults.append(f"the console says: {message.text}")

    def see(request: Request) -> None:
        target = urlsplit(request.url)
        if target.scheme in {"http", "https", "ws", "wss"} and target.hostname not in HERE:
            faults.append(f"asks another machine: {request.url}")

    page.on("console", hear)
    page.on("request", see)
    page.on("pageerror", lambda error: faults.append(f"an error is not caught: {error}"))


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One `playout serve` for all tests that do it no harm."""
    with serving() as started:
        yield started
