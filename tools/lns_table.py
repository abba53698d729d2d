"""What a user gets from `lns` and from `nrpa` as time goes by: table and plot of docs/algorithms/lns.md.

Each run is `playout solve GAME PLAYER --budget 60s --threads 2` with a seed of its own. Its improvements are
kept in a file as soon as it is over, so that what was broken off goes on. Half an hour; less with fewer seeds
or seconds.

python tools/lns_table.py --seeds 15 --seconds 60 --threads 2
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median_high

import playout as po
from playout.lab.plot import Point, Series, lines

SHARES = (1 / 60, 1 / 30, 1 / 12, 1 / 6, 1 / 3, 2 / 3, 1)
"""The moments of the table, as shares of the whole time."""


@dataclass(frozen=True)
class Timelines:
    """The runs of some players, and the folder where they are kept."""

    folder: Path
    game: str
    players: list[str]
    seeds: int
    seconds: float
    threads: int

    def file(self, player: str, seed: int) -> Path:
        """Of one run."""
        name = f"{self.game} {player} {self.seconds:g}s {self.threads} threads {seed}"
        return self.folder / f"{name.replace('/', '-')}.json"

    def missing(self) -> Iterator[tuple[str, int]]:
        """The runs that are not done; each player has its first before one has its second."""
        for seed in range(1, self.seeds + 1):
            yield from ((player, seed) for player in self.players if not self.file(player, seed).exists())

    def run(self, player: str, seed: int) -> None:
        """Solves once, and keeps what was found when."""
        found: list[tuple[float, int, float]] = []

        def note(report: po.Progress) -> None:
            if report.improved:
                found.append((report.seconds, report.simulations, report.score))

        budget = po.Budget(seconds=self.seconds)
        result = po.solve(self.game, player, budget, seed, threads=self.threads, progress=note)
        if result.interrupted:
            raise KeyboardInterrupt
        known = {"improvements": found, "simulations": result.simulations, "playout": po.__version__}
        self.folder.mkdir(parents=True, exist_ok=True)
        part = self.folder / "part"
        part.write_text(json.dumps(known), encoding="utf-8")
        part.replace(self.file(player, seed))

    def scores(self, player: str, seconds: float) -> list[float]:
        """The best of each run after some seconds, of those that are done, from the lowest."""
        scores = []
        for seed in range(1, self.seeds + 1):
            if (path := self.file(player, seed)).exists():
                improvements = json.loads(path.read_text(encoding="utf-8"))["improvements"]
                scores += [score for at, _, score in improvements if at <= seconds][-1:]
        return sorted(scores)


def table(timelines: Timelines) -> str:
    """The median and the range of the scores at some moments, as Markdown."""
    moments = [share * timelines.seconds for share in SHARES]
    rows = [["player", *(f"{moment:.3g} s" for moment in moments)], ["---", *["---:"] * len(moments)]]
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
    title = f"{timelines.game}, {timelines.threads} threads: median score by seconds, with quartiles"
    return lines(title, [one for one in series if one.points], log=True)


def points(timelines: Timelines, player: str) -> Iterator[Point]:
    """The median at some moments."""
    for share in SHARES:
        if scores := timelines.scores(player, share * timelines.seconds):
            quarter = len(scores) // 4
            yield Point(share * timelines.seconds, median_high(scores), scores[quarter], scores[-1 - quarter])


def main() -> None:
    """Runs what is missing, then prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="morpion(5T)", help="the puzzle (%(default)s)")
    parser.add_argument("--player", action="append", help="one of the players; lns and nrpa if none is given")
    parser.add_argument("--seeds", type=int, default=15, help="runs a player (%(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="of a run (%(default)s)")
    parser.add_argument("--threads", type=int, default=2, help="of a run (%(default)s)")
    parser.add_argument("--folder", type=Path, default=Path("timelines"), help="of the runs (%(default)s)")
    parser.add_argument("--svg", type=Path, help="where the plot goes")
    given = parser.parse_args()
    players = [str(po.player(player)) for player in given.player or ("lns", "nrpa")]
    timelines = Timelines(given.folder, given.game, players, given.seeds, given.seconds, given.threads)
    try:
        for player, seed in timelines.missing():
            timelines.run(player, seed)
    except KeyboardInterrupt:
        print("interrupted; run it again to go on\n")
    print(table(timelines))
    if given.svg and any(timelines.scores(player, given.seconds) for player in players):
        given.svg.write_text(plot(timelines), encoding="utf-8")


if __name__ == "__main__":
    main()
