"""Nested search and minimax against their twins in plain Python: as a playout, as a player and inside uct.

Values, moves and states visited are equal to the last bit, also where the budget ends inside a playout.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_reference import after, every_game, native, openings, seeds

import playout as po
from playout import playouts
from playout.reference.meter import Interrupted, Meter
from playout.reference.minimax import Minimax, minimax_player
from playout.reference.nested import NMC, nested_player
from playout.reference.playout import Playout
from playout.reference.rng import Rng
from playout.reference.uct import uct
from playout.reference.uniform import uniform

pytestmark = pytest.mark.core

LEVELS = st.integers(0, 3)
rollouts = st.builds(playouts.MinimaxRollout, st.integers(1, 3))
bases = st.just(playouts.Uniform()) | rollouts | st.just(playouts.Nested(1, discount=True))


@st.composite
def parameters(draw: st.DrawFn) -> dict[str, Any]:
    """What nested search takes, as a playout and as a player."""
    discount = draw(st.booleans())
    return {
        "level": draw(LEVELS),
        "discount": discount,
        "cut_on_win": draw(st.booleans() | LEVELS),
        "prune_on_depth": discount and draw(st.booleans() | LEVELS),
        "base": draw(bases),
        "shuffle": draw(st.booleans()),
    }


# The reference is slow, so that every budget ends after some states, often inside a playout.
budgets = st.builds(
    lambda states, simulations: po.Budget(states=states, simulations=simulations),
    st.integers(1, 1500),
    st.none() | st.integers(1, 20),
)


def twin(playout: po.Playout) -> Playout:
    """The playout in plain Python."""
    if isinstance(playout, playouts.Nested):
        return nmc(playout)
    return Minimax(playout.depth) if isinstance(playout, playouts.MinimaxRollout) else uniform


def nmc(options: playouts.NestedParameters) -> NMC:
    heuristics = options.discount, options.cut_on_win, options.prune_on_depth
    return NMC(options.level, *heuristics, twin(options.base), options.shuffle)


def reference_playouts(state: po.State, playout: Playout, budget: po.Budget, seed: int) -> tuple[int, int]:
    """Playouts until the budget is spent, as `playout_rate` makes and counts them."""
    rng, meter = Rng(seed), Meter(budget)
    try:
        while not meter.spent:
            playout(state, rng, meter)
            meter.simulations += 1
    except Interrupted:
        pass
    return meter.simulations, meter.states


@every_game
@given(
    opening=openings,
    seed=seeds,
    budget=budgets,
    playout=rollouts | st.builds(lambda options: playouts.Nested(**options), parameters()),
)
@settings(max_examples=12)
def test_playout(name: str, opening: list[int], seed: int, budget: po.Budget, playout: po.Playout) -> None:
    state = after(name, opening)
    rate = po.playout_rate(state, budget, seed, playout)
    assert (rate.playouts, rate.states) == reference_playouts(state, twin(playout), budget, seed)


@every_game
@given(opening=openings, seed=seeds, budget=budgets, options=parameters())
@settings(max_examples=12)
def test_nested_player(
    name: str, opening: list[int], seed: int, budget: po.Budget, options: dict[str, Any]
) -> None:
    state, player = after(name, opening), po.Nested(**options)
    assert native(state, player, budget, seed) == nested_player(state, budget, seed, nmc(player))


@every_game
@given(opening=openings, seed=seeds, budget=budgets, depth=st.integers(1, 5))
@settings(max_examples=4)
def test_minimax_player(name: str, opening: list[int], seed: int, budget: po.Budget, depth: int) -> None:
    state = after(name, opening)
    assert native(state, po.Minimax(depth), budget, seed) == minimax_player(
        state, budget, seed, Minimax(depth)
    )


@every_game
@given(
    opening=openings,
    seed=seeds,
    budget=budgets,
    playout=rollouts | st.builds(lambda options: playouts.Nested(**options), parameters()),
)
@settings(max_examples=12)
def test_uct_over_playouts(
    name: str, opening: list[int], seed: int, budget: po.Budget, playout: po.Playout
) -> None:
    state = after(name, opening)
    expected = uct(state, budget, seed, playout=twin(playout))
    assert native(state, po.UCT(playout=playout), budget, seed) == expected


SMALL = [
    "tictactoe",
    "breakthrough(4,3)",
    "misere(domineering(3,4))",
    "nogo(2,2)",
    "go(2,2)",
    "nim",
    "harvest",
]
HEURISTICS: list[dict[str, Any]] = [
    {},
    {"cut_on_win": 1},
    {"discount": True},
    {"discount": True, "prune_on_depth": 2},
    {"discount": True, "prune_on_depth": True, "base": playouts.MinimaxRollout()},
]


@pytest.mark.parametrize("heuristics", HEURISTICS, ids=str)
@pytest.mark.parametrize("name", SMALL)
def test_a_search_to_its_end(name: str, heuristics: dict[str, Any]) -> None:
    state, player = after(name, [3, 1, 4, 1]), po.Nested(2, **heuristics)
    found = native(state, player, "50000 states", 1)
    assert found.states < 50_000
    assert found == nested_player(state, "50000 states", 1, nmc(player))


@pytest.mark.parametrize("name", SMALL)
def test_a_tree_over_nested_playouts(name: str) -> None:
    state, playout = after(name, []), playouts.Nested(1, cut_on_win=True)
    found = native(state, po.UCT(playout=playout), "60 sims", 1)
    assert found.simulations == 60
    assert found == uct(state, "60 sims", 1, playout=nmc(playout))


@pytest.mark.parametrize("kind", [po.Nested, playouts.Nested])
def test_every_level_is_not_level_one(kind: type[playouts.NestedParameters]) -> None:
    every, one = kind(2, cut_on_win=True), kind(2, cut_on_win=1)
    assert every != one
    assert str(every) == "nested(level=2, cut_on_win=true)"
    assert str(one) == "nested(level=2, cut_on_win=1)"
    assert kind(2, cut_on_win=False) == kind(2, cut_on_win=0) == kind(2)


def test_prune_on_depth_without_discounting_is_refused() -> None:
    with pytest.raises(po.SpecError, match="needs discount=true"):
        po.player("nested(prune_on_depth)")
