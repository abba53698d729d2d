"""Ratings from the games of many players: the Bradley–Terry model, on the Elo scale; a draw is half a point.

A player who is better by d Elo takes the share 1 / (1 + 10^(-d/400)) of the points: the Elo of matches and of
their sequential test. The ratings are those of maximum likelihood. Their errors come from the results as they
are (the sandwich estimator), for a game that is often drawn tells more than one that is won or lost.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = ["Rating", "Tally", "ratings"]

ELO = 400 / math.log(10)
"""One step of the logistic curve."""
NORMAL = 1.959964
"""A normal 95% interval reaches so many errors to each side."""
PRIOR = 0.5
"""Wins and losses that each pair of players gets besides its own, so that no rating is infinite."""


@dataclass(frozen=True)
class Tally:
    """How games between two players ended, from the first one's side.

    >>> Tally(3, 1, 0) + Tally(0, 1, 2).reversed
    Tally(wins=5, draws=2, losses=0)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A draw is half a point."""
        return self.wins + self.draws / 2

    @property
    def reversed(self) -> "Tally":
        """From the other side."""
        return Tally(self.losses, self.draws, self.wins)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __str__(self) -> str:
        return f"+{self.wins} ={self.draws} -{self.losses}"


@dataclass(frozen=True)
class Rating:
    """How strong a player is.

    >>> best, worst = ratings({("uct", "random"): Tally(20, 0, 0)})
    >>> print(best)
    uct +323 [+79, +∞]
    """

    player: str
    elo: float
    """Relative to the mean of all players."""
    low: float
    """The 95% interval; minus infinity for one who has lost all its games."""
    high: float
    """Infinity for one who has won all its games."""
    tally: Tally

    @property
    def in_short(self) -> str:
        """The rating with its interval."""
        return f"{_signed(self.elo)} [{_signed(self.low)}, {_signed(self.high)}]"

    def __str__(self) -> str:
        return f"{self.player} {self.in_short}"


def ratings(results: Mapping[tuple[str, str], Tally]) -> tuple[Rating, ...]:
    """The ratings of all players, best first, by maximum likelihood.

    `results` has each pair of players that meet once. Each pair counts half a win and half a loss more than
    it has played: so one who has won everything has a rating, and only the lower end of its interval.

    >>> [str(rating) for rating in ratings({("a", "b"): Tally(6, 10, 4), ("b", "c"): Tally(9, 5, 6)})]
    ['a +39 [-45, +123]', 'b +6 [-51, +62]', 'c -44 [-139, +50]']
    """
    players = list(dict.fromkeys(player for pair in results for player in pair))
    place = {player: i for i, player in enumerate(players)}
    games = [(place[a], place[b], tally) for (a, b), tally in results.items()]
    strengths, errors = _fit(len(players), games)
    found = (_rating(p, strengths[i], errors[i], _total(p, results)) for p, i in place.items())
    return tuple(sorted(found, key=lambda rating: -round(rating.elo, 6)))


def _signed(elo: float) -> str:
    return f"{round(elo):+d}" if math.isfinite(elo) else "+∞" if elo > 0 else "-∞"


def _rating(player: str, strength: float, error: float, tally: Tally) -> Rating:
    elo, margin = ELO * strength, NORMAL * ELO * error
    has_lost, has_won = tally.wins < tally.games, tally.losses < tally.games
    low, high = elo - margin if has_won else -math.inf, elo + margin if has_lost else math.inf
    return Rating(player, elo, low, high, tally)


def _total(player: str, results: Mapping[tuple[str, str], Tally]) -> Tally:
    own = [tally for (a, _), tally in results.items() if a == player]
    return sum([*own, *(tally.reversed for (_, b), tally in results.items() if b == player)], Tally())


Games = Sequence[tuple[int, int, Tally]]
Matrix = list[list[float]]


def _fit(players: int, games: Games) -> tuple[list[float], list[float]]:
    """The strengths and their errors, relative to the mean: Newton's method on a concave function."""
    strengths = [0.0] * players
    for _ in range(200):
        slope, curve = _derivatives(games, strengths)
        inverse = _inverse(curve)
        steps = [sum(map(math.prod, zip(row, slope, strict=True))) for row in inverse]
        longest = max(map(abs, steps))
        strengths = [value + step / max(1.0, longest) for value, step in zip(strengths, steps, strict=True)]
        if longest < 1e-10:
            break
    spreads = [(i, j, _spread(tally, strengths[i] - strengths[j])) for i, j, tally in games]
    errors = [math.sqrt(sum((row[i] - row[j]) ** 2 * spread for i, j, spread in spreads)) for row in inverse]
    return strengths, errors


def _derivatives(games: Games, strengths: Sequence[float]) -> tuple[list[float], Matrix]:
    """The slope of the log likelihood, and its curve: minus the second derivatives.

    Only differences of strengths count, so the curve has a term that holds their mean where it is.
    """
    size = len(strengths)
    slope = [0.0] * size
    curve = [[1 / size] * size for _ in range(size)]
    for i, j, tally in games:
        number, share = tally.games + 2 * PRIOR, _share(strengths[i] - strengths[j])
        for at, other, sign in ((i, j, 1), (j, i, -1)):
            slope[at] += sign * (tally.points + PRIOR - number * share)
            curve[at][at] += number * share * (1 - share)
            curve[at][other] -= number * share * (1 - share)
    return slope, curve


def _share(difference: float) -> float:
    """What the stronger one takes of the points."""
    return 1 / (1 + math.exp(-difference))


def _spread(tally: Tally, difference: float) -> float:
    """The squares of what games brought more or less than was expected."""
    counts = tally.wins + PRIOR, tally.draws, tally.losses + PRIOR
    share = _share(difference)
    return sum(count * (points - share) ** 2 for count, points in zip(counts, (1, 0.5, 0), strict=True))


def _inverse(matrix: Matrix) -> Matrix:
    """The inverse of a symmetric, positive matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(size):
            if k != i and (factor := rows[k][i]):
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[size:] for row in rows]
