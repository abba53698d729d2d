"""Transpositions: native against the twin, never a false bound, and each refusal with its reason."""

import random
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from searches import same, start
from test_bounds import GAMES as BOUNDED
from test_bounds import Exhaustive, assert_narrowing, assert_true, random_positions
from test_reference import after, openings, seeds
from test_uct_options import (
    COMBINED,
    GAMES,
    Options,
    assert_equal,
    bounds,
    budgets,
    creations,
    meanings,
    raves,
)
from toys import Digits, Nim

import playout as po

pytestmark = pytest.mark.core

KEYED = [name for name in GAMES if not name.startswith("go(")]
TRANSPOSED: Options = {"transpositions": True}


@pytest.mark.parametrize("options", COMBINED, ids=str)
@pytest.mark.parametrize("name", ["connectfour(3,3,connect=3)", "domineering(3,4)", "harvest"])
def test_every_combination(name: str, options: Options) -> None:
    for seed in range(2):
        assert_equal(after(name, []), "150 sims", seed, options | TRANSPOSED)


@pytest.mark.parametrize("name", KEYED)
@given(
    opening=openings,
    seed=seeds,
    budget=budgets,
    exploration=st.sampled_from([0.0, 0.1, 0.5, 1.6]),
    rave=raves,
    creation=creations,
    bound=bounds,
    meaning=meanings,
)
@settings(max_examples=15)
def test_every_game(
    name: str,
    opening: list[int],
    seed: int,
    budget: po.Budget,
    exploration: float,
    rave: Options,
    creation: Options,
    bound: Options,
    meaning: Options,
) -> None:
    options = rave | creation | bound | meaning | TRANSPOSED
    assert_equal(after(name, opening), budget, seed, options, exploration)


@pytest.mark.parametrize(
    "options",
    [
        {"bounds": "cuts"},
        {"rave": 200.0, "grave": 20},
        {"bounds": "cuts", "opti_bias": -0.1, "rave": 50.0},
        {"creation": 5, "rave": 1000.0, "bounds": "solver"},
        {"formula": "nogo", "reward": "score"},
    ],
    ids=str,
)
@pytest.mark.parametrize("name", ["nogo(4,4)", "domineering(4,4)", "breakthrough(4,4)", "seki(2,2)"])
def test_a_deep_graph(name: str, options: Options) -> None:
    assert_equal(after(name, []), "700 sims", 1, options | TRANSPOSED)


MIXED = [
    "bounds=solver",
    "bounds=cuts",
    "bounds=cuts, opti_bias=-0.1",
    "bounds=cuts, rave=100",
    "bounds=solver, rave=100, grave=10, opti_bias=2",
    "bounds=cuts, creation=3",
    "bounds=cuts, playout=nested(level=1, cut_on_win=true)",
    "bounds=cuts, max_nodes=2",
    "bounds=cuts, max_nodes=9, rave=10",
    "bounds=solver, max_nodes=40, creation=2",
    "bounds=cuts, max_nodes=90",
    "bounds=cuts, threads=3",
    "bounds=solver, rave=30, threads=3",
    "bounds=cuts, max_nodes=90, threads=2",
]
POSITIONS, BUDGETS = 56, (1, 3, 8, 21, 55, 144, 400, 1000)


@pytest.mark.parametrize("name", [name for name in BOUNDED if not name.startswith("go(")])
def test_bounds_are_never_false(name: str) -> None:
    """Two thousand positions, each searched eight times with one of the mixtures."""
    solver, is_python = Exhaustive(), "(" not in name.removeprefix("misere(") and "tictactoe" not in name
    for i, state in zip(range(POSITIONS), random_positions(name, 3), strict=False):
        options = MIXED[i % (len(MIXED) - 3 * is_python)]
        player = po.player(f"uct({options}, transpositions=true)")
        results = [player.search(state, po.Budget(simulations=n), seed=i) for n in BUDGETS]
        for found in results:
            assert_true(found, state, solver)
        if "threads" not in options:
            assert_narrowing(results)


@pytest.mark.parametrize("name", [name for name in BOUNDED if not name.startswith("go(")])
@pytest.mark.parametrize("options", ["bounds=solver", "bounds=cuts", "bounds=cuts, rave=50, creation=2"])
def test_a_search_that_may_go_on_proves_the_value(name: str, options: str) -> None:
    solver, player = Exhaustive(), po.player(f"uct({options}, transpositions=true)")
    for i, state in zip(range(3), random_positions(name, 4), strict=False):
        found = player.search(state, "2000000 sims", seed=i)
        assert found.proven
        assert found.value == solver.value(state)
        assert_true(found, state, solver)


@pytest.mark.parametrize("rules", ["connectfour(4,3)", "domineering(5,4)", "nogo(3,4)", "misere(nogo(3,4))"])
def test_a_proof_takes_fewer_simulations(rules: str) -> None:
    start = po.game(rules).initial()
    graph, tree = (
        [po.UCT(bounds="cuts", transpositions=way).search(start, "5000000 sims", seed=s) for s in range(5)]
        for way in (True, False)
    )
    assert {found.bounds for found in graph} == {found.bounds for found in tree}
    assert sum(f.simulations for f in graph) < 0.7 * sum(f.simulations for f in tree)
    assert sum(f.tree_nodes for f in graph) < sum(f.tree_nodes for f in tree)


class Circle(po.PythonGame[int]):
    """Steps on a circle of three, there and back: it would never end but for its length."""

    max_length = 30

    def initial(self) -> int:
        return 0

    def legal(self, _state: int) -> list[int]:
        return [1, 2]

    def play(self, state: int, move: int) -> int:
        return (state + move) % 3

    def turn(self, _state: int) -> po.Turn:
        return po.MAX

    def score(self, _state: int) -> float:
        return 0


def test_a_state_met_again_later_is_another_one() -> None:
    """Rules that lead back to a state do not lead the search round in circles."""
    with pytest.raises(po.ContractError, match="30"):
        po.UCT(transpositions=True).search(po.game(Circle()).initial(), "100 sims", seed=1)


@pytest.mark.parametrize("rules", ["connectfour(4,4)", "domineering(4,4)", "tictactoe", Nim(15)], ids=str)
def test_the_graph_is_walked_like_a_tree(rules: po.Rules[object] | str) -> None:
    state = po.game(rules).initial()
    search = po.UCT(transpositions=True, bounds="cuts").start(state, seed=1)
    search.run("300 sims")
    walked = 0
    for child in search.tree():
        below = search.tree([child.move])
        walked += len(below)
        assert sum(one.visits for one in below) <= 300
    assert walked > 5


def test_what_one_way_finds_out_counts_on_the_other() -> None:
    """Moves in another order, visited or not on their own, lead to the same knowledge."""
    search = po.UCT(transpositions=True).start(po.game("connectfour(4,4)").initial(), seed=1)
    search.run("5000 sims")
    ways = [way for way in permutations(range(4), 3) if search.tree(way) and search.tree(way[::-1])]
    assert len(ways) > 10
    for way in ways:
        assert search.tree(way) == search.tree(way[::-1])


@pytest.mark.parametrize("options", ["bounds=cuts", "rave=50, creation=2", "rave=50, grave=5, bounds=solver"])
@pytest.mark.parametrize("rules", ["breakthrough(5,5)", "nogo(5,5)", "connectfour(4,4)", Nim(20)], ids=str)
def test_slices_change_nothing(rules: Any, options: str) -> None:
    sliced, whole = (start(rules, f"uct({options}, transpositions=true)") for _ in range(2))
    for simulations in (1, 70, 129, 100):
        sliced.run(po.Budget(simulations=simulations))
    whole.run("300 sims")
    same(sliced, whole)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("go(5,5)", "what may not be repeated depends on the way to a position"),
        ("morpion(5D)", "its legal moves stand in the order in which they became legal"),
        ("crossword(capitals)", "its states have no key"),
    ],
)
def test_games_without_a_key_are_refused(game: str, reason: str) -> None:
    with pytest.raises(ValueError, match="goes without transpositions") as refused:
        po.UCT(transpositions=True).search(po.game(game).initial(), "10 sims", seed=1)
    assert str(refused.value) == f"uct: this game goes without transpositions: {reason}"


class Listed(po.PythonGame[list[int]]):
    """Its states have no hash."""

    def initial(self) -> list[int]:
        return []

    def legal(self, state: list[int]) -> list[int]:
        return [move for move in range(4) if move not in state]

    def play(self, state: list[int], move: int) -> list[int]:
        return sorted([*state, move])

    def turn(self, state: list[int]) -> po.Turn:
        return (po.MAX, po.MIN)[len(state) % 2]

    def score(self, _state: list[int]) -> float:
        return 1


class HashedList(Listed):
    """The game gives a hash, a poor one."""

    def hash(self, state: list[int]) -> int:
        return len(state)


class Lonely:
    """Equal to nobody else."""

    def __init__(self, made: int) -> None:
        self.made = made


class LonelyStates(po.PythonGame[Lonely]):
    """Its states are objects without ==."""

    def initial(self) -> Lonely:
        return Lonely(0)

    def legal(self, state: Lonely) -> range:
        return range(2 if state.made < 3 else 0)

    def play(self, state: Lonely, _move: int) -> Lonely:
        return Lonely(state.made + 1)

    def turn(self, state: Lonely) -> po.Turn:
        return (po.MAX, po.MIN)[state.made % 2]

    def score(self, _state: Lonely) -> float:
        return 0


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (
            Listed(),
            "need states with a hash, and list has none; let a state be a tuple, or give the game a method "
            "hash(state)",
        ),
        (
            LonelyStates(),
            "need states that are equal to others, and Lonely has no __eq__; let a state be a tuple",
        ),
    ],
    ids=["no hash", "no =="],
)
def test_states_that_cannot_be_known_again_are_refused(rules: po.Rules[object], reason: str) -> None:
    with pytest.raises(po.ContractError) as refused:
        po.UCT(transpositions=True).search(po.game(rules).initial(), "10 sims", seed=1)
    assert str(refused.value) == f"uct: transpositions {reason}"


def test_a_game_may_give_the_hash() -> None:
    state = po.game(HashedList()).initial()
    found = po.UCT(bounds="cuts", transpositions=True).search(state, "1000 sims", seed=1)
    assert found.bounds == (1, 1)


def test_puzzles() -> None:
    for options in ({}, {"rave": 50.0}, {"scale": "seen"}):
        best = po.UCT(transpositions=True, **options).solve(Digits(5), "400 sims", seed=1)
        assert best.score == sum(best.moves) > 10
    with pytest.raises(ValueError, match="with bounds or with transpositions, not with both"):
        po.UCT(transpositions=True, bounds="cuts").solve(Digits(5), "10 sims", seed=1)


@pytest.mark.parametrize("nodes", [2, 10, 100, 1000])
@pytest.mark.parametrize("options", ["", "bounds=cuts", "rave=30", "rave=30, grave=5, bounds=solver"])
def test_little_memory(nodes: int, options: str) -> None:
    player = po.player(f"uct({options or 'exploration=1'}, transpositions=true, max_nodes={nodes})")
    for rules in ("connectfour(4,4)", "domineering(5,5)", Nim(20)):
        found = player.search(po.game(rules).initial(), "3000 sims", seed=1)
        assert found.tree_nodes <= nodes
        assert sum(child.visits for child in found.children) == found.simulations
    assert player.search(po.game("nogo(4,4)").initial(), "3000 sims", seed=1).recycled > 0 or nodes < 100


@pytest.mark.parametrize("options", ["bounds=cuts", "rave=30", "bounds=cuts, max_nodes=300"])
def test_a_search_plays_on_and_is_kept(options: str, tmp_path: Path) -> None:
    search = po.player(f"uct({options}, transpositions=true)").start(po.game("nogo(4,4)").initial(), seed=3)
    solver, rng = Exhaustive(), random.Random(1)
    while not search.state.is_terminal:
        search.run("150 sims")
        search.save(tmp_path / "kept")
        loaded = po.Search.load(tmp_path / "kept")
        if "max_nodes" not in options:
            loaded.run("100 sims")
            search.run("100 sims")
            assert loaded.result.children == search.result.children
            assert loaded.result.bounds == search.result.bounds
        if len(search.state.legal_moves) < 8:
            assert_true(search.result, search.state, solver)
        search.play(rng.choice(search.state.legal_moves))


def test_a_match_with_reuse_is_a_function_of_its_seed() -> None:
    player = "uct(transpositions=true, reuse=true, bounds=cuts, rave=30)"
    one, other = (
        po.match("domineering(5,5)", player, "uct", games=4, budget="200 sims", seed=1) for _ in range(2)
    )
    assert (one.wins, one.games) == (other.wins, other.games)
