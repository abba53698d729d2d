"""Matches and tournaments that a page watches."""

from dataclasses import dataclass
from time import perf_counter
from typing import Any

import playout as po
from playout import lab
from playout.web.errors import MissingError
from playout.web.pages import Page
from playout.web.running import Running
from playout.web.views import finite

__all__ = ["MatchJob", "MatchSetting", "TournamentJob", "TournamentSetting"]

MOST_NEWS = 10
"""A second."""


@dataclass(frozen=True)
class MatchSetting:
    """Who plays what against whom."""

    game: po.Game
    a: po.Player
    b: po.Player
    budget: po.Budget
    budget_b: po.Budget
    games: int
    seed: int
    opening: int


class MatchJob(Running):
    """A match. It is not taken up again: a stopped one stands as it is."""

    kind = "match"

    def __init__(self, page: Page, setting: MatchSetting) -> None:
        super().__init__(page)
        self._setting = setting
        self._games: list[po.MatchGame] = []
        self._told = 0.0

    def work(self) -> None:
        """Plays, and tells of each game."""
        one = self._setting
        self._games = []
        result = po.match(
            one.game,
            one.a,
            one.b,
            games=one.games,
            budget=one.budget,
            budget_b=one.budget_b,
            seed=one.seed,
            opening=one.opening,
            progress=self._report,
        )
        self._tell("paused" if result.interrupted else "ended")

    def _report(self, game: po.MatchGame) -> None:
        self._games.append(game)
        if perf_counter() - self._told > 1 / MOST_NEWS:
            self._told = perf_counter()
            self._tell("running")

    def _tell(self, state: str) -> None:
        results = [game.result for game in self._games]
        wins, draws = results.count(1), results.count(0)
        low, high = po.wilson(wins + draws / 2, len(results))
        self.tell(
            {
                "state": state,
                "planned": self._setting.games,
                "games": len(results),
                "wins": wins,
                "draws": draws,
                "losses": results.count(-1),
                "score": (wins + draws / 2) / len(results) if results else None,
                "low": low,
                "high": high,
                "results": "".join("-=+"[result + 1] for result in results),
            }
        )

    def game(self, index: int) -> dict[str, Any]:
        """One of the games, to replay."""
        if index >= len(self._games):
            raise MissingError(f"game {index + 1} is not finished yet")
        game = self._games[index]
        return {"moves": game.names, "result": game.result, "a_is_max": game.a_is_max, "score": game.score}


@dataclass(frozen=True)
class TournamentSetting:
    """Who plays, and what. Games and players by their names."""

    games: list[str]
    players: list[str]
    games_per_pair: int
    budget: po.Budget
    seed: int
    opening: int


class TournamentJob(Running):
    """A tournament; like a match, it is not taken up again."""

    kind = "tournament"

    def __init__(self, page: Page, setting: TournamentSetting) -> None:
        super().__init__(page)
        self._setting = setting
        self._tallies: dict[tuple[str, str], po.Tally] = {}

    def work(self) -> None:
        """Plays, and tells the standings now and then."""
        one = self._setting
        result = po.tournament(
            one.games,
            one.players,
            games_per_pair=one.games_per_pair,
            budget=one.budget,
            opening=one.opening,
            seed=one.seed,
            progress=self._report,
        )
        self._tell(result.played, result.setting.planned, "paused" if result.interrupted else "ended")

    def _report(self, summary: lab.Summary, outcomes: "Any") -> None:
        for outcome in outcomes:
            if outcome.result:
                pair = outcome.trial.settings["a"], outcome.trial.settings["b"]
                won = outcome.result["result"]
                now = po.Tally(won == 1, won == 0, won == -1)
                self._tallies[pair] = self._tallies.get(pair, po.Tally()) + now
        self._tell(summary.finished, summary.planned, "running")

    def _tell(self, played: int, planned: int, state: str) -> None:
        standings = po.Standings(dict(self._tallies))
        ratings = standings.ratings if self._tallies else ()
        self.tell(
            {
                "state": state,
                "games": played,
                "planned": planned,
                "ratings": [_rating(one) for one in ratings],
                "table": [[_tally(standings, a, b) for b in ratings] for a in ratings],
            }
        )


def _rating(one: po.Rating) -> dict[str, Any]:
    return {
        "player": one.player,
        "elo": one.elo,
        "low": finite(one.low),
        "high": finite(one.high),
        "points": one.tally.points,
        "games": one.tally.games,
    }


def _tally(standings: po.Standings, a: po.Rating, b: po.Rating) -> str:
    tally = standings.tally(a.player, b.player)
    return str(tally) if tally and tally.games else ""
