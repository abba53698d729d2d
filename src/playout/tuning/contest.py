"""What candidates are compared by: games against one opponent, or solves of a puzzle."""

import math
import statistics
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playout import _core, seeds
from playout.budget import Budget
from playout.games import Game
from playout.games.rules import InterpretedGame
from playout.interrupt import stop_on_interrupt
from playout.match import a_is_max, result_of_a, wilson
from playout.players import Player
from playout.run import workers
from playout.run.one_game import Side, play_game
from playout.run.runners import Job
from playout.tuning.crew import Crew, Played, Task
from playout.user_player import UserPlayer

__all__ = ["Contest", "Points", "contest"]

Points = tuple[float, ...]
"""What each game of a batch gave: 1, 0.5 or 0, or the score of a solve."""


@dataclass(frozen=True)
class Contest(ABC):
    """A way to measure players."""

    game: Game
    against: Player
    """Whom candidates are compared with."""
    budget: Budget
    """For each move, or for each solve."""

    def points(self, player: Player, games: int, seed: int, crew: Crew, tick: Callable[[], None]) -> Points:
        """Plays a batch, which the seed decides; a KeyboardInterrupt if Ctrl-C ended it."""
        played: list[Played] = []
        with stop_on_interrupt() as stop:
            for one in crew.play(self.task(player, seed), games, stop):
                played.append(one)
                tick()
        if len(played) < games:
            raise KeyboardInterrupt
        return tuple(point for _, point in sorted(played))

    @abstractmethod
    def task(self, player: Player, seed: int) -> Task:
        """The games of a batch."""

    @abstractmethod
    def check(self, player: Player) -> None:
        """A ValueError if the player cannot play this game, such as one with playouts of another."""

    @abstractmethod
    def score(self, points: Sequence[float]) -> float:
        """What the optimiser maximises."""

    @abstractmethod
    def rank(self, points: Sequence[float]) -> tuple[float, ...]:
        """Orders candidates, the best last, also where one has played more than another."""

    @abstractmethod
    def compared(self, points: Points, other: Points | None) -> list[int]:
        """1, 0 or -1 for each game of a player; in a puzzle, beside the points of another."""


def contest(game: Game, against: Player, budget: Budget) -> Contest:
    """The contest of a game: its number of players decides the kind."""
    return (Matches if game.players == 2 else Solves)(game, against, budget)


class Matches(Contest):
    """Games against one opponent, with both colours in turn: the share of the points."""

    def task(self, player: Player, seed: int) -> Task:
        """The games of a batch."""
        return _Games(self.game, Side(player, self.budget), Side(self.against, self.budget), seed)

    def check(self, player: Player) -> None:
        """The core looks at a player when a search starts; one in Python can only be tried."""
        if not isinstance(player, UserPlayer):
            player.native()
            player.start(self.game.initial(), 0)

    def score(self, points: Sequence[float]) -> float:
        """The share of the points."""
        return statistics.fmean(points)

    def rank(self, points: Sequence[float]) -> tuple[float, ...]:
        """The lower end of the interval: who has shown it in more games comes first."""
        return (wilson(sum(points), len(points))[0],)

    def compared(self, points: Points, other: Points | None) -> list[int]:
        """The games were against the other already."""
        return [round(2 * point - 1) for point in points]


class Solves(Contest):
    """Solves of a puzzle: the median score."""

    def task(self, player: Player, seed: int) -> Task:
        """The solves of a batch."""
        return _Solves(self._job(player), self.budget, seed)

    def check(self, player: Player) -> None:
        """The core looks at a player when a solve begins."""
        self._job(player).begin(0, ())

    def _job(self, player: Player) -> Job:
        return Job(self.game.initial(), player, math.inf)

    def score(self, points: Sequence[float]) -> float:
        """The median."""
        return statistics.median(points)

    def rank(self, points: Sequence[float]) -> tuple[float, ...]:
        """The median; the mean decides among equal ones, for scores are often few whole numbers."""
        return statistics.median(points), statistics.fmean(points)

    def compared(self, points: Points, other: Points | None) -> list[int]:
        """Solve by solve, with the same seeds."""
        return [(a > b) - (a < b) for a, b in zip(points, other or (), strict=True)]


@dataclass(frozen=True)
class _Games:
    """Games in pairs: both colours, and the same seed. Two players that are the same share the points."""

    game: Game
    a: Side
    b: Side
    seed: int

    @property
    def in_python(self) -> bool:
        players = self.a.player, self.b.player
        return isinstance(self.game, InterpretedGame) or any(isinstance(one, UserPlayer) for one in players)

    def check_picklable(self) -> None:
        for thing in (self.game, self.a.player, self.b.player):
            workers.check_picklable(thing, thing, "workers=1")

    def run(self, index: int, stop: _core.Stop) -> Played | None:
        first = a_is_max(index)
        max_, min_ = (self.a, self.b) if first else (self.b, self.a)
        start = self.game.initial()
        played = play_game(start, max_, min_, seeds.derive("pair", self.seed, index // 2), stop)
        return None if played is None else (index, (result_of_a(played.score, first) + 1) / 2)


@dataclass(frozen=True)
class _Solves:
    """Solves of one puzzle."""

    job: Job
    budget: Budget
    seed: int

    @property
    def in_python(self) -> bool:
        return isinstance(self.job.start.game, InterpretedGame)

    def check_picklable(self) -> None:
        workers.check_picklable(self.job, self.job.start.game, "workers=1")

    def run(self, index: int, stop: _core.Stop) -> Played | None:
        solver = self.job.begin(seeds.derive("solve", self.seed, index), ())
        self.job.run(solver, self.budget, stop)
        return None if stop.requested else (index, solver.best.score)
