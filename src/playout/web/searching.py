"""A search that a page watches, in slices of the pool; and one that can only be asked."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import playout as po
from playout.render.numbers import size
from playout.web.pages import Job, Page, Pages
from playout.web.pool import Pool
from playout.web.running import Running
from playout.web.views import child, finite, one_line, thinned

__all__ = ["AskJob", "Ends", "SearchJob", "can_be_watched"]

MOST_CHILDREN = 400
MOST_LINE = 40
CLEAR_SHARE = 0.9
CLEAR_SIMULATIONS = 10_000


def can_be_watched(player: po.Player) -> bool:
    """Whether its search runs in slices: that of a player of the user's does not."""
    return type(player).search is po.Player.search


@dataclass(frozen=True)
class Ends:
    """When a search ends by itself."""

    budget: po.Budget | None = None
    at_proof: bool = False
    when_clear: bool = False


class SearchJob(Job):
    """A search on a position, which can be looked into at any moment.

    One at a time touches the search, and who looks goes first: he takes the gate, ends the slice that runs,
    and the next slice waits behind him.
    """

    kind = "search"

    def __init__(self, page: Page, search: po.Search, ends: Ends, pages: Pages, pool: Pool) -> None:
        super().__init__(page)
        self._search = search
        self._ends = ends
        self._pages = pages
        self._pool = pool
        self._gate, self._turn, self._switch = threading.Lock(), threading.Lock(), threading.Lock()
        self._stop = po.Stop()
        self._runs = self._waits = False
        self._why = ""
        self._found: po.SearchResult | None = None
        self._curve: list[tuple[float, float | None]] = []

    def go(self) -> None:
        """Begins, or goes on; after the end of its budget, without one."""
        with self._switch:
            if self._why:
                self._why, self._ends = "", Ends()
            self._runs = True
            if not self._waits:
                self._waits = True
                self._pool.add(self)

    def pause(self) -> None:
        """Ends the slice that runs, and begins no other."""
        with self._switch:
            self._runs = False
        self._stop.request()

    def step(self, seconds: float) -> bool:
        """Searches for so long, and tells what it thinks; whether there is more to do."""
        with self._gate:
            self._turn.acquire()
            self._stop = po.Stop()
        try:
            if self._runs:
                self._slice(seconds)
            told = self._runs
            self._tell(told)
        except Exception as error:
            told = self._runs = False
            self.tell({"state": "failed", "error": one_line(error)})
        finally:
            self._turn.release()
        with self._switch:
            self._waits = self._runs or told  # who has paused it since hears of it in one more step
            return self._waits

    def _slice(self, seconds: float) -> None:
        left = self._left(seconds)
        if left and not (self._found and self._search.finished):
            with po.stopped_by(self._stop):
                self._search.run(left)
        self._found = _result(self._search)
        self._why = self._end(left)
        if self._why:
            self._runs = False

    def _left(self, seconds: float) -> po.Budget | None:
        """The budget of a slice; None if all is spent."""
        whole = self._ends.budget or po.Budget(self._pages.limits.seconds)
        spent = self._found
        simulations, states = whole.simulations, whole.states
        if spent:
            seconds = min(seconds, (whole.seconds or seconds) - spent.seconds) if whole.seconds else seconds
            simulations = None if simulations is None else simulations - spent.simulations
            states = None if states is None else states - spent.states
        if min(seconds, *(left for left in (simulations, states) if left is not None), 1) <= 0:
            return None
        return po.Budget(seconds, simulations, states)

    def _end(self, left: po.Budget | None) -> str:
        """Why the search ends here; empty if it does not."""
        found = self._found
        if self._search.finished:
            return "the result is proved" if found and found.proven else "nothing is left to search"
        if self._ends.at_proof and found and found.proven:
            return "the result is proved"
        if self._left(1) is None:
            return "the budget is spent" if self._ends.budget else "the time that a search has here is spent"
        if self._ends.when_clear and found and is_clear(found, self._ends.budget):
            return "the choice is clear"
        self.bytes = found.tree_bytes if found else 0
        if self._pages.bytes > self._pages.limits.memory:
            most = size(self._pages.limits.memory)
            return f"all searches together have reached {most}, the most that is allowed"
        return ""

    def _tell(self, runs: bool) -> None:
        if self._found:
            self.tell(self._news(self._found, runs))

    def _news(self, found: po.SearchResult, runs: bool) -> dict[str, Any]:
        self._curve = thinned([*self._curve, (round(found.seconds, 3), finite(found.value))])
        return {
            "state": "ended" if self._why else "running" if runs else "paused",
            "why": self._why,
            **summary(found),
            "line": [child(one, one.visits) for one in self._search.line[:MOST_LINE]],
            "curve": self._curve,
        }

    @contextmanager
    def at_rest(self) -> Iterator[po.Search]:
        """The search, between two slices."""
        with self._gate:
            self._stop.request()
            with self._turn:
                yield self._search

    def tree(self, moves: list[str], most: int) -> dict[str, Any]:
        """What is known of the moves after some moves."""
        with self.at_rest() as search:
            found = search.tree(moves, most=most)
        return {"moves": moves, "children": [child(one, one.visits) for one in found]}


def _result(search: po.Search) -> po.SearchResult | None:
    """What is known; None if nothing is yet."""
    try:
        return search.result
    except po.ContractError:
        raise
    except ValueError:
        return None


def is_clear(found: po.SearchResult, budget: po.Budget | None) -> bool:
    """Whether more simulations will hardly change the choice, or cannot.

    They cannot if the first move leads by more visits than the budget has left. Without a budget, the first
    move must have nine visits of ten.
    """
    visits = sorted((one.visits for one in found.children), reverse=True)
    if len(visits) < 2:
        return True
    if budget and budget.simulations is not None:
        return visits[0] - visits[1] > budget.simulations - found.simulations
    return found.simulations >= CLEAR_SIMULATIONS and visits[0] >= CLEAR_SHARE * sum(visits)


def summary(found: po.SearchResult) -> dict[str, Any]:
    """What a search has found, and what it took."""
    return {
        **child(found, found.simulations),
        "simulations": found.simulations,
        "states": found.states,
        "seconds": found.seconds,
        "nodes": found.tree_nodes,
        "bytes": found.tree_bytes,
        "notes": found.notes,
        "seed": found.seed,
        "children": [child(one, one.visits) for one in found.children[:MOST_CHILDREN]],
    }


class AskJob(Running):
    """A player that answers when it is done, such as one of the user's."""

    kind = "search"

    def __init__(self, page: Page, player: po.Player, state: po.State, budget: po.Budget, seed: int) -> None:
        super().__init__(page)
        self._ask = player, state, budget, seed

    def work(self) -> None:
        """Asks, and tells."""
        player, state, budget, seed = self._ask
        self.tell({"state": "running", "why": ""})
        found = player.search(state, budget, seed)
        self.tell(
            {"state": "ended", "why": "the player has answered", **summary(found), "line": [], "curve": []}
        )
