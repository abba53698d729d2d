"""Proof numbers: native against the twin to the last bit, never a false proof, and what they are for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_bounds import Exhaustive, assert_true, random_positions
from test_reference import after, openings, seeds
from test_uct_options import GAMES, PRIOR, Options, assert_equal

import playout as po

pytestmark = pytest.mark.core

COMBINED: list[Options] = [
    {"bounds": "cuts", "proof_bias": 0.3},
    {"bounds": "solver", "proof_bias": 2.0},
    {"bounds": "cuts", "proof_bias": 1.0, "opti_bias": -0.1, "creation": 3},
    {"bounds": "cuts", "proof_bias": 0.5, "first_play": 0.6},
    {"bounds": "cuts", "proof_bias": 0.5, "rave": 30.0},
    {"bounds": "solver", "proof_bias": 0.5, "rave": 100.0, "grave": 5},
    {"bounds": "cuts", "proof_bias": 0.5, "prior": PRIOR},
    {"bounds": "cuts", "proof_bias": 0.5, "decisive": True},
    {"bounds": "cuts", "proof_bias": 0.5, "halving": 100},
]


@pytest.mark.parametrize("options", COMBINED, ids=str)
@pytest.mark.parametrize("name", ["connectfour(3,3,connect=3)", "misere(nogo(3,4))", "knightthrough(5,3)"])
def test_every_combination(name: str, options: Options) -> None:
    for seed in range(2):
        assert_equal(after(name, []), "150 sims", seed, options)


@pytest.mark.parametrize("name", GAMES)
@given(
    opening=openings,
    seed=seeds,
    weight=st.sampled_from([0.1, 1.0, 100.0]) | st.floats(1e-6, 1e9),
    mode=st.sampled_from(["solver", "cuts"]),
    z=st.integers(1, 4),
)
@settings(max_examples=8)
def test_every_game(name: str, opening: list[int], seed: int, weight: float, mode: str, z: int) -> None:
    options: Options = {"bounds": mode, "proof_bias": weight, "creation": z}
    assert_equal(after(name, opening), "120 sims", seed, options)


MIXED = [
    "proof_bias=0.5",
    "proof_bias=3, max_nodes=40",
    "proof_bias=1, rave=30, max_nodes=60",
    "proof_bias=1, decisive=true",
    "proof_bias=0.3, decisive=true, max_nodes=30",
    "proof_bias=1, threads=3",
    "proof_bias=1, decisive=true, threads=3",
]


@pytest.mark.parametrize("options", MIXED)
@pytest.mark.parametrize("name", ["tictactoe", "knightthrough(4,3)", "misere(nogo(3,3))", "seki(2,1)"])
def test_no_proof_is_false(name: str, options: str) -> None:
    solver, player = Exhaustive(), po.player(f"uct(bounds=cuts, {options})")
    for i, state in zip(range(8), random_positions(name, 2), strict=False):
        for simulations in (1, 5, 30, 200):
            assert_true(player.search(state, po.Budget(simulations=simulations), seed=i), state, solver)


@pytest.mark.parametrize(
    ("name", "times"), [("knightthrough(5,4)", 3), ("breakthrough(4,3)", 1.1), ("seki(3,3)", 1.2)]
)
def test_races_are_solved_sooner(name: str, times: float) -> None:
    state = po.game(name).initial()

    def simulations(options: str) -> int:
        player = po.player(f"uct(bounds=cuts{options})")
        return sum(player.search(state, "1000000 sims", seed).simulations for seed in range(5))

    assert simulations("") > times * simulations(", proof_bias=1")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("uct(proof_bias=1)", "uct: proof_bias needs bounds=solver or bounds=cuts"),
        ("uct(bounds=cuts, proof_bias=-1)", "uct: proof_bias must be from 0 to 1000000000, got -1.0"),
        ("uct(bounds=cuts, proof_bias=x)", "uct: proof_bias"),
        (
            "uct(bounds=cuts, proof_bias=1, transpositions=true)",
            "uct: proof_bias goes without transpositions",
        ),
    ],
)
def test_a_wrong_weight_is_one_line(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match="proof_bias") as error:
        po.player(spec)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_solve_goes_without_them() -> None:
    for spec in ("uct(bounds=cuts, proof_bias=1)", "uct(halving=100)"):
        with pytest.raises(ValueError, match="proof_bias and halving are for searches"):
            po.solve("morpion(4D)", spec, "10 sims", seed=1)
