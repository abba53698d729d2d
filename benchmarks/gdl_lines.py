"""Rules in GDL: lines of the table, and how long it takes from a file to the first move."""

import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

import ours
from measure import Work

import playout as po
from playout import gdl

if TYPE_CHECKING:
    from lines import Line

IN_BULK = {
    "breakthrough_8x8.kif": 321_000,
    "connectfour_8x6.kif": 2_100_000,
    "knightthrough_8x8.kif": 604_000,
    "reversi.kif": 91_000,
}
"""Playouts a second that were seen in a trial on one core."""

GAMES_A_CALL = 20 * 512
SIMULATIONS = 20_000

FIRST_MOVE = """
import re, sys, time
start = time.perf_counter()
import playout as po
state = po.game(sys.argv[1]).initial()
po.UCT().search(state, "100 sims", seed=1)
seconds = time.perf_counter() - start
memory = int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
print(f"{seconds:.2f} s, {memory / 1024:.0f} MB")
"""


def gdl_lines() -> Iterator["Line"]:
    """In the order of the table."""
    from lines import Line

    for name, target in IN_BULK.items():
        yield Line(f"playouts {name}, in bulk", "playouts/s", in_bulk(name), "", None, target)
    for name, target in IN_BULK.items():
        work = ours.whole_playouts(name)
        yield Line(f"playouts {name}, one at a time", "playouts/s", work, "", None, target / 10)
    for name in IN_BULK:
        bulk, one = (ours.searches(name, po.Flat(bulk=bulk), SIMULATIONS) for bulk in (True, False))
        yield Line(f"flat(bulk=true) {name}", "simulations/s", bulk, "flat", one, 7)
    for name, target in (("breakthrough_8x8.kif", 20_000), ("tictactoe.kif", 500_000)):
        yield Line(f"uct {name}", "simulations/s", ours.uct(name, SIMULATIONS), "", None, target)


def in_bulk(name: str) -> Work:
    """Random games from the initial state, many at a time."""
    seeds = itertools.count()
    machine = gdl.Machine(gdl.load(gdl.find(name)))
    return lambda: machine.playouts(machine.initial, GAMES_A_CALL, seed=next(seeds)).finished


def first_moves() -> list[str]:
    """From the start of Python to a first move by `uct`, with an empty cache and with the network kept."""
    found = []
    for name in IN_BULK:
        with tempfile.TemporaryDirectory() as folder:
            new, again = (_first_move(name, folder) for _ in range(2))
        found.append(f"{name}, from file to first move: {new}; with the network kept: {again}")
    return found


def _first_move(name: str, cache: str) -> str:
    command = [sys.executable, "-c", FIRST_MOVE, name]
    environment = os.environ | {"PLAYOUT_CACHE_DIR": cache}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()
