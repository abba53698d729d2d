"""A search that is watched in the terminal: the line it expects, and how fast it is."""

import playout as po
from playout.cli import progress

SHOWN_MOVES = 6


def watched(player: po.Player, state: po.State, budget: po.Budget, seed: int) -> po.SearchResult:
    """The result of a search, shown while it goes on if there is somebody to look at it."""
    with progress.clock(f"{player} searches, {budget}", budget.seconds) as tell:
        if not progress.is_shown() or not _can_be_watched(player):
            return player.search(state, budget, seed)
        return player.start(state, seed).run(budget, progress=lambda search: tell(_standing(search)))


def _can_be_watched(player: po.Player) -> bool:
    return type(player).search is po.Player.search


def _standing(search: po.Search) -> str:
    line = search.line[:SHOWN_MOVES]
    if not line:
        return f"{search.player} searches"
    moves = " ".join(child.name for child in line)
    result = search.result
    rate = result.simulations / max(result.seconds, 1e-9)
    return f"{moves}  {line[0].value:+.3f}  {rate:,.0f} simulations/s"
