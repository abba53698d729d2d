"""UCT's options, alone and together: native against the plain twin, to the last bit."""

import math
import re
from collections.abc import Hashable
from dataclasses import dataclass
from itertools import product, takewhile
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_reference import PYTHON_GAMES, after, openings, seeds

import playout as po
from playout.reference.bounds import ScoreBounds
from playout.reference.keys import by_history, by_position
from playout.reference.minimax import Minimax
from playout.reference.nested import NMC
from playout.reference.playout import Playout
from playout.reference.rave import Rave
from playout.reference.result import Child, Result
from playout.reference.uct import Prior, uct
from playout.reference.uniform import uniform

pytestmark = pytest.mark.core


class Scattered(po.PythonGame[tuple[int, ...]]):
    """Six cells to fill; codes are large, of either sign, and moves share them. The score is graded."""

    def initial(self) -> tuple[int, ...]:
        return ()

    def legal(self, state: tuple[int, ...]) -> list[int]:
        return [move for move in (8, 3, 0, 7, 5, 2) if move not in state]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def turn(self, state: tuple[int, ...]) -> po.Turn:
        return po.MAX if len(state) % 3 != 1 else po.MIN

    def score(self, state: tuple[int, ...]) -> float:
        return sum(place * move for place, move in enumerate(state)) % 7

    def bounds(self) -> tuple[float, float]:
        return 0.0, 6.0

    def code(self, _state: tuple[int, ...], move: int) -> int:
        return (move // 2 - 2) * 10**15


PYTHON_GAMES["scattered"] = Scattered()

PLAIN = [
    "tictactoe",
    "breakthrough(4,3,pieces=1)",
    "knightthrough(5,3)",
    "domineering(3,4)",
    "nogo(3,4)",
    "atarigo(3,3)",
    "go(2,2)",
    "go(3,3,komi=0.5)",
    "connectfour(3,3,connect=3)",
    "connectfour(4,4)",
    "seki(1,2)",
    "harvest",
    "nim",
    "scattered",
]
GAMES = [*PLAIN, "misere(tictactoe)", "misere(nogo(3,4))", "misere(seki(1,1))", "misere(nim)", "walk", "wide"]

Options = dict[str, Any]


@dataclass(frozen=True)
class Arbitrary:
    """A prior that knows nothing: one of some numbers for each move, often the same."""

    numbers: tuple[float, ...]

    def __call__(self, state: po.State) -> list[float]:
        turn = state.turn is po.MAX
        return [self.numbers[(5 * move + turn) % len(self.numbers)] for move in state.legal_moves]


PRIOR = Arbitrary((0.5, 0.0, -0.25, 0.5, 1.5))

RAVES: list[Options] = [
    *({}, {"first_play": 0.4}, {"rave": 30.0}, {"rave": 500.0, "grave": 7}),
    *({"prior": PRIOR}, {"prior": PRIOR, "first_play": 0.4}),
]
CREATIONS: list[Options] = [{}, {"creation": 3}]
BOUNDS: list[Options] = [
    {},
    {"bounds": "solver"},
    {"bounds": "cuts"},
    {"bounds": "cuts", "opti_bias": -0.1},
    {"bounds": "solver", "pess_bias": 0.3, "opti_bias": 2.0},
]
COMBINED: list[Options] = [{**a, **b, **c} for a, b, c in product(RAVES, CREATIONS, BOUNDS)]

bias = st.sampled_from([-1.0, 0.0, 0.5, 1.0]) | st.floats(-1e6, 1e6)
priors = st.builds(Arbitrary, st.lists(bias, min_size=1, max_size=7).map(tuple))
raves: st.SearchStrategy[Options] = (
    st.just({})
    | st.fixed_dictionaries({"first_play": st.floats(0, 2)})
    | st.fixed_dictionaries({"rave": st.floats(1e-3, 1e12)}, optional={"grave": st.integers(1, 60)})
    | st.fixed_dictionaries({"prior": priors}, optional={"first_play": st.floats(0, 2)})
)
creations: st.SearchStrategy[Options] = st.just({}) | st.fixed_dictionaries({"creation": st.integers(1, 40)})
biases = st.sampled_from([-10000.0, -0.1, 0.0, 0.25, 10000.0]) | st.floats(-1e9, 1e9)
bounds: st.SearchStrategy[Options] = st.just({}) | st.fixed_dictionaries(
    {"bounds": st.sampled_from(["solver", "cuts"])}, optional={"pess_bias": biases, "opti_bias": biases}
)
meanings: st.SearchStrategy[Options] = st.fixed_dictionaries(
    {},
    optional={
        "formula": st.sampled_from(["mean", "nogo"]),
        "reward": st.sampled_from(["result", "score"]),
    },
)
budgets = st.builds(lambda n: po.Budget(simulations=n), st.integers(1, 150)) | st.builds(
    lambda n: po.Budget(states=n), st.integers(1, 800)
)

PLAYOUTS: dict[str, Playout] = {
    "uniform": uniform,
    "nested(cut_on_win=true)": NMC(1, cut_on_win=1),
    "minimax_rollout": Minimax(1),
}


def assert_equal(
    state: po.State, budget: po.Budget | str, seed: int, options: Options, exploration: float = 0.5
) -> None:
    """The native search and its twin give the same answer."""
    found = po.UCT(exploration, **options).search(state, budget, seed)
    children = tuple(Child(c.move, c.visits, c.value) for c in found.children)
    known = found.bounds if "bounds" in options else None
    ours = Result(found.move, found.value, children, found.simulations, found.states, known)
    assert ours == twin(state, budget, seed, exploration, **options)


def twin(
    state: po.State,
    budget: po.Budget | str,
    seed: int,
    exploration: float,
    *,
    playout: po.Playout | str = "uniform",
    first_play: float = math.inf,
    creation: int = 1,
    rave: float = 0,
    grave: int = 0,
    bounds: str = "none",
    pess_bias: float = 0,
    opti_bias: float = 0,
    prior: Prior | None = None,
    formula: str = "mean",
    reward: str = "result",
    proof_bias: float = 0,
    halving: int = 0,
    decisive: bool = False,
    transpositions: bool = False,
) -> Result:
    """The search in plain Python, from the options of the native one."""
    key = position if transpositions else by_history
    return uct(
        state,
        budget,
        seed,
        exploration,
        PLAYOUTS[str(playout)],
        first_play=first_play,
        z=creation,
        rave=Rave(state, rave, grave, key),
        bounds=ScoreBounds(state, bounds, pess_bias, opti_bias, key),
        prior=prior,
        formula=formula,
        share=po.UCT(reward=reward).native().score_share,
        C_pn=proof_bias,
        halving=halving,
        decisive=decisive,
        key=key,
    )


def position(s: po.State) -> Hashable:
    """What decides how a state goes on: not whose a domino is, but whether the last moves were passes."""
    board, turn, ply = by_position(s)
    passes = 0
    if s.game.spec_name == "domineering":
        board = re.sub("[XxOo]", "#", board)
    if s.game.spec_name == "seki":
        its_pass = s.game.initial().legal_moves[-1]
        passes = len(list(takewhile(its_pass.__eq__, reversed(s.history))))
    return board, turn, ply, passes


@pytest.mark.parametrize("options", COMBINED, ids=str)
@pytest.mark.parametrize("name", ["connectfour(3,3,connect=3)", "misere(nogo(3,4))", "scattered"])
def test_every_combination(name: str, options: Options) -> None:
    for seed in range(2):
        assert_equal(after(name, []), "150 sims", seed, options)


@pytest.mark.parametrize("name", GAMES)
@given(
    opening=openings,
    seed=seeds,
    budget=budgets,
    exploration=st.sampled_from([0.0, 0.1, 0.5, 1.6]) | st.floats(0, 1e6),
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
    options = {**rave, **creation, **bound, **meaning}
    assert_equal(after(name, opening), budget, seed, options, exploration)


@pytest.mark.parametrize(
    "options",
    [
        {"rave": 200.0},
        {"rave": 200.0, "grave": 20},
        {"bounds": "cuts", "opti_bias": -0.1, "rave": 50.0},
        {"creation": 5, "rave": 1000.0, "grave": 3, "bounds": "solver"},
        {"bounds": "cuts", "prior": PRIOR},
        {"formula": "nogo", "reward": "score"},
    ],
    ids=str,
)
@pytest.mark.parametrize("name", ["nogo(4,4)", "go(3,3,komi=0.5)", "seki(2,2)"])
def test_a_deep_tree(name: str, options: Options) -> None:
    assert_equal(after(name, []), "700 sims", 1, options)


@pytest.mark.parametrize(
    "options",
    [{}, {"rave": 50.0}, {"rave": 50.0, "grave": 4}, {"bounds": "cuts"}, {"prior": PRIOR}],
    ids=str,
)
@pytest.mark.parametrize("playout", [spec for spec in PLAYOUTS if spec != "uniform"])
@pytest.mark.parametrize("name", ["tictactoe", "misere(nogo(3,4))", "go(2,2)", "harvest"])
def test_with_other_playouts(name: str, playout: str, options: Options) -> None:
    player = po.player(f"uct(playout={playout})")
    assert isinstance(player, po.UCT)
    assert_equal(after(name, [5]), "60 sims", 3, {"playout": player.playout, **options})
