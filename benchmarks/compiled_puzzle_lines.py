"""NRPA on compiled puzzles, beside the same class uncompiled and beside a native puzzle of the same rules."""

import sys
from collections.abc import Iterator
from pathlib import Path

from lines import Line
from nrpa_lines import playouts

import playout as po

# The puzzles that are measured are those that people are shown.
sys.path.append(str(Path(__file__).parents[1] / "examples"))
from flowshop import FlowShop
from morpion import Morpion
from samegame import SameGame
from snake import Snake
from tsptw import Salesman

TARGETS: dict[po.CompiledGame, float | None] = {
    SameGame(): 50,
    Salesman(): 50,
    Snake(): None,
    FlowShop(): None,
}


def compiled_puzzle_lines() -> Iterator[Line]:
    """In the order of the table."""
    for rules, target in TARGETS.items():
        yield Line(
            f"nrpa(level=3) {rules} compiled",
            "playouts/s",
            playouts(rules, 3, 1_000),
            "uncompiled",
            playouts(po.uncompiled(rules), 3, 5),
            target,
        )
    for rules, spec in ((Morpion("5D"), "morpion(5D)"), (Morpion("5T"), "morpion(5T)")):
        name = f"nrpa(level=3) {rules} compiled"
        yield Line(name, "playouts/s", playouts(rules, 3, 5_000), spec, playouts(spec, 3, 5_000), 0.5)
