"""Compares games of Morpion Solitaire: the lines that each two have in common, however they are turned.

Games of 160 lines and more that were found apart have about 50 in common, or 120 and more: then they are of
one family.

python tools/shared_lines.py records/morpion-5T-1[67]*.json
"""

import argparse
import re
import sys
from itertools import combinations, product
from pathlib import Path

import playout as po

Line = tuple[int, int, int, int]
"""Column and row of its middle, from that of the cross in halves of a cell, and its direction."""

STEPS = {"E": (1, 0), "N": (0, 1), "NE": (1, 1), "SE": (1, -1)}
NAME = re.compile(r"(-?\d+):(-?\d+)([NSE]+)(\d)")


def lines(state: po.State) -> set[Line]:
    """The lines of a game."""
    name, _, variant = str(state.game).partition("(")
    if name != "morpion":
        raise ValueError(f"{state.game} is no Morpion Solitaire")
    return {line(move, int(variant[0])) for move in state.history_names}


def line(name: str, length: int) -> Line:
    """The line that a move draws; its name says how many dots are before the new one."""
    found = NAME.fullmatch(name)
    assert found, name
    (x, y, before), (dx, dy) = (int(found[group]) for group in (1, 2, 4)), STEPS[found[3]]
    middle = length - 1 - 2 * before
    side = 3 * length - 6  # of the cross, twice as many cells as between its first dot and its middle
    return 2 * x + middle * dx - side, 2 * y + middle * dy - side, dx, dy


def turned(line: Line, across: int, upwards: int, swapped: bool) -> Line:
    """A line in a mirror, or in two, and then with columns and rows exchanged."""
    x, y, dx, dy = (number * sign for number, sign in zip(line, (across, upwards) * 2, strict=True))
    if swapped:
        x, y, dx, dy = y, x, dy, dx
    sign = -1 if (dx, dy) < (0, 0) or (dx, dy) == (0, -1) else 1
    return x, y, dx * sign, dy * sign


def shared(one: set[Line], other: set[Line]) -> int:
    """The most lines that two games have in common, of the eight ways to lay one on the other."""
    ways = product((1, -1), (1, -1), (False, True))
    return max(len({turned(line, *way) for line in one} & other) for way in ways)


def main() -> None:
    """Prints a line for each two games."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("record", type=Path, nargs="+", help="files of records")
    games = {path.stem: lines(po.verify(path)) for path in parser.parse_args().record}
    for one, other in combinations(games, 2):
        print(f"{one} and {other}: {shared(games[one], games[other])}")


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError) as error:
        sys.exit(f"shared_lines: {error}")
