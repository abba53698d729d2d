"""What came of a tuning."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median

from playout.budget import Budget
from playout.games import Game
from playout.match import wilson
from playout.players import Player
from playout.render.page import clean
from playout.space import Space
from playout.tuning.contest import Points

__all__ = ["TuneFinal", "TuneFinalist", "TuneResult", "TuneTrial"]


@dataclass(frozen=True)
class TuneTrial:
    """A candidate, and a batch of games that it has played.

    >>> import playout as po
    >>> found = po.tune("tictactoe", "uct(exploration=0..2)", budget="20 sims", games=4, trials=3, seed=1)
    >>> trial = found.trials[0]
    >>> trial.number, trial.player, len(trial.points), list(trial.picked)
    (0, uct(exploration=...), 4, ['exploration'])
    """

    number: int
    player: Player
    points: Points
    """1, 0.5 or 0 for each game; the score of each solve of a puzzle."""
    score: float
    """The share of the points, or the median score."""
    picked: Mapping[str, float | str]
    """What was picked for what the space leaves open, by its place."""


@dataclass(frozen=True)
class TuneFinalist:
    """One of the best candidates, and what it scored in games that had no part in choosing it.

    >>> import playout as po
    >>> found = po.tune("tictactoe", "uct(exploration=0..2)", budget="20 sims", games=4, trials=3, seed=1)
    >>> len(found.finalists), found.finalists[0].player == found.best
    (3, True)
    """

    player: Player
    trial_score: float
    """What it was chosen by: luck is part of it."""
    score: float


@dataclass(frozen=True)
class TuneFinal:
    """The best player against the one it is compared with, in fresh games, with the 95% Wilson interval.

    In a puzzle, each game is a pair of solves with the same seed: the better score wins.

    >>> final = TuneFinal(wins=60, draws=0, losses=40)
    >>> print(final)
    60 wins, 0 draws, 40 losses: 60.0% [50.2%, 69.1%]
    """

    wins: int
    draws: int
    losses: int
    medians: tuple[float, float] | None = None
    """Of a puzzle: its median score, and that of the other."""

    @property
    def games(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points, a draw being half a point."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% Wilson interval of the score."""
        return wilson(self.wins + self.draws / 2, self.games)

    def __str__(self) -> str:
        low, high = self.interval
        shares = f"{self.score:.1%} [{low:.1%}, {high:.1%}]"
        return f"{self.wins} wins, {self.draws} draws, {self.losses} losses: {shares}"

    @classmethod
    def of(cls, results: list[int], mine: Points, other: Points | None) -> "TuneFinal":
        """Counts results; the scores of solves besides, where it is a puzzle."""
        medians = None if other is None else (median(mine), median(other))
        return cls(results.count(1), results.count(0), results.count(-1), medians)


@dataclass(frozen=True, repr=False)
class TuneResult:
    """The best player that was found, and how.

    >>> import playout as po
    >>> found = po.tune("tictactoe", "uct(exploration=0..2)", budget="20 sims", games=4, trials=3, seed=1)
    >>> found
    <TuneResult tictactoe: uct(exploration=...) of 3 trials, against uct ... wins, ...]>
    """

    best: Player
    final: TuneFinal | None
    """None if Ctrl-C came before it."""
    finalists: tuple[TuneFinalist, ...]
    """The best of the trials after more games, best first; none if Ctrl-C came before."""
    trials: tuple[TuneTrial, ...]
    """In order."""
    refused: tuple[str, ...]
    """Why candidates could not play, such as values that do not go together."""
    space: Space
    game: Game = field(compare=False)
    against: Player
    budget: Budget
    seed: int
    seconds: float = field(compare=False)
    interrupted: bool

    def svg(self) -> str:
        """A picture of the landscape: what each value left open scored, and where the best player is."""
        from playout.tuning.landscape import landscape  # which draws as the lab does, and imports it

        return landscape(self)

    def __str__(self) -> str:
        against = f", against {self.against} {self.final}" if self.final else ""
        return f"{self.best} of {len(self.trials)} trials{against}"

    def __repr__(self) -> str:
        return f"<TuneResult {self.game}: {self}>"

    def _repr_html_(self) -> str:
        return f"<p>{clean(str(self))}</p>{self.svg()}"
