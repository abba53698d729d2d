"""What playout does in a benchmark. A call takes some milliseconds, so that its own cost does not show."""

import itertools
from functools import cache
from typing import Any

from measure import Work

import playout as po

STATES_A_CALL = 1_000_000
PLAYER = po.UCT()


def playouts(spec: str) -> Work:
    """Uniform playouts from the initial state, in states."""
    seeds = itertools.count()
    game = po.game(spec)
    budget = po.Budget(states=STATES_A_CALL)
    return lambda: po.playout_rate(game, budget, seed=next(seeds)).states


def uct(game: str | po.Rules[Any], simulations: int) -> Work:
    """Searches of the initial state, in simulations."""
    seeds = itertools.count()
    state = po.game(game).initial()
    budget = po.Budget(simulations=simulations)
    return lambda: PLAYER.search(state, budget, seed=next(seeds)).simulations


@cache
def mean_length(spec: str) -> float:
    """The moves of a uniformly random game, on average over 200,000 of them."""
    done = po.playout_rate(spec, "200000 sims", seed=0)
    return done.states / done.playouts
