"""What a search answers."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Child:
    """A move that was tried at the root. Its value is an estimate of the score, from Max's side."""

    move: int
    visits: int
    value: float
    length: int = 0
    """The moves of the one playout that the value stands for; 0 where there were more."""


@dataclass(frozen=True)
class Result:
    """The move to play, and what the search knows of it and of the others.

    >>> Result(move=4, value=0.5, children=(Child(4, 2, 0.5),), simulations=2, states=14).children[0].visits
    2
    """

    move: int
    value: float
    children: tuple[Child, ...]
    simulations: int
    states: int
    bounds: tuple[float, float] | None = None
    """The true score lies between them, where a search can say so."""
