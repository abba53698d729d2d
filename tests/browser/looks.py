"""What any page must be: open to everybody, legible in the dark, and whole on a telephone."""

import chromium
import pytest
from playwright.sync_api import Page


def assert_accessible(page: Page) -> None:
    """Axe finds nothing to complain of."""
    if not chromium.AXE_SCRIPT.exists():
        pytest.skip("NO AXE: run `python tools/chromium.py`")
    # Evaluated, not added to the page, whose content security policy would refuse it.
    page.evaluate(chromium.AXE_SCRIPT.read_text(encoding="utf-8"))
    violations = page.evaluate("async () => (await axe.run()).violations")
    found = [
        f"{violation['id']} ({violation['help']}): {node['html']} {node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]
    ]
    assert not found, "\n".join(found)


def go_dark(page: Page) -> None:
    page.emulate_media(color_scheme="dark")


def go_narrow(page: Page) -> None:
    """The size of a small telephone."""
    page.set_viewport_size({"width": 360, "height": 640})


def assert_fits(page: Page) -> None:
    """Nothing is wider than the window, so that nobody has to scroll sideways."""
    too_wide = page.evaluate(
        """() => [...document.querySelectorAll("body *")]
            .filter(element => element.getBoundingClientRect().right > window.innerWidth + 1)
            .map(element => element.outerHTML.slice(0, 120))"""
    )
    has_to_scroll = page.evaluate("() => document.documentElement.scrollWidth > window.innerWidth")
    assert not has_to_scroll, "\n".join(too_wide)


def is_dark(page: Page) -> bool:
    """Whether what is written is lighter than what it is written on."""
    return bool(
        page.evaluate(
            """() => {
                const style = getComputedStyle(document.body);
                const light = colour => colour.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + +b, 0);
                return light(style.color) > light(style.backgroundColor);
            }"""
        )
    )
