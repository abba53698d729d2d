"""NRPA: playouts of a search that goes on from call to call, and what the library costs a game in Python."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lines import Line
from measure import Work

import playout as po
from playout import _core
from playout.games.make import GameLike

# The puzzle in Python that is measured is the one that people are shown.
sys.path.append(str(Path(__file__).parents[1] / "examples"))
from puzzle import KnightsTour

TARGETS = {("morpion(5D)", 3): 170_000, ("morpion(5T)", 3): 135_000, ("crossword(capitals)", 2): 10_000}


def nrpa_lines() -> Iterator[Line]:
    """In the order of the table."""
    for (spec, level), target in TARGETS.items():
        work = playouts(spec, level, 5_000)
        yield Line(f"nrpa(level={level}) {spec}", "playouts/s", work, "", None, target)
    game = KnightsTour()
    yield Line(
        "nrpa(level=2) knight's tour in Python",
        "playouts/s",
        playouts(game, 2, 200),
        "the game's own calls",
        own_calls(game, 200),
        0.83,
    )


def playouts(game: GameLike, level: int, simulations: int) -> Work:
    """So many playouts a call. A search goes through phases of short and long games: each call goes on."""
    solver = _core.Solver(po.game(game).initial().position, po.NRPA(level=level).solver(), 1)

    def work() -> float:
        solver.run(_core.Budget(simulations=simulations), _core.Stop())
        return simulations

    return work


def own_calls(game: po.Rules[Any], simulations: int) -> Work:
    """What a playout asks of a game, asked by a plain loop, along a game such as NRPA plays."""
    moves = po.NRPA(level=2).solve(game, "2000 sims", seed=1).moves

    def work() -> float:
        for _ in range(simulations):
            state = game.initial()
            for move in moves:
                game.legal(state)
                state = game.play(state, move)
            game.legal(state)
            game.score(state)
        return simulations

    return work
