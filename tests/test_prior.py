"""A prior for uct: what it does to a search, how it is handed over, and what is said of a wrong one."""

import math
import pickle
import struct
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from command import run
from test_python_game import assert_contract_error, assert_usable
from toys import Digits, Nim, one_line, short_id

import playout as po
from playout import _core

GAMES: list[Any] = ["tictactoe", "misere(breakthrough(4,4))", "connectfour(4,4)", "go(3,3)", Nim(9)]
every_game = pytest.mark.parametrize("rules", GAMES, ids=str)
both_kinds = pytest.mark.parametrize("rules", ["tictactoe", Nim()], ids=str)


def zeros(state: po.State) -> list[float]:
    return [0.0] * len(state.legal_moves)


def by_number(state: po.State) -> list[float]:
    """An arbitrary one, with ties."""
    return [move % 4 / 4 for move in state.legal_moves]


def advance(state: po.State) -> list[float]:
    """For Breakthrough on six rows: the further ahead, the better."""
    rows = [int(state.name(move)[-1]) for move in state.legal_moves]
    return [row / 6 if state.turn is po.MAX else (7 - row) / 6 for row in rows]


def leaning(moves: Sequence[int], by: float = 1e6) -> Callable[[po.State], list[float]]:
    """A prior that is fond of some moves, and of these alone."""
    return lambda state: [by if move in moves else -by for move in state.legal_moves]


def timeless(result: po.SearchResult) -> po.SearchResult:
    return replace(result, seconds=0)


def test_it_helps() -> None:
    result = po.match("breakthrough(6,6)", po.UCT(prior=advance), "uct", games=100, budget="100 sims", seed=1)
    assert result.wins >= 65


def test_zeros_leave_the_formula_as_it_is() -> None:
    """With a great C it tries every option once before any of them twice, as without a prior."""
    for rules in GAMES:
        state = po.game(rules).initial()
        options = len(state.legal_moves)
        found = po.UCT(exploration=3, prior=zeros).search(state, po.Budget(simulations=options), seed=1)
        assert [child.visits for child in found.children] == [1] * options


def test_good_options_first_and_bad_ones_never() -> None:
    state = po.game("connectfour(5,4)").initial()
    player = po.UCT(prior=leaning([1, 3], by=100))
    for seed in range(5):
        assert {child.move for child in player.search(state, "2 sims", seed=seed).children} == {1, 3}
        assert {child.move for child in player.search(state, "60 sims", seed=seed).children} == {1, 3}


def test_it_fades() -> None:
    """It is wrong about the winning move, which the rewards bring to light."""
    state, wrong = po.game(Nim(9)).initial(), leaning([2, 3], by=1)
    assert po.UCT(prior=wrong).search(state, "1 sims", seed=1).name != "1"
    assert po.UCT(prior=wrong).search(state, "2000 sims", seed=1).name == "1"


def test_first_play_takes_the_place_of_exploration_before_the_first_trial() -> None:
    """A trial that brings 1 has (1 + 0.25) / 2 = 0.625 then; what is not yet tried has u + 0.25."""
    always_wins = type("Winning", (po.Playout,), {"play": lambda self, state, seed: state.game.bounds[1]})()
    state = po.game("tictactoe").initial()

    def quarter(state: po.State) -> list[float]:
        return [0.25] * len(state.legal_moves)

    def tried(u: float) -> int:
        player = po.UCT(exploration=0, first_play=u, prior=quarter, playout=always_wins)
        return len(player.search(state, "2 sims", seed=1).children)

    assert (tried(0.37), tried(0.38)) == (1, 2)


class Draw(po.PythonGame[int]):
    """A draw at once, or a loss."""

    def initial(self) -> int:
        return 0

    def legal(self, state: int) -> list[int]:
        return [1, 2] if state == 0 else []

    def play(self, state: int, move: int) -> int:
        return move

    def turn(self, state: int) -> po.Turn:
        return po.MAX if state == 0 else po.MIN

    def score(self, state: int) -> float:
        return 0 if state == 1 else -1


def test_what_was_never_tried_is_no_answer() -> None:
    """Not even where a draw is proved, and the rest could be anything."""
    state = po.game(Draw()).initial()
    found = po.UCT(prior=leaning([1]), bounds="cuts").search(state, "1 sims", seed=1)
    assert (found.move, found.bounds, len(found.children)) == (1, (0.0, 1.0), 1)


@pytest.mark.parametrize("prior", [zeros, by_number, leaning([0, 2], by=3)])
def test_it_does_not_change_what_is_proved(prior: Any) -> None:
    for rules, value in (("tictactoe", 0.0), ("connectfour(4,3)", 0.0), (Nim(8), -1.0), (Nim(9), 1.0)):
        found = po.UCT(prior=prior, bounds="cuts").search(po.game(rules).initial(), "1000000 sims", seed=1)
        assert (found.bounds, found.proven) == ((value, value), True)


@every_game
def test_it_is_asked_once_for_a_state_of_the_searched_game(rules: Any) -> None:
    asked: list[po.State] = []

    def noting(state: po.State) -> list[float]:
        asked.append(state)
        return zeros(state)

    start = po.game(rules).initial()
    po.UCT(prior=noting, creation=3).search(start, "2 sims", seed=1)
    assert asked == [start]
    po.UCT(prior=noting).search(start, "200 sims", seed=1)
    assert 2 < len(asked) <= 202
    assert {state.game for state in asked} == {start.game}


@every_game
def test_a_seed_decides_whatever_the_slices(rules: Any) -> None:
    state = po.game(rules).initial()
    search = po.UCT(prior=by_number).start(state, seed=1)
    for simulations in (1, 7, 92, 100):
        result = search.run(po.Budget(simulations=simulations))
    assert result.children == po.UCT(prior=by_number).search(state, "200 sims", seed=1).children
    assert result.children != po.UCT(prior=by_number).search(state, "200 sims", seed=2).children


@every_game
@pytest.mark.parametrize("bounds", ["none", "cuts"])
def test_a_search_is_kept_and_played_on(rules: Any, bounds: str, tmp_path: Path) -> None:
    player = po.UCT(prior=by_number, bounds=bounds)
    search = player.start(po.game(rules).initial(), seed=3)
    search.run("60 sims")
    search.save(tmp_path / "search")
    again = po.Search.load(tmp_path / "search", game=search.state.game, player=player)
    for one in (search, again):
        one.run("60 sims")
        one.play(one.result.move)
        if not one.finished:
            one.run("60 sims")
    assert timeless(search.result) == timeless(again.result)
    assert search.line == again.line


def test_a_file_does_not_bring_its_prior(tmp_path: Path) -> None:
    search = po.UCT(prior=by_number).start(po.game("tictactoe").initial(), seed=1)
    search.run("10 sims")
    search.save(tmp_path / "search")
    with pytest.raises(po.CheckpointError, match="handed over in Python") as caught:
        po.Search.load(tmp_path / "search")
    assert one_line(caught.value)
    with pytest.raises(po.CheckpointError, match=r"a search of uct\(prior=by_number\), not of uct"):
        po.Search.load(tmp_path / "search", player="uct")


def forgeries(saved: bytes) -> Iterator[bytes]:
    """Every word of the file, one after the other, as something that it should not be."""
    for at in range(0, len(saved), 8):
        for word in (b"\xff" * 8, bytes(8), struct.pack("<d", math.inf), struct.pack("<d", 2e6)):
            yield saved[:at] + word + saved[at + 8 :]


@pytest.mark.fuzz
@pytest.mark.parametrize("bounds", ["none", "cuts"])
def test_a_forged_search_is_refused_or_goes_on(bounds: str) -> None:
    position, options = (
        po.game("tictactoe").state("XO./.X./O.. X").position,
        po.UCT(prior=by_number, bounds=bounds).native(),
    )
    search = _core.Search(position, options, 1)
    search.run(_core.Budget(simulations=8), _core.Stop())
    refused = 0
    for forged in forgeries(search.save()):
        try:
            loaded = _core.Search.load(position, options, forged)
            loaded.run(_core.Budget(simulations=20), _core.Stop())
        except ValueError:
            refused += 1
    assert refused > 50


@pytest.mark.parametrize("number", [math.nan, math.inf, -2e6])
def test_a_forged_number_is_damage(number: float) -> None:
    position, options = po.game("tictactoe").initial().position, po.UCT(prior=lambda s: [0.123] * 9).native()
    search = _core.Search(position, options, 1)
    search.run(_core.Budget(simulations=1), _core.Stop())
    saved, true = search.save(), struct.pack("<d", 0.123)
    assert saved.count(true) == 9
    with pytest.raises(ValueError, match="the saved search is damaged"):
        _core.Search.load(position, options, saved.replace(true, struct.pack("<d", number), 1))


@pytest.mark.parametrize("max_nodes", [2, 3, 9, 16, 17, 18, 33, 50, 200])
@every_game
def test_a_small_memory_is_enough(rules: Any, max_nodes: int) -> None:
    state = po.game(rules).initial()
    found = po.UCT(prior=by_number, max_nodes=max_nodes).search(state, "300 sims", seed=1)
    assert found.simulations == sum(child.visits for child in found.children) == 300
    assert found.tree_nodes <= max_nodes
    assert found.tree_bytes == 32 * found.tree_nodes


@both_kinds
@pytest.mark.parametrize("workers", [1, 2])
def test_matches_take_it(rules: Any, workers: int) -> None:
    match = partial(po.match, rules, po.UCT(prior=by_number, reuse=True), "random", games=4, seed=3)
    assert match(budget="20 sims", workers=workers).record == match(budget="20 sims").record


def test_the_command_line_takes_a_function_that_makes_the_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own_prior.py").write_text(
        "import playout as po\n"
        "def last(state):\n"
        "    return list(range(len(state.legal_moves)))\n"
        "def leaning():\n"
        "    return po.UCT(prior=last)\n"
    )
    found = run("search", "connectfour(4,4)", "own_prior.py:leaning", "--budget", "1 sims", "--json").json
    assert found["move"] == "d"
    match = ["match", "tictactoe", "own_prior.py:leaning", "random", "--games", "2", "--budget", "5 sims"]
    assert run(*match, "--workers", "2", "--json").json["games"] == 2


@pytest.mark.parametrize("scale", ["bounds", "seen"])
def test_puzzles_take_it(scale: str) -> None:
    """The highest digit each time."""
    player = po.UCT(prior=lambda state: list(state.legal_moves), scale=scale, exploration=0.1)
    assert player.search(po.game(Digits(8)).initial(), "50 sims", seed=1).name == "3"
    solved = player.solve(Digits(8), "50 sims", seed=1)
    assert solved.score > po.UCT(scale=scale, exploration=0.1).solve(Digits(8), "50 sims", seed=1).score


def test_a_solve_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    player = po.UCT(prior=by_number)
    solve = partial(player.solve, Digits(6), seed=1)
    for budget in ("50 sims", "120 sims"):
        solved = solve(budget, checkpoint=tmp_path / "run.save")
    whole = solve("120 sims")
    assert (solved.simulations, solved.moves) == (120, whole.moves)


@both_kinds
@pytest.mark.parametrize(
    "answer",
    [
        *(None, 1, "0.5", {1: 0.5}, {0.5}, [], [0.5], [0.5] * 10, iter([0.5] * 9)),
        *([None] * 9, ["0.5"] * 9, [math.nan] * 9, [math.inf] * 9, [-1e7] * 9, [10**400] * 9, [[0.5]] * 9),
    ],
    ids=short_id,
)
def test_a_wrong_answer_is_named(answer: Any, rules: Any) -> None:
    state = po.game(rules).initial()
    if isinstance(answer, list) and len(answer) == 9:
        answer = answer[: len(state.legal_moves)]

    def mine(state: po.State) -> Any:
        return answer

    player = po.UCT(prior=mine)
    for call in (
        lambda: player.search(state, "5 sims", seed=1),
        lambda: po.match(rules, player, "random", games=1, budget="5 sims", seed=1),
    ):
        assert_contract_error(call, "mine gave", "; expected")
    assert_usable()


@pytest.mark.parametrize("make", [list, tuple, partial(array, "d"), partial(array, "f")])
def test_any_sequence_of_numbers_will_do(make: Callable[[list[float]], Any]) -> None:
    state = po.game("tictactoe").initial()
    plain, other = po.UCT(prior=by_number), po.UCT(prior=lambda s: make(by_number(s)))
    assert plain.search(state, "50 sims", seed=1).children == other.search(state, "50 sims", seed=1).children


class Endless(list[float]):
    def __iter__(self) -> Iterator[float]:
        while True:
            yield 0.5


def test_a_sequence_that_never_ends_is_refused() -> None:
    state = po.game("tictactoe").initial()
    call = partial(po.UCT(prior=lambda s: Endless(zeros(s))).search, state, "5 sims", seed=1)
    assert_contract_error(call, "lambda gave", "one number for each of the 9 legal moves")


@both_kinds
def test_an_exception_passes_through_and_the_search_can_go_on(rules: Any) -> None:
    fails = True

    def failing(state: po.State) -> list[float]:
        if fails:
            raise ArithmeticError("mine")
        return by_number(state)

    search = po.UCT(prior=failing).start(po.game(rules).initial(), seed=1)
    with pytest.raises(ArithmeticError, match="mine") as caught:
        search.run("5 sims")
    assert caught.traceback[-1].name == "failing"
    fails = False
    assert search.run("50 sims").simulations == 50


def test_it_may_search_itself() -> None:
    def thoughtful(state: po.State) -> list[float]:
        found = po.UCT().search(state, "20 sims", seed=1)
        return [float(move == found.move) for move in state.legal_moves]

    found = po.UCT(prior=thoughtful).search(po.game("tictactoe").initial(), "30 sims", seed=1)
    assert found.simulations == 30


def test_one_thread_asks_it() -> None:
    with pytest.raises(ValueError, match="uct: a prior written in Python is asked by one thread"):
        po.UCT(prior=zeros, threads=2).search(po.game("tictactoe").initial(), "5 sims", seed=1)


def test_not_with_rave() -> None:
    with pytest.raises(po.SpecError, match="uct: a prior goes without rave"):
        po.UCT(prior=zeros, rave=10)
    options = po.UCT(prior=zeros).native()
    options.rave = 10
    with pytest.raises(ValueError, match="uct: a prior goes without rave"):
        _core.Search(po.game("tictactoe").initial().position, options, 1)


@dataclass(frozen=True)
class Weighted:
    weight: float

    def __call__(self, state: po.State) -> list[float]:
        return [self.weight * number for number in by_number(state)]


def test_how_it_is_shown_and_kept() -> None:
    assert str(po.UCT(exploration=1, prior=by_number)) == "uct(exploration=1, prior=by_number)"
    assert str(po.UCT(prior=lambda state: [])) == "uct(prior=lambda)"
    assert str(po.UCT(prior=Weighted(2))) == "uct(prior=Weighted)"
    for player in (po.UCT(prior=by_number), po.UCT(prior=Weighted(2))):
        assert pickle.loads(pickle.dumps(player)) == player
    assert po.UCT(prior=Weighted(2)) != po.UCT(prior=Weighted(3))


@pytest.mark.parametrize("prior", [by_number, lambda state: [], Weighted(2)])
def test_a_text_says_how_to_hand_it_over(prior: Any) -> None:
    with pytest.raises(po.SpecError, match=r"uct: prior must be a function.*po\.UCT\(prior=f\)") as caught:
        po.player(str(po.UCT(prior=prior)))
    assert one_line(caught.value)


@pytest.mark.parametrize("value", [0, 0.5, "zeros", [0.5], True])
def test_what_is_no_function_is_refused(value: Any) -> None:
    with pytest.raises(po.SpecError, match="uct: prior must be a function, handed over in Python"):
        po.UCT(prior=value)


def test_a_prior_without_a_game_does_no_harm() -> None:
    options = _core.Uct()
    options.set_prior("mine", 7)
    with pytest.raises(TypeError):
        _core.Search(po.game("tictactoe").initial().position, options, 1).run(
            _core.Budget(simulations=1), _core.Stop()
        )
