"""What a search answers: a move, the others that it tried, and what it is all made of."""

from dataclasses import dataclass, field

from playout.render import html
from playout.render.numbers import valued
from playout.state import State

__all__ = ["Child", "SearchResult"]


class _Valued:
    """A move with a value, and what is proved of it."""

    name: str
    value: float
    bounds: tuple[float, float]

    @property
    def proven(self) -> bool:
        """Whether the bounds leave one score."""
        return self.bounds[0] == self.bounds[1]

    @property
    def in_short(self) -> str:
        """The move and its value, in a few words."""
        return valued(self.name, self.value) + (", proven" if self.proven else "")


@dataclass(frozen=True, repr=False)
class Child(_Valued):
    """A move that a search has tried. Its value is an estimate of the score, from Max's side.

    >>> import playout as po
    >>> best = po.UCT().search(po.game("tictactoe").initial(), "1000 sims", seed=1).children[0]
    >>> best
    <Child b2, value +0.556 for Max, 851 visits>
    """

    move: int
    name: str
    visits: int
    value: float
    bounds: tuple[float, float]
    """The true score lies between them, both included."""
    length: int = 0
    """The moves of the one playout that the value stands for (`nested`); 0 where there were more."""
    children: "tuple[Child, ...]" = ()
    """The moves after it, best first, as far as `Search.tree` was asked for them."""

    def __repr__(self) -> str:
        return f"<Child {self.in_short}, {self.visits:,} visits>"


@dataclass(frozen=True, repr=False)
class SearchResult(_Valued):
    """What a search found.

    >>> import playout as po
    >>> po.UCT().search(po.game("tictactoe").initial(), "1000 sims", seed=1)
    <SearchResult b2, value +0.556 for Max, 1,000 simulations>
    """

    move: int
    """The move to play."""
    name: str
    """Its name."""
    value: float
    """The estimated score, from Max's side."""
    bounds: tuple[float, float]
    """The true score lies between them, both included."""
    simulations: int
    states: int
    """The moves that the search made on a board."""
    seconds: float
    seed: int
    """Search again with it, and a budget in states or simulations, for the same result."""
    children: tuple[Child, ...] = ()
    """The moves that were tried, best first."""
    tree_nodes: int = 0
    """The nodes of the search tree."""
    tree_bytes: int = 0
    """The memory of the search tree, all included."""
    recycled: int = 0
    """How often the tree was full and gave up its least visited parts."""
    depth: int = 0
    """How many moves ahead `minimax` has seen everything."""
    finished: bool = False
    """Whether nothing is left to search: the result is proven, or as good as this player makes it."""
    interrupted: bool = False
    """Whether Ctrl-C ended the search: it is the best so far."""
    notes: tuple[str, ...] = ()
    """What one should know before one relies on it: that nothing was searched, say."""
    state: State | None = field(default=None, compare=False)
    """What was searched."""

    def __repr__(self) -> str:
        found = f"{self.in_short}, {self.simulations:,} simulations"
        return f"<SearchResult {'; '.join([found, *self.remarks])}>"

    @property
    def remarks(self) -> tuple[str, ...]:
        """The notes, and whether Ctrl-C ended it."""
        return ("interrupted: the best so far",) * self.interrupted + self.notes

    def _repr_html_(self) -> str:
        return html.search_result(self)
