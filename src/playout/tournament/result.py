"""What comes of a tournament."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from playout.budget import Budget
from playout.ratings import Rating
from playout.render import html
from playout.render.numbers import duration
from playout.tournament.setting import Setting
from playout.tournament.standings import Standings

if TYPE_CHECKING:
    from playout.lab import Run

__all__ = ["TournamentResult"]


@dataclass(frozen=True, repr=False)
class TournamentResult:
    """Ratings and results, for each game and over all.

    >>> import playout as po
    >>> result = po.tournament(
    ...     ["tictactoe", "connectfour(4,4)"],
    ...     ["flat", "minimax", "random"],
    ...     games_per_pair=10,
    ...     budget="100 sims",
    ...     seed=1,
    ... )
    >>> result
    <TournamentResult 60 of 60 games: flat +81 [+39, +124], minimax +69 [+18, +120], random -151 [-215, -86]>
    >>> [rating.player for rating in result.by_game["tictactoe"].ratings]
    ['minimax', 'flat', 'random']
    """

    setting: Setting
    by_game: Mapping[str, Standings] = field(hash=False)
    seconds: float
    """Of this run; those before it, in the same store, are not counted."""
    interrupted: bool
    failures: tuple[tuple[str, str], ...] = ()
    """Games that ended with an error: the trial of the lab, and the traceback."""
    runs: "tuple[Run, ...]" = field(default=(), compare=False)
    """When and where the games were played."""

    @property
    def games(self) -> tuple[str, ...]:
        """The games, as they were named."""
        return self.setting.games

    @property
    def players(self) -> tuple[str, ...]:
        """The players, as they were named."""
        return self.setting.players

    @property
    def budget(self) -> Budget:
        """For each move."""
        return self.setting.budget

    @property
    def seed(self) -> int:
        """The same seed, the same games; but for a budget in seconds."""
        return self.setting.seed

    @cached_property
    def overall(self) -> Standings:
        """All games together."""
        return Standings.together(self.by_game.values())

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """The players over all games, best first."""
        return self.overall.ratings

    @property
    def played(self) -> int:
        """The games that are finished."""
        return self.overall.games

    @property
    def complete(self) -> bool:
        """Whether all games are finished."""
        return self.played == self.setting.planned

    @property
    def in_short(self) -> str:
        """How far it is, and how it was played."""
        opening = f", openings of {self.setting.opening} moves" if self.setting.opening else ""
        return f"{self._share}, {self.budget} a move{opening}; seed {self.seed}"

    @property
    def _share(self) -> str:
        return f"{self.played:,} of {self.setting.planned:,} games"

    def __str__(self) -> str:
        return f"{self._share}: {', '.join(map(str, self.ratings))}"

    def __repr__(self) -> str:
        return f"<TournamentResult {self}>"

    def _repr_html_(self) -> str:
        return html.facts(
            self.setting.title,
            {rating.player: rating.in_short for rating in self.ratings}
            | {"played": f"{self.in_short}; {duration(self.seconds)}"},
        )

    def to_html(self) -> str:
        """A page with tables and plots, for a browser.

        >>> import playout as po
        >>> result = po.tournament("tictactoe", ["uct", "random"], games_per_pair=2, budget="50 sims", seed=1)
        >>> "<svg" in result.to_html()
        True
        """
        from playout.tournament.page import page

        return page(self)
