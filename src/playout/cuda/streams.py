"""A solve on cards: searches run in slices of a fixed amount of work, and take from each other in between.

A slice ends after so many plies of each search, never by the clock, so a seed decides everything; a budget
ends after the slice in which it is spent. A solve that was saved goes on as if nothing had happened, on as
many cards of the same kind.
"""

import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from playout import _core, seeds
from playout.budget import Budget
from playout.cuda import card, islands
from playout.cuda.card_rules import CardRules
from playout.cuda.lines import Field
from playout.cuda.options import Report, card_options, read_reports
from playout.errors import SpecError, show
from playout.games import Game
from playout.run.streams import Progress, Setting
from playout.state import State

__all__ = ["CardStreams", "Found", "card_rules"]

NO_SCORE = -(1 << 31)
"""Of a search that has no solution yet."""
EMULATED = 4
"""Searches of the emulation."""
EMULATED_PLIES = 1 << 13
"""Of a slice."""


@dataclass(frozen=True)
class Found:
    """A solution."""

    score: float
    moves: tuple[int, ...]


class CardStreams:
    """The searches of one solve: a stream is a card."""

    def __init__(self, setting: Setting, saved: Sequence[bytes] = (), seconds: float = 0.0) -> None:
        """Begins, or goes on with streams that were saved after so many seconds."""
        self.setting = setting
        self._rules = _rules(setting)
        plies = EMULATED_PLIES if setting.device == "emulated" else self._rules.plies
        self._options = replace(card_options(setting.job.player), plies=plies)
        if self._options.accept and not self._rules.slack:
            raise SpecError("on a card, accept is for morpion: what is a little worse is not known of others")
        self._cards = self._find_cards()
        if saved and len(saved) != len(self._cards) + 1:
            raise ValueError(f"it was saved on {len(saved) - 1} cards, and here are {len(self._cards)}")
        for number, searches in enumerate(self._cards):
            if saved:
                searches.load(saved[number])
            else:
                searches.begin(self._seeds(number))
                self._plant(number)
        self._started = time.perf_counter() - seconds
        self._improved = seconds
        self._top, self._best = NO_SCORE, Found(-math.inf, ())
        if saved:
            self._top, score, moves = json.loads(saved[-1])
            self._best = Found(score, tuple(moves))
        self._reports: list[list[Report]] = []
        self._look()

    def _find_cards(self) -> "Sequence[card.Searches]":
        if self.setting.device == "emulated":
            return [self._rules.emulation(EMULATED)]
        return card.cards(self._rules, self._options.most_levels)

    def _seeds(self, number: int) -> list[int]:
        return [
            seeds.derive("card", self.setting.seed, number, search) for search in range(self._count(number))
        ]

    def _plant(self, number: int) -> None:
        """All searches begin with the known sequence, if there is one."""
        known = self.setting.known
        if not known:
            return
        if not self._options.is_lns:
            raise SpecError("on a card, only lns begins with a known sequence")
        self._cards[number].plant([self._rules.numbers(known)] * self._count(number))

    def _count(self, number: int) -> int:
        return int(getattr(self._cards[number], "count", EMULATED))

    @property
    def device(self) -> str:
        """The cards, and how full they are."""
        return "; ".join(getattr(one, "description", "emulated") for one in self._cards)

    @property
    def count(self) -> int:
        """Of the cards."""
        return len(self._cards)

    @property
    def seconds(self) -> float:
        """Since the beginning, without breaks."""
        return time.perf_counter() - self._started

    @property
    def simulations(self) -> int:
        """Of all searches."""
        return sum(report.playouts for reports in self._reports for report in reports)

    @property
    def states(self) -> int:
        """Of all searches."""
        return sum(report.plies for reports in self._reports for report in reports)

    @property
    def best(self) -> Found:
        """The best of all searches; ties go to the first one that had it."""
        return self._best

    @property
    def scores(self) -> list[float]:
        """The best of each card."""
        return [max(report.best for report in reports) for reports in self._reports]

    def save(self) -> list[bytes]:
        """The searches of each card as bytes, and the best: they do not know which of two was first."""
        best = json.dumps([self._top, self._best.score, self._best.moves])
        return [*(searches.save() for searches in self._cards), best.encode()]

    def rounds(self, stop: _core.Stop) -> Iterator[Progress]:
        """Runs slice after slice to the end, and reports after each."""
        while not stop.requested and not self._is_over():
            before = self.best.score
            self._run_slice()
            yield self._report(before)
        if not self.best.moves:  # stopped before the first slice
            self._run_slice()

    def _run_slice(self) -> None:
        options, before = self._options, self._reports
        for searches in self._cards:  # all of them begin before one is waited for
            searches.run(options.pack(), options.members)
        self._look()
        for number, searches in enumerate(self._cards):
            now = self._reports[number]
            seed = seeds.derive("islands", self.setting.seed, number, now[0].slices)
            if options.is_lns and options.members > 1:
                searches.adopt(islands.sources(now, before[number], options.members, options.exchange, seed))

    def _look(self) -> None:
        """Reads how the searches stand, and the best solution if there is a better one."""
        self._reports = [read_reports(searches.reports()) for searches in self._cards]
        for number, reports in enumerate(self._reports):
            top = max(range(len(reports)), key=lambda i: reports[i].best)
            if reports[top].best > self._top:
                self._top = reports[top].best
                end = self._rules.game(self.setting.job.start, self._cards[number].solution(top))
                if end.score > self._best.score:
                    self._best = Found(end.score, tuple(end.history))

    def _is_over(self) -> bool:
        budget = self.setting.budget
        spent = Budget(max(self.seconds, 1e-9), max(self.simulations, 1), max(self.states, 1))
        limits = ("seconds", "simulations", "states")
        is_spent = any(
            (limit := getattr(budget, name)) is not None and getattr(spent, name) >= limit for name in limits
        )
        return is_spent or self.best.score >= self.setting.job.target

    def _report(self, before: float) -> Progress:
        best, seconds = self.best, self.seconds
        if improved := best.score > before:
            self._improved = seconds
        since, scores = seconds - self._improved, tuple(self.scores)
        return Progress(
            best.score, best.moves, self.simulations, self.states, seconds, improved, since, scores
        )


def _rules(setting: Setting) -> card.Rules:
    """The puzzle as a card has it; refuses what a card cannot do."""
    start: State = setting.job.start
    rules = card_rules(start.game)
    if start != start.game.initial() or start.history or start.is_terminal:
        raise SpecError("a card solves a puzzle from its first position")
    if setting.threads != 1 or setting.cluster is not None:
        raise SpecError("a card has searches enough: threads and the engine ray are for the device cpu")
    return rules


def card_rules(game: Game) -> card.Rules:
    """The rules that a game has for a card."""
    own = getattr(getattr(game, "rules", None), "card", None)
    if own and not game.misere:
        made = own()
        if not isinstance(made, CardRules):
            raise SpecError(f"{game}: card() gave {show(made)}; expected a playout.cuda.CardRules")
        return made
    name, _, rest = str(game).partition("(")
    if name != "morpion":
        raise SpecError(f"{game} has no rules for a card; morpion has, and games with a method card")
    return Field(rest.partition(",")[0].rstrip(")") or "5T")
