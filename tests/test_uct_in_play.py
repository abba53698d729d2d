"""UCT from move to move of a game (reuse) and on several threads, as Python sees them."""

import time
from dataclasses import replace
from typing import Any

import pytest
from test_interrupt import interrupted
from toys import Nim, one_line

import playout as po

REUSING = [
    "uct(reuse=true)",
    "uct(rave=50, bounds=cuts, creation=2, reuse=true)",
    "uct(threads=2, parallel=root, reuse=true)",
]


def timeless(result: Any) -> Any:
    return replace(result, seconds=0)


@pytest.mark.parametrize("player", REUSING)
@pytest.mark.parametrize("rules", ["breakthrough(5,5)", "misere(nogo(4,4))", "go(3,3)", "tictactoe"])
def test_a_match_with_reuse_is_a_function_of_its_seed(rules: str, player: str) -> None:
    one, two = (
        timeless(po.match(rules, player, "uct", games=6, budget="300 sims", seed=1, workers=workers))
        for workers in (1, 2)
    )
    assert one == two
    fresh = po.match(
        rules, player.replace("reuse=true", "reuse=false"), "uct", games=6, budget="300 sims", seed=1
    )
    assert fresh.record != one.record


@pytest.mark.parametrize("player", REUSING[:2])
def test_a_match_with_reuse_of_a_game_in_python(player: str) -> None:
    one, two = (
        timeless(po.match(Nim(13), player, "random", games=8, budget="100 sims", seed=1)) for _ in range(2)
    )
    assert one == two
    assert one.wins >= 7


@pytest.mark.parametrize("rules", ["breakthrough(5,5)", "go(9,9)", "morpion(4D)"])
def test_independent_trees_share_the_budget_and_the_seed_decides(rules: str) -> None:
    state = po.game(rules).initial()
    for threads in (2, 3):
        player = po.UCT(threads=threads, parallel="root")
        one, two = (timeless(player.search(state, "200 sims", seed=5)) for _ in range(2))
        assert one == two
        assert one.simulations == sum(child.visits for child in one.children) == 200
        assert timeless(player.search(state, "200 sims", seed=6)) != one


@pytest.mark.parametrize("rules", ["breakthrough(5,5)", "go(9,9)", "morpion(4D)"])
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_share_one_tree(rules: str, threads: int) -> None:
    state = po.game(rules).initial()
    found = po.UCT(threads=threads).search(state, "3000 sims", seed=5)
    assert found.simulations == sum(child.visits for child in found.children) == 3000
    assert found.children[0].move in state.legal_moves


def test_threads_that_share_a_tree_play_on_with_what_they_know() -> None:
    result = po.match(
        "breakthrough(5,5)", "uct(threads=2, reuse=true)", "random", games=6, budget="300 sims", seed=1
    )
    assert result.wins == 6


@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_one_thread_is_the_plain_search(parallel: str) -> None:
    state = po.game("knightthrough(5,5)").initial()
    one, plain = (
        timeless(player.search(state, "500 sims", seed=5))
        for player in (po.UCT(threads=1, parallel=parallel), po.UCT())
    )
    assert one == plain


@pytest.mark.parametrize("rules", [Nim(), po.misere(Nim())], ids=["plain", "misere"])
def test_a_game_in_python_is_searched_by_one_thread(rules: Any) -> None:
    with pytest.raises(ValueError, match="a game written in Python is searched by one thread") as caught:
        po.UCT(threads=2).search(po.game(rules).initial(), "10 sims")
    assert one_line(caught.value)


@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_threads_end_with_ctrl_c(parallel: str) -> None:
    answer = interrupted(
        """
        state = po.game("breakthrough(8,8)").initial()
        ready_once_heard()
        result = po.UCT(threads=3, parallel="PARALLEL").search(state, "1h", seed=1)
        done(interrupted=result.interrupted, simulations=result.simulations,
             visits=sum(child.visits for child in result.children))
    """.replace("PARALLEL", parallel)
    )
    assert answer["interrupted"]
    assert answer["simulations"] == answer["visits"] > 0


def test_seconds_end_all_threads() -> None:
    start = time.perf_counter()
    found = po.UCT(threads=3).search(po.game("breakthrough(8,8)").initial(), "100ms", seed=1)
    assert 0.1 <= found.seconds <= time.perf_counter() - start
    assert found.simulations > 0
