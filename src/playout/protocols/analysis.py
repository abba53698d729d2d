"""A search as lines that programs for Go show live: as Leela Zero and as KataGo write them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from playout._core import Turn
from playout.errors import SpecError, show
from playout.protocols.vertices import Vertices
from playout.search import Search
from playout.search_result import Child
from playout.state import State

Style = Literal["lz", "kata"]
VARIATION = 12
"""Moves of a variation."""
FLAGS = {"minmoves", "ownership", "ownershipStdev", "movesOwnership", "pvVisits", "pvEdgeVisits", "rootInfo"}
"""What other programs can add to their lines, and a search here does not know: it is passed over."""


@dataclass
class Wishes:
    """What an analysis was asked for."""

    seconds: float = 1.0
    """Between two lines."""
    most: int = 20
    """Moves on a line."""

    @classmethod
    def read(cls, words: Sequence[str]) -> "Wishes":
        """Reads an interval in hundredths of a second, then pairs of a key and a value.

        >>> Wishes.read(["50", "maxmoves", "3", "ownership", "true"])
        Wishes(seconds=0.5, most=3)
        """
        wishes = cls()
        pairs = ["interval", *words] if words and words[0].isdecimal() else [*words]
        for key, value in zip(pairs[::2], [*pairs[1::2], ""], strict=False):
            if key == "interval":
                wishes.seconds = _count(key, value) / 100
            elif key == "maxmoves":
                wishes.most = max(1, _count(key, value))
            elif key not in FLAGS:
                raise SpecError(f"{show(key)} is not known here; what can be given is interval and maxmoves")
        return wishes


def _count(key: str, value: str) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) < 9):
        raise SpecError(f"{key} needs a whole number, got {show(value)}")
    return int(value)


def line(search: Search, vertices: Vertices, style: Style, most: int) -> str:
    """What is known of the moves, best first, each from the side of who is to move; empty before the first.

    >>> import playout as po
    >>> from playout.protocols.vertices import Points
    >>> search = po.UCT().start(po.game("tictactoe").initial(), seed=1)
    >>> _ = search.run("1000 sims")
    >>> line(search, Points(), "lz", most=1)
    'info move B2 visits 851 winrate 7779 lcb 7500 order 0 pv B2 ...'
    """
    tried = [child for child in search.tree(most=most) if child.visits]
    return " ".join(_info(search, child, order, vertices, style) for order, child in enumerate(tried))


def _info(search: Search, child: Child, order: int, vertices: Vertices, style: Style) -> str:
    value = win_rate(search.state, child)
    bound = max(0.0, value - sqrt(value * (1 - value) / child.visits) * 1.96)
    numbers = {"winrate": value, "lcb": bound}
    if style == "lz":
        fields = [f"{name} {10000 * number:.0f}" for name, number in numbers.items()]
    else:
        fields = [f"{name} {number:.6f}" for name, number in ({"utility": 2 * value - 1} | numbers).items()]
    move, variation = vertices.write(search.state, child.move), " ".join(_variation(search, child, vertices))
    return f"info move {move} visits {child.visits} {' '.join(fields)} order {order} pv {variation}"


def win_rate(state: State, child: Child) -> float:
    """From 0 to 1, for who is to move; a value that is a score counts as a win or a loss."""
    mine = child.value if state.turn is Turn.MAX else -child.value
    return (1 + min(1.0, max(-1.0, mine))) / 2


def _variation(search: Search, child: Child, vertices: Vertices) -> Iterator[str]:
    """The move, and the best moves of both sides after it as far as the search has looked."""
    state = search.state
    for move in [child.move, *_best_replies(search, child)]:
        yield vertices.write(state, move)
        state = state.play(move)


def _best_replies(search: Search, child: Child) -> Iterator[int]:
    replies = search.tree([child.move], depth=VARIATION - 1, most=1)
    while replies and replies[0].visits:
        yield replies[0].move
        replies = replies[0].children
