"""Puzzles, players and native solvers that the tests of the solvers share."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from toys import Digits

import playout as po
from playout import _core
from playout.reference.lns import Distance
from playout.reference.rng import Rng
from playout.reference.sequence import Solution


@dataclass(frozen=True)
class Hills(po.PythonGame[tuple[int, ...]]):
    """A puzzle whose codes are of any kind, shared by moves, and whose games end at different lengths."""

    players = 1

    def initial(self) -> tuple[int, ...]:
        return ()

    def legal(self, state: tuple[int, ...]) -> Sequence[int]:
        return () if len(state) >= 5 or state[-1:] == (0,) else [3, 0, 2, 1, 9][len(state) % 2 :]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def score(self, state: tuple[int, ...]) -> float:
        return sum(state[0::2]) / 4 - sum(state[1::2]) / 4

    def bounds(self) -> tuple[float, float]:
        return -10.0, 10.0

    def code(self, state: tuple[int, ...], move: int) -> int:
        return (move // 2 - 1) * 10**15 + len(state)

    def bias(self, state: tuple[int, ...], move: int) -> float:
        return 0.25 * move - 0.5

    def distance(self, state: tuple[int, ...], move: int, other: tuple[int, ...], other_move: int) -> float:
        return abs(move - other_move) - 0.5 * abs(sum(state) - sum(other))


@dataclass(frozen=True)
class Wide(po.PythonGame[tuple[int, ...]]):
    """A puzzle with more moves than there are lanes."""

    players = 1

    def initial(self) -> tuple[int, ...]:
        return ()

    def legal(self, state: tuple[int, ...]) -> Sequence[int]:
        return (range(100), range(23), range(8), range(1), range(0))[len(state)]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def score(self, state: tuple[int, ...]) -> float:
        return (7 * state[0] + 3 * state[1] + state[2]) % 31

    def bounds(self) -> tuple[float, float]:
        return 0.0, 30.0


PUZZLES: dict[str, str | po.PythonGame[Any]] = {
    "digits": Digits(5),
    "hills": Hills(),
    "wide": Wide(),
    "morpion": "morpion(4D)",
    "morpion(4T)": "morpion(4T, replace_dominated=false)",
    "crossword": f"crossword({Path(__file__).with_name('words.txt')}, size=7)",
}
every_puzzle = pytest.mark.parametrize("name", PUZZLES)

seeds = st.integers(0, 2**64 - 1)
openings = st.lists(st.integers(0, 999), max_size=6)
budgets = st.builds(lambda n: po.Budget(simulations=n), st.integers(1, 60)) | st.builds(
    lambda n: po.Budget(states=n), st.integers(1, 600)
)
nmcs_players = st.builds(po.NMCS, st.integers(1, 4), st.sampled_from([0, 0, 1, 2, 5]))
nrpa_players = st.builds(
    po.NRPA,
    level=st.integers(1, 4),
    iterations=st.sampled_from([1, 2, 3, 5, 20, 100]),
    alpha=st.sampled_from([1.0, 1.0, 0.0, 0.3, 7.5, 1000.0]),
    tau=st.sampled_from([1.0, 1.0, 0.5, 3.0]),
    repetitions=st.sampled_from([0, 0, 1, 3]),
)
small_nrpa = st.builds(po.NRPA, level=st.integers(1, 2), iterations=st.integers(1, 4))
lns_players = st.builds(
    po.LNS,
    repair=small_nrpa,
    first=small_nrpa,
    forget=st.sampled_from(["mixed", "near", "branch", "after", "share"]),
    share=st.sampled_from([0.0, 0.3, 1.0]),
    keep=st.sampled_from([0.0, 2.0, 10.0, 300.0]),
    hard=st.sampled_from([0.0, 0.5, 1.0]),
    steps=st.integers(1, 4),
    slack=st.sampled_from([0.0, 1.0, 2.5]),
    accept=st.sampled_from([0.0, 0.3, 1.0]),
    islands=st.integers(1, 2),
    members=st.integers(1, 3),
    exchange=st.sampled_from([0.0, 0.3, 1.0]),
)
players = nmcs_players | nrpa_players | lns_players
uct_players = st.builds(
    po.UCT,
    exploration=st.sampled_from([0.05, 0.5]),
    creation=st.sampled_from([1, 1, 3]),
    scale=st.sampled_from(["bounds", "seen"]),
)
all_players = players | uct_players | st.just(po.Random())


def start(name: str, opening: Sequence[int] = ()) -> po.State:
    """A state that is not terminal; each number of the opening picks a move."""
    state = po.game(PUZZLES[name]).initial()
    for pick in opening:
        following = state.play(state.legal_moves[pick % len(state.legal_moves)])
        if following.is_terminal:
            break
        state = following
    return state


def random_game(state: po.State, seed: int) -> tuple[int, ...]:
    """The moves of a whole game."""
    rng, moves = Rng(seed), []
    while not state.is_terminal:
        moves.append(state.legal_moves[rng.below(len(state.legal_moves))])
        state = state.play(moves[-1])
    return tuple(moves)


def solver(state: po.State, player: po.Player, seed: int, known: Sequence[int] = ()) -> _core.Solver:
    return _core.Solver(state.position, player.solver(), seed, known)


def run(machine: _core.Solver, simulations: int | None = None, states: int | None = None) -> None:
    machine.run(_core.Budget(None, simulations, states), _core.Stop())


def found(machine: _core.Solver) -> Solution:
    """What a native solver has found, as the reference says it."""
    best = machine.best
    return Solution(best.score, tuple(best.moves), machine.simulations, machine.states)


def distance(game: po.Game) -> Distance | None:
    """What the puzzle says of it; the library's own by the numbers of the moves."""
    middle = {"morpion": morpion_middle, "crossword": crossword_middle}.get(game.spec_name)
    if middle:
        return lambda _, one, __, other: max(map(torus, zip(middle(one), middle(other), strict=True)))
    measure = getattr(getattr(game, "rules", None), "distance", None)
    return measure and (lambda s, one, t, other: measure(s.position.raw, one, t.position.raw, other))


def torus(pair: tuple[float, float]) -> float:
    """How far one coordinate is from another, on a grid of 64 by 64 cells whose ends meet."""
    apart = abs(pair[0] - pair[1])
    return min(apart, 64 - apart)


def morpion_middle(line: int) -> tuple[int, int]:
    """Column and row of the middle of a line of four dots, or of the later of two."""
    direction, lane, place = line // 4096, line // 64 % 64, line % 64 + 2
    row = (lane, place, lane + place, lane - place)[direction]
    return (lane if direction == 1 else place) % 64, row % 64


def crossword_middle(move: int) -> tuple[float, float]:
    """Column and row of the middle of a word, on a grid of 7 by 7 cells."""
    line, start, word = move // (7 * len(WORDS)), move // len(WORDS) % 7, move % len(WORDS)
    place = start + (len(WORDS[word]) - 1) / 2
    return (place, line) if line < 7 else (line - 7, place)


WORDS = Path(__file__).with_name("words.txt").read_text().split()
