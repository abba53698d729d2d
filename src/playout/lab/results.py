"""What the trials of each kind give: the shape of their results, which a store is held to."""

from typing import Annotated, Any, NotRequired, TypedDict

from playout.errors import SpecError
from playout.lab.kinds import Result, Settings
from playout.lab.shape import reader
from playout.spec import Range

__all__ = ["RESULTS", "read_result"]

Count = Annotated[int, Range(0, 2**63 - 1)]


class Game(TypedDict):
    """A game of a match."""

    result: Annotated[int, Range(-1, 1)]
    a_is_max: bool
    score: float
    length: Count


class Search(TypedDict):
    """A search or a proof."""

    move: str
    value: float
    proven: bool
    simulations: Count
    states: Count
    tree_nodes: Count
    tree_bytes: Count
    children: NotRequired[dict[str, tuple[float, Count]]]


class Solve(TypedDict):
    """A solve; a score for each mark."""

    scores: list[float]
    moves: list[int]
    simulations: Count
    states: Count


class Categories(TypedDict):
    """How many moves of a solution are of each category."""

    prefix: Count
    permutation: Count
    hybrid: Count
    new: Count


class Content(TypedDict):
    """What the solutions of a run are made of."""

    scores: list[float]
    ties: Categories
    improvements: Categories


class Exact(TypedDict):
    """The value of a game."""

    value: float
    states: Count


class Semeai(TypedDict):
    """The chance to win a semeai."""

    value: float


class Playouts(TypedDict):
    """Playouts from a position."""

    states: Count
    playouts: Count


class Speed(TypedDict):
    """How fast playouts were."""

    states_per_s: float
    playouts_per_s: float


RESULTS: dict[str, Any] = {
    "match": Game,
    "prove": Search,
    "search": Search,
    "solve": Solve,
    "content": Content,
    "exact": Exact,
    "semeai": Semeai,
    "playouts": Playouts,
    "speed": Speed,
}
"""By the names of the kinds."""


def read_result(kind: str, settings: Settings, value: Any) -> Result:
    """The result of a trial, from JSON; a SpecError if no trial of that kind can have given it."""
    found: Result = reader(RESULTS[kind])(value)
    if kind == "solve" and len(found["scores"]) != len(settings["marks"]):
        raise SpecError("there is not one score for each mark")
    return found
