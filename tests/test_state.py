"""States, games, players, budgets and results as values."""

import copy
import pickle
import random
import subprocess
import sys

import pytest
from toys import SPECS, Nim, one_line, short_id

import playout as po


@pytest.fixture
def start() -> po.State:
    return po.game("tictactoe").initial()


def random_end(state: po.State, rng: random.Random) -> po.State:
    while not state.is_terminal:
        state = state.play(rng.choice(state.legal_moves))
    return state


def test_play_leaves_its_state_alone(start: po.State) -> None:
    before = start.board, start.legal_moves, start.turn, start.history
    after = start.play("b2")
    assert (start.board, start.legal_moves, start.turn, start.history) == before
    assert after.board != start.board


def test_name_and_number_are_the_same_move(start: po.State) -> None:
    for move, name in zip(start.legal_moves, start.legal_names, strict=True):
        assert start.play(move) == start.play(name)
        assert start.name(move) == name
        assert start.move(name) == start.move(move) == move


def test_equality_is_by_position_not_by_path(start: po.State) -> None:
    one = start.play("a1").play("b2").play("c3")
    two = start.play("c3").play("b2").play("a1")
    assert one == two
    assert hash(one) == hash(two)
    assert one.history != two.history
    assert len({one, two, start}) == 2


def test_equality_asks_for_the_same_game() -> None:
    states = [po.game(spec).initial() for spec in [*SPECS, "breakthrough(5,5,pieces=1)"]]
    states += [po.game(Nim()).initial(), po.game(Nim(8)).initial(), po.misere(Nim()).initial()]
    for i, one in enumerate(states):
        for j, other in enumerate(states):
            assert (one == other) == (i == j), (one, other)


@pytest.mark.parametrize("rules", ["tictactoe", "misere(breakthrough(5,5))", Nim()], ids=str)
def test_states_of_equal_games_are_equal(rules: str | Nim) -> None:
    one, other = po.game(rules).initial(), po.game(rules).initial()
    assert one == other
    assert hash(one) == hash(other)
    assert one.play(one.legal_moves[0]) == other.play(other.legal_moves[0]) != one


def test_rules_without_a_hash_have_states_with_one() -> None:
    class Unhashable(Nim):
        __hash__ = None  # type: ignore[assignment]  # as a plain dataclass has it

    start = po.game(Unhashable()).initial()
    assert len({start, start.play(1), start.play(2)}) == 3


@pytest.mark.parametrize("score", [1_234_567.0, -88.5, 0.1])
def test_a_score_is_read_as_it_is_written(score: float) -> None:
    class Wide(Nim):
        def bounds(self) -> tuple[float, float]:
            return -1e9, 1e9

    game = po.game(Wide())
    assert game.read_score(game.score_text(score)) == score
    with pytest.raises(po.SpecError, match="a score is a number from -1000000000 to 1000000000, got '1e10'"):
        game.read_score("1e10")


def test_a_state_equals_nothing_else(start: po.State) -> None:
    assert start != start.board
    assert start != None  # noqa: E711
    assert start != 0


def test_history_names_the_moves(start: po.State) -> None:
    assert start.history == ()
    state = start.play("b2").play("a1").play("c3")
    assert state.history_names == ("b2", "a1", "c3")
    again = start
    for move in state.history:
        again = again.play(move)
    assert again == state


class Count(po.PythonGame[int]):
    """A puzzle that has one move and is long."""

    players = 1
    max_length = 200_000

    def initial(self) -> int:
        return 0

    def legal(self, state: int) -> list[int]:
        return [0] if state < self.max_length else []

    def play(self, state: int, move: int) -> int:
        return state + 1

    def score(self, state: int) -> float:
        return 1


def test_a_very_long_history_is_no_problem() -> None:
    state = po.game(Count()).initial()
    for _ in range(Count.max_length):
        state = state.play(0)
    assert state.is_terminal
    assert len(state.history) == Count.max_length
    del state  # a chain this long must not be freed by recursion


@pytest.mark.parametrize("spec", SPECS)
def test_terminal_means_no_legal_move(spec: str) -> None:
    end = random_end(po.game(spec).initial(), random.Random(spec))
    assert (end.is_terminal, end.legal_moves, end.legal_names) == (True, (), ())
    low, high = end.game.bounds
    assert low <= end.score <= high
    with pytest.raises(po.IllegalMove, match="the game is over"):
        end.play(0)
    with pytest.raises(po.IllegalMove, match="the game is over"):
        end.play("a1")


def test_there_is_no_score_before_the_end(start: po.State) -> None:
    with pytest.raises(ValueError, match="the game is not over") as caught:
        _ = start.score
    assert one_line(caught.value)


BAD_MOVES = [
    "",
    "a",
    "a0",
    "a4",
    "d1",
    "A1",
    "a1 ",
    " a1",
    "a1a2",
    "a2xb3",
    "pass",
    "a99999999999999999999999",
    "a-1",
    "\0",
    "a1\0",
    "a1\n",
    "é",
    "🎲",
    "\ud800",
    "x" * 100_000,
    "a\nb",
    9,
    -1,
    2**31 - 1,
    2**31,
    2**63,
    -(2**63),
    10**5000,
    True,
    False,
    1.0,
    float("nan"),
    None,
    b"a1",
    ["a1"],
    ("a1",),
    [],
]


@pytest.mark.parametrize("move", BAD_MOVES, ids=short_id)
def test_illegal_moves_are_illegal(start: po.State, move: int) -> None:
    for asked in (start.play, start.code, start.name):
        with pytest.raises(po.IllegalMove) as caught:
            asked(move)
        assert one_line(caught.value)


def test_a_move_of_another_game_is_illegal() -> None:
    names = {spec: po.game(spec).initial().legal_names for spec in SPECS}
    for spec in SPECS:
        state = po.game(spec).initial()
        strangers = {name for other in names.values() for name in other} - set(names[spec])
        for name in strangers:
            with pytest.raises(po.IllegalMove, match="the legal moves are") as caught:
                state.play(name)
            assert one_line(caught.value)


def test_an_illegal_move_says_what_would_be_right(start: po.State) -> None:
    with pytest.raises(po.IllegalMove, match="illegal move 'z9': the legal moves are a1 b1 c1"):
        start.play("z9")
    with pytest.raises(po.IllegalMove, match="illegal move 77: the legal moves are a1 b1 c1"):
        start.play(77)
    state = po.game("breakthrough(8,8)").initial()
    with pytest.raises(po.IllegalMove, match=r"and 10 more$"):
        state.play("a1a2")


def test_an_occupied_cell_is_illegal(start: po.State) -> None:
    state = start.play("b2")
    with pytest.raises(po.IllegalMove):
        state.play("b2")
    with pytest.raises(po.IllegalMove):
        state.play(4)


def test_repr_shows_the_spec() -> None:
    game = po.game("misere( breakthrough( 5 , 5 ) )")
    assert repr(game) == "misere(breakthrough(5,5))"
    assert repr(game.initial().play("a2a3")) == (
        "<State of misere(breakthrough(5,5)) after 1 moves: OOOOO/OOOOO/X..../.XXXX/XXXXX>"
    )


VALUES = [
    *(po.game(spec) for spec in SPECS),
    po.game("breakthrough(6,4,pieces=1)"),
    po.game(Nim(5)),
    po.misere(Nim(5)),
    po.Random(),
    po.Flat(),
    po.UCT(exploration=1.5, max_nodes=100),
    po.Budget(seconds=0.5, simulations=3),
    po.UCT().search(po.game("tictactoe").initial(), "20 sims", seed=1),
    po.match("tictactoe", "random", "random", games=3, seed=1),
    po.check("tictactoe", games=3),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_can_be_pickled_and_copied(value: object) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        twin = pickle.loads(pickle.dumps(value, protocol))
        assert twin == value
        assert repr(twin) == repr(value)
    assert copy.copy(value) == copy.deepcopy(value) == value


def test_a_pickled_game_plays() -> None:
    for value in VALUES:
        if isinstance(value, po.Game):
            twin = pickle.loads(pickle.dumps(value))
            assert twin.initial() == value.initial()
            assert hash(twin) == hash(value)


def test_values_are_frozen() -> None:
    for value, name in [
        (po.game("tictactoe"), "misere"),
        (po.UCT(), "exploration"),
        (po.Budget(seconds=1), "seconds"),
    ]:
        with pytest.raises(AttributeError):
            setattr(value, name, 1)


def test_an_uncaught_error_is_the_last_thing_that_is_said() -> None:
    script = "import playout as po; state = po.game('tictactoe').initial(); state.play('z9')"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "IllegalMove: illegal move 'z9'" in run.stderr.splitlines()[-1]
