"""Nested playouts: beside the uniform playouts that they are made of, and beside the paper's engine."""

from collections.abc import Iterator

import lines
import ours
import published
from measure import Peer

GAMES = ("breakthrough(5,5)", "breakthrough(8,8)", "nogo(5,5)", "domineering(5,5)")
LEVELS = (1, 2, 3)


def nested_lines() -> Iterator["lines.Line"]:
    """What is left of the speed of uniform playouts inside nested ones; and the games of the paper.

    The higher the level, the shorter the playouts of level 0 and the more is spent between them: so the
    highest level stands for all beside the paper's figures.
    """
    for spec in GAMES:
        for level in LEVELS:
            yield _line(spec, level, "uniform playouts", ours.playouts(spec), 0.6)
    for spec, rate in published.STATES_PER_SECOND.items():
        yield _line(spec, LEVELS[-1], "the paper's figure, not measured", rate, 10)


def _line(spec: str, level: int, peer_name: str, peer: Peer, target: float) -> "lines.Line":
    work = ours.playouts(spec, f"nested({level})")
    return lines.Line(f"nested({level}) {spec}", "states/s", work, peer_name, peer, target)
