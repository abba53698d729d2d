"""Games that people write for the C interface, in compiled Python and in C: lines of the table."""

import itertools
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import ours
import peers
from measure import Work

import playout as po
from playout.games.make import GameLike

sys.path.append(str(Path(__file__).parents[1] / "examples"))
from amazons import Amazons
from breakthrough import BitBreakthrough, Breakthrough
from connectfour import ConnectFour
from hex import Hex
from othello import Othello

if TYPE_CHECKING:
    from lines import Line

SOURCES = Path(__file__).parents[1] / "examples" / "c"
BREAKTHROUGH, CONNECT_FOUR = "breakthrough(5,5)", "connectfour(7,6)"
SIMULATIONS = 20_000
STATES_A_CALL = 300_000
OPTIONS = ("-O3", "-march=native", "-shared", "-fPIC")


def compiled_lines() -> Iterator["Line"]:
    """In the order of the table."""
    from lines import Line

    spiel = peers.SAME_RULES["breakthrough(5,5,pieces=1)"]
    length = ours.mean_length("breakthrough(5,5,pieces=1)")
    cells = playouts(Breakthrough(pieces=1))
    title = "playouts breakthrough(5,5,pieces=1) in compiled Python, plain"
    yield Line(title, "states/s", cells, f"OpenSpiel {spiel}", peers.playouts(spiel, length), 3)
    for native, how, game, target in _ways():
        title = f"playouts {native} {how}"
        yield Line(title, "states/s", playouts(game), "native", ours.playouts(native), target)
    for native, how, game, _ in _ways():
        work, peer = uct(game), ours.uct(native, SIMULATIONS)
        yield Line(f"uct {native} {how}", "simulations/s", work, "native", peer, 0.6)
    yield from beside_openspiel()


def _ways() -> Iterator[tuple[str, str, GameLike, float]]:
    """The native game, how it is written here, this game, and the share of the native speed aimed at."""
    yield BREAKTHROUGH, "in compiled Python, bits", BitBreakthrough(), 0.5
    yield CONNECT_FOUR, "in compiled Python", ConnectFour(), 0.5
    yield BREAKTHROUGH, "in C", f"{library('breakthrough')}(5,5)", 0.7
    yield CONNECT_FOUR, "in C", library("connectfour"), 0.7


def beside_openspiel() -> Iterator["Line"]:
    """Other compiled games. A turn of Amazons has two moves here and three there, so turns are compared."""
    from lines import Line

    for rules, name, title, moves, theirs in (
        (Hex(), "hex(board_size=7)", "hex(7)", 1, 1),
        (Othello(), "othello", "othello(8)", 1, 1),
        (Amazons(), "amazons(board_size=6)", "amazons(6)", 2, 3),
    ):
        work = playouts(rules, moves)
        peer = per_turn(peers.playouts(name, peers.mean_length(name)), theirs)
        unit = "states/s" if moves == 1 else "turns/s"
        yield Line(f"playouts {title} in compiled Python", unit, work, f"OpenSpiel {name}", peer, None)


def playouts(game: GameLike, moves_a_turn: int = 1) -> Work:
    """Playouts from the initial state, in states, or in turns of several moves."""
    seeds, made = itertools.count(), po.game(game)
    budget = po.Budget(states=STATES_A_CALL)
    return per_turn(lambda: po.playout_rate(made, budget, next(seeds)).states, moves_a_turn)


def per_turn(work: Work, moves: int) -> Work:
    """The same work, counted in turns."""
    return lambda: work() / moves


def uct(game: GameLike) -> Work:
    """Searches of the initial state, in simulations."""
    seeds, state = itertools.count(), po.game(game).initial()
    budget = po.Budget(simulations=SIMULATIONS)
    return lambda: ours.PLAYER.search(state, budget, seed=next(seeds)).simulations


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="playout-benchmarks-")


@cache
def library(name: str) -> str:
    """The shared library of `examples/c/NAME.c`."""
    compiler = shutil.which("cc")
    if compiler is None:
        sys.exit("the benchmarks of games in C need a C compiler named cc")
    made = Path(_folder().name, f"{name}.so")
    source, headers = SOURCES / f"{name}.c", f"-I{po.include_dir()}"
    subprocess.run([compiler, *OPTIONS, headers, str(source), "-o", str(made)], check=True)
    return str(made)
