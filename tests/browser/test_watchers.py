"""The watchers see faults: what they let pass would pass everywhere."""

import pytest
from playwright.sync_api import Page

from browser.looks import assert_accessible, assert_fits, go_dark, go_narrow, is_dark

GOOD = """<!doctype html><html lang="en"><head><title>Good</title><style>
    :root { color-scheme: light dark } body { color: CanvasText; background: Canvas }
    </style></head><body><main><h1>Good</h1></main></body></html>"""


def test_a_good_page_passes(page: Page) -> None:
    page.set_content(GOOD)
    assert_accessible(page)
    go_narrow(page)
    assert_fits(page)
    assert page.inner_text("h1") == "Good"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("console.error('oh')", "the console says: oh"),
        ("setTimeout(() => { throw new Error('lost') })", "an error is not caught: lost"),
        ("await fetch('http://elsewhere.invalid/').catch(() => 0)", "asks another machine"),
    ],
)
def test_a_fault_is_seen(page: Page, faults: list[str], script: str, said: str) -> None:
    page.set_content(GOOD)
    page.evaluate(f"async () => {{ {script}; await new Promise(done => setTimeout(done)) }}")
    assert any(said in fault for fault in faults)
    faults.clear()


def test_a_picture_without_words_is_seen(page: Page) -> None:
    page.set_content(GOOD.replace("Good</h1>", '<img src="data:,"></h1>'))
    with pytest.raises(AssertionError, match="image-alt"):
        assert_accessible(page)


def test_what_is_too_wide_is_seen(page: Page) -> None:
    page.set_content(GOOD.replace("<h1>", '<h1 style="width: 400px">'))
    go_narrow(page)
    with pytest.raises(AssertionError, match="400px"):
        assert_fits(page)


def test_the_dark_is_seen(page: Page) -> None:
    page.set_content(GOOD)
    assert not is_dark(page)
    go_dark(page)
    assert is_dark(page)
