"""Plays a tournament: its games are trials of the lab, on the lab's engines and in its store."""

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from playout.budget import Budget
from playout.errors import check_count
from playout.games.make import GameLike
from playout.players import Player
from playout.ratings import Tally
from playout.run.cluster import cluster
from playout.run.workers import MAX_WORKERS
from playout.tournament.result import TournamentResult
from playout.tournament.setting import Setting, make_setting
from playout.tournament.standings import Standings

if TYPE_CHECKING:
    from playout import lab
    from playout.lab.store import Row

__all__ = ["tournament"]


def tournament(
    games: GameLike | Sequence[GameLike],
    players: Sequence[str | Player],
    *,
    games_per_pair: int = 20,
    budget: Budget | str = "1000 sims",
    gauntlet: bool = False,
    opening: int = 4,
    seed: int | None = None,
    store: str | Path | None = None,
    workers: int = 1,
    progress: "lab.Progress | None" = None,
    engine: str = "local",
    address: str | None = None,
    command: str = "",
) -> TournamentResult:
    """Plays all players against each other, or with `gauntlet` the first against all others, in each game.

    Two players play `games_per_pair` games of each game. Each two of these begin with the same random
    `opening` of so many moves, the same for all players, with colours swapped; no opening has a winner
    already. Each move may take `budget`.

    Every finished game is kept in `store`, a file of the lab; without one, in memory. Killed or interrupted,
    the same call with the same store and seed goes on, and its result is that of a call without a break.
    More games, or another player, are added to what is there.

    The result does not depend on the number of `workers` (processes, if it is more than one). With the engine
    `ray` the games are played on a Ray cluster. `command` is what the store keeps of who has asked.

    >>> result = tournament("tictactoe", ["uct", "random"], games_per_pair=10, budget="50 sims", seed=1)
    >>> result.complete, result.ratings[-1].player
    (True, 'random')
    """
    from playout import lab

    setting = make_setting(games, players, games_per_pair, budget, opening, gauntlet, seed)
    plan, where = setting.plan(), _engine(engine, workers, address)
    start = time.perf_counter()
    with lab.Store(store if store is not None else ":memory:") as opened:
        summary = lab.run([plan], opened, where, command=command, progress=progress)
        rows = {cell.name: opened.rows(plan, cell) for cell in plan.cells}
        runs, failures = opened.runs(), opened.failures(plan)
    used = sorted({row.run for found in rows.values() for row in found})
    return TournamentResult(
        setting,
        _standings(setting, plan, rows),
        time.perf_counter() - start,
        summary.interrupted,
        tuple(failures),
        tuple(runs[number] for number in used),
    )


def _engine(name: str, workers: int, address: str | None) -> "lab.Engine":
    """The lab's engine that is meant."""
    from playout import lab

    check_count("workers", workers, MAX_WORKERS)
    if cluster(name, workers, address):
        return lab.engine("ray", workers, address)
    return lab.engine("serial" if workers == 1 else "processes", workers)


def _standings(setting: Setting, plan: "lab.Plan", rows: "dict[str, list[Row]]") -> dict[str, Standings]:
    tallies: dict[str, dict[tuple[str, str], Tally]] = {game: {} for game in setting.games}
    for cell in plan.cells:
        game, a, b = (cell.settings[key] for key in ("game", "a", "b"))
        results = Counter(row.result["result"] for row in rows[cell.name])
        tallies[game][a, b] = Tally(results[1], results[0], results[-1])
    return {game: Standings(found) for game, found in tallies.items()}
