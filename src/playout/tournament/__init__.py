"""Tournaments: many players, several games, ratings with intervals; on the lab's store and engines."""

from playout.tournament.play import tournament
from playout.tournament.result import TournamentResult
from playout.tournament.standings import Standings

__all__ = ["Standings", "TournamentResult", "tournament"]
