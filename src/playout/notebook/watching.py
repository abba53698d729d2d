"""A search that is watched in a notebook: what it shows is brought up to date in place."""

import sys
import time
from typing import TYPE_CHECKING, Any

from playout.budget import Budget

if TYPE_CHECKING:
    from playout.search import Search

SECONDS = 0.25
"""Between two pictures."""
SHOWN_MOVES = 8
"""Of the line that a search expects."""


def watch(search: "Search", budget: Budget | str) -> None:
    """Runs a search, and shows the position and the moves while it goes on; elsewhere, the result once."""
    if not _in_notebook():
        print(search.run(budget))
        return
    from IPython.display import display

    shown = display(search.state, display_id=True)  # type: ignore[no-untyped-call]
    last = time.perf_counter()

    def show(search: "Search") -> None:
        nonlocal last
        if time.perf_counter() - last >= SECONDS:
            shown.update(_Standing(search))
            last = time.perf_counter()

    search.run(budget, progress=show)
    shown.update(_Standing(search))


class _Standing:
    """How a search stands now, for a notebook to show."""

    def __init__(self, search: "Search") -> None:
        self._result = search.result
        self._line = " ".join(child.name for child in search.line[:SHOWN_MOVES])

    def _repr_html_(self) -> str:
        from playout.render import html

        return html.search_result(self._result, self._line)

    def __repr__(self) -> str:
        return f"{self._result} {self._line}".rstrip()


def _in_notebook() -> bool:
    """Whether a kernel runs this: IPython in a terminal cannot change what it has shown."""
    ipython: Any = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")
