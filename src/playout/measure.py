"""Perft and playout rates: is a game right, and how fast is it?"""

import time
from dataclasses import dataclass

from playout import _core, seeds
from playout.budget import Budget, as_budget
from playout.errors import SpecError, integer, show
from playout.games import game
from playout.games.make import GameLike
from playout.interrupt import stop_on_interrupt
from playout.playouts import Playout
from playout.playouts import playout as playout_of
from playout.render import html
from playout.render.numbers import duration
from playout.state import State

__all__ = ["Rate", "copy_ns", "perft", "playout_rate"]

MAX_DEPTH = 1000
COPIES = 20_000


@dataclass(frozen=True, repr=False)
class Rate:
    """The speed of playouts.

    >>> import playout as po
    >>> po.playout_rate("tictactoe", "1000 sims", seed=1)
    <Rate 1,000 playouts, 7,643 states in ...: ... states/s>
    """

    playouts: int
    states: int
    seconds: float
    interrupted: bool
    """Whether Ctrl-C ended it early."""

    @property
    def states_per_s(self) -> float:
        """Moves made a second."""
        return self.states / self.seconds

    @property
    def playouts_per_s(self) -> float:
        """Games played a second."""
        return self.playouts / self.seconds

    def __repr__(self) -> str:
        done = f"{self.playouts:,} playouts, {self.states:,} states in {duration(self.seconds)}"
        return f"<Rate {done}: {self.states_per_s:,.0f} states/s>"

    def _repr_html_(self) -> str:
        values = {"playouts": self.playouts, "states": self.states, "playouts/s": self.playouts_per_s}
        return html.facts(
            f"{self.states_per_s:,.0f} states/s", {name: f"{value:,.0f}" for name, value in values.items()}
        )


def playout_rate(
    source: GameLike | State,
    budget: Budget | str = "1s",
    seed: int | None = None,
    playout: str | Playout = "uniform",
) -> Rate:
    """Runs playouts from a state, or from the first one of a game, and counts.

    >>> playout_rate("tictactoe", "100 sims").playouts
    100
    """
    state = source if isinstance(source, State) else game(source).initial()
    how = playout_of(playout).native()
    with stop_on_interrupt() as stop:
        done = _core.run_playouts(state.position, how, as_budget(budget).native(), seeds.checked(seed), stop)
    return Rate(done.simulations, done.states, done.seconds, done.interrupted)


def copy_ns(source: GameLike | State) -> float:
    """The nanoseconds that a copy of a native state takes, which is what a playout begins with.

    It is processor time, the least of five measurements. Of a game in Python only the reference is copied.

    >>> copy_ns("tictactoe") >= 0
    True
    """
    state = source if isinstance(source, State) else game(source).initial()
    return min(_copy_ns(state.position) for _ in range(5))


def _copy_ns(position: _core.Position) -> float:
    start = time.process_time_ns()
    _core.copy_state(position, COPIES)
    return (time.process_time_ns() - start) / COPIES


def perft(source: GameLike | State, depth: int) -> int:
    """The number of move sequences of this length: the standard check of move rules.

    >>> perft("tictactoe", 3)
    504
    """
    plies = integer(depth)
    if plies is None or not 0 <= plies <= MAX_DEPTH:
        raise SpecError(f"depth must be an integer from 0 to {MAX_DEPTH}, got {show(depth)}")
    state = source if isinstance(source, State) else game(source).initial()
    return _core.perft(state.position, plies, _core.Stop(signals=True))
