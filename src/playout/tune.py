"""Tuning: which of the players that a spec could name is the best?"""

import json
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from playout import seeds, spec
from playout.budget import Budget, as_budget
from playout.errors import SpecError, check_count
from playout.games import game
from playout.games.make import GameLike
from playout.players import Player, player
from playout.run.workers import MAX_WORKERS
from playout.space import Space
from playout.tuning.contest import Contest, Points, contest
from playout.tuning.crew import Crew
from playout.tuning.optimiser import Optimiser
from playout.tuning.result import TuneFinal, TuneFinalist, TuneResult, TuneTrial
from playout.tuning.store import Store
from playout.user_player import Searcher, UserPlayer

__all__ = ["TuneProgress", "tune"]

MAX_TRIALS = 100_000
MAX_GAMES = 100_000
"""Of a batch."""
FINALISTS = 5
"""So many of the best candidates play on."""
RUN_OFF_BATCHES = 4
"""Of each finalist: luck made some of them, and these games have no memory of it."""
FINAL_BATCHES = 10
"""Of the winner, who was chosen by luck in its turn: enough for an interval of ±7% with 20 games a batch."""


@dataclass(frozen=True)
class TuneProgress:
    """How a tuning stands.

    >>> import playout as po
    >>> news = []
    >>> few = {"budget": "20 sims", "games": 2, "trials": 3}
    >>> _ = po.tune("tictactoe", "uct(exploration=0..2)", seed=1, progress=news.append, **few)
    >>> news[0].games, news[-1].games == news[-1].total, [one.stage for one in news[:: len(news) - 1]]
    (1, True, ['trials', 'final'])
    """

    stage: str
    """`trials`, `run-off` or `final`."""
    games: int
    """Played so far, or found in the store."""
    total: int
    """About how many it takes."""
    best: Player | None
    """So far."""
    score: float
    """Of the best; up to the end of the run-off, with the luck that made it the best."""


def tune(
    rules: GameLike,
    space: str | Space,
    *,
    budget: Budget | str = "1000 sims",
    games: int = 20,
    trials: int = 50,
    seed: int | None = None,
    against: str | Player | Searcher | None = None,
    workers: int = 1,
    store: str | Path | None = None,
    name: str | None = None,
    progress: Callable[[TuneProgress], None] | None = None,
) -> TuneResult:
    """Looks for the best player of a space, such as `uct(exploration=0.05..2 log, rave=0|100..3000 log)`.

    Each of the `trials` is a batch of `games` between a candidate and the player `against`, by default the
    candidates' own kind with all parameters at their defaults; they are played in pairs, with both colours.
    The best candidates play on, and the winner of that plays a final match, in fresh games. Each move may
    take `budget`. In a puzzle a game is a solve within the budget, and the median score counts.

    The result depends on the seed and not on the number of workers, if the budget is no time. Ctrl-C ends it
    early, with the best so far. `store` is a file that keeps every batch: the same call goes on from there,
    and so does one with more trials. It knows a game of your own by its text, or by `name`, and a player by
    its text.

    It needs Optuna: `pip install 'playout[tune]'`.

    >>> found = tune(
    ...     "connectfour(4,4)", "uct(exploration=0.01..10 log)", budget="50 sims", games=10, trials=8, seed=1
    ... )
    >>> found.best, found.final.games, len(found.trials)
    (uct(exploration=...), 100, 8)
    """
    space = Space(space) if isinstance(space, str) else space
    rival = space.default() if against is None else player(against)
    size = check_count("games", games, MAX_GAMES)
    count = check_count("trials", trials, MAX_TRIALS)
    seed, limit = seeds.checked(seed), as_budget(budget)
    rules = game(rules)
    if rules.players == 2 and size % 2:
        raise SpecError(f"games must be even, for each is played with both colours, got {size}")
    kind = contest(rules, rival, limit)
    kind.check(rival)
    crew = Crew(check_count("workers", workers, MAX_WORKERS))
    with Store(store) if store is not None else nullcontext() as opened, crew:
        batches = _Batches(kind, crew, size, seed, opened, name or str(rules))
        return _Tuning(space, batches, count, progress).result()


@dataclass(frozen=True)
class _Candidate:
    """A player, and all that it has scored in the trials: some come more than once."""

    player: Player
    points: list[float] = field(default_factory=list)


def _text(player: Player) -> str:
    """What a player is told apart by."""
    return str(player) if isinstance(player, UserPlayer) else spec.exact_text(player)


class _Batches:
    """Plays batches of games, or finds in the store that they were played."""

    def __init__(
        self, contest: Contest, crew: Crew, size: int, seed: int, store: Store | None, name: str
    ) -> None:
        self.contest = contest
        self.crew = crew
        self.size = size
        self.seed = seed
        self.store = store
        self.setting = self._setting(name)

    def _setting(self, name: str) -> str:
        """Whatever decides a batch besides its player and its number."""
        from playout import __version__

        texts = name, _text(self.contest.against), str(self.contest.budget)
        return json.dumps([*texts, self.size, self.seed, __version__])

    def play(self, player: Player, stage: str, batch: int, tick: Callable[[int], None]) -> Points:
        """The points of a batch. Those of the same stage and number have the same seeds for all players."""
        key = self.setting, _text(player), stage, batch
        points = self.store.find(key, self.size) if self.store else None
        if points is not None:
            tick(len(points))
            return points
        seed = seeds.derive("tune", self.seed, stage, batch)
        points = self.contest.points(player, self.size, seed, self.crew, lambda: tick(1))
        if self.store:
            self.store.keep(key, points)
        return points


class _Tuning:
    """One tuning from its first trial to its final match."""

    def __init__(
        self, space: Space, batches: _Batches, count: int, progress: Callable[[TuneProgress], None] | None
    ) -> None:
        self.space = space
        self.batches = batches
        self.contest = batches.contest
        self.count = count
        self.progress = progress
        self.optimiser = Optimiser(space, self.contest.check, batches.seed)
        self.games = 0
        self.stage = "trials"
        self.trials: list[TuneTrial] = []
        self.candidates: dict[str, _Candidate] = {}
        self.standing: tuple[Player | None, float] = None, 0.0
        """The best so far, and its score."""
        self.finalists: list[TuneFinalist] = []
        self.final: TuneFinal | None = None

    def result(self) -> TuneResult:
        """Does it all, or as much as Ctrl-C allows."""
        start, interrupted = time.perf_counter(), False
        try:
            self._run()
        except KeyboardInterrupt:
            if not self.trials:
                raise
            interrupted = True
        return TuneResult(
            best=self.finalists[0].player if self.finalists else self._leaders()[0].player,
            final=self.final,
            finalists=tuple(self.finalists),
            trials=tuple(self.trials),
            refused=tuple(self.optimiser.refused),
            space=self.space,
            game=self.contest.game,
            against=self.contest.against,
            budget=self.contest.budget,
            seed=self.batches.seed,
            seconds=time.perf_counter() - start,
            interrupted=interrupted,
        )

    def _run(self) -> None:
        while len(self.trials) < self.count:
            self._try_one()
        self.stage = "run-off"
        self.finalists = self._run_off()
        self.standing = self.finalists[0].player, self.finalists[0].score
        self.stage = "final"
        self.final = self._play_final(self.finalists[0].player)

    def _try_one(self) -> None:
        asked = self.optimiser.ask()
        candidate = self.candidates.get(_text(asked.player), _Candidate(asked.player))
        # A candidate that comes again plays on: the same games would teach nothing.
        points = self._play(asked.player, len(candidate.points) // self.batches.size)
        candidate.points.extend(points)
        self.candidates[_text(asked.player)] = candidate
        score = self.contest.score(points)
        self.optimiser.tell(asked, score)
        self.trials.append(TuneTrial(len(self.trials), asked.player, points, score, asked.picked))
        leader = self._leaders()[0]
        self.standing = leader.player, self.contest.score(leader.points)

    def _leaders(self) -> list[_Candidate]:
        """The candidates, those that did best in the trials first."""
        rank = self.contest.rank
        return sorted(self.candidates.values(), key=lambda one: rank(one.points), reverse=True)

    def _run_off(self) -> list[TuneFinalist]:
        """The best candidates play on, and only what they do now counts."""
        leaders = self._leaders()[:FINALISTS]
        fresh = [(one, self._play_all(one.player, RUN_OFF_BATCHES)) for one in leaders]
        fresh.sort(key=lambda pair: self.contest.rank(pair[1]), reverse=True)
        score = self.contest.score
        return [TuneFinalist(one.player, score(one.points), score(points)) for one, points in fresh]

    def _play_final(self, best: Player) -> TuneFinal:
        puzzle = self.contest.game.players == 1
        mine = self._play_all(best, FINAL_BATCHES)
        other = self._play_all(self.contest.against, FINAL_BATCHES) if puzzle else None
        return TuneFinal.of(self.contest.compared(mine, other), mine, other)

    def _play_all(self, player: Player, batches: int) -> Points:
        return tuple(point for batch in range(batches) for point in self._play(player, batch))

    def _play(self, player: Player, batch: int) -> Points:
        return self.batches.play(player, self.stage, batch, self._tick)

    def _tick(self, games: int) -> None:
        self.games += games
        if self.progress:
            best, score = self.standing
            self.progress(TuneProgress(self.stage, self.games, self._total(), best, score))

    def _total(self) -> int:
        """The games it takes; fewer, if there are not as many candidates as finalists."""
        sides = 3 - self.contest.game.players  # in a puzzle, both play the final for themselves
        finalists = min(FINALISTS, len(self.candidates) if self.stage != "trials" else self.count)
        batches = self.count + finalists * RUN_OFF_BATCHES + sides * FINAL_BATCHES
        return batches * self.batches.size
