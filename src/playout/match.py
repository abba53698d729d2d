"""Matches: two players, many games, honest intervals."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import islice
from statistics import NormalDist
from typing import Any

from playout import _core, openings, seeds
from playout.budget import Budget, as_budget
from playout.errors import SpecError, check_count
from playout.games import Game, game
from playout.games.make import GameLike
from playout.games.rules import InterpretedGame
from playout.interrupt import stop_on_interrupt
from playout.players import Player, player
from playout.record import Record
from playout.render import html
from playout.run import workers as workers_
from playout.run.cluster import Cluster, cluster
from playout.run.one_game import Played, Side, play_game
from playout.sprt import SPRT, SPRTResult, as_test
from playout.state import State
from playout.user_player import Searcher, UserPlayer

__all__ = ["MatchGame", "MatchResult", "match", "wilson"]

MAX_GAMES = 10_000_000


@dataclass(frozen=True)
class MatchGame:
    """One game of a match.

    >>> import playout as po
    >>> last = po.match("tictactoe", "uct", "random", games=2, budget="200 sims", seed=1).record[-1]
    >>> last.a_is_max, last.result, last.names
    (False, 1, ('a2', 'c3', 'b2', 'c2', 'a3', 'c1'))
    >>> last.to_record().replay() == last.state
    True
    """

    index: int
    a_is_max: bool
    moves: tuple[int, ...]
    score: float
    """From Max's side."""
    game: Game = field(repr=False, compare=False)

    @property
    def result(self) -> int:
        """1 if A won, 0 for a draw, -1 if B won."""
        return result_of_a(self.score, self.a_is_max)

    @property
    def state(self) -> State:
        """The end of the game, with its history."""
        state = self.game.initial()
        for move in self.moves:
            state = state.play(move)
        return state

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the moves."""
        return self.state.history_names

    def to_record(self) -> Record:
        """The game as a record, to keep and to verify."""
        return Record.of(self.state)


def a_is_max(index: int) -> bool:
    """Whether A plays Max in the game of this index: they take turns."""
    return index % 2 == 0


def result_of_a(score: float, a_is_max: bool) -> int:
    """1 if A won, 0 for a draw, -1 if B won; the score is from Max's side."""
    sign = (score > 0) - (score < 0)
    return sign if a_is_max else -sign


@dataclass(frozen=True, repr=False)
class MatchResult:
    """The score of A against B, with the 95% Wilson interval.

    >>> import playout as po
    >>> result = po.match("tictactoe", "uct", "random", games=20, budget="200 sims", seed=1)
    >>> result
    <MatchResult tictactoe, uct against random: 18 wins, 2 draws, 0 losses: 95.0% [76.4%, 99.1%]>
    """

    wins: int
    draws: int
    losses: int
    seconds: float
    seed: int
    interrupted: bool
    record: tuple[MatchGame, ...]
    """The games in order; A plays Max in those of even index."""
    game: Game = field(compare=False)
    a: Player = field(compare=False)
    b: Player = field(compare=False)
    budget: Budget
    """For each move of A."""
    budget_b: Budget
    """For each move of B."""
    opening: int = 0
    """The random moves that two games have in common."""
    sprt: SPRTResult | None = None
    """What the sequential test says, if there was one."""

    @property
    def games(self) -> int:
        """The games that were finished."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """A's share of the points, a draw being half a point."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% Wilson interval of the score."""
        return wilson(self.wins + self.draws / 2, self.games)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.wins} wins, {self.draws} draws, {self.losses} losses: "
            f"{self.score:.1%} [{low:.1%}, {high:.1%}]"
        )

    def __repr__(self) -> str:
        test = f"; {self.sprt}" if self.sprt else ""
        return f"<MatchResult {self.game}, {self.a} against {self.b}: {self}{test}>"

    def _repr_html_(self) -> str:
        return html.match_result(self)

    def to_jsonl(self, game: str | None = None) -> str:
        """The games as the text of a record file, one a line, which `read_records` reads.

        `game` names it in the file, if its spec shall be another text, such as `file.py:Class`.

        >>> import playout as po
        >>> from tempfile import NamedTemporaryFile
        >>> result = po.match("tictactoe", "uct", "random", games=3, budget="200 sims", seed=1)
        >>> with NamedTemporaryFile("w") as file:
        ...     _ = file.write(result.to_jsonl())
        ...     file.flush()
        ...     [record.replay().score for record in po.read_records(file.name)]
        [1.0, -1.0, 1.0]
        """
        name = game or str(self.game)
        records = (replace(one.to_record(), game=name, origin=self._origin(one)) for one in self.record)
        return "".join(f"{record.to_line()}\n" for record in records)

    def _origin(self, one: MatchGame) -> dict[str, Any]:
        """Who has played a game, and how to play it again."""
        a, b = (
            {"player": str(player), "budget": str(budget)}
            for player, budget in ((self.a, self.budget), (self.b, self.budget_b))
        )
        max_, min_ = (a, b) if one.a_is_max else (b, a)
        opening = {"opening": self.opening} if self.opening else {}
        return {"max": max_, "min": min_, "seed": self.seed, "index": one.index, **opening}


def match(
    rules: GameLike,
    a: str | Player | Searcher,
    b: str | Player | Searcher,
    *,
    games: int = 100,
    budget: Budget | str = "1000 sims",
    budget_b: Budget | str | None = None,
    seed: int | None = None,
    workers: int = 1,
    opening: int = 0,
    sprt: SPRT | str | None = None,
    progress: Callable[[MatchGame], None] | None = None,
    engine: str = "local",
    address: str | None = None,
) -> MatchResult:
    """Plays games between two players, who take turns to be Max.

    Each move of A and of B may take `budget`, or those of B another, `budget_b`. A player may be one of your
    own: an object with a `search` (see `Searcher`).

    The result depends on the seed and not on the number of workers (threads; for a game or a player written
    in Python, processes). Ctrl-C ends the match early, with the games that were finished.

    With `opening`, games begin after so many random moves, the same for two games with colours swapped; no
    opening has a winner already. With `sprt`, such as `po.SPRT(0, 10)` or "0,10", the match ends as soon as
    the sequential test knows its answer, and `games` is the most that are played.

    With the engine `ray` the games are played on a Ray cluster, the one at `address` or one of `workers` that
    is started here, and the result is the same.

    >>> result = match("tictactoe", "uct", "random", games=20, budget="200 sims", seed=1)
    >>> result.losses, result.games
    (0, 20)
    >>> result = match("tictactoe", "flat", "random", games=400, budget="200 sims", seed=1, sprt="0,100")
    >>> result.games, result.sprt.verdict
    (24, 'H1')
    """
    budgets = [as_budget(budget)] * 2 if budget_b is None else [as_budget(budget), as_budget(budget_b)]
    sides = Side(player(a), budgets[0]), Side(player(b), budgets[1])
    setting = _Setting(game(rules), *sides, seeds.checked(seed), openings.check_plies(opening))
    if setting.game.players != 2:
        raise SpecError(f"{setting.game} is a puzzle: a match needs a game of two players")
    games = check_count("games", games, MAX_GAMES)
    test = None if sprt is None else as_test(sprt)
    if (test or opening) and games % 2:
        raise SpecError(f"games must be even, since openings and sprt take them in pairs; got {games}")
    workers = min(games, check_count("workers", workers, workers_.MAX_WORKERS))
    where = cluster(engine, workers, address)
    start = time.perf_counter()
    record = []
    with stop_on_interrupt() as stop, closing(_play_all(setting, games, workers, where, stop)) as played:
        for one in _finished(setting.game, played, test):
            record.append(one)
            if progress:
                progress(one)
        interrupted = stop.requested
    record.sort(key=lambda game: game.index)
    results = [game.result for game in record]
    return MatchResult(
        wins=results.count(1),
        draws=results.count(0),
        losses=results.count(-1),
        seconds=time.perf_counter() - start,
        seed=setting.seed,
        interrupted=interrupted,
        record=tuple(record),
        game=setting.game,
        a=setting.a.player,
        b=setting.b.player,
        budget=setting.a.budget,
        budget_b=setting.b.budget,
        opening=setting.opening,
        sprt=test.judge(pair_counts(record)) if test else None,
    )


@dataclass(frozen=True)
class _Setting:
    """What every game of a match has in common."""

    game: Game
    a: Side
    b: Side
    seed: int
    opening: int

    def play(self, index: int, stop: _core.Stop) -> tuple[int, Played] | None:
        """Plays the game of this index; None if it was interrupted."""
        max_, min_ = (self.a, self.b) if a_is_max(index) else (self.b, self.a)
        start = openings.opening(self.game, self.opening, self.seed, index)
        played = play_game(start, max_, min_, seeds.derive("match", self.seed, index), stop)
        return None if played is None else (index, played)

    @property
    def in_python(self) -> bool:
        """Whether somebody here needs the GIL, so that threads would not run side by side."""
        return isinstance(self.game, InterpretedGame) or any(
            isinstance(side.player, UserPlayer) for side in (self.a, self.b)
        )

    def check_picklable(self, instead: str) -> None:
        """Refuses what other processes cannot get."""
        for thing in (self.game, self.a.player, self.b.player):
            workers_.check_picklable(thing, thing, instead)


def _play_all(
    setting: _Setting, games: int, workers: int, where: Cluster | None, stop: _core.Stop
) -> Generator[tuple[int, Played] | None]:
    if where:
        setting.check_picklable("this machine")
        yield from workers_.on_cluster(setting.play, games, where, stop)
    elif workers == 1:
        for index in range(games):
            if stop.requested:
                return
            yield setting.play(index, stop)
    elif setting.in_python:
        setting.check_picklable("workers=1")
        yield from workers_.in_processes(setting.play, games, workers, stop)
    else:
        yield from workers_.in_threads(setting.play, games, workers, stop)


def _finished(
    game: Game, played: Iterable[tuple[int, Played] | None], test: SPRT | None
) -> Iterator[MatchGame]:
    """The games as they come; with a test in order, and until it knows its answer."""
    games = (
        MatchGame(index, a_is_max(index), moves, score, game)
        for index, (moves, score) in (one for one in played if one is not None)
    )
    return _until_decided(_in_order(games), test) if test else games


def _in_order(games: Iterable[MatchGame]) -> Iterator[MatchGame]:
    """Each game after those before it."""
    waiting: dict[int, MatchGame] = {}
    due = 0
    for finished in games:
        waiting[finished.index] = finished
        while due in waiting:
            yield waiting.pop(due)
            due += 1


def _until_decided(games: Iterator[MatchGame], test: SPRT) -> Iterator[MatchGame]:
    counts = [0] * 5
    for first in games:
        yield first
        for second in islice(games, 1):
            yield second
            counts[first.result + second.result + 2] += 1
        if test.judge(counts).verdict:
            return


def pair_counts(games: Sequence[MatchGame]) -> tuple[int, ...]:
    """How many pairs of games, 2k and 2k + 1 of a match, gave A 0, ½, 1, 1½ and 2 points."""
    pairs = zip(games[::2], games[1::2], strict=False)
    results = [first.result + second.result for first, second in pairs]
    return tuple(results.count(result) for result in (-2, -1, 0, 1, 2))


def wilson(successes: float, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """The Wilson score interval of a proportion.

    >>> low, high = wilson(60, 100)
    >>> round(low, 3), round(high, 3)
    (0.502, 0.691)
    """
    if not 0 <= successes <= trials:
        raise SpecError(f"successes must be from 0 to the number of trials, got {successes:g} of {trials:g}")
    if not 0 < confidence < 1:
        raise SpecError(f"confidence must lie between 0 and 1, got {confidence:g}")
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    p = successes / trials
    centre = p + z * z / (2 * trials)
    margin = z * ((p * (1 - p) + z * z / (4 * trials)) / trials) ** 0.5
    scale = 1 + z * z / trials
    return max(0.0, (centre - margin) / scale), min(1.0, (centre + margin) / scale)
