"""Sequential halving at the root: native against the twin to the last bit, and what the plan promises."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_reference import after, openings, seeds
from test_uct_options import GAMES, PRIOR, Options, assert_equal

import playout as po

pytestmark = pytest.mark.core

COMBINED: list[Options] = [
    {},
    {"creation": 3},
    {"bounds": "cuts"},
    {"bounds": "solver", "opti_bias": 0.5},
    {"rave": 30.0},
    {"rave": 100.0, "grave": 5},
    {"prior": PRIOR},
    {"first_play": 0.4},
    {"decisive": True},
]


@pytest.mark.parametrize("options", COMBINED, ids=str)
@pytest.mark.parametrize("name", ["connectfour(3,3,connect=3)", "misere(nogo(3,4))", "scattered"])
def test_every_combination(name: str, options: Options) -> None:
    for seed, plan in enumerate((150, 60, 400)):
        assert_equal(after(name, []), "150 sims", seed, {"halving": plan, **options})


@pytest.mark.parametrize("options", [{}, {"bounds": "cuts"}, {"bounds": "solver", "rave": 30.0}], ids=str)
@pytest.mark.parametrize("name", ["connectfour(3,3,connect=3)", "misere(nogo(3,4))"])
def test_in_a_graph(name: str, options: Options) -> None:
    for seed, plan in enumerate((150, 60, 400)):
        assert_equal(after(name, []), "150 sims", seed, {"halving": plan, "transpositions": True, **options})


@pytest.mark.parametrize("name", GAMES)
@given(
    opening=openings,
    seed=seeds,
    plan=st.integers(1, 300),
    budget=st.integers(1, 150),
    bounds=st.sampled_from(["none", "solver", "cuts"]),
)
@settings(max_examples=8)
def test_every_game(name: str, opening: list[int], seed: int, plan: int, budget: int, bounds: str) -> None:
    options: Options = {"halving": plan} if bounds == "none" else {"halving": plan, "bounds": bounds}
    assert_equal(after(name, opening), po.Budget(simulations=budget), seed, options)


def search(plan: int, budget: str, seed: int = 1) -> po.SearchResult:
    return po.UCT(halving=plan).search(po.game("tictactoe").initial(), budget, seed)


def test_the_rounds_are_those_of_the_paper() -> None:
    """Nine options, four rounds of 250: 27, 50, 83 and 125 simulations for each that is still in."""
    visits = [child.visits for child in search(1000, "1000 sims").children]
    after_rounds = [27, 27 + 50, 27 + 50 + 83, 27 + 50 + 83 + 125]
    left = 1000 - (9 * 27 + 5 * 50 + 3 * 83 + 2 * 125)
    assert sorted(visits) == [27] * 4 + [77] * 2 + [160] + [285] + [285 + left]
    assert after_rounds == [27, 77, 160, 285]


def test_it_ends_with_its_plan() -> None:
    found = search(100, "1000 sims")
    assert found.finished
    assert found.simulations == 100


def test_a_plan_that_is_cut_short_answers_with_the_best_mean_of_those_still_in() -> None:
    for seed in range(10):
        found = search(1000, "500 sims", seed)
        still_in = [child for child in found.children if child.visits > 77]
        assert not found.finished
        assert found.move == max(still_in, key=lambda child: child.value).move


def test_a_plan_for_fewer_simulations_than_moves_tries_some_of_them() -> None:
    found = search(4, "100 sims")
    assert [child.visits for child in found.children] == [1] * 4


def test_slices_change_nothing() -> None:
    state = po.game("connectfour(7,6)").initial()
    sliced = po.UCT(halving=300).start(state, seed=5)
    for _ in range(30):
        sliced.run("10 sims")
    whole = po.UCT(halving=300).search(state, "300 sims", seed=5)
    assert sliced.result.children == whole.children
    assert sliced.finished
    assert whole.finished


def test_the_plan_begins_anew_after_a_move() -> None:
    search = po.UCT(halving=100).start(po.game("tictactoe").initial(), seed=1)
    search.run("1000 sims")
    search.play("b2")
    assert not search.finished
    assert search.run("1000 sims").simulations == 200


@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_threads_are_refused_in_one_line(parallel: str) -> None:
    with pytest.raises(ValueError, match=r"^uct: halving plans for one thread$"):
        po.player(f"uct(halving=100, threads=2, parallel={parallel})")


@pytest.mark.parametrize("value", ["-1", "x", "1.5"])
def test_a_wrong_plan_is_one_line(value: str) -> None:
    with pytest.raises(ValueError, match="uct: halving") as error:
        po.player(f"uct(halving={value})")
    assert "\n" not in str(error.value)
