"""The native core against its twin in plain Python: the same answer, to the last bit, on every small game."""

import math
from collections import Counter
from collections.abc import Callable
from decimal import Decimal, localcontext
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import playout as po
from playout import _core
from playout.reference.flat import flat
from playout.reference.log import log
from playout.reference.meter import Meter
from playout.reference.result import Child, Result
from playout.reference.rng import Rng
from playout.reference.uct import uct
from playout.reference.uniform import uniform

pytestmark = pytest.mark.core


class Harvest(po.PythonGame[tuple[int, po.Turn, int]]):
    """Pick fruit one by one; an even one gives another turn. The score is a quarter of the margin."""

    fruit = (3, 1, 4, 1, 5, 9, 2)

    def initial(self) -> tuple[int, po.Turn, int]:
        return 0, po.MAX, 0

    def legal(self, state: tuple[int, po.Turn, int]) -> list[int]:
        return [i for i in range(len(self.fruit)) if not state[0] >> i & 1]

    def play(self, state: tuple[int, po.Turn, int], move: int) -> tuple[int, po.Turn, int]:
        picked, turn, margin = state
        value = self.fruit[move]
        margin += value if turn is po.MAX else -value
        other = po.MIN if turn is po.MAX else po.MAX
        return picked | 1 << move, turn if value % 2 == 0 else other, margin

    def turn(self, state: tuple[int, po.Turn, int]) -> po.Turn:
        return state[1]

    def score(self, state: tuple[int, po.Turn, int]) -> float:
        return state[2] / 4

    def bounds(self) -> tuple[float, float]:
        return -7.0, 6.25


class Nim(po.PythonGame[tuple[int, int, po.Turn]]):
    """Take one to three of twelve matches. Who takes the last one wins, but the last three are a draw."""

    def initial(self) -> tuple[int, int, po.Turn]:
        return 12, 0, po.MAX

    def legal(self, state: tuple[int, int, po.Turn]) -> range:
        return range(1, min(3, state[0]) + 1)

    def play(self, state: tuple[int, int, po.Turn], move: int) -> tuple[int, int, po.Turn]:
        return state[0] - move, move, po.MIN if state[2] is po.MAX else po.MAX

    def turn(self, state: tuple[int, int, po.Turn]) -> po.Turn:
        return state[2]

    def score(self, state: tuple[int, int, po.Turn]) -> float:
        _, last, turn = state
        return 0 if last == 3 else 1 if turn is po.MIN else -1


class Walk(po.PythonGame[tuple[int, ...]]):
    """A puzzle: six times one of four directions, never twice the same; the score counts the right turns."""

    players = 1

    def initial(self) -> tuple[int, ...]:
        return ()

    def legal(self, state: tuple[int, ...]) -> list[int]:
        return [d for d in (2, 0, 3, 1) if d not in state[-1:]] if len(state) < 6 else []

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def score(self, state: tuple[int, ...]) -> float:
        return sum((b - a) % 4 == 1 for a, b in pairwise(state))

    def bounds(self) -> tuple[float, float]:
        return 0.0, 5.0


class Wide(po.PythonGame[tuple[int, ...]]):
    """A puzzle with more moves than a machine word has bits."""

    players = 1

    def initial(self) -> tuple[int, ...]:
        return ()

    def legal(self, state: tuple[int, ...]) -> range:
        return (range(150), range(70), range(1), range(0))[len(state)]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def score(self, state: tuple[int, ...]) -> float:
        return (7 * state[0] + 3 * state[1]) % 11

    def bounds(self) -> tuple[float, float]:
        return 0.0, 10.0


PYTHON_GAMES: dict[str, po.Rules[Any]] = {"harvest": Harvest(), "nim": Nim(), "walk": Walk(), "wide": Wide()}
TWO_PLAYER = [
    "tictactoe",
    *(f"breakthrough({size})" for size in ("4,2", "4,3", "4,4", "4,5", "5,3", "5,4", "5,5")),
    *(f"breakthrough({size},pieces=1)" for size in ("2,2", "2,4", "3,3", "4,3", "5,2", "5,5")),
    *(f"knightthrough({size})" for size in ("4,2", "4,3", "4,4", "4,5", "5,3", "5,4", "5,5")),
    *(f"knightthrough({size},pieces=1)" for size in ("2,3", "3,3", "4,3", "4,5", "5,5")),
    *(f"domineering({size})" for size in ("2,2", "3,4", "5,5")),
    *(f"{name}({size})" for name in ("nogo", "atarigo") for size in ("2,2", "3,4", "5,5")),
    *(f"go({size})" for size in ("2,2", "3,3,komi=0.5", "5,4")),
    *(f"connectfour({size})" for size in ("3,3,connect=3", "5,4")),
    *(f"seki({liberties})" for liberties in ("1,1", "3,4")),
    "harvest",
    "nim",
]
GAMES = [*TWO_PLAYER, *(f"misere({name})" for name in TWO_PLAYER), "walk", "wide"]

every_game = pytest.mark.parametrize("name", GAMES)

seeds = st.integers(0, 2**64 - 1)
openings = st.lists(st.integers(0, 999), max_size=8)
explorations = st.sampled_from([0.0, 0.025, 0.1, 0.4, 1.6, 6.4]) | st.floats(0, 1e6)
simulations, states = st.integers(1, 200), st.integers(1, 1500)
budgets = (
    st.builds(lambda n: po.Budget(simulations=n), simulations)
    | st.builds(lambda n: po.Budget(states=n), states)
    | st.builds(lambda n, m: po.Budget(simulations=n, states=m), simulations, states)
)


def start(name: str) -> po.State:
    """The first state of one of GAMES."""
    plain = name.removeprefix("misere(").removesuffix(")") if name.startswith("misere(") else name
    rules: str | po.Rules[Any] = PYTHON_GAMES.get(plain, plain)
    game = po.game(rules)
    return (game if plain == name else po.misere(game)).initial()


def after(name: str, opening: list[int]) -> po.State:
    """A state that is not terminal; each number of the opening picks a move."""
    state = start(name)
    for pick in opening:
        following = state.play(state.legal_moves[pick % len(state.legal_moves)])
        if following.is_terminal:
            break
        state = following
    return state


def native(state: po.State, player: po.Player, budget: po.Budget | str, seed: int) -> Result:
    """The native search's answer, as the reference gives it."""
    found = player.search(state, budget, seed)
    children = tuple(Child(c.move, c.visits, c.value, c.length) for c in found.children)
    return Result(found.move, found.value, children, found.simulations, found.states)


@given(seeds, st.lists(st.integers(1, 2**32 - 1), min_size=1))
def test_generator(seed: int, bounds: list[int]) -> None:
    ours, core = Rng(seed), _core.Rng(seed)
    for n in bounds:
        assert ours.next() == core.next()
        draw = ours.below(n)
        assert draw == core.below(n)
        assert 0 <= draw < n


@pytest.mark.parametrize("make", [Rng, _core.Rng])
def test_generator_gives_the_published_numbers(make: Callable[[int], Rng | _core.Rng]) -> None:
    rng = make(1234567)
    assert [rng.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
@pytest.mark.parametrize("n", [2, 3, 7, 13, 64, 100])
def test_below_is_uniform(n: int, seed: int) -> None:
    rng, expected = _core.Rng(seed), 500
    counts = Counter(rng.below(n) for _ in range(n * expected))
    chi_square = sum((counts[k] - expected) ** 2 / expected for k in range(n))
    freedom = n - 1
    assert chi_square < freedom + 4 * math.sqrt(2 * freedom)
    assert max(counts) < n


def test_logarithm_of_integers() -> None:
    for n in range(1, 100_001):
        assert _core.log(n) == log(n)
        assert abs(log(n) - math.log(n)) <= math.ulp(math.log(n))


@given(st.floats(2.0**-1022, allow_infinity=False) | st.floats(0.5, 2.0))
def test_logarithm(x: float) -> None:
    assert _core.log(x) == log(x)
    with localcontext(prec=60):
        error = abs(Decimal(log(x)) - Decimal(x).ln())
    assert error < Decimal(math.ulp(log(x)))


@every_game
@given(opening=openings, seed=seeds, playouts=st.integers(1, 100))
@settings(max_examples=5)
def test_uniform(name: str, opening: list[int], seed: int, playouts: int) -> None:
    state = after(name, opening)
    rng, meter = Rng(seed), Meter(po.Budget(simulations=playouts))
    while not meter.spent:
        uniform(state, rng, meter)
        meter.simulations += 1
    core = _core.run_playouts(
        state.position, _core.Uniform(), _core.Budget(None, playouts, None), seed, _core.Stop()
    )
    assert (core.simulations, core.states) == (meter.simulations, meter.states)


@every_game
@given(opening=openings, seed=seeds, budget=budgets, bulk=st.booleans())
@settings(max_examples=12)
def test_flat(name: str, opening: list[int], seed: int, budget: po.Budget, bulk: bool) -> None:
    state = after(name, opening)
    assert native(state, po.Flat(bulk=bulk), budget, seed) == flat(state, budget, seed, bulk=bulk)


@every_game
@given(opening=openings, seed=seeds, budget=budgets, exploration=explorations)
@settings(max_examples=20)
def test_uct(name: str, opening: list[int], seed: int, budget: po.Budget, exploration: float) -> None:
    state = after(name, opening)
    assert native(state, po.UCT(exploration), budget, seed) == uct(state, budget, seed, exploration)


@pytest.mark.parametrize("spec", ["tictactoe", "breakthrough(5,5)", "misere(knightthrough(5,5))"])
def test_uct_with_a_deep_tree(spec: str) -> None:
    state = po.game(spec).initial()
    assert native(state, po.UCT(), "4000 sims", 1) == uct(state, "4000 sims", 1)


@every_game
@given(seed=seeds)
@settings(max_examples=2)
def test_whole_game(name: str, seed: int) -> None:
    """Each search of a game takes the next number of the game's generator as its seed."""
    first = start(name)
    state, rng = first, Rng(seed)
    while not state.is_terminal:
        search = uct if state.turn is po.MAX else flat
        state = state.play(search(state, "20 sims", rng.next()).move)
    budget = _core.Budget(None, 20, None)
    players = po.UCT().native(), po.Flat().native()
    record = _core.play_game(first.position, *players, budget, budget, seed, _core.Stop())
    assert (tuple(record.moves), record.score) == (state.history, state.score)


def test_reference_has_no_clock() -> None:
    with pytest.raises(ValueError, match="not seconds"):
        uct(po.game("tictactoe").initial(), "1s", seed=1)
