"""The native rules against their naive twins, state by state, and against known counts."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import NaiveState, naive_race, naive_tictactoe

import playout as po
from playout import games

pytestmark = pytest.mark.core

RACES = ["breakthrough", "knightthrough"]

# Rows, columns and rows of pieces: squares, the narrowest, the flattest and the longest boards.
SHAPES = [
    (4, 2, 2),
    (4, 16, 2),
    (32, 2, 2),
    (5, 5, 2),
    (8, 8, 2),
    (2, 2, 1),
    (2, 13, 1),
    (3, 21, 1),
    (21, 3, 1),
    (5, 5, 1),
    (6, 6, 3),
    (7, 4, 3),
    (10, 6, 3),
    (64 // 7, 7, 2),
]

KNOWN = {
    "tictactoe": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    "breakthrough(8,8)": [22, 484, 11132, 256036, 6182818],
}


def race(name: str, rows: int, cols: int, pieces: int, *, misere: bool = False) -> po.Game:
    kind = {"breakthrough": games.Breakthrough, "knightthrough": games.Knightthrough}[name]
    return kind(rows, cols, pieces=pieces, misere=misere)


def assert_same(state: po.State, naive: NaiveState) -> None:
    """The two say the same about a state."""
    children = naive.children()
    assert state.board == naive.board()
    assert sorted(state.legal_names) == sorted(children)
    assert state.is_terminal == (not children)
    assert state.turn is (po.MAX if naive.turn == "X" else po.MIN)
    if state.is_terminal:
        assert state.score == (-naive.score() if state.game.misere else naive.score())


def assert_named(state: po.State) -> None:
    """Every legal move has a number, a name and a code of its own."""
    moves, names = state.legal_moves, state.legal_names
    assert [state.move(name) for name in names] == list(moves)
    assert len({*moves}) == len({*names}) == len({state.code(move) for move in moves}) == len(moves)


def walk(state: po.State, naive: NaiveState, rng: random.Random) -> Iterator[tuple[po.State, NaiveState]]:
    """The states of one random game, of both kinds side by side."""
    while True:
        yield state, naive
        if state.is_terminal:
            return
        name = rng.choice(state.legal_names)
        state, naive = state.play(name), naive.children()[name]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("name", RACES)
def test_race_agrees_with_the_naive_twin(name: str, shape: tuple[int, int, int], misere: bool) -> None:
    start, twin = race(name, *shape, misere=misere).initial(), naive_race(name, *shape)
    rng = random.Random(f"{name}{shape}{misere}")
    for _ in range(4):
        for state, naive in walk(start, twin, rng):
            assert_same(state, naive)
            assert_named(state)


@pytest.mark.parametrize("spec", ["tictactoe", "misere(tictactoe)"])
def test_tictactoe_agrees_with_the_naive_twin(spec: str) -> None:
    rng = random.Random(spec)
    scores = Counter[float]()
    for _ in range(100):
        for state, naive in walk(po.game(spec).initial(), naive_tictactoe(), rng):
            assert_same(state, naive)
            assert_named(state)
        scores[state.score] += 1
    assert set(scores) == {-1, 0, 1}, "the random games must show every ending"


@st.composite
def shapes(draw: st.DrawFn) -> tuple[int, int, int]:
    """Any board that the race games allow and whose columns have a letter."""
    pieces = draw(st.integers(1, 4))
    rows = draw(st.integers(2 * pieces, 32))
    cols = draw(st.integers(2, min(26, 64 // rows)))
    return rows, cols, pieces


@pytest.mark.fuzz
@given(st.sampled_from(RACES), shapes(), st.randoms(use_true_random=False))
def test_any_board_agrees_with_the_naive_twin(
    name: str, shape: tuple[int, int, int], rng: random.Random
) -> None:
    for state, naive in walk(race(name, *shape).initial(), naive_race(name, *shape), rng):
        assert_same(state, naive)


@pytest.mark.parametrize("cols", [27, 32])
@pytest.mark.parametrize("name", RACES)
def test_a_board_wider_than_the_alphabet_is_refused(name: str, cols: int) -> None:
    """Its columns would have no letter."""
    with pytest.raises(ValueError, match="26"):
        race(name, 2, cols, 1)


def test_every_way_to_end_a_race_is_met() -> None:
    """Far row, no piece left, no move left: random games on small boards show all three."""
    endings = Counter[str]()
    rng = random.Random(1)
    for name, *shape in [("breakthrough", 4, 2, 1), ("knightthrough", 6, 3, 1)]:
        for _ in range(200):
            *_, (state, naive) = walk(race(name, *shape).initial(), naive_race(name, *shape), rng)
            assert_same(state, naive)
            endings[ending(naive)] += 1
    assert set(endings) == {"far row", "no piece", "no move"}, endings


def ending(naive: NaiveState) -> str:
    top, *_, bottom = naive.board().split("/")
    if "X" in top or "O" in bottom:
        return "far row"
    return "no move" if naive.turn in naive.board() else "no piece"


@pytest.mark.parametrize("spec", KNOWN)
def test_perft_is_the_known_one(spec: str) -> None:
    assert [po.perft(spec, depth + 1) for depth in range(len(KNOWN[spec]))] == KNOWN[spec]


def naive_perft(state: NaiveState, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(naive_perft(child, depth - 1) for child in state.children().values())


@pytest.mark.parametrize(
    ("name", "shape", "depth"),
    [
        ("breakthrough", (5, 5, 2), 4),
        ("breakthrough", (5, 5, 1), 4),
        ("breakthrough", (4, 3, 1), 7),
        ("knightthrough", (5, 5, 2), 3),
        ("knightthrough", (6, 3, 1), 6),
    ],
)
def test_perft_agrees_with_the_naive_twin(name: str, shape: tuple[int, int, int], depth: int) -> None:
    twin = naive_race(name, *shape)
    for d in range(depth + 1):
        assert po.perft(race(name, *shape), d) == naive_perft(twin, d)


def test_perft_starts_from_any_state() -> None:
    state = po.game("tictactoe").initial().play("b2")
    assert [po.perft(state, depth) for depth in range(4)] == [1, 8, 56, 336]
    assert po.perft(state, 9) == 0


@pytest.mark.parametrize("depth", [-1, 1001, 10**30, 2.0, True, None, "3"])
def test_perft_refuses_other_depths(depth: int) -> None:
    with pytest.raises(po.SpecError, match="depth must be an integer from 0 to 1000"):
        po.perft("tictactoe", depth)


def test_captures_are_diagonal_only_in_breakthrough() -> None:
    state = po.game("breakthrough(4,2)").initial()
    assert set(state.legal_names) == {"a2b3", "b2a3"}
    assert state.play("a2b3").board == "OO/OX/.X/XX"


def test_moves_may_be_written_with_a_sign() -> None:
    state = po.game("breakthrough(4,2)").initial()
    assert state.move("a2xb3") == state.move("a2-b3") == state.move("a2b3")


def test_misere_reverses_the_result_and_nothing_else() -> None:
    rng = random.Random(7)
    for spec in ["tictactoe", "breakthrough(5,5)", "knightthrough(5,5)"]:
        plain, misere = po.game(spec).initial(), po.game(f"misere({spec})").initial()
        while not plain.is_terminal:
            assert plain.legal_moves == misere.legal_moves
            assert (plain.board, plain.turn) == (misere.board, misere.turn)
            move = rng.choice(plain.legal_moves)
            plain, misere = plain.play(move), misere.play(move)
        assert misere.is_terminal
        assert misere.score == -plain.score


def test_a_drawn_misere_game_scores_plain_zero() -> None:
    state = po.game("misere(tictactoe)").initial()
    for name in ["a1", "b1", "c1", "a2", "b2", "a3", "c2", "c3", "b3"]:
        state = state.play(name)
    assert repr(state.score) == "0.0"


def test_a_player_without_a_move_at_the_start_has_lost() -> None:
    state = po.game("knightthrough(2,2,pieces=1)").initial()
    assert (state.is_terminal, state.score) == (True, -1)
    assert po.game("misere(knightthrough(2,2,pieces=1))").initial().score == 1
