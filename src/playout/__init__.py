"""Monte Carlo search in games and puzzles.

>>> import playout as po
>>> state = po.game("breakthrough(5,5)").initial()
>>> result = po.UCT().search(state, "2000 sims", seed=7)
>>> state = state.play(result.move)
"""

import logging

from playout import games, playouts
from playout._core import ContractError, IllegalMove, Stop, Turn
from playout.budget import Budget
from playout.c_interface import include_dir
from playout.check import CheckReport, check
from playout.compiled_game import CompiledGame
from playout.errors import CheckpointError, SpecError
from playout.games import Game, game, misere, uncompiled
from playout.interrupt import stopped_by
from playout.match import MatchGame, MatchResult, match, wilson
from playout.measure import Rate, copy_ns, perft, playout_rate
from playout.notebook import board
from playout.players import UCT, Flat, Minimax, Nested, Player, Random, player
from playout.playouts import Playout
from playout.python_game import MAX, MIN, PythonGame, Rules
from playout.ratings import Rating, Tally
from playout.record import Record, RecordError, read_record, read_records, verify
from playout.search import Search
from playout.search_result import Child, SearchResult
from playout.semeai import semeai
from playout.sgf import read_sgf, write_sgf
from playout.solve import Progress, SolveResult, solve
from playout.solvers import LNS, NMCS, NRPA
from playout.space import Space
from playout.sprt import SPRT, SPRTResult
from playout.state import State
from playout.strong import Strong
from playout.tournament import Standings, TournamentResult, tournament
from playout.tune import TuneProgress, tune
from playout.tuning.result import TuneFinal, TuneFinalist, TuneResult, TuneTrial
from playout.user_player import Searcher

__version__ = "0.2.0"

logging.getLogger(__name__).addHandler(logging.NullHandler())  # who wants to hear asks for it

__all__ = [
    "LNS",
    "MAX",
    "MIN",
    "NMCS",
    "NRPA",
    "SPRT",
    "UCT",
    "Budget",
    "CheckReport",
    "CheckpointError",
    "Child",
    "CompiledGame",
    "ContractError",
    "Flat",
    "Game",
    "IllegalMove",
    "MatchGame",
    "MatchResult",
    "Minimax",
    "Nested",
    "Player",
    "Playout",
    "Progress",
    "PythonGame",
    "Random",
    "Rate",
    "Rating",
    "Record",
    "RecordError",
    "Rules",
    "SPRTResult",
    "Search",
    "SearchResult",
    "Searcher",
    "SolveResult",
    "Space",
    "SpecError",
    "Standings",
    "State",
    "Stop",
    "Strong",
    "Tally",
    "TournamentResult",
    "TuneFinal",
    "TuneFinalist",
    "TuneProgress",
    "TuneResult",
    "TuneTrial",
    "Turn",
    "board",
    "check",
    "copy_ns",
    "game",
    "games",
    "include_dir",
    "match",
    "misere",
    "perft",
    "player",
    "playout_rate",
    "playouts",
    "read_record",
    "read_records",
    "read_sgf",
    "semeai",
    "solve",
    "stopped_by",
    "tournament",
    "tune",
    "uncompiled",
    "verify",
    "wilson",
    "write_sgf",
]
