"""Connect Four and Go against OpenSpiel: perft, and random games move set by move set.

Connect Four is the same game. Go is the same (no suicide, area scoring, two passes or 2 * rows * cols moves
end it) but for two rules: OpenSpiel's result is who won, not by how much, and only simple ko is forbidden
there, while a move that repeats an older position is allowed, ends the game and makes it a draw. So its legal
moves are ours and those that repeat a position.
"""

import random
from typing import Any

import pytest
from test_openspiel import assert_same, spiel_start

import playout as po

# Ours, and OpenSpiel's.
CONNECT_FOUR = [
    ("connectfour(7,6)", "connect_four()"),
    ("connectfour(4,4)", "connect_four(rows=4,columns=4)"),
    ("connectfour(8,5)", "connect_four(rows=5,columns=8)"),
    ("connectfour(5,4,connect=3)", "connect_four(rows=4,columns=5,x_in_row=3)"),
    ("connectfour(8,8,connect=5)", "connect_four(rows=8,columns=8,x_in_row=5)"),
]

KOMI = 0.5
"""Not an integer, so that a draw can only come from a repetition."""


def child_perft(state: Any, depth: int) -> int:
    """These games cannot take a move back."""
    if depth == 1:
        return len(state.legal_actions())
    return sum(child_perft(state.child(action), depth - 1) for action in state.legal_actions())


def connect_four_moves(state: Any) -> dict[str, int]:
    """OpenSpiel's legal actions by our names of them."""
    return {"abcdefgh"[action]: action for action in state.legal_actions()}


def connect_four_board(state: Any) -> str:
    return "/".join(str(state).split()).replace("x", "X").replace("o", "O")


@pytest.mark.parametrize(("spec", "name"), CONNECT_FOUR)
def test_connect_four_perft(spec: str, name: str) -> None:
    for depth in range(1, 6):
        assert po.perft(spec, depth) == child_perft(spiel_start(name), depth)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("spec", "name"), CONNECT_FOUR)
def test_connect_four_games(spec: str, name: str, misere: bool) -> None:
    rng = random.Random(f"{spec}{misere}")
    results = set()
    for _ in range(60):
        ours = (po.misere(spec) if misere else po.game(spec)).initial()
        theirs = spiel_start(name, misere)
        while not ours.is_terminal:
            moves = connect_four_moves(theirs)
            assert_same(ours, theirs, moves)
            assert ours.board == connect_four_board(theirs)
            move = rng.choice(sorted(moves))
            ours = ours.play(move)
            theirs.apply_action(moves[move])
        assert_same(ours, theirs, {})
        results.add(ours.score)
    assert results >= {-1, 1}


def go_start(size: int, komi: float = KOMI, misere: bool = False) -> Any:
    return spiel_start(f"go(board_size={size},komi={komi})", misere)


def go_board(state: Any) -> str:
    lines = (line.split() for line in str(state).splitlines())
    return "/".join(words[1] for words in lines if len(words) == 2 and words[0].isdigit()).replace("+", ".")


def repetitions(state: Any) -> set[int]:
    """OpenSpiel's actions that repeat a position: a draw at once, which no count of points can be."""
    children = {action: state.child(action) for action in state.legal_actions()}
    return {action for action, child in children.items() if child.is_terminal() and child.returns() == [0, 0]}


def assert_same_go(ours: po.State, theirs: Any, repeating: set[int]) -> None:
    """The numbers of the moves are the same on both sides; a pass is the number of cells."""
    assert ours.board == go_board(theirs)
    assert ours.is_terminal == theirs.is_terminal()
    if ours.is_terminal:
        won = 1 if ours.score > 0 else -1
        assert [won, -won] == theirs.returns()
    else:
        assert set(ours.legal_moves) == set(theirs.legal_actions()) - repeating
        assert ours.turn is (po.MAX, po.MIN)[theirs.current_player()]


def assert_same_margin(end: po.State, size: int) -> None:
    """OpenSpiel's Black wins the same game with komi half a point less than his margin, not with more."""
    margin = end.score + KOMI
    for komi, black in [(margin - 0.5, 1), (margin + 0.5, -1)]:
        theirs = go_start(size, komi)
        for move in end.history:
            theirs.apply_action(move)
        assert theirs.returns() == [black, -black]


@pytest.mark.parametrize(("size", "games"), [(2, 200), (3, 100), (5, 40), (9, 6)])
def test_go_games(size: int, games: int) -> None:
    rng = random.Random(size)
    repeated, lengths = 0, set()
    for _ in range(games):
        ours, theirs = po.games.Go(size, size, komi=KOMI).initial(), go_start(size)
        while not ours.is_terminal:
            repeating = repetitions(theirs)
            assert_same_go(ours, theirs, repeating)
            repeated += len(repeating)
            move = rng.choice(ours.legal_moves)
            ours = ours.play(move)
            theirs.apply_action(move)
        assert_same_go(ours, theirs, set())
        assert_same_margin(ours, size)
        lengths.add(len(ours.history))
    if size == 2:
        assert repeated > 20, "superko was met"
        assert max(lengths) == 8, "the longest game was met"


@pytest.mark.parametrize("size", [3, 5])
def test_misere_go_games(size: int) -> None:
    rng = random.Random(size)
    for _ in range(30):
        ours = po.games.Go(size, size, komi=KOMI, misere=True).initial()
        theirs = go_start(size, misere=True)
        while not ours.is_terminal:
            move = rng.choice(ours.legal_moves)
            ours = ours.play(move)
            theirs.apply_action(move)
        assert_same_go(ours, theirs, set())


# On 2×2 a position can be repeated from the fifth move on.
@pytest.mark.parametrize(("size", "depth"), [(2, 4), (3, 4), (5, 3), (9, 2)])
def test_go_perft(size: int, depth: int) -> None:
    for d in range(1, depth + 1):
        assert po.perft(po.games.Go(size, size), d) == child_perft(go_start(size), d)
