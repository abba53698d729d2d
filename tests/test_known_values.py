"""Values and counts that others have published, found again by plain solvers over the library's states."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from naive import NaiveState
from naive_stones import NaiveGo

import playout as po

pytestmark = pytest.mark.core


@dataclass
class Solver:
    """Minimax of games that are won, drawn or lost, each position solved once; it stops at a win."""

    key: Callable[[po.State], str]
    """Positions of the same key have the same value."""
    first: Callable[[po.State], list[int]] = lambda state: list(state.legal_moves)
    """The legal moves, the promising ones first."""
    known: dict[str, float] = field(default_factory=dict)

    def value(self, state: po.State) -> float:
        key = self.key(state)
        if key not in self.known:
            self.known[key] = state.score if state.is_terminal else self._best(state)
        return self.known[key]

    def _best(self, state: po.State) -> float:
        sign = 1 if state.turn is po.MAX else -1
        best = -1.0
        for move in self.first(state):
            best = max(best, sign * self.value(state.play(move)))
            if best == 1:
                break
        return sign * best


def notation(state: po.State) -> str:
    return state.notation


def mirror_images(rows: list[str]) -> list[str]:
    """A board upside down, left to right, and both."""
    board = "/".join(rows)
    return [board, board[::-1], "/".join(rows[::-1]), "/".join(rows[::-1])[::-1]]


def symmetric(state: po.State) -> str:
    """The same for a board and its mirror images and rotations."""
    rows = state.board.split("/")
    turned = ["".join(column) for column in zip(*rows, strict=True)]
    return f"{min(mirror_images(rows) + mirror_images(turned))} {state.turn}"


def mirrored(state: po.State) -> str:
    """The same for a board and its mirror image, left to right."""
    rows = state.board.split("/")
    return f"{min('/'.join(rows), '/'.join(row[::-1] for row in rows))} {state.turn}"


def taken(state: po.State) -> str:
    """Which cells are taken is all that counts in Domineering, not by which domino. Nor do mirrors count."""
    rows = re.sub("[XxOo]", "#", state.board).split("/")
    return f"{min(mirror_images(rows))} {state.turn}"


def test_tictactoe_is_a_draw() -> None:
    """Every child knows. Misère too, where the first player takes the centre and then copies."""
    assert Solver(notation).value(po.game("tictactoe").initial()) == 0
    assert Solver(notation).value(po.misere("tictactoe").initial()) == 0


def domineering_winner(rows: int, cols: int) -> str:
    """V or H if upright or flat wins whoever starts, else 1 or 2 if who starts or the other one wins."""
    game, solver = po.games.Domineering(rows, cols), Solver(taken)
    empty = game.initial().board
    upright_starts, flat_starts = (solver.value(game.state(f"{empty} {turn}")) for turn in "XO")
    return {(1, 1): "V", (-1, -1): "H", (1, -1): "1", (-1, 1): "2"}[int(upright_starts), int(flat_starts)]


def test_domineering_on_squares() -> None:
    """Breuker, Uiterwijk and van den Herik, "Solving 8×8 Domineering" (2000): 5×5 is the exception."""
    assert [domineering_winner(size, size) for size in (2, 3, 4, 5)] == ["1", "1", "1", "2"]


def test_domineering_on_two_rows() -> None:
    """Lachmann, Moore and Rapaport, "Who wins Domineering on rectangular boards?" (2000), after Berlekamp.

    Of 2×n, upright wins n = 1, 5 and 9, who starts n = 2, 3, 6, 7, 10 and 11, who does not n = 13, flat the
    others. A board on its side exchanges the players.
    """
    assert "".join(domineering_winner(2, n) for n in range(1, 14)) == "V11HV11HV11H2"
    assert "".join(domineering_winner(n, 2) for n in range(1, 9)) == "H11VH11V"


def test_nogo_3x3_is_won_by_every_first_move() -> None:
    """Martin Müller, "Solving NoGo on small board sizes", webdocs.cs.ualberta.ca/~mmueller/nogo."""
    state, solver = po.game("nogo(3,3)").initial(), Solver(symmetric)
    assert {solver.value(state.play(move)) for move in state.legal_moves} == {1}


def opposite_first(state: po.State) -> list[int]:
    """The cell opposite to the last stone through the centre is tried first."""
    cells = len(state.board.replace("/", ""))
    last = state.history[-1:]
    return sorted(state.legal_moves, key=lambda move: cells - 1 - move not in last)


@pytest.mark.parametrize(("move", "reply"), [("b1", "c4"), ("a1", "d4"), ("b2", "c3")])
def test_nogo_4x4_is_lost_by_every_first_move(move: str, reply: str) -> None:
    """Martin Müller, as above: up to symmetry there are three first moves, and opposite replies win."""
    state = po.game("nogo(4,4)").initial().play(move).play(reply)
    assert Solver(symmetric, opposite_first).value(state) == -1


def test_connect_four_on_4x4_is_a_draw() -> None:
    """John Tromp's table of board sizes, tromp.github.io/c4/c4.html."""
    assert Solver(mirrored).value(po.game("connectfour(4,4)").initial()) == 0


def test_connect_four_two_rows_high() -> None:
    """Victor Allis, "A knowledge-based approach of Connect-Four" (1988).

    The second player does not lose on a board of even height that is six wide, nor on one that is seven wide
    unless the first disc falls in the middle.
    """
    assert Solver(mirrored).value(po.game("connectfour(6,2)").initial()) <= 0
    seven, solver = po.game("connectfour(7,2)").initial(), Solver(mirrored)
    assert all(solver.value(seven.play(column)) <= 0 for column in "abcefg")


def games_of(state: po.State, known: dict[str, int]) -> int:
    """How many ways there are to play a game to its end."""
    key = mirrored(state)
    if key not in known:
        children = [games_of(state.play(move), known) for move in state.legal_moves]
        known[key] = sum(children) or 1
    return known[key]


@pytest.mark.parametrize(("spec", "count"), [("2,1", 2), ("3,2", 90), ("4,3", 356232)])
def test_games_of_connect_four(spec: str, count: int) -> None:
    """OEIS A342329."""
    assert games_of(po.game(f"connectfour({spec})").initial(), {}) == count


class EndlessGo(NaiveGo):
    def longest(self) -> int:
        return 1000


def go_value(state: NaiveState, low: float = -99, high: float = 99) -> float:
    """Alpha-beta. The past decides what is legal, so no position is solved once and for all."""
    children = state.children()
    if not children:
        return state.score()
    for name in sorted(children, key=lambda name: name != "pass"):
        value = go_value(children[name], low, high)
        low, high = (max(low, value), high) if state.turn == "X" else (low, min(high, value))
        if low >= high:
            break
    return low if state.turn == "X" else high


def native_go_value(state: po.State, low: float = -99, high: float = 99) -> float:
    if state.is_terminal:
        return state.score
    for move in reversed(state.legal_moves):
        value = native_go_value(state.play(move), low, high)
        low, high = (max(low, value), high) if state.turn is po.MAX else (low, min(high, value))
        if low >= high:
            break
    return low if state.turn is po.MAX else high


def test_go_2x2() -> None:
    """Black wins by one point: John Tromp, "Solving 2x2 go", tromp.github.io/java/go/twoxtwo.html.

    That takes games of up to 22 moves. Ours end after 8, which makes it a draw; the naive twin, which plays
    by the same rules with either length, finds both.
    """
    assert go_value(EndlessGo(2, 2, {})) == 1
    assert go_value(NaiveGo(2, 2, {})) == native_go_value(po.game("go(2,2,komi=0)").initial()) == 0
