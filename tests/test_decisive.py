"""Decisive moves in the tree: native against the twin to the last bit, and a win now is always found."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_bounds import Exhaustive, assert_true, random_positions
from test_reference import after, openings, seeds
from test_uct_options import PLAIN, PRIOR, Options, assert_equal

import playout as po
from playout.reference.decisive import decisive_move

pytestmark = pytest.mark.core

TWO_PLAYER = [*PLAIN, "misere(tictactoe)", "misere(nogo(3,4))", "misere(seki(1,1))", "misere(nim)"]
COMBINED: list[Options] = [
    {},
    {"creation": 3},
    {"bounds": "cuts"},
    {"bounds": "solver", "creation": 2},
    {"rave": 30.0},
    {"rave": 100.0, "grave": 5},
    {"prior": PRIOR},
    {"prior": PRIOR, "bounds": "cuts"},
    {"first_play": 0.4},
    {"reward": "score"},
]


@pytest.mark.parametrize("options", COMBINED, ids=str)
@pytest.mark.parametrize("name", ["connectfour(3,3,connect=3)", "breakthrough(4,3,pieces=1)", "go(2,2)"])
def test_every_combination(name: str, options: Options) -> None:
    for seed in range(2):
        assert_equal(after(name, []), "150 sims", seed, {"decisive": True, **options})


@pytest.mark.parametrize("options", [{}, {"bounds": "cuts"}, {"bounds": "solver", "rave": 30.0}], ids=str)
@pytest.mark.parametrize("name", ["connectfour(3,3,connect=3)", "breakthrough(4,3,pieces=1)", "nogo(3,4)"])
def test_in_a_graph(name: str, options: Options) -> None:
    for seed in range(2):
        assert_equal(after(name, []), "150 sims", seed, {"decisive": True, "transpositions": True, **options})


@pytest.mark.parametrize("name", TWO_PLAYER)
@given(
    opening=openings,
    seed=seeds,
    bounds=st.sampled_from(["none", "solver", "cuts"]),
    reward=st.sampled_from(["result", "score"]),
)
@settings(max_examples=8)
def test_every_game(name: str, opening: list[int], seed: int, bounds: str, reward: str) -> None:
    options: Options = {"decisive": True, "reward": reward}
    if bounds != "none":
        options["bounds"] = bounds
    assert_equal(after(name, opening), "120 sims", seed, options)


NATIVE = [
    "tictactoe",
    "breakthrough(5,5)",
    "knightthrough(5,5)",
    "domineering(5,5)",
    "nogo(4,4)",
    "atarigo(4,4)",
    "go(3,3)",
    "connectfour(7,6)",
    "seki(2,3)",
]


def positions_with_a_win(name: str) -> list[tuple[po.State, int]]:
    """Ten positions of random games in which the player to move can win at once, with such a move."""
    found = []
    for seed in range(1000):
        state = po.game(name).initial()
        moves = po.Random().start(state, seed)
        while not state.is_terminal:
            if (move := decisive_move(state)) is not None:
                found.append((state, move))
                break
            state = state.play(moves.run("1 sims").move)
            if not state.is_terminal:
                moves.begin(state, seed)
        if len(found) == 10:
            break
    return found


@pytest.mark.parametrize("name", [*NATIVE, "misere(go(3,3))"])
def test_a_win_now_is_found_by_one_simulation(name: str) -> None:
    positions = positions_with_a_win(name)
    assert positions
    for state, move in positions:
        assert po.UCT(decisive=True).search(state, "1 sims", seed=1).move == move


@pytest.mark.parametrize("options", ["bounds=cuts", "bounds=solver, max_nodes=30"])
@pytest.mark.parametrize("name", ["tictactoe", "misere(breakthrough(4,2))", "knightthrough(4,3)", "go(2,2)"])
def test_no_proof_is_false(name: str, options: str) -> None:
    solver, player = Exhaustive(), po.player(f"uct({options}, decisive=true)")
    for i, state in enumerate(islice(random_positions(name, 3), 10)):
        for simulations in (1, 5, 30, 200):
            assert_true(player.search(state, po.Budget(simulations=simulations), seed=i), state, solver)


@pytest.mark.parametrize("name", ["tictactoe", "breakthrough(4,3)", "knightthrough(5,4)"])
def test_games_are_solved_sooner(name: str) -> None:
    state = po.game(name).initial()

    def simulations(options: str) -> int:
        player = po.player(f"uct(bounds=cuts{options})")
        return sum(player.search(state, "1000000 sims", seed).simulations for seed in range(3))

    assert simulations("") > 1.3 * simulations(", decisive=true")


def test_a_puzzle_is_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match=r"^uct: decisive is for games of two players: in a puzzle"):
        po.UCT(decisive=True).search(po.game("morpion(4D)").initial(), "10 sims", seed=1)
