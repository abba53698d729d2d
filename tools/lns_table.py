"""What a user gets from `lns` and from `nrpa` as they go on: tables and plot of docs/algorithms/lns.md.

Each run is `playout solve GAME PLAYER --budget 60s --threads 2` with a seed of its own. Its improvements are
kept in a file as they come, so that what was broken off goes on. Half an hour; less with fewer seeds or
seconds, or with several runs side by side. With a budget in simulations, they are the time of the table.

python tools/lns_table.py --seeds 15 --budget 60s --threads 2
python tools/lns_table.py --seeds 8 --budget "100000000 sims" --threads 2 --jobs 8
python tools/lns_table.py --seeds 5 --budget 60s --device cuda
"""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median_high

import playout as po
from playout.lab.plot import Point, Series, lines
from playout.named import load_game

SHARES = (1 / 60, 1 / 30, 1 / 12, 1 / 6, 1 / 3, 2 / 3, 1)
"""The moments of the table, as shares of the whole budget."""


@dataclass(frozen=True)
class Timelines:
    """The runs of some players, and the folder where they are kept."""

    folder: Path
    game: str
    players: list[str]
    seeds: int
    budget: po.Budget
    threads: int
    device: str = "cpu"

    @property
    def is_timed(self) -> bool:
        """Whether seconds count; if not, simulations do."""
        return self.budget.seconds is not None

    @property
    def moments(self) -> list[float]:
        """Those of the table."""
        whole = self.budget.seconds or self.budget.simulations or 0
        return [share * whole for share in SHARES]

    @property
    def where(self) -> str:
        """A run makes use of so much."""
        return f"{self.threads} threads" if self.device == "cpu" else self.device

    def file(self, player: str, seed: int) -> Path:
        """Of one run: a line for each improvement with seconds, simulations, score, and one for the end."""
        name = f"{self.game} {player} {self.budget} {self.where} {seed}"
        return self.folder / f"{name.replace('/', '-')}.jsonl"

    def missing(self) -> Iterator[tuple[str, int]]:
        """The runs that are not done; each player has its first before one has its second."""
        for seed in range(1, self.seeds + 1):
            yield from ((player, seed) for player in self.players if not self.file(player, seed).exists())

    def run(self, player: str, seed: int) -> None:
        """Solves once, or goes on with it, and keeps what was found when."""
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.file(player, seed)
        part, checkpoint = file.with_suffix(".part"), file.with_suffix(".checkpoint")
        with part.open("a", encoding="utf-8", buffering=1) as kept:

            def note(report: po.Progress) -> None:
                if report.improved:
                    print(json.dumps([report.seconds, report.simulations, report.score]), file=kept)

            result = po.solve(
                load_game(self.game),
                player,
                self.budget,
                seed,
                threads=self.threads,
                device=self.device,
                progress=note,
                checkpoint=checkpoint,
            )
            if result.interrupted:
                raise KeyboardInterrupt
            print(json.dumps([result.seconds, result.simulations, result.score]), file=kept)
        part.replace(file)
        checkpoint.unlink()

    def scores(self, player: str, moment: float) -> list[float]:
        """The best of each run at a moment, of those that are done, from the lowest."""
        scores = []
        for seed in range(1, self.seeds + 1):
            if (path := self.file(player, seed)).exists():
                found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
                column = 0 if self.is_timed else 1
                scores += [line[2] for line in found if line[column] <= moment * 1.001][-1:]
        return sorted(scores)


def table(timelines: Timelines) -> str:
    """The median and the range of the scores at some moments, as Markdown."""
    moments = timelines.moments
    heads = [f"{moment:.4g} s" if timelines.is_timed else f"{moment / 1e6:.3g} M" for moment in moments]
    rows = [["player", *heads], ["---", *["---:"] * len(moments)]]
    rows += (
        [f"`{name}`", *(cell(timelines.scores(name, at)) for at in moments)] for name in timelines.players
    )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def cell(scores: list[float]) -> str:
    """A median with the lowest and the highest."""
    return f"{median_high(scores):g} ({scores[0]:g} to {scores[-1]:g})" if scores else "–"


def plot(timelines: Timelines) -> str:
    """The medians, in bands from the lowest to the highest quarter."""
    series = [Series(player, list(points(timelines, player)), ()) for player in timelines.players]
    unit = "seconds" if timelines.is_timed else "simulations"
    title = f"{timelines.game}, {timelines.where}: median score by {unit}, with quartiles"
    return lines(title, [one for one in series if one.points], log=True)


def points(timelines: Timelines, player: str) -> Iterator[Point]:
    """The median at some moments."""
    for moment in timelines.moments:
        if scores := timelines.scores(player, moment):
            quarter = len(scores) // 4
            yield Point(moment, median_high(scores), scores[quarter], scores[-1 - quarter])


def main() -> None:
    """Runs what is missing, then prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="morpion(5T)", help="the puzzle, also file.py:Class (%(default)s)")
    parser.add_argument("--player", action="append", help="one of the players; lns and nrpa if none is given")
    parser.add_argument("--seeds", type=int, default=15, help="runs a player (%(default)s)")
    parser.add_argument("--budget", default="60s", help="of a run, in seconds or simulations (%(default)s)")
    parser.add_argument("--threads", type=int, default=2, help="of a run (%(default)s)")
    parser.add_argument("--device", default="cpu", help="of a run; on cuda, with one thread (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time (%(default)s)")
    parser.add_argument("--folder", type=Path, default=Path("timelines"), help="of the runs (%(default)s)")
    parser.add_argument("--svg", type=Path, help="where the plot goes")
    given = parser.parse_args()
    budget = po.Budget.parse(given.budget)
    if given.seeds < 1 or (budget.seconds is None and budget.simulations is None):
        parser.error("a table is of one seed or more, by seconds or simulations")
    players = [str(po.player(player)) for player in given.player or ("lns", "nrpa")]
    threads = given.threads if given.device == "cpu" else 1
    timelines = Timelines(given.folder, given.game, players, given.seeds, budget, threads, given.device)
    try:
        with ProcessPoolExecutor(given.jobs) as pool:
            for run in [pool.submit(timelines.run, *which) for which in timelines.missing()]:
                run.result()
    except KeyboardInterrupt:
        print("interrupted; run it again to go on\n")
    print(table(timelines))
    if given.svg and any(timelines.scores(player, timelines.moments[-1]) for player in players):
        given.svg.write_text(plot(timelines), encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError) as error:
        sys.exit(f"lns_table: {error}")
