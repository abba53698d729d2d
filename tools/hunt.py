"""A long hunt for Morpion Solitaire on a card: islands in different ways; in the end the better ones spread.

    python tools/hunt.py 5T --seconds 480 --seed 11 --out hunt [--pool hunt/pool.json]

The islands of the ways that rise begin from nothing, and what is kept gains weight until 60% of the time is
over; those of the others go on from the longest solutions of a pool, an earlier hunt's, if one is given.
After 74% of the time the better half of the islands takes the place of the worse, after 87% the best quarter
that of the rest. The best is kept in a record file, and all solutions in a pool. The clock decides when, so
two hunts are not alike.
"""

import argparse
import json
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import fmean

import playout as po
from playout import seeds
from playout.cuda import card
from playout.cuda.lines import Field
from playout.cuda.options import SPREAD, CardOptions, Report, read_reports

MEMBERS = 66
SHOWN = 25.0
"""Seconds between two lines."""
EMULATED_PLIES = 1 << 12
UP = 0.6
SPREADS = {0.74: 2, 0.87: 4}
BEHIND = 2
"""Lines that a search is behind when it goes on from another one."""


@dataclass(frozen=True)
class Way:
    """How an island searches, first and after the weights have risen."""

    name: str
    first: CardOptions
    then: CardOptions
    rises: bool = True
    takes: tuple[float, float] = (0.02, 0.03)
    """How often a search looks at two others after a slice, first and then."""


def options(iterations: int, hard: float, accept: float, levels: int = 2) -> CardOptions:
    repair = tuple(max(2, round(iterations * factor)) for factor in SPREAD)
    return CardOptions(levels, repair, 1.0, is_lns=True, steps=0, keep=8, hard=hard, accept=accept)


def pooled(name: str, way: CardOptions) -> Way:
    return Way(name, replace(way, keep=7), replace(way, keep=7), rises=False, takes=(0.02, 0.02))


WAYS = (
    Way("28", options(28, 0, 0.05), options(16, 0.4, 0.1)),
    Way("28 alone", options(28, 0, 0.05), options(16, 0.4, 0.1), takes=(0.003, 0.03)),
    Way("20", options(20, 0, 0.05), options(16, 0.4, 0.1)),
    Way("40", options(40, 0, 0.05), options(24, 0.4, 0.1)),
    Way("28 hard", options(28, 0.4, 0.05), options(16, 0.8, 0.1)),
    pooled("pool 24", options(24, 0.6, 0.1)),
    pooled("pool 40", options(40, 0.3, 0.1)),
    pooled("pool 12", options(12, 0.6, 0.25)),
    pooled("pool 7, level 3", options(7, 0.6, 0.1, levels=3)),
)


class Hunt:
    """The islands of one card."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.field = Field(args.variant)
        self.game = po.game(f"morpion({args.variant},replace_dominated=false)")
        self.searches, self.count = _searches(args, self.field)
        self.searches.begin([seeds.derive("hunt", args.seed, one) for one in range(self.count)])
        self.islands = [
            range(begin, min(begin + MEMBERS, self.count)) for begin in range(0, self.count, MEMBERS)
        ]
        ways = [way for way in WAYS if not (args.mend and way.rises)]
        self.ways = [ways[island % len(ways)] for island in range(len(self.islands))]
        self.draw = Random(args.seed)
        self.best = 0
        self.shown = 0.0
        self.spreads = dict(SPREADS)
        self.started = time.perf_counter()

    @property
    def part(self) -> float:
        """Of the time that is over."""
        return float((time.perf_counter() - self.started) / self.args.seconds)

    def plant(self, pool: list[list[int]]) -> None:
        """Gives the solutions of a pool, the longest first, to the islands that go on from one."""
        solutions: list[list[int]] = [[]] * self.count
        longest = iter(sorted(pool, key=len, reverse=True))  # alike ones stay together
        for island, way in zip(self.islands, self.ways, strict=True):
            for one in island if not way.rises else ():
                solutions[one] = self.field.codes(next(longest, ()))
        self.searches.plant(solutions)

    def run(self) -> None:
        """Slice after slice until the time is over."""
        while self.part < 1:
            self.searches.run(b"".join(self.options(way).pack() for way in self.ways), MEMBERS)
            reports = read_reports(self.searches.reports())
            self.note(reports)
            self.show(reports)
            sources = self.spread(reports) or self.exchange(reports)
            given = set(sources)
            self.searches.adopt([-1 if one in given else source for one, source in enumerate(sources)])

    def options(self, way: Way) -> CardOptions:
        """How an island searches now."""
        now = way.then
        if self.part < UP and way.rises:
            now = replace(way.first, keep=2 + 7 * self.part / UP)
        return replace(now, plies=EMULATED_PLIES) if self.args.emulated else now

    def exchange(self, reports: list[Report]) -> list[int]:
        """Who goes on from whom, within the islands."""
        sources = [-1] * self.count
        for island, way in zip(self.islands, self.ways, strict=True):
            for one in island:
                if self.draw.random() < way.takes[self.part >= UP]:
                    pair = self.draw.choice(island), self.draw.choice(island)
                    better = max(pair, key=lambda i: reports[i].current)
                    if reports[better].current >= reports[one].current + BEHIND:
                        sources[one] = better
        return sources

    def spread(self, reports: list[Report]) -> list[int]:
        """The same when the better islands take the place of the others; empty if it is not the time."""
        due = [when for when in self.spreads if self.part >= when]
        if not due:
            return []
        keepers = max(1, len(self.islands) // self.spreads.pop(due[0]))
        order = sorted(self.islands, key=lambda island: -max(reports[one].best for one in island))
        sources = [-1] * self.count
        for number, island in enumerate(order[keepers:]):
            for one, source in zip(island, order[number % keepers], strict=False):
                sources[one] = source
        return sources

    def note(self, reports: list[Report]) -> None:
        """Writes the best solution if it is a new one."""
        top = max(range(self.count), key=lambda one: reports[one].best)
        if reports[top].best <= self.best:
            return
        self.best = reports[top].best
        seconds = time.perf_counter() - self.started
        print(f"{seconds:7.1f} s  {self.best}  by {self.ways[top // MEMBERS].name}", flush=True)
        end = self.field.game(self.game.initial(), self.searches.solution(top))
        playouts = sum(report.playouts for report in reports)
        origin: dict[str, object] = {
            "command": self.args.command,
            "seed": self.args.seed,
            "seconds": seconds,
            "simulations": playouts,
        }
        text = replace(end.to_record(), origin=origin).to_json()
        (self.args.out / "best.json").write_text(text, encoding="utf-8")

    def show(self, reports: list[Report]) -> None:
        """Prints a line now and then: of each way the longest, and the mean of its islands' longest."""
        seconds = time.perf_counter() - self.started
        if seconds < self.shown + SHOWN:
            return
        self.shown = seconds
        line = (
            f"{seconds:7.1f} s  {sum(report.playouts for report in reports) / seconds / 1e6:.0f} M playouts/s"
        )
        for way in dict.fromkeys(self.ways):
            of_way = [island for island, its in zip(self.islands, self.ways, strict=True) if its == way]
            longest = [max(reports[one].best for one in island) for island in of_way]
            line += f"; {way.name}: {max(longest)}, {fmean(longest):.1f}"
        print(line, flush=True)

    def pool(self) -> list[tuple[int, ...]]:
        """The solutions of all searches, as native moves."""
        found = (self.searches.solution(one) for one in range(self.count))
        return [tuple(self.field.moves[code] for code in codes) for codes in found]


def _searches(args: argparse.Namespace, field: Field) -> tuple[card.Searches, int]:
    if args.emulated:
        return field.emulation(args.emulated), args.emulated
    first = card.cards(field, 3)[0]
    print(first.description)
    return first, first.count


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("variant", choices=["5T", "5D", "4T", "4D"])
    parser.add_argument("--seconds", type=float, default=480)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("hunt"))
    parser.add_argument("--pool", type=Path)
    parser.add_argument("--mend", action="store_true", help="all islands go on from the pool")
    parser.add_argument("--emulated", type=int, metavar="SEARCHES", help="on the processor, for a test")
    argv = sys.argv[1:] if argv is None else argv
    args = parser.parse_args(argv)
    args.command = shlex.join(["python", "tools/hunt.py", *argv])
    args.out.mkdir(exist_ok=True)
    hunt = Hunt(args)
    if args.pool:
        hunt.plant(json.loads(args.pool.read_text(encoding="utf-8")))
    hunt.run()
    (args.out / "pool.json").write_text(json.dumps(hunt.pool()), encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError) as error:
        sys.exit(f"hunt: {error}")
