"""Score bounds are true statements about the game: at every moment of a search, on every small game."""

import random
from collections.abc import Hashable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from exact import Solver
from test_reference import PYTHON_GAMES
from test_uct_options import Scattered
from toys import Digits

import playout as po

pytestmark = pytest.mark.core

RULES: dict[str, Any] = {**PYTHON_GAMES, "scattered": Scattered(), "digits": Digits(3)}
TWO_PLAYER = [
    "tictactoe",
    "breakthrough(3,4,pieces=1)",
    "breakthrough(4,2)",
    "knightthrough(4,3)",
    "knightthrough(5,3,pieces=1)",
    "domineering(3,4)",
    "nogo(2,3)",
    "nogo(3,3)",
    "atarigo(2,3)",
    "connectfour(3,3,connect=3)",
    "connectfour(2,4,connect=3)",
    "seki(1,1)",
    "seki(2,1)",
    "harvest",
    "nim",
    "scattered",
]
GAMES = [*TWO_PLAYER, *(f"misere({name})" for name in TWO_PLAYER), "go(2,2)", "walk", "digits"]
BUDGETS = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 400)
MIXED = [
    "bounds=solver",
    "bounds=cuts",
    "bounds=cuts, opti_bias=-0.1",
    "bounds=solver, pess_bias=0.5, opti_bias=10000",
    "bounds=cuts, rave=100",
    "bounds=solver, rave=100, grave=10, opti_bias=2",
    "bounds=cuts, creation=3",
    "bounds=cuts, playout=nested(level=1, cut_on_win=true)",
    "bounds=solver, playout=minimax_rollout(depth=1)",
    "bounds=cuts, max_nodes=2",
    "bounds=cuts, max_nodes=9, rave=10",
    "bounds=solver, max_nodes=40, creation=2",
    "bounds=cuts, threads=3",
    "bounds=solver, rave=30, threads=3",
    "bounds=cuts, threads=3, parallel=root",
]
POSITIONS = 60
"""Of each game; all games together make two thousand, each searched twelve times with one of the mixtures."""


class Exhaustive(Solver):
    """The board does not say everything where a pass matters, or, in Go, what may be repeated."""

    def key(self, state: po.State) -> Hashable:
        moves = {"go": state.history, "seki": state.history[-2:]}
        return super().key(state), moves.get(state.game.spec_name)


def start(name: str) -> po.State:
    plain = name.removeprefix("misere(").removesuffix(")") if name.startswith("misere(") else name
    game = po.game(RULES.get(plain, plain))
    return (game if plain == name else po.misere(game)).initial()


def random_positions(name: str, seed: int) -> Iterator[po.State]:
    """Positions from which the game goes on, of random games."""
    rng = random.Random(seed)
    while True:
        state = start(name)
        for _ in range(rng.randrange(12)):
            following = state.play(rng.choice(state.legal_moves))
            if following.is_terminal:
                break
            state = following
        yield state


def assert_true(found: po.SearchResult, state: po.State, solver: Exhaustive) -> None:
    """What a search says of the game holds."""
    low, high = found.bounds
    assert low <= solver.value(state) <= high
    assert low <= found.value <= high
    assert found.proven == (low == high)
    if found.proven:
        options = solver.options(state)
        assert options[found.move] == max(options.values())


@pytest.mark.parametrize("name", GAMES)
def test_bounds_are_never_false(name: str) -> None:
    solver, is_python = Exhaustive(), any(python in name for python in RULES)
    for i, state in zip(range(POSITIONS), random_positions(name, 1), strict=False):
        options = MIXED[i % (len(MIXED) - 3 * is_python)]  # the last three have threads
        player = po.player(f"uct({options})")
        results = [player.search(state, po.Budget(simulations=n), seed=i) for n in BUDGETS]
        for found in results:
            assert_true(found, state, solver)
        if "threads" not in options:
            assert_narrowing(results)


def assert_narrowing(results: list[po.SearchResult]) -> None:
    """More simulations from the same seed know more, and none is made when all is known."""
    for less, more in pairwise(results):
        assert less.bounds[0] <= more.bounds[0] <= more.bounds[1] <= less.bounds[1]
        if less.proven:
            assert (more.simulations, more.move) == (less.simulations, less.move)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("options", ["bounds=solver", "bounds=cuts", "bounds=cuts, rave=50, creation=2"])
def test_a_search_that_may_go_on_proves_the_value(name: str, options: str) -> None:
    solver, player = Exhaustive(), po.player(f"uct({options})")
    for i, state in zip(range(3), random_positions(name, 2), strict=False):
        found = player.search(state, "2000000 sims", seed=i)
        assert found.proven
        assert found.value == solver.value(state)
        assert_true(found, state, solver)


def one_cell_left() -> Iterator[tuple[po.State, float]]:
    """Boards of tic-tac-toe, plain and misère, with one empty cell, and how they end."""
    rng = random.Random(5)
    for _ in range(300):
        state = po.game(rng.choice(["tictactoe", "misere(tictactoe)"])).initial()
        while not state.is_terminal and len(state.legal_moves) > 1:
            state = state.play(rng.choice(state.legal_moves))
        if not state.is_terminal:
            yield state, state.play(state.legal_moves[0]).score


@pytest.mark.parametrize(
    "options", ["bounds=solver", "bounds=cuts", "bounds=cuts, rave=10", "bounds=cuts, creation=9"]
)
def test_a_forced_end_is_proved_at_once(options: str) -> None:
    ends = []
    for state, score in one_cell_left():
        found = po.player(f"uct({options})").search(state, "1000 sims", seed=1)
        assert (found.simulations, found.bounds, found.proven) == (1, (score, score), True)
        ends.append(score)
    assert ends.count(0) > 20


def test_a_win_in_one_ends_the_search_when_it_is_found() -> None:
    state = po.game("tictactoe").initial()
    for move in ["a1", "b1", "a2", "c1"]:
        state = state.play(move)
    for mode in ("solver", "cuts"):
        found = po.UCT(bounds=mode).search(state, "100000 sims", seed=1)
        assert (found.name, found.value, found.bounds) == ("a3", 1, (1, 1))
        assert found.simulations <= 20


@pytest.mark.parametrize(("max_", "min_"), [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3)])
def test_seki_is_proved(max_: int, min_: int) -> None:
    """Table 2 of the score-bounded paper."""
    result = 1 if max_ > min_ else 0 if max_ >= min_ - 1 else -1
    found = po.UCT(bounds="cuts").search(po.game(f"seki({max_},{min_})").initial(), "1000000 sims", seed=1)
    assert found.bounds == (result, result)


def test_cuts_need_fewer_simulations_than_the_solver() -> None:
    start = po.game("connectfour(3,3)").initial()
    needed = {
        mode: sum(
            po.UCT(bounds=mode).search(start, "100000 sims", seed=seed).simulations for seed in range(20)
        )
        for mode in ("solver", "cuts")
    }
    assert needed["cuts"] < needed["solver"]


def test_uct_with_bounds_never_loses_tictactoe() -> None:
    """A thousand games against a perfect player, with the default constant and few simulations."""
    solver, rng, uct = Solver(), random.Random(2025), po.UCT(bounds="cuts")
    for i in range(1000):
        state, side = po.game("tictactoe").initial(), (po.MAX, po.MIN)[i % 2]
        while not state.is_terminal:
            if state.turn is side:
                state = state.play(uct.search(state, "3000 sims", seed=rng.getrandbits(64)).move)
            else:
                state = state.play(solver.choose(state, rng))
        assert state.score == 0
