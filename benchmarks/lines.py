"""What is compared: one line of the table each."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import ours
import peers
import published
from compiled_lines import compiled_lines
from measure import Peer, Work
from nested_lines import nested_lines
from playout_lines import playout_kinds
from uct_lines import option_lines

# The game in Python that is measured is the one that people are shown.
sys.path.append(str(Path(__file__).parents[1] / "examples"))
from tictactoe import TicTacToe

UCT_SIMULATIONS = 20_000
PYTHON_SIMULATIONS = 1_000


@dataclass(frozen=True)
class Line:
    """Our work and what it is compared with, in the same unit."""

    name: str
    unit: str
    ours: Work
    peer_name: str
    peer: Peer
    target: float | None
    """The ratio that is aimed at, or without a peer the rate; none: for information."""


def all_lines() -> Iterator[Line]:
    """In the order of the table."""
    yield from playout_lines()
    yield from uct_lines()
    yield from option_lines()
    yield python_line()
    yield from relative_lines()
    yield from paper_lines()
    yield from nested_lines()
    yield from puzzle_lines()
    yield from playout_kinds()
    yield from compiled_lines()


def playout_lines() -> Iterator[Line]:
    """Uniform playouts, on the same rules and, for information, on ours of the same board."""
    yield _playouts("breakthrough(5,5,pieces=1)", "breakthrough(5,5,pieces=1)", 25)
    yield _playouts("breakthrough(5,5)", "breakthrough(5,5,pieces=1)", None)
    yield _playouts("breakthrough(8,8)", "breakthrough(8,8)", 25)
    yield _playouts("tictactoe", "tictactoe", 8)
    yield _playouts("connectfour(7,6)", "connectfour(7,6)", 20)
    for spec, name in peers.OTHER_PLAYOUTS.items():
        yield _beside_openspiel(spec, name, peers.mean_length(name), 5)


def _playouts(spec: str, like: str, target: float | None) -> Line:
    return _beside_openspiel(spec, peers.SAME_RULES[like], ours.mean_length(like), target)


def _beside_openspiel(spec: str, name: str, length: float, target: float | None) -> Line:
    peer = peers.playouts(name, length)
    return Line(f"playouts {spec}", "states/s", ours.playouts(spec), f"OpenSpiel {name}", peer, target)


def uct_lines() -> Iterator[Line]:
    """Tree search, from the initial position."""
    for spec in ("breakthrough(5,5,pieces=1)", "breakthrough(8,8)"):
        name = peers.SAME_RULES[spec]
        work, peer = ours.uct(spec, UCT_SIMULATIONS), peers.uct(name, UCT_SIMULATIONS)
        yield Line(f"uct {spec}", "simulations/s", work, f"OpenSpiel {name}", peer, 4)


def python_line() -> Line:
    """Tree search in a game written in Python."""
    name = "python_tic_tac_toe"
    work, peer = ours.uct(TicTacToe(), PYTHON_SIMULATIONS), peers.uct(name, PYTHON_SIMULATIONS)
    return Line("uct tic-tac-toe in Python", "simulations/s", work, f"OpenSpiel {name}", peer, 1.5)


def relative_lines() -> Iterator[Line]:
    """Our other games beside our Breakthrough."""
    for spec, like in (
        ("knightthrough(5,5)", "breakthrough(5,5)"),
        ("knightthrough(8,8)", "breakthrough(8,8)"),
        ("misere(breakthrough(5,5))", "breakthrough(5,5)"),
        ("misere(breakthrough(8,8))", "breakthrough(8,8)"),
        ("misere(knightthrough(5,5))", "breakthrough(5,5)"),
        ("misere(knightthrough(8,8))", "breakthrough(8,8)"),
        ("misere(tictactoe)", "breakthrough(5,5)"),
    ):
        yield Line(f"playouts {spec}", "states/s", ours.playouts(spec), like, ours.playouts(like), 0.7)


def paper_lines() -> Iterator[Line]:
    """The games of the two-player paper beside the speed of its engine."""
    for spec, rate in published.STATES_PER_SECOND.items():
        target = 20 if "go(" in spec else 40
        peer_name = "the paper's figure, not measured"
        yield Line(f"playouts {spec}", "states/s", ours.playouts(spec), peer_name, rate, target)


def puzzle_lines() -> Iterator[Line]:
    """The puzzles, which no peer has."""
    for spec, target in (("morpion(5D)", 400_000), ("crossword(capitals)", None)):
        yield Line(f"playouts {spec}", "playouts/s", ours.whole_playouts(spec), "", None, target)
