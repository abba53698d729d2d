"""`playout tournament`: which of these players is the best, and by how much?"""

import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

import playout as po
from playout import lab, named
from playout.cli import files, progress
from playout.cli.arguments import (
    AddressOption,
    BudgetOption,
    EngineOption,
    JsonOption,
    OpeningOption,
    SeedOption,
)
from playout.cli.completion import complete_game, complete_rival
from playout.cli.failure import FAILED
from playout.cli.output import duration, finite, fits, print_json, say, say_table

STORE = Path("playout-tournament.sqlite")

EXAMPLES = (
    "playout tournament tictactoe uct flat random --games 10 --budget '100 sims'",
    "playout tournament 'nogo(4,4)' tictactoe uct flat --games 4 --out page.html",
    "playout tournament nim.py:Nim my_player.py:Mine uct random --gauntlet --json",
)


def complete_name(incomplete: str) -> list[tuple[str, str]]:
    """Games and players."""
    return [*complete_game(incomplete), *complete_rival(incomplete)]


def tournament(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME… PLAYER…",
            help="Games and players, in any order: each is known by its name. One in Python is "
            "file.py:Class(args), a game in a shared library './hex.so(size=7)', rules in GDL ./hex.kif.",
            autocompletion=complete_name,
            show_default=False,
        ),
    ],
    games: Annotated[
        int, typer.Option(metavar="N", help="Games of each pair of players in each game; even.")
    ] = 20,
    budget: BudgetOption = "1000 sims",
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="The first player against all others, and no other pairs.")
    ] = False,
    opening: OpeningOption = 4,
    seed: SeedOption = 0,
    workers: Annotated[
        int, typer.Option(metavar="N", help="Games at a time; no matter to the result.")
    ] = os.cpu_count() or 1,
    store: Annotated[
        Path, typer.Option(metavar="FILE", help="Keeps every finished game; the same command goes on.")
    ] = STORE,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with tables and plots (HTML).")
    ] = None,
    engine: EngineOption = "local",
    address: AddressOption = None,
    json: JsonOption = False,
) -> None:
    """Rate players who play against each other: Elo, 95% intervals.

    They play all games that are named, each pair as often with either colour. Killed or interrupted, the same
    command goes on where it was, to the same numbers. Ctrl-C shows what there is so far.
    The exit status is 1 if games failed.
    """
    if out:
        files.check_writable("--out", out)
        files.check_different({"--store": store, "--out": out})
    chosen, players = _apart(names)
    with progress.share("playing") as show:

        def tell(summary: lab.Summary, _outcomes: Sequence[lab.Outcome]) -> None:
            done = summary.done + summary.finished
            show(done / summary.planned, f"{done:,} of {summary.planned:,} games")

        result = po.tournament(
            chosen,
            players,
            games_per_pair=games,
            budget=budget,
            gauntlet=gauntlet,
            opening=opening,
            seed=seed,
            store=store,
            workers=workers,
            progress=tell,
            engine=engine,
            address=address,
            command=shlex.join(["playout", *sys.argv[1:]]),
        )
    if out:
        out.write_text(result.to_html(), encoding="utf-8")
    if json:
        print_json(_fields(result))
    else:
        _show(result, store, out)
    if result.failures:
        raise typer.Exit(FAILED)


def _apart(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The games and the players among some names."""
    games = [name for name in names if named.is_game(name)]
    players = [name for name in names if name not in games]
    if not games:
        raise po.SpecError("there is no game among the names; name one, such as tictactoe")
    return games, players


def _show(result: po.TournamentResult, store: Path, out: Path | None) -> None:
    if result.interrupted:
        say("interrupted: the games that were finished; the same command goes on", style="yellow")
    say(f"{result.setting.title}\n{result.in_short}")
    if len(result.games) > 1:
        _say_standings("All games", result.overall)
    for game, standings in result.by_game.items():
        _say_standings(game, standings)
    say(
        f"\nin {duration(result.seconds)}; the games are in {store}" + (f", the page in {out}" if out else "")
    )
    if result.failures:
        say(f"{len(result.failures):,} games failed; the first, {result.failures[0][0]}:", style="red")
        say(result.failures[0][1].rstrip())


def _say_standings(title: str, standings: po.Standings) -> None:
    """Ratings and cross table, in one if the terminal is wide enough; the columns are the players' places."""
    say(f"\n{title}", style="bold")
    rated = [_rated(place, one) for place, one in enumerate(standings.ratings, 1)]
    names = [one.player for one in standings.ratings]
    crossed = [[_share(standings.tally(a, b)) for b in names] for a in names]
    places = {str(place): True for place, _ in enumerate(names, 1)}
    together = [[*row, *shares] for row, shares in zip(rated, crossed, strict=True)]
    if fits(RATED | places, together):
        return say_table(RATED | places, together)
    say_table(RATED, rated)
    say()
    return say_table(
        {"": False, **places}, [[row[0], *shares] for row, shares in zip(rated, crossed, strict=True)]
    )


RATED = {"": True, "player": False, "Elo": True, "95%": True, "points": True}


def _rated(place: int, rating: po.Rating) -> list[str]:
    elo, _, interval = rating.in_short.partition(" ")
    return [str(place), rating.player, elo, interval, f"{rating.tally.points:g}/{rating.tally.games}"]


def _share(tally: po.Tally | None) -> str:
    return f"{tally.points / tally.games:.0%}" if tally and tally.games else "–"


def _fields(result: po.TournamentResult) -> dict[str, Any]:
    setting = result.setting
    return {
        "games": list(result.games),
        "players": list(result.players),
        "games_per_pair": setting.games_per_pair,
        "budget": str(result.budget),
        "opening": setting.opening,
        "gauntlet": setting.gauntlet,
        "seed": result.seed,
        "planned": setting.planned,
        "played": result.played,
        "complete": result.complete,
        "interrupted": result.interrupted,
        "seconds": result.seconds,
        "overall": _standing_fields(result.overall),
        "by_game": {game: _standing_fields(standings) for game, standings in result.by_game.items()},
        "failures": [{"trial": trial, "error": error} for trial, error in result.failures],
    }


def _standing_fields(standings: po.Standings) -> dict[str, Any]:
    return {
        "ratings": [
            {
                "player": one.player,
                "elo": one.elo,
                "low": finite(one.low),
                "high": finite(one.high),
                **asdict(one.tally),
            }
            for one in standings.ratings
        ],
        "results": [{"a": a, "b": b, **asdict(tally)} for (a, b), tally in standings.tallies.items()],
    }
