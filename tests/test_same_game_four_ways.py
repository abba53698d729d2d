"""Breakthrough and Connect Four, native, compiled, uncompiled and in C: the same results to the last draw."""

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from c_games import library
from compiled_cache import own_cache  # noqa: F401
from hypothesis import given, settings
from hypothesis import strategies as st

import playout as po

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

from breakthrough import BitBreakthrough, Breakthrough
from connectfour import ConnectFour

pytestmark = pytest.mark.xdist_group("four ways")  # so that one process compiles each game


def compiled(rules: po.CompiledGame) -> po.Game:
    pytest.importorskip("numba", reason="Numba is not installed")
    return po.game(rules)


def uncompiled(rules: po.CompiledGame) -> po.Game:
    pytest.importorskip("numpy", reason="NumPy is not installed")
    return po.uncompiled(rules)


def in_c(name: str, parameters: str = "") -> po.Game:
    try:
        return po.game(library(name) + parameters)
    except FileNotFoundError as missing:
        pytest.skip(str(missing))


# The native game, another way to have it, and how to make that.
FAST: dict[tuple[str, str], Callable[[], po.Game]] = {
    ("breakthrough(5,5)", "cells"): lambda: compiled(Breakthrough()),
    ("breakthrough(5,5)", "bits"): lambda: compiled(BitBreakthrough()),
    ("breakthrough(5,5)", "C"): lambda: in_c("breakthrough", "(5,5)"),
    ("breakthrough(4,3,pieces=1)", "cells"): lambda: compiled(Breakthrough(4, 3, 1)),
    ("breakthrough(9,7)", "bits"): lambda: compiled(BitBreakthrough(9, 7)),
    ("breakthrough(8,8)", "C"): lambda: in_c("breakthrough"),
    ("connectfour(7,6)", "bits"): lambda: compiled(ConnectFour()),
    ("connectfour(7,6)", "C"): lambda: in_c("connectfour"),
    ("connectfour(5,4,connect=3)", "bits"): lambda: compiled(ConnectFour(5, 4, 3)),
    ("connectfour(8,8,connect=5)", "C"): lambda: in_c("connectfour", "(8,8,connect=5)"),
}
SLOW: dict[tuple[str, str], Callable[[], po.Game]] = {
    ("breakthrough(4,3,pieces=1)", "cells uncompiled"): lambda: uncompiled(Breakthrough(4, 3, 1)),
    ("breakthrough(5,5)", "bits uncompiled"): lambda: uncompiled(BitBreakthrough()),
    ("connectfour(7,6)", "uncompiled"): lambda: uncompiled(ConnectFour()),
}
WAYS = FAST | SLOW

PLAYERS = [
    "uct",
    "uct(rave=50)",
    "uct(playout=anti_decisive)",
    "uct(playout=nst)",
    "uct(playout=ppa)",
    "flat",
    "nested(level=1)",
    "nested(level=1, base=mast)",
    "minimax(depth=2)",
]


@cache
def other(native: str, way: str) -> po.Game:
    return WAYS[native, way]()


def few(way: str) -> bool:
    """What is not compiled takes its time."""
    return way.endswith("uncompiled")


def answer(result: po.SearchResult) -> tuple[Any, ...]:
    children = [(child.move, child.name, child.visits, child.value) for child in result.children]
    return result.move, result.value, result.simulations, result.states, children


def assert_searched_alike(native: str, way: str, player: str) -> None:
    budget = "25 sims" if few(way) else "2000 sims"
    ours, theirs = (
        po.player(player).search(game.initial(), budget, seed=5)
        for game in (other(native, way), po.game(native))
    )
    assert answer(ours) == answer(theirs)


@pytest.mark.parametrize("player", [*PLAYERS, "random"])
@pytest.mark.parametrize(("native", "way"), WAYS)
def test_a_search_is_the_same(native: str, way: str, player: str) -> None:
    assert_searched_alike(native, way, player)


@pytest.mark.parametrize(("native", "way"), [key for key in WAYS if "breakthrough" in key[0]])
def test_playouts_by_mobility_are_the_same(native: str, way: str) -> None:
    assert_searched_alike(native, way, "uct(playout=mobility)")


@pytest.mark.parametrize(("a", "b"), [("uct", "random"), ("uct(rave=50)", "flat"), ("nested", "minimax")])
@pytest.mark.parametrize(("native", "way"), WAYS)
def test_a_match_is_the_same(native: str, way: str, a: str, b: str) -> None:
    games, budget = (2, "4 sims") if few(way) else (6, "100 sims")
    ours, theirs = (
        po.match(game, a, b, games=games, budget=budget, seed=7)
        for game in (other(native, way), po.game(native))
    )
    assert ours.record == theirs.record
    assert (ours.wins, ours.draws, ours.losses) == (theirs.wins, theirs.draws, theirs.losses)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("native", "way"), WAYS)
def test_playouts_draw_the_same(native: str, way: str, misere: bool) -> None:
    ours, theirs = other(native, way), po.game(native)
    if misere:
        ours, theirs = po.misere(ours), po.misere(theirs)
    budget = "300 states" if few(way) else "30000 states"
    done, expected = (po.playout_rate(game, budget, seed=3) for game in (ours, theirs))
    assert (done.playouts, done.states) == (expected.playouts, expected.states)


@pytest.mark.parametrize(("native", "way"), WAYS)
def test_perft_is_the_same(native: str, way: str) -> None:
    for depth in range(1, 3 if few(way) else 6):
        assert po.perft(other(native, way), depth) == po.perft(native, depth)


@pytest.mark.parametrize(("native", "way"), FAST)
@settings(max_examples=25)
@given(choices=st.lists(st.integers(0, 1_000_000), max_size=120))
def test_a_game_is_the_same_move_by_move(native: str, way: str, choices: list[int]) -> None:
    ours, theirs = other(native, way).initial(), po.game(native).initial()
    for choice in choices:
        assert_same(ours, theirs)
        if theirs.is_terminal:
            return
        move = theirs.legal_moves[choice % len(theirs.legal_moves)]
        assert ours.code(move) == theirs.code(move)
        ours, theirs = ours.play(move), theirs.play(move)


def assert_same(ours: po.State, theirs: po.State) -> None:
    assert (ours.legal_moves, ours.legal_names) == (theirs.legal_moves, theirs.legal_names)
    assert (ours.board, ours.turn) == (theirs.board, theirs.turn)
    if theirs.is_terminal:
        assert ours.score == theirs.score


@pytest.mark.parametrize(("native", "way"), FAST)
def test_each_way_keeps_the_contract(native: str, way: str) -> None:
    po.check(other(native, way), games=5)


def test_a_board_that_does_not_work() -> None:
    for make in (lambda: BitBreakthrough(8, 8), lambda: ConnectFour(8, 8)):
        with pytest.raises(ValueError, match="at most 63 cells, not 64"):
            make()
    with pytest.raises(ValueError, match=r"need rows \* cols <= 64 and rows >= 2 \* pieces"):
        in_c("breakthrough", "(9,8)")
