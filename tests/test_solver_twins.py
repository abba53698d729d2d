"""NMCS, NRPA, LNS and UCT on puzzles: native against plain Python, to the last bit."""

import math
from collections.abc import Sequence
from decimal import Decimal, localcontext

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import (
    PUZZLES,
    budgets,
    distance,
    every_puzzle,
    found,
    openings,
    players,
    random_game,
    run,
    seeds,
    solver,
    start,
    uct_players,
)
from toys import Digits

import playout as po
from playout import _core
from playout.reference.exp import exp
from playout.reference.lns import lns
from playout.reference.nmcs import nmcs
from playout.reference.nrpa import Policy, Search, nrpa
from playout.reference.rng import Rng
from playout.reference.sequence import Run, Solution
from playout.reference.uct import uct
from playout.reference.weights import add_up, draw, running_sums


def twin(
    state: po.State, player: po.Player, budget: po.Budget, seed: int, known: tuple[int, ...] = ()
) -> Solution:
    """What plain Python finds."""
    if isinstance(player, po.NMCS):
        tuned = player.playout == "tuned"
        return nmcs(state, budget, seed, player.level, player.sample, tuned, known)
    if isinstance(player, po.LNS):
        return lns_twin(state, player, budget, seed, known)
    assert isinstance(player, po.NRPA)
    return nrpa(
        state,
        budget,
        seed,
        level=player.level,
        N=player.iterations,
        Alpha=player.alpha,
        tau=player.tau,
        bias=(lambda s, move: 0.25 * move - 0.5) if player.bias else None,
        repetitions=player.repetitions,
        known=known,
    )


def lns_twin(
    state: po.State, player: po.LNS, budget: po.Budget, seed: int, known: tuple[int, ...]
) -> Solution:
    same = ("forget", "share", "keep", "hard", "steps", "slack", "accept", "islands", "members", "exchange")
    return lns(
        state,
        budget,
        seed,
        repair=(player.repair.level, player.repair.iterations),
        first=(player.first.level, player.first.iterations),
        **{name: getattr(player, name) for name in same},
        distance=distance(state.game),
        known=known,
    )


def check_twins(
    state: po.State, player: po.Player, budget: po.Budget, seed: int, known: tuple[int, ...] = ()
) -> None:
    machine = solver(state, player, seed, known)
    run(machine, budget.simulations, budget.states)
    assert found(machine) == twin(state, player, budget, seed, known)


# ---------------------------------------------------------------- the arithmetic


@given(st.floats(-708, 709) | st.floats(-2, 2))
def test_exponential(x: float) -> None:
    assert _core.exp(x) == exp(x)
    with localcontext(prec=60):
        error = abs(Decimal(exp(x)) - Decimal(x).exp())
    assert error < Decimal(math.ulp(exp(x)))


weights = st.lists(st.floats(2.0**-900, 2.0**500), min_size=1, max_size=40)


@given(weights)
def test_a_sum_in_lanes_is_a_sum(numbers: list[float]) -> None:
    assert add_up(numbers) == pytest.approx(math.fsum(numbers), rel=1e-14)


@given(weights, seeds)
def test_a_draw_is_one_of_the_weights(numbers: list[float], seed: int) -> None:
    assert 0 <= draw(numbers, Rng(seed)) < len(numbers)


class Fixed(Rng):
    """A generator that always draws the same fraction."""

    def __init__(self, at: float) -> None:
        self.at = at

    def fraction(self) -> float:
        return self.at


@given(weights, st.floats(0, 1, exclude_max=True))
def test_a_draw_is_in_proportion(numbers: list[float], at: float) -> None:
    """Lane by lane, the weights lie side by side; the draw is the one that the fraction falls on."""
    order = [i for lane in range(8) for i in range(lane, len(numbers), 8)]
    edge, total = at * math.fsum(numbers), 0.0
    picked = draw(numbers, Fixed(at))
    for i in order[: order.index(picked)]:
        total += numbers[i]
    slack = 1e-12 * math.fsum(numbers)
    assert total - slack <= edge <= total + numbers[picked] + slack


@given(st.lists(st.floats(0, 1e300), min_size=8, max_size=8))
def test_running_sums(lanes: list[float]) -> None:
    expected = [math.fsum(lanes[: i + 1]) for i in range(8)]
    assert running_sums(lanes) == pytest.approx(expected, rel=1e-14)


# ---------------------------------------------------------------- native against plain Python


@every_puzzle
@given(opening=openings, seed=seeds, budget=budgets, player=players)
@settings(max_examples=20)
def test_twins(name: str, opening: list[int], seed: int, budget: po.Budget, player: po.Player) -> None:
    check_twins(start(name, opening), player, budget, seed)


@every_puzzle
@given(opening=openings, seed=seeds, player=players)
@settings(max_examples=5)
def test_twins_with_a_known_sequence(name: str, opening: list[int], seed: int, player: po.Player) -> None:
    state = start(name, opening)
    check_twins(state, player, po.Budget(simulations=30), seed, random_game(state, seed))


@given(seed=seeds, level=st.integers(1, 3), tau=st.sampled_from([1.0, 2.0]))
@settings(max_examples=20)
def test_twins_with_a_bias(seed: int, level: int, tau: float) -> None:
    player = po.NRPA(level=level, iterations=6, tau=tau, bias=True)
    check_twins(start("hills"), player, po.Budget(simulations=80), seed)


@pytest.mark.parametrize("variant", ["5T", "5D", "4T", "4D"])
@given(opening=openings, seed=seeds, level=st.integers(1, 2))
@settings(max_examples=3)
def test_twins_with_the_tuned_playout(variant: str, opening: list[int], seed: int, level: int) -> None:
    PUZZLES[variant] = f"morpion({variant})"
    check_twins(start(variant, opening), po.NMCS(level, playout="tuned"), po.Budget(simulations=4), seed)
    del PUZZLES[variant]


def test_twins_over_whole_searches() -> None:
    """Long enough for restarts, and for a level's best sequence to be found again and again."""
    for player in (po.NRPA(2, 8), po.NRPA(3, 4), po.NRPA(1, 30, repetitions=2), po.NMCS(2), po.NMCS(3, 1)):
        check_twins(start("hills"), player, po.Budget(simulations=400), 7)
    check_twins(start("morpion"), po.NRPA(2, 10), po.Budget(simulations=120), 7)


@pytest.mark.parametrize("forget", ["mixed", "near", "branch", "after", "share"])
@pytest.mark.parametrize("name", ["hills", "morpion", "crossword"])
def test_twins_over_many_steps(name: str, forget: str) -> None:
    """Long enough for members to be repaired, accepted and exchanged."""
    few = po.NRPA(1, 4)
    player = po.LNS(
        few, few, forget, share=0.5, steps=5, slack=1, accept=0.5, islands=2, members=3, exchange=0.5
    )
    check_twins(start(name), player, po.Budget(simulations=240), 7)


def test_twins_of_a_policy_that_must_be_rescaled() -> None:
    """Each step of the only choice multiplies a weight by e^300."""
    for name in ("digits", "hills"):
        check_twins(start(name), po.NRPA(1, 100, alpha=300.0), po.Budget(simulations=100), 3)
        check_twins(start(name), po.NRPA(2, 10, alpha=1e6), po.Budget(simulations=100), 3)


@pytest.mark.parametrize("name", ["digits", "hills", "wide"])
@given(opening=openings, seed=seeds, budget=budgets, player=uct_players)
@settings(max_examples=10)
def test_uct_and_its_twin_by_scores_seen(
    name: str, opening: list[int], seed: int, budget: po.Budget, player: po.UCT
) -> None:
    state, seen = start(name, opening), player.scale == "seen"
    ours = player.search(state, budget, seed)
    twin_ = uct(state, budget, seed, player.constant, z=player.creation, seen=seen)
    assert (ours.move, ours.value, ours.states) == (twin_.move, twin_.value, twin_.states)
    assert [(c.move, c.visits, c.value) for c in ours.children] == [
        (c.move, c.visits, c.value) for c in twin_.children
    ]


class Vast(Digits):
    """The same puzzle, whose author knows nothing about the scores."""

    def bounds(self) -> tuple[float, float]:
        return -1e300, 1e300


def test_scores_seen_tell_good_from_bad_where_bounds_do_not() -> None:
    for seed in range(5):
        start = po.game(Vast(12)).initial()
        by_bounds, by_seen = (
            po.UCT(0.05, scale=scale).solve(start, "400 sims", seed=seed).score
            for scale in ("bounds", "seen")
        )
        assert by_seen > by_bounds


# ---------------------------------------------------------------- the policy against the figure as printed


def textbook_adapt(
    root: po.State, pol: dict[int, float], seq: Sequence[int], alpha: float
) -> dict[int, float]:
    """Adapt(pol, seq), lines 21 to 29 of the figure as they are printed."""
    node, new = root, dict(pol)
    for move in seq:
        new[node.code(move)] = new.get(node.code(move), 0.0) + alpha
        z = sum(math.exp(pol.get(node.code(i), 0.0)) for i in node.legal_moves)
        for i in node.legal_moves:
            code = node.code(i)
            new[code] = new.get(code, 0.0) - alpha * math.exp(pol.get(code, 0.0)) / z
        node = node.play(move)
    return new


@every_puzzle
@given(seed=seeds, alpha=st.sampled_from([1.0, 0.3, 2.0]))
@settings(max_examples=5)
def test_adapt_is_the_figures(name: str, seed: int, alpha: float) -> None:
    """After some steps towards some games, both policies give every move the same probability."""
    root = start(name)
    search = Search(root, Run("1 sims", 0), Alpha=alpha)
    policy, pol = Policy(), dict[int, float]()
    for step in range(6):
        seq = list(random_game(root, seed + step // 2))
        policy, pol = search.adapt(policy, seq), textbook_adapt(root, pol, seq, alpha)
    state = root
    for move in random_game(root, seed ^ 1):
        weights = [policy[state.code(i)] for i in state.legal_moves]
        expected = [math.exp(pol.get(state.code(i), 0.0)) for i in state.legal_moves]
        assert [w / math.fsum(weights) for w in weights] == pytest.approx(
            [w / math.fsum(expected) for w in expected], rel=1e-9
        )
        state = state.play(move)
