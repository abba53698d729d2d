"""The native rules against OpenSpiel's: perft, and random games move set by move set.

In OpenSpiel's breakthrough the first player is black, at the top, and moves down: its board is ours with
the rows flipped. Its boards of fewer than six rows start with one row of pieces a side, `pieces=1` here.
"""

import random
import re
from typing import Any

import pytest

import playout as po

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the rules' oracle is missing")

# Ours, and OpenSpiel's rows and columns.
BREAKTHROUGH = [
    ("breakthrough(5,5,pieces=1)", 5, 5),
    ("breakthrough(4,3,pieces=1)", 4, 3),
    ("breakthrough(6,5)", 6, 5),
    ("breakthrough(6,6)", 6, 6),
    ("breakthrough(7,4)", 7, 4),
    ("breakthrough(6,10)", 6, 10),
    ("breakthrough(9,7)", 9, 7),
    ("breakthrough(8,8)", 8, 8),
]


def spiel_start(name: str, misere: bool = False) -> Any:
    return pyspiel.load_game(f"misere(game={name})" if misere else name).new_initial_state()


def spiel_breakthrough(rows: int, cols: int) -> str:
    return f"breakthrough(rows={rows},columns={cols})"


def spiel_perft(state: Any, depth: int) -> int:
    if depth == 1:
        return len(state.legal_actions())
    player, leaves = state.current_player(), 0
    for action in state.legal_actions():
        state.apply_action(action)
        leaves += spiel_perft(state, depth - 1)
        state.undo_action(player, action)
    return leaves


def flipped(name: str, rows: int) -> str:
    """The name of a move on the board with its rows flipped; OpenSpiel marks a capture with a star."""
    return re.sub(r"\d+", lambda number: str(rows + 1 - int(number[0])), name.rstrip("*"))


def breakthrough_moves(state: Any, rows: int) -> dict[str, int]:
    """OpenSpiel's legal actions by our names of them."""
    return {flipped(state.action_to_string(action), rows): action for action in state.legal_actions()}


def breakthrough_board(state: Any) -> str:
    """OpenSpiel's board as ours is written."""
    lines = [line.lstrip("0123456789 ") for line in str(state).splitlines()]
    rows = [line for line in lines if line and set(line) <= set("bw.")]
    return "/".join(reversed(rows)).replace("b", "X").replace("w", "O")


def tictactoe_moves(state: Any) -> dict[str, int]:
    return {"abc"[action % 3] + str(3 - action // 3): action for action in state.legal_actions()}


def assert_same(ours: po.State, theirs: Any, moves: dict[str, int]) -> None:
    assert set(ours.legal_names) == set(moves)
    assert ours.is_terminal == theirs.is_terminal()
    if ours.is_terminal:
        assert [ours.score, -ours.score] == theirs.returns()
    else:
        assert ours.turn is (po.MAX, po.MIN)[theirs.current_player()]


@pytest.mark.parametrize(("spec", "rows", "cols"), BREAKTHROUGH)
def test_breakthrough_perft(spec: str, rows: int, cols: int) -> None:
    depth = 5 if rows * cols < 40 else 4
    assert po.perft(spec, depth) == spiel_perft(spiel_start(spiel_breakthrough(rows, cols)), depth)


def test_tictactoe_perft() -> None:
    for depth in range(1, 10):
        assert po.perft("tictactoe", depth) == spiel_perft(spiel_start("tic_tac_toe()"), depth)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("spec", "rows", "cols"), BREAKTHROUGH)
def test_breakthrough_games(spec: str, rows: int, cols: int, misere: bool) -> None:
    rng = random.Random(f"{spec}{misere}")
    for _ in range(30):
        ours = (po.misere(spec) if misere else po.game(spec)).initial()
        theirs = spiel_start(spiel_breakthrough(rows, cols), misere)
        while not ours.is_terminal:
            moves = breakthrough_moves(theirs, rows)
            assert_same(ours, theirs, moves)
            assert ours.board == breakthrough_board(theirs)
            name = rng.choice(sorted(moves))
            ours = ours.play(name)
            theirs.apply_action(moves[name])
        assert_same(ours, theirs, {})


@pytest.mark.parametrize("misere", [False, True])
def test_tictactoe_games(misere: bool) -> None:
    rng = random.Random(misere)
    for _ in range(200):
        ours = (po.misere("tictactoe") if misere else po.game("tictactoe")).initial()
        theirs = spiel_start("tic_tac_toe()", misere)
        while not ours.is_terminal:
            moves = tictactoe_moves(theirs)
            assert_same(ours, theirs, moves)
            name = rng.choice(sorted(moves))
            ours = ours.play(name)
            theirs.apply_action(moves[name])
        assert_same(ours, theirs, {})


class Inner:
    """Breakthrough 5×5 with two rows of pieces a side, which OpenSpiel does not have, inside a board it has.

    On its 7×5 board both sides first bring each of their ten pieces one row forward. The five rows in the
    middle are then our first state, with the same player to move, and as long as nobody has reached the far
    row of the five, every legal move stays within them.
    """

    rows = 5

    def __init__(self) -> None:
        self.state = spiel_start(spiel_breakthrough(7, 5))
        columns = "abcde"
        downs = [f"{c}6{c}5" for c in columns] + [f"{c}7{c}6" for c in columns]
        ups = [f"{c}2{c}3" for c in columns] + [f"{c}1{c}2" for c in columns]
        for down, up in zip(downs, ups, strict=True):
            self.state.apply_action(self.state.string_to_action(down))
            self.state.apply_action(self.state.string_to_action(up))

    def board(self) -> str:
        outer = breakthrough_board(self.state).split("/")
        assert {outer[0], outer[-1]} == {"....."}, "the outermost rows stay empty"
        return "/".join(outer[1:-1])

    def over(self) -> bool:
        top, *_, bottom = self.board().split("/")
        return "X" in top or "O" in bottom or self.state.is_terminal()

    def moves(self) -> dict[str, int]:
        """The legal actions by our names, which are one row lower than those of the 7×5 board."""
        if self.over():
            return {}
        outer = breakthrough_moves(self.state, 7)
        return {re.sub(r"\d", lambda n: str(int(n[0]) - 1), name): action for name, action in outer.items()}

    def perft(self, depth: int) -> int:
        moves = self.moves()
        if depth == 1:
            return len(moves)
        player, leaves = self.state.current_player(), 0
        for action in moves.values():
            self.state.apply_action(action)
            leaves += self.perft(depth - 1)
            self.state.undo_action(player, action)
        return leaves


def test_breakthrough_with_two_rows_on_5x5_perft() -> None:
    assert po.perft("breakthrough(5,5)", 5) == Inner().perft(5)


def test_breakthrough_with_two_rows_on_5x5_games() -> None:
    rng = random.Random(5)
    for _ in range(100):
        ours, theirs = po.game("breakthrough(5,5)").initial(), Inner()
        while not ours.is_terminal:
            moves = theirs.moves()
            assert set(ours.legal_names) == set(moves)
            assert ours.board == theirs.board()
            assert ours.turn is (po.MAX, po.MIN)[theirs.state.current_player()]
            name = rng.choice(sorted(moves))
            ours = ours.play(name)
            theirs.state.apply_action(moves[name])
        assert theirs.over()
