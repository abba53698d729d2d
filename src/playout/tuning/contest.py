"""What candidates are compared by: games against one opponent, or solves of a puzzle."""

import math
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from playout import _core, seeds
from playout.budget import Budget
from playout.games import Game
from playout.games.rules import InterpretedGame
from playout.interrupt import stop_on_interrupt
from playout.match import match, wilson
from playout.players import Player
from playout.run import workers as workers_
from playout.run.runners import Job
from playout.user_player import UserPlayer

__all__ = ["Contest", "Points", "contest"]

Points = tuple[float, ...]
"""What each game of a batch gave: 1, 0.5 or 0, or the score of a solve."""
Tick = Callable[[], None]
"""Called after each game."""


class Contest(Protocol):
    """A way to measure players."""

    @property
    def game(self) -> Game:
        """What is played."""

    @property
    def against(self) -> Player:
        """Who candidates are compared with."""

    @property
    def budget(self) -> Budget:
        """For each move; for each solve of a puzzle."""

    def check(self, player: Player) -> None:
        """A ValueError if the player cannot play this game, such as one with playouts of another."""

    def points(self, player: Player, games: int, seed: int, tick: Tick) -> Points:
        """Plays a batch, which the seed decides; a KeyboardInterrupt if Ctrl-C ended it."""

    def score(self, points: Sequence[float]) -> float:
        """What the optimiser maximises."""

    def rank(self, points: Sequence[float]) -> tuple[float, ...]:
        """Orders candidates, the best last, also where one has played more than another."""

    def compared(self, points: Points, other: Points | None) -> list[int]:
        """1, 0 or -1 for each game of a player; in a puzzle, beside the points of another."""


def contest(game: Game, against: Player, budget: Budget, workers: int) -> Contest:
    """The contest of a game: its number of players decides the kind."""
    return (Matches if game.players == 2 else Solves)(game, against, budget, workers)


@dataclass(frozen=True)
class Matches:
    """Games against one opponent, with both colours in turn: the share of the points."""

    game: Game
    against: Player
    budget: Budget
    workers: int

    def check(self, player: Player) -> None:
        """The core looks at a player when a search starts; one in Python can only be tried."""
        if not isinstance(player, UserPlayer):
            player.start(self.game.initial(), 0)

    def points(self, player: Player, games: int, seed: int, tick: Tick) -> Points:
        """Plays a batch."""
        played = match(
            self.game,
            player,
            self.against,
            games=games,
            budget=self.budget,
            seed=seed,
            workers=self.workers,
            progress=lambda _: tick(),
        )
        if played.interrupted:
            raise KeyboardInterrupt
        return tuple((one.result + 1) / 2 for one in played.record)

    def score(self, points: Sequence[float]) -> float:
        """The share of the points."""
        return statistics.fmean(points)

    def rank(self, points: Sequence[float]) -> tuple[float, ...]:
        """The lower end of the interval: who has shown it in more games comes first."""
        return (wilson(sum(points), len(points))[0],)

    def compared(self, points: Points, other: Points | None) -> list[int]:
        """The games were against the other already."""
        return [round(2 * point - 1) for point in points]


@dataclass(frozen=True)
class Solves:
    """Solves of a puzzle: the median score."""

    game: Game
    against: Player
    budget: Budget
    workers: int

    def check(self, player: Player) -> None:
        """The core looks at a player when a solve begins."""
        self._job(player).begin(0, ())

    def _job(self, player: Player) -> Job:
        return Job(self.game.initial(), player, math.inf)

    def points(self, player: Player, games: int, seed: int, tick: Tick) -> Points:
        """Solves as often as it is told."""
        task = _Solve(self._job(player), self.budget, seed)
        solved: list[_Solved] = []
        with stop_on_interrupt() as stop:
            for one in self._solved(task, games, stop):
                if one is not None:
                    solved.append(one)
                    tick()
        if len(solved) < games:
            raise KeyboardInterrupt
        return tuple(score for _, score in sorted(solved))

    def _solved(self, task: "_Solve", games: int, stop: _core.Stop) -> "Iterator[_Solved | None]":
        workers = min(games, self.workers)
        if workers == 1:
            return (task.run(index, stop) for index in range(games) if not stop.requested)
        if not isinstance(self.game, InterpretedGame):
            return workers_.in_threads(task.run, games, workers, stop)
        workers_.check_picklable(task, self.game, "workers=1")
        return workers_.in_processes(task.run, games, workers, stop)

    def score(self, points: Sequence[float]) -> float:
        """The median."""
        return statistics.median(points)

    def rank(self, points: Sequence[float]) -> tuple[float, ...]:
        """The median; the mean decides among equal ones, for scores are often few whole numbers."""
        return statistics.median(points), statistics.fmean(points)

    def compared(self, points: Points, other: Points | None) -> list[int]:
        """Solve by solve, with the same seeds."""
        return [(a > b) - (a < b) for a, b in zip(points, other or (), strict=True)]


_Solved = tuple[int, float]
"""The index of a solve, and its score."""


@dataclass(frozen=True)
class _Solve:
    """What the solves of a batch have in common."""

    job: Job
    budget: Budget
    seed: int

    def run(self, index: int, stop: _core.Stop) -> _Solved | None:
        """The score of one solve; None if it was interrupted."""
        solver = self.job.begin(seeds.derive("solve", self.seed, index), ())
        self.job.run(solver, self.budget, stop)
        return None if stop.requested else (index, solver.best.score)
