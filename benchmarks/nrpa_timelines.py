"""The timelines of Table 2 of the NRPA paper for Morpion Solitaire: NRPA against NMCS, both at level 3.

`python benchmarks/nrpa_timelines.py` prints the medians beside the paper's. Time is counted in playouts: at
about 10,000 a second, the paper's 100 and 1,000 seconds are a million and ten million. Each point of a
timeline is kept as a record file as soon as it is known, and a timeline that was broken off goes on from its
checkpoint: run the script again, and it does what is left.
"""

import argparse
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median_high

import playout as po

METHODS = {"NRPA": "nrpa(level=3)", "NMCS": "nmcs(level=3)"}
PLAYOUTS = (1_000_000, 10_000_000)
PAPER = {
    ("5T", "NRPA"): (153, 157),
    ("5T", "NMCS"): (116, 130),
    ("5D", "NRPA"): (79, 81),
    ("5D", "NMCS"): (71, 74),
}
"""Rosin, "Nested Rollout Policy Adaptation for Monte Carlo Tree Search" (IJCAI 2011), Table 2."""


class BrokenOffError(Exception):
    """Ctrl-C: the checkpoints are written, and that is all."""


@dataclass(frozen=True)
class Point:
    """One point of a timeline."""

    game: str
    player: str
    budget: po.Budget
    seed: int

    def find(self, saved: Path, stop: threading.Event) -> str:
        """Solves, and gives the text of the record; goes on from the checkpoint of the point before."""

        def listen(_: po.Progress) -> None:
            if stop.is_set():
                raise BrokenOffError

        found = po.solve(
            self.game, self.player, self.budget, seed=self.seed, progress=listen, checkpoint=saved
        )
        command = f"playout solve '{self.game}' '{self.player}' --budget '{self.budget}' --seed {self.seed}"
        origin = {"command": command, "playout": po.__version__}
        return replace(found.state.to_record(), origin=origin).to_json()


@dataclass(frozen=True)
class Timelines:
    """All timelines of one scale, and the folder where they are kept."""

    folder: Path
    runs: int
    budgets: tuple[int, ...]

    def record(self, variant: str, method: str, run: int, playouts: int) -> Path:
        """The file of one point of a timeline."""
        return self.folder / f"{variant}-{method}-{run}-{playouts}.json"

    def score(self, variant: str, method: str, run: int, playouts: int) -> float | None:
        """The score there; None if it is not known yet."""
        path = self.record(variant, method, run, playouts)
        return po.verify(path).score if path.exists() else None

    def missing(self) -> Iterator[tuple[str, str, int]]:
        """The timelines that lack a point; every cell gets its first run before one gets its second."""
        for run in range(1, self.runs + 1):
            for variant, method in PAPER:
                if any(self.score(variant, method, run, playouts) is None for playouts in self.budgets):
                    yield variant, method, run

    def run(self, variant: str, method: str, run: int, stop: threading.Event) -> None:
        """Runs one timeline from point to point."""
        saved = self.folder / f"{variant}-{method}-{run}.save"
        for playouts in self.budgets:
            if self.score(variant, method, run, playouts) is None:
                point = Point(f"morpion({variant})", METHODS[method], po.Budget(simulations=playouts), run)
                part = saved.with_suffix(".part")
                part.write_text(point.find(saved, stop), encoding="utf-8")
                part.replace(self.record(variant, method, run, playouts))
        saved.unlink(missing_ok=True)

    def medians(self, variant: str, method: str) -> list[float | None]:
        """The median score at each point, over the runs that are there; as the paper takes it."""
        points = []
        for playouts in self.budgets:
            scores = [self.score(variant, method, run, playouts) for run in range(1, self.runs + 1)]
            known = [score for score in scores if score is not None]
            points.append(median_high(known) if known else None)
        return points


def table(timelines: Timelines) -> str:
    """Ours beside the paper's, as Markdown."""
    budgets = [f"{playouts:,} playouts" for playouts in timelines.budgets]
    heads = ["game", "method", budgets[0], "paper, 100 s", budgets[1], "paper, 1,000 s"]
    lines = [heads, ["---", "---", *["---:"] * 4]]
    for (variant, method), (early, late) in PAPER.items():
        ours = ["—" if score is None else f"{score:g}" for score in timelines.medians(variant, method)]
        lines.append([f"morpion({variant})", METHODS[method], ours[0], str(early), ours[1], str(late)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def verdicts(timelines: Timelines) -> str:
    """Whether NRPA is ahead of NMCS with a tenth of its playouts, as the paper claims."""
    lines = []
    for variant in ("5T", "5D"):
        early, late = timelines.medians(variant, "NRPA")[0], timelines.medians(variant, "NMCS")[1]
        if early is not None and late is not None:
            word = "beats" if early > late else "does not beat"
            lines.append(
                f"morpion({variant}): NRPA with a tenth of the playouts {word} NMCS, {early:g} to {late:g}"
            )
    return "\n".join(lines)


def run_all(timelines: Timelines, workers: int) -> None:
    """Runs what is missing; Ctrl-C ends it, and nothing is lost."""
    timelines.folder.mkdir(parents=True, exist_ok=True)
    stop = threading.Event()
    with ThreadPoolExecutor(workers) as executor:
        tasks = [executor.submit(timelines.run, *timeline, stop) for timeline in timelines.missing()]
        try:
            for task in tasks:
                task.result()
        except BaseException:
            stop.set()
            executor.shutdown(wait=False, cancel_futures=True)
            raise


def main() -> None:
    """Runs, then prints."""
    parser = argparse.ArgumentParser(description="Table 2 of the NRPA paper for Morpion Solitaire.")
    parser.add_argument("--runs", type=int, default=15, help="timelines a cell (%(default)s)")
    parser.add_argument("--scale", type=float, default=1.0, help="of the playouts (%(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="timelines at a time (%(default)s)")
    parser.add_argument("--folder", type=Path, default=Path("timelines"), help="of the records (%(default)s)")
    options = parser.parse_args()
    budgets = tuple(round(options.scale * playouts) for playouts in PLAYOUTS)
    if options.runs < 1 or options.workers < 1 or budgets[0] < 1:
        parser.error("--runs and --workers must be 1 or more, --scale 0.000001 or more")
    timelines = Timelines(options.folder, options.runs, budgets)
    try:
        run_all(timelines, options.workers)
    except KeyboardInterrupt:
        print("interrupted; run it again to go on\n")
    print(table(timelines), verdicts(timelines), sep="\n\n")


if __name__ == "__main__":
    main()
