"""Standings: how each player has done against each other, and the ratings that follow."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from playout.ratings import Rating, Tally, ratings

__all__ = ["Standings"]


@dataclass(frozen=True)
class Standings:
    """The results of each pair of players, from the first one's side, and the ratings of all.

    >>> import playout as po
    >>> result = po.tournament("tictactoe", ["flat", "random"], games_per_pair=20, budget="100 sims", seed=1)
    >>> result.overall.tally("random", "flat")
    Tally(wins=0, draws=2, losses=18)
    >>> print(result.overall.ratings[0])
    flat +223 [+107, +338]
    """

    tallies: Mapping[tuple[str, str], Tally] = field(hash=False)

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """The players, best first."""
        return ratings(self.tallies)

    @property
    def games(self) -> int:
        """How many were played."""
        return sum(tally.games for tally in self.tallies.values())

    def tally(self, a: str, b: str) -> Tally | None:
        """The results of A against B; None if they do not meet."""
        if (a, b) in self.tallies:
            return self.tallies[a, b]
        return self.tallies[b, a].reversed if (b, a) in self.tallies else None

    @classmethod
    def together(cls, all_of_them: "Iterable[Standings]") -> "Standings":
        """Those of several games."""
        sums: dict[tuple[str, str], Tally] = {}
        for standings in all_of_them:
            for pair, tally in standings.tallies.items():
                sums[pair] = sums.get(pair, Tally()) + tally
        return cls(sums)
