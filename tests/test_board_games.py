"""Domineering, NoGo, AtariGo, Go, Connect Four and Seki against their naive twins, state by state."""

import random
from collections.abc import Callable, Iterable

import pytest
from naive import NaiveState, cell_name
from naive_boards import NaiveConnectFour, NaiveDomineering, NaiveSeki
from naive_stones import NaiveAtariGo, NaiveGo, NaiveNoGo
from test_rules import assert_named, assert_same, naive_perft, walk

import playout as po

pytestmark = pytest.mark.core

Twin = Callable[[], NaiveState]

TWINS: dict[str, Twin] = {
    "domineering(5,5)": lambda: NaiveDomineering(5, 5, {}),
    "domineering(8,8)": lambda: NaiveDomineering(8, 8, {}),
    "domineering(1,6)": lambda: NaiveDomineering(1, 6, {}),
    "domineering(6,1)": lambda: NaiveDomineering(6, 1, {}),
    "domineering(2,26)": lambda: NaiveDomineering(2, 26, {}),
    "nogo(2,2)": lambda: NaiveNoGo(2, 2, {}),
    "nogo(5,5)": lambda: NaiveNoGo(5, 5, {}),
    "nogo(3,8)": lambda: NaiveNoGo(3, 8, {}),
    "nogo(9,9)": lambda: NaiveNoGo(9, 9, {}),
    "nogo(12,13)": lambda: NaiveNoGo(12, 13, {}),
    "atarigo(2,2)": lambda: NaiveAtariGo(2, 2, {}),
    "atarigo(5,5)": lambda: NaiveAtariGo(5, 5, {}),
    "atarigo(8,8)": lambda: NaiveAtariGo(8, 8, {}),
    "atarigo(9,10)": lambda: NaiveAtariGo(9, 10, {}),
    "connectfour(7,6)": lambda: NaiveConnectFour(6, 7, {}),
    "connectfour(8,8)": lambda: NaiveConnectFour(8, 8, {}),
    "connectfour(3,4)": lambda: NaiveConnectFour(4, 3, {}),
    "connectfour(4,5,connect=3)": lambda: NaiveConnectFour(5, 4, {}, connect=3),
    "connectfour(8,7,connect=5)": lambda: NaiveConnectFour(7, 8, {}, connect=5),
    "connectfour(2,2,connect=2)": lambda: NaiveConnectFour(2, 2, {}, connect=2),
    "go(2,2,komi=0)": lambda: NaiveGo(2, 2, {}),
    "go(3,3,komi=0)": lambda: NaiveGo(3, 3, {}),
    "go(4,5,komi=0)": lambda: NaiveGo(4, 5, {}),
    "go(9,8,komi=0)": lambda: NaiveGo(9, 8, {}),
}


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("spec", TWINS)
def test_agrees_with_the_naive_twin(spec: str, misere: bool) -> None:
    game = po.misere(spec) if misere else po.game(spec)
    rng = random.Random(f"{spec}{misere}")
    for _ in range(3):
        for state, naive in walk(game.initial(), TWINS[spec](), rng):
            assert_same(state, naive)
            assert_named(state)


@pytest.mark.parametrize("spec", ["go(2,2,komi=0)", "go(2,3,komi=0)", "go(3,3,komi=0)"])
def test_superko_agrees_where_captures_are_many(spec: str) -> None:
    rng = random.Random(spec)
    rows, cols = (int(size) for size in spec[3:6].split(","))
    for _ in range(60):
        for state, naive in walk(po.game(spec).initial(), NaiveGo(rows, cols, {}), rng):
            assert_same(state, naive)


def cell_numbers(naive: NaiveGo, names: Iterable[str]) -> list[int]:
    numbers = {cell_name(cell): cell[1] * naive.cols + cell[0] for cell in naive.cells()}
    return sorted(numbers.get(name, len(numbers)) for name in names)


GO_BOARDS = [(2, 2), (2, 3), (3, 3), (5, 5), (9, 9), (3, 19)]


@pytest.mark.parametrize("board", GO_BOARDS)
def test_moves_of_go_playouts_agree_with_the_naive_twin(board: tuple[int, int]) -> None:
    """Through whole playouts, in which positions are repeated that the rules of the game would forbid."""
    rng = random.Random(str(board))
    for _ in range(3):
        state, naive = po.games.Go(*board, komi=0).initial().position, NaiveGo(*board, {})
        while children := naive.playout_children():
            assert list(state.playout_moves) == cell_numbers(naive, children)
            name = rng.choice(sorted(children))
            (move,) = cell_numbers(naive, [name])
            state, naive = state.playout_play(move), children[name]
        assert list(state.playout_moves) == list(state.legal_moves) == []
        assert (state.board, state.score) == (naive.board(), naive.score())


@pytest.mark.parametrize("board", GO_BOARDS)
def test_playouts_from_any_state_of_go_begin_as_the_naive_twin_says(board: tuple[int, int]) -> None:
    """Also where eyes were filled, and after a pass."""
    rng = random.Random(str(board))
    for state, naive in walk(po.games.Go(*board, komi=0).initial(), NaiveGo(*board, {}), rng):
        assert isinstance(naive, NaiveGo)
        assert list(state.position.playout_moves) == cell_numbers(naive, naive.playout_children())


@pytest.mark.parametrize(
    ("spec", "depth"),
    [
        ("domineering(4,4)", 4),
        ("nogo(3,3)", 5),
        ("atarigo(3,3)", 5),
        ("connectfour(4,3)", 6),
        ("go(2,2,komi=0)", 5),
    ],
)
def test_perft_agrees_with_the_naive_twin(spec: str, depth: int) -> None:
    rows, cols = (int(size) for size in spec[spec.index("(") + 1 : spec.index("(") + 4].split(","))
    kinds = {"d": NaiveDomineering, "n": NaiveNoGo, "a": NaiveAtariGo, "g": NaiveGo}
    twin = NaiveConnectFour(cols, rows, {}) if spec[0] == "c" else kinds[spec[0]](rows, cols, {})
    for d in range(depth + 1):
        assert po.perft(spec, d) == naive_perft(twin, d)


def test_komi_is_taken_from_black() -> None:
    state = po.game("go(3,3,komi=2.5)").initial().play("b2").play("pass").play("pass")
    assert state.score == 9 - 2.5


@pytest.mark.parametrize("liberties", [(0, 0), (1, 1), (3, 4), (0, 5), (6, 2)])
def test_seki_agrees_with_the_naive_twin(liberties: tuple[int, int]) -> None:
    rng = random.Random(str(liberties))
    for _ in range(30):
        state, naive = po.games.Seki(*liberties).initial(), NaiveSeki.start(*liberties)
        while True:
            children = naive.children()
            assert sorted(state.legal_names) == sorted(children)
            assert state.turn is (po.MAX if naive.turn == "X" else po.MIN)
            if not children:
                assert state.score == naive.score()
                break
            name = rng.choice(state.legal_names)
            state, naive = state.play(name), children[name]


SEKI_TABLE = """
    0 1 1 1 1 1
    0 0 1 1 1 1
    -1 0 0 1 1 1
    -1 -1 0 0 1 1
    -1 -1 -1 0 0 1
    -1 -1 -1 -1 0 0
"""


def test_seki_values_are_those_of_the_score_bounded_papers_table_2() -> None:
    """Rows are Min's outside liberties from 1 to 6, columns Max's; found by exhaustive search."""
    table = [[seki_value(own, other) for own in range(1, 7)] for other in range(1, 7)]
    assert table == [[int(v) for v in line.split()] for line in SEKI_TABLE.split("\n") if line.strip()]


def seki_value(max_liberties: int, min_liberties: int) -> float:
    """Exhaustive minimax. Points of a kind are alike, so a position is known by how many are left of each."""
    known: dict[tuple[tuple[int, ...], po.Turn, int], float] = {}

    def value(state: po.State, passes: int) -> float:
        key = tuple(part.count(".") for part in state.board.split("/")), state.turn, passes
        if key not in known:
            known[key] = state.score if state.is_terminal else best(state, passes)
        return known[key]

    def best(state: po.State, passes: int) -> float:
        values = [value(state.play(name), passes + 1 if name == "pass" else 0) for name in state.legal_names]
        return max(values) if state.turn is po.MAX else min(values)

    return value(po.games.Seki(max_liberties, min_liberties).initial(), 0)
