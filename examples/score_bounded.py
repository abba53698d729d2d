"""The tables of the score-bounded paper: how many playouts it takes to solve a Seki or a small Connect Four.

`python examples/score_bounded.py` prints Tables 3 to 6 in the paper's form, ours beside the paper's; `--help`
lists the options. With `--store FILE` every finished run is a line of that file, and a command that is run
again goes on from there. docs/papers/score-bounded.md has the results.
"""

import argparse
import json
import statistics
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import playout as po
from playout import seeds

LIBERTIES = range(1, 7)
SEKI_PLAYERS = {3: "bounds=solver", 4: "bounds=cuts", 5: "bounds=cuts, opti_bias=10000"}
FOUR_PLAYERS = {
    "solver": "bounds=solver",
    "cuts": "bounds=cuts",
    "guided cuts": "bounds=cuts, opti_bias=-0.1",
}
BOARDS = ("3,3", "3,4", "4,3", "4,4")  # width and height

# As printed: rows are Min's liberties, columns Max's, in thousands of playouts where they are many; a number
# below 0 stands for "more than", and 1M for more than a million.
M = -1_000_000
PAPER: dict[int, list[list[float]]] = {
    3: [
        [359, 479, 1535, 2059, 10_566, 25_670],
        [1389, 11_047, 12_627, 68_718, 98_155, 289_324],
        [7219, 60_755, 541_065, 283_782, 516_514, 791_945],
        [41_385, 422_975, M, M, -989_407, -999_395],
        [275_670, M, M, M, M, M],
        [M, M, M, M, M, M],
    ],
    4: [
        [192, 421, 864, 2000, 4605, 14_521],
        [786, 3665, 3427, 17_902, 40_364, 116_749],
        [4232, 22_021, 107_353, 94_844, 263_485, 588_912],
        [21_581, 177_693, -964_871, M, 878_072, M],
        [125_793, M, M, M, M, M],
        [825_760, M, M, M, M, M],
    ],
    5: [
        [137, 259, 391, 1135, 2808, 7164],
        [501, 1098, 1525, 3284, 13_034, 29_182],
        [1026, 5118, 9208, 19_523, 31_584, 141_440],
        [2269, 10_094, 58_397, 102_314, 224_109, 412_043],
        [6907, 27_947, 127_588, 737_774, -999_587, M],
        [16_461, 85_542, 372_366, M, M, M],
    ],
    6: [
        [2700.9, 26_042.7, 227_617.6, -5_000_000],
        [2529.2, 12_496.7, 31_772.9, 386_324.3],
        [1607.1, 9792.7, 24_340.2, 351_320.3],
    ],
}


@dataclass(frozen=True)
class Cell:
    """One number of a table: a game, who solves it, and after how many simulations he gives up."""

    game: str
    player: str
    limit: int

    def run(self, index: int) -> dict[str, Any]:
        """One run. Its seed is its own, whatever else is run."""
        seed = seeds.derive("score-bounded", self.game, self.player, index)
        state, budget = po.game(self.game).initial(), po.Budget(simulations=self.limit)
        found = po.player(self.player).search(state, budget, seed)
        return {**self.__dict__, "index": index, "simulations": found.simulations, "proven": found.proven}


def table_of(number: int, options: argparse.Namespace) -> list[list[Cell]]:
    """The cells of a table, row by row."""
    if number == 6:
        limit = 5 * options.limit
        players = [f"uct(exploration={options.four_exploration}, {o})" for o in FOUR_PLAYERS.values()]
        return [[Cell(f"connectfour({board})", player, limit) for board in BOARDS] for player in players]
    player = f"uct(exploration={options.exploration}, rave={options.rave}, {SEKI_PLAYERS[number]})"
    return [[Cell(f"seki({x},{o})", player, options.limit) for x in LIBERTIES] for o in LIBERTIES]


class Store:
    """The runs that are done; in a file, if there is one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
        self.rows = [json.loads(line) for line in lines]

    def of(self, cell: Cell) -> list[dict[str, Any]]:
        """The runs of a cell."""
        return [row for row in self.rows if all(row[key] == value for key, value in cell.__dict__.items())]

    def add(self, row: dict[str, Any]) -> None:
        """Keeps a run."""
        self.rows.append(row)
        if self._path:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")


def run_cell(cell: Cell, options: argparse.Namespace, store: Store, pool: ThreadPoolExecutor) -> None:
    """Runs what is not in the store; no more of a cell whose first runs all reached the limit."""
    done = {row["index"] for row in store.of(cell)}
    first = [i for i in range(min(options.capped, options.runs)) if i not in done]
    for row in pool.map(cell.run, first):
        store.add(row)
    if any(row["proven"] for row in store.of(cell)):
        for row in pool.map(
            cell.run, [i for i in range(len(done) + len(first), options.runs) if i not in done]
        ):
            store.add(row)


def mean(rows: list[dict[str, Any]]) -> float:
    """The mean number of simulations; below 0 for "more than": a run reached its limit."""
    number = float(statistics.mean(row["simulations"] for row in rows))
    return number if all(row["proven"] for row in rows) else -number


def shown(number: float) -> str:
    """A number of playouts."""
    return f"{'>' if number < 0 else ''}{abs(number):,.0f}"


def far_apart(ours: float, paper: float) -> bool:
    """Whether two means differ by more than a factor of two, as far as the limits let one say so."""
    if ours < 0 and paper < 0:
        return False
    return abs(ours) > 2 * abs(paper) or abs(paper) > 2 * abs(ours)


def markdown(number: int, cells: list[list[Cell]], store: Store) -> Iterator[str]:
    """A table in the paper's form: ours, and the paper's below; bold where they are far apart."""
    heads = [f"Max {n}" for n in LIBERTIES] if number < 6 else [board.replace(",", "×") for board in BOARDS]
    names = [f"Min {n}" for n in LIBERTIES] if number < 6 else list(FOUR_PLAYERS)
    yield f"Table {number}: `{cells[0][0].player}`" if number < 6 else f"Table {number}:"
    yield ""
    yield f"| | {' | '.join(heads)} |"
    yield "| :--- |" + " ---: |" * len(heads)
    for name, row, printed in zip(names, cells, PAPER[number], strict=True):
        ours = [mean(store.of(cell)) for cell in row]
        marks = ["**" if far_apart(a, b) else "" for a, b in zip(ours, printed, strict=True)]
        yield (
            f"| {name} | " + " | ".join(f"{m}{shown(a)}{m}" for a, m in zip(ours, marks, strict=True)) + " |"
        )
        yield "| *paper* | " + " | ".join(shown(b) for b in printed) + " |"
    yield ""


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="The tables of the score-bounded paper.")
    parser.add_argument("--tables", type=int, nargs="+", choices=PAPER, default=list(PAPER))
    parser.add_argument("--runs", type=int, default=30, help="of a cell (%(default)s)")
    parser.add_argument(
        "--capped", type=int, help="give a cell up when its first N runs reach the limit", metavar="N"
    )
    parser.add_argument(
        "--limit",
        type=int,
        default=1_000_000,
        help="simulations of a run (%(default)s), 5 times as many in Table 6",
    )
    parser.add_argument("--exploration", default="0.1", help="C of Tables 3 to 5 (%(default)s)")
    parser.add_argument("--rave", default="500", help="K of Tables 3 to 5 (%(default)s)")
    parser.add_argument("--four-exploration", default="0.5", help="C of Table 6 (%(default)s)", metavar="C")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--store", type=Path, metavar="FILE", help="keeps every run")
    options = parser.parse_args()
    options.capped = options.capped or options.runs
    if min(options.runs, options.capped, options.limit, options.workers) < 1:
        parser.error("--runs, --capped, --limit and --workers must be 1 or more")
    return options


def main() -> None:
    options = parse_arguments()
    store = Store(options.store)
    with ThreadPoolExecutor(options.workers) as pool:
        for number in options.tables:
            cells = table_of(number, options)
            for row in cells:
                for cell in row:
                    run_cell(cell, options, store, pool)
            print("\n".join(markdown(number, cells, store)), flush=True)


if __name__ == "__main__":
    main()
