"""What the tests of searches in slices share: games, players, and when two searches are the same."""

from dataclasses import replace
from typing import Any

import pytest
from toys import Nim

import playout as po

GAMES: list[Any] = ["tictactoe", "breakthrough(5,5)", "nogo(5,5)", "go(3,3)", "connectfour(4,4)", Nim(20)]
LEARNING = ["uct(playout=mast)", "uct(playout=nst(k=2), rave=50)", "uct(playout=ppaf)"]
KEPT = [
    "uct",
    "uct(rave=50)",
    "uct(rave=50, grave=20, bounds=cuts)",
    "uct(bounds=solver, creation=3)",
    "uct(first_play=0.6, max_nodes=60)",
    "uct(playout=nested(level=1))",
    "uct(bounds=cuts, proof_bias=0.5)",
    "uct(halving=5000, decisive=true)",
    "uct(playout=batch(games=3), bounds=cuts)",
    *LEARNING,
    "flat",
    "flat(bulk=true)",
]
PLAYERS = [*KEPT, "nested(level=1, discount=true)", "nested(level=1, cut_on_win=true)", "minimax(depth=3)"]

every_game = pytest.mark.parametrize("rules", GAMES, ids=str)
every_player = pytest.mark.parametrize("player", PLAYERS)


def start(rules: Any, player: str, seed: int = 1) -> po.Search:
    return po.player(player).start(po.game(rules).initial(), seed)


def timeless(result: po.SearchResult) -> po.SearchResult:
    return replace(result, seconds=0.0, interrupted=False)


def placeless(result: po.SearchResult) -> po.SearchResult:
    return replace(timeless(result), tree_nodes=0, tree_bytes=0)


def same(one: po.Search, other: po.Search) -> None:
    """Equal now, and in what they do next, but for where nodes lie in memory."""
    assert placeless(one.result) == placeless(other.result)
    assert one.line == other.line
    assert one.tree(depth=3) == other.tree(depth=3)
    if not one.finished:
        assert placeless(one.run("40 sims")) == placeless(other.run("40 sims"))
