"""Playouts written in Python: for every search and game, equal to the reference; mistakes are named."""

import math
import pickle
from dataclasses import dataclass
from typing import Any

import pytest
from test_python_game import assert_contract_error, assert_usable
from toys import Digits, Nim, short_id

import playout as po
from playout import _core
from playout.reference.custom import Custom
from playout.reference.nested import NMC, nested_player
from playout.reference.result import Result
from playout.reference.rng import Rng
from playout.reference.uct import uct

GAMES: list[Any] = ["tictactoe", "go(3,3)", "misere(breakthrough(4,4))", "connectfour(4,4)", Nim(9)]


@dataclass(frozen=True, repr=False)
class Drawn(po.Playout):
    """Random moves; with `greedy`, a move that ends the game as soon as there is one."""

    greedy: bool = False

    def play(self, state: po.State, seed: int) -> float:
        rng = Rng(seed)
        while not state.is_terminal:
            nexts = [state.play(move) for move in state.legal_moves]
            ends = [after for after in nexts if after.is_terminal]
            state = ends[0] if ends and self.greedy else nexts[rng.below(len(nexts))]
        return state.score


class Even(po.Playout):
    def play(self, state: po.State, seed: int) -> float:
        return 0.0


def answering(answer: object) -> Any:
    return type("Broken", (po.Playout,), {"play": lambda self, state, seed: answer})()


def assert_same(native: po.SearchResult, twin: Result) -> None:
    assert [(c.move, c.visits, c.value) for c in native.children] == [
        (c.move, c.visits, c.value) for c in twin.children
    ]
    assert (native.move, native.simulations, native.states) == (twin.move, twin.simulations, twin.states)


@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("playout", [Drawn(), Drawn(greedy=True)], ids=str)
def test_uct_equals_its_twin(playout: po.Playout, rules: Any) -> None:
    state = po.game(rules).initial()
    for seed in range(3):
        native = po.UCT(playout=playout).search(state, "40 sims", seed=seed)
        assert_same(native, uct(state, "40 sims", seed, playout=Custom(playout)))


@pytest.mark.parametrize("rules", ["tictactoe", Nim(9)], ids=str)
def test_nested_equals_its_twin(rules: Any) -> None:
    state = po.game(rules).initial()
    native = po.Nested(level=1, base=Drawn()).search(state, "4 sims", seed=1)
    assert_same(native, nested_player(state, "4 sims", 1, NMC(1, base=Custom(Drawn()))))


def test_a_finished_game_keeps_its_score() -> None:
    state = po.game("tictactoe").state("XX./OO./... X")
    found = po.UCT(playout=Even(), bounds="cuts").search(state, "1000 sims", seed=1)
    assert (found.name, found.value, found.proven) == ("c3", 1.0, True)


def test_rave_learns_from_the_tree_alone() -> None:
    state = po.game("tictactoe").initial()
    assert po.UCT(playout=Drawn(), rave=100).search(state, "50 sims", seed=1).simulations == 50


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_playout_rate_counts_them(rules: Any) -> None:
    assert po.playout_rate(rules, "7 sims", seed=1, playout=Drawn()).playouts == 7
    with pytest.raises(ValueError, match="this playout makes no moves"):
        po.playout_rate(rules, "7 states", seed=1, playout=Drawn())


@pytest.mark.parametrize("rules", ["tictactoe", Nim()], ids=str)
@pytest.mark.parametrize("workers", [1, 2])
def test_matches_take_them(rules: Any, workers: int) -> None:
    result = po.match(
        rules, po.UCT(playout=Drawn()), "random", games=4, budget="20 sims", seed=3, workers=workers
    )
    again = po.match(rules, po.UCT(playout=Drawn()), "random", games=4, budget="20 sims", seed=3)
    assert result.record == again.record


def test_it_sees_the_state_of_the_searched_game() -> None:
    seen: list[po.State] = []

    class Watching(po.Playout):
        def play(self, state: po.State, seed: int) -> float:
            seen.append(state)
            return 0

    start = po.game("misere(tictactoe)").initial()
    po.UCT(playout=Watching()).search(start, "9 sims", seed=1)
    assert {state.game for state in seen} == {start.game}
    assert {state.board.count("X") for state in seen} == {1}


def test_a_seed_decides() -> None:
    seeds: list[int] = []

    class Noting(po.Playout):
        def play(self, state: po.State, seed: int) -> float:
            seeds.append(seed)
            return 0

    for _ in range(2):
        po.UCT(playout=Noting()).search(po.game("tictactoe").initial(), "20 sims", seed=1)
    assert seeds[:20] == seeds[20:]
    assert len(set(seeds)) == 20


@pytest.mark.parametrize("rules", ["tictactoe", Nim()], ids=str)
@pytest.mark.parametrize("answer", [None, "1", [1], 1j, math.nan, math.inf, 1.5, -2, 10**400], ids=short_id)
def test_a_wrong_answer_is_named(answer: object, rules: Any) -> None:
    playout, state = answering(answer), po.game(rules).initial()
    for call in (
        lambda: po.UCT(playout=playout).search(state, "5 sims", seed=1),
        lambda: po.Nested(base=playout).search(state, "5 sims", seed=1),
        lambda: po.match(rules, po.UCT(playout=playout), "random", games=1, budget="5 sims", seed=1),
        lambda: po.playout_rate(rules, "5 sims", seed=1, playout=playout),
    ):
        assert_contract_error(call, "Broken.play gave", "; expected a number")
    assert_usable()


@pytest.mark.parametrize("rules", ["tictactoe", Nim()], ids=str)
def test_an_exception_passes_through(rules: Any) -> None:
    class Failing(po.Playout):
        def play(self, state: po.State, seed: int) -> float:
            raise ArithmeticError("mine")

    with pytest.raises(ArithmeticError, match="mine") as caught:
        po.UCT(playout=Failing()).search(po.game(rules).initial(), "5 sims", seed=1)
    assert caught.traceback[-1].name == "play"
    assert_usable()


def test_it_may_search_itself() -> None:
    class Thinking(po.Playout):
        def play(self, state: po.State, seed: int) -> float:
            return po.UCT().search(state, "20 sims", seed=seed).value

    found = po.UCT(playout=Thinking()).search(po.game("tictactoe").initial(), "30 sims", seed=1)
    assert found.simulations == 30


def test_one_thread_makes_them() -> None:
    state = po.game("tictactoe").initial()
    for playout in (Drawn(), po.playouts.Nested(base=Drawn())):
        with pytest.raises(ValueError, match="uct: playouts written in Python are made by one thread"):
            po.UCT(playout=playout, threads=2).search(state, "5 sims", seed=1)


def test_a_puzzle_is_solved_with_uniform_playouts_only() -> None:
    with pytest.raises(ValueError, match="uniform playouts only"):
        po.UCT(playout=Drawn()).solve(Digits(), "5 sims")
    assert po.UCT(playout=Even()).search(po.game(Digits()).initial(), "5 sims", seed=1).simulations == 5


def test_how_it_is_shown() -> None:
    class Other(Even):
        pass

    assert [str(playout) for playout in (Even(), Other(), Drawn(greedy=True))] == [
        "Even",
        "Other",
        "Drawn(greedy=true)",
    ]
    assert str(po.UCT(playout=Even())) == "uct(playout=Even)"
    assert pickle.loads(pickle.dumps(po.UCT(playout=Drawn(True)))) == po.UCT(playout=Drawn(True))


def test_a_playout_that_does_not_say_how_it_plays() -> None:
    with pytest.raises(po.SpecError, match=r"Playout does not say how it plays: define play\(state, seed\)"):
        po.UCT(playout=po.Playout()).search(po.game("tictactoe").initial(), "5 sims", seed=1)


def test_a_playout_without_a_game_does_no_harm() -> None:
    options = _core.Nested()
    options.base = _core.Custom(Even(), Even()._play)
    assert isinstance(options.base, _core.Custom)
