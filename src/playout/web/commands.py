"""What the page can have done: each command takes a request of its own shape and answers JSON."""

import base64
import binascii
from collections.abc import Callable
from typing import Any

from msgspec import Struct

import playout as po
from playout import sgf
from playout.solvers import check_opponent
from playout.web import laboratory
from playout.web import requests as ask
from playout.web.describe import describe_game
from playout.web.desk import Desk
from playout.web.errors import RefusalError
from playout.web.kept import read_game, record_of
from playout.web.matching import MatchJob, MatchSetting, TournamentJob, TournamentSetting
from playout.web.searching import AskJob, Ends, SearchJob, can_be_watched
from playout.web.solving import SolveJob, SolveSetting
from playout.web.views import position, state_of

__all__ = ["COMMANDS"]

Answer = dict[str, Any]


def show_position(desk: Desk, asked: ask.Position) -> Answer:
    """A position: picture, legal moves, and how the game stands."""
    state = state_of(desk.catalogue, asked)
    return position(state, desk.catalogue.name_of(state.game))


def show_game(desk: Desk, asked: ask.Game) -> Answer:
    """All about a game."""
    return describe_game(desk.catalogue, asked.game)


def record(desk: Desk, asked: ask.Position) -> Answer:
    """The game as the text of a record file."""
    return {"text": record_of(desk.catalogue, state_of(desk.catalogue, asked))}


def sgf_record(desk: Desk, asked: ask.Position) -> Answer:
    """The game as the text of an SGF file."""
    return {"text": sgf.text(state_of(desk.catalogue, asked))}


def import_game(desk: Desk, asked: ask.Import) -> Answer:
    """The game that is in a file."""
    return read_game(desk.catalogue, asked.text, asked.game)


def search(desk: Desk, asked: ask.Search) -> Answer:
    """Begins a search; its progress comes as events."""
    state = state_of(desk.catalogue, asked)
    if state.is_terminal:
        raise po.SpecError("the game is over: there is no move to search for")
    player = desk.catalogue.player(asked.player, state.game)
    budget = desk.catalogue.budget(asked.budget) if asked.budget else None
    if state.game.players == 2:
        check_opponent(player)
    page = desk.pages.page(asked.page)
    job: SearchJob | AskJob
    if can_be_watched(player):
        ends = Ends(budget, asked.at_proof, asked.when_clear)
        job = SearchJob(page, player.start(state, asked.seed), ends, desk.pages, desk.pool)
    else:
        limit = budget or po.Budget(desk.limits.seconds)
        job = AskJob(page, player, state, limit, asked.seed)
    desk.start(job)
    return {"job": job.id, "player": str(player)}


def command(desk: Desk, asked: ask.Command) -> Answer:
    """Pauses a job, lets it go on, or ends it."""
    job = desk.pages.job(asked.page, asked.job)
    if asked.do == "close":
        desk.pages.end(job)
    elif asked.do == "go":
        desk.go(job)
    else:
        job.pause()
    return {"job": job.id}


def tree(desk: Desk, asked: ask.Tree) -> Answer:
    """Opens a node of a search tree."""
    job = desk.pages.job(asked.page, asked.job)
    if not isinstance(job, SearchJob):
        raise RefusalError(400, "only a search has a tree")
    return job.tree(asked.moves, asked.most)


def solve(desk: Desk, asked: ask.Solve) -> Answer:
    """Begins a solve, or goes on from a checkpoint."""
    rules = desk.catalogue.game(asked.game)
    if rules.players != 1:
        raise po.SpecError(f"{rules} has two players: to solve is for puzzles")
    if asked.threads > desk.limits.threads:
        raise po.SpecError(f"threads must be at most {desk.limits.threads} here, got {asked.threads}")
    player = desk.catalogue.player(asked.player, rules, desk.limits.run_nodes)
    player.solver()  # which says so if it solves nothing
    target = None if asked.target is None else rules.read_score(asked.target)
    budget = desk.catalogue.budget(asked.budget)
    setting = SolveSetting(
        rules.initial(), player, budget, asked.seed, asked.threads, target, desk.limits.seconds
    )
    job = SolveJob(desk.pages.page(asked.page), setting, desk.folder)
    if asked.checkpoint is not None:
        job.checkpoint.write_bytes(_bytes(asked.checkpoint))
    try:
        desk.start(job)
    except RefusalError:
        job.close()  # its file goes with it
        raise
    return {"job": job.id, "player": str(player)}


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise RefusalError(400, "a checkpoint is sent as base64") from None


def match(desk: Desk, asked: ask.Match) -> Answer:
    """Begins a match."""
    rules = desk.catalogue.game(asked.game)
    if rules.players != 2:
        raise po.SpecError(f"{rules} is a puzzle: a match needs a game of two players")
    _check_games(desk, asked.games)
    a, b = (desk.catalogue.player(text, rules, desk.limits.run_nodes) for text in (asked.a, asked.b))
    budget = desk.catalogue.budget(asked.budget)
    budget_b = desk.catalogue.budget(asked.budget_b) if asked.budget_b else budget
    setting = MatchSetting(rules, a, b, budget, budget_b, asked.games, asked.seed, asked.opening)
    job = MatchJob(desk.pages.page(asked.page), setting)
    desk.start(job)
    return {"job": job.id}


def _check_games(desk: Desk, games: int) -> None:
    if games > desk.limits.games:
        raise po.SpecError(f"games must be at most {desk.limits.games} here, got {games}")


def match_game(desk: Desk, asked: ask.MatchGame) -> Answer:
    """One game of a match, to replay."""
    job = desk.pages.job(asked.page, asked.job)
    if not isinstance(job, MatchJob):
        raise RefusalError(400, "only a match has games")
    return job.game(asked.index)


def tournament(desk: Desk, asked: ask.Tournament) -> Answer:
    """Begins a tournament."""
    if len(asked.players) < 2 or not asked.games:
        raise po.SpecError("a tournament needs a game or more, and two players or more")
    games = [desk.catalogue.game(text) for text in asked.games]
    for text in asked.players:
        _check_size(desk, desk.catalogue.named_player(text))
    pairs = len(asked.players) * (len(asked.players) - 1) // 2
    _check_games(desk, asked.games_per_pair * pairs * len(games))
    setting = TournamentSetting(
        [desk.catalogue.name_of(game) for game in games],
        asked.players,
        asked.games_per_pair,
        desk.catalogue.budget(asked.budget),
        asked.seed,
        asked.opening,
    )
    job = TournamentJob(desk.pages.page(asked.page), setting)
    desk.start(job)
    return {"job": job.id}


def _check_size(desk: Desk, player: po.Player) -> None:
    """A player of a tournament cannot be made smaller: its name decides the seeds of its games."""
    if desk.catalogue.capped(player, desk.limits.nodes) != player:
        raise po.SpecError(f"{player}: a search tree has at most {desk.limits.nodes} nodes here (max_nodes)")


COMMANDS: dict[str, tuple[type[Struct], Callable[[Desk, Any], Answer]]] = {
    "position": (ask.Position, show_position),
    "game": (ask.Game, show_game),
    "record": (ask.Position, record),
    "sgf": (ask.Position, sgf_record),
    "import": (ask.Import, import_game),
    "search": (ask.Search, search),
    "command": (ask.Command, command),
    "tree": (ask.Tree, tree),
    "solve": (ask.Solve, solve),
    "match": (ask.Match, match),
    "match-game": (ask.MatchGame, match_game),
    "tournament": (ask.Tournament, tournament),
    "lab": (ask.Lab, laboratory.contents),
    "lab-section": (ask.LabSection, laboratory.section),
    "lab-trial": (ask.LabTrial, laboratory.trial),
}
"""By the last part of their address, `/api/NAME`."""
