"""What playout does in a benchmark. A call takes some milliseconds, so that its own cost does not show."""

import itertools
from collections.abc import Callable
from functools import cache
from typing import Any

from measure import Work

import playout as po

STATES_A_CALL = 1_000_000
PLAYER = po.UCT()


def playouts(spec: str, playout: str = "uniform") -> Work:
    """Playouts from the initial state, in states."""
    run = _playouts(spec, playout)
    return lambda: run().states


def whole_playouts(spec: str) -> Work:
    """The same for uniform ones, in playouts."""
    run = _playouts(spec, "uniform")
    return lambda: run().playouts


def _playouts(spec: str, playout: str) -> Callable[[], po.Rate]:
    seeds = itertools.count()
    game = po.game(spec)
    budget = po.Budget(states=STATES_A_CALL)
    return lambda: po.playout_rate(game, budget, next(seeds), playout)


def uct(game: str | po.Rules[Any], simulations: int) -> Work:
    """Searches of the initial state, in simulations."""
    return searches(game, PLAYER, simulations)


def searches(game: str | po.Rules[Any], player: po.Player, simulations: int) -> Work:
    """The same by any player."""
    seeds = itertools.count()
    state = po.game(game).initial()
    budget = po.Budget(simulations=simulations)
    return lambda: player.search(state, budget, seed=next(seeds)).simulations


@cache
def mean_length(spec: str) -> float:
    """The moves of a random playout, on average over three million moves."""
    done = po.playout_rate(spec, "3000000 states", seed=0)
    return done.states / done.playouts
