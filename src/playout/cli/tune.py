"""`playout tune`: which parameters of a player are the best for a game?"""

from pathlib import Path
from typing import Annotated, Any

import typer

import playout as po
from playout.cli import files, progress
from playout.cli.arguments import GameArgument, JsonOption, SeedOption, load_game, load_player, spec_of
from playout.cli.completion import complete_player
from playout.cli.output import duration, print_json, say, say_table
from playout.named import load_space

STORE = Path("playout-tune.sqlite")
SATURATED = 0.9
"""A score beyond which games against the same opponent no longer tell good candidates apart."""

EXAMPLES = (
    "playout tune tictactoe 'uct(exploration=0.05..2 log)' --trials 9 --games 4",
    "playout tune tictactoe 'uct(rave=0|9..99)' --trials 9 --svg landscape.svg",
    "playout tune nim.py:Nim 'uct(rave=0|9)' --against flat --games 2 --json",
    "playout tune 'morpion(4D)' 'nrpa(2..3)' --budget '90 sims' --games 4",
)

SpaceArgument = Annotated[
    str,
    typer.Argument(
        metavar="SPACE",
        help="A player with ranges and options: 'uct(exploration=0.05..2 log, rave=0|100..3000 log)'. "
        "One in Python is file.py:Class(depth=1..5).",
        autocompletion=complete_player,
        show_default=False,
    ),
]


def tune(
    game: GameArgument,
    space: SpaceArgument,
    budget: Annotated[
        str, typer.Option(metavar="BUDGET", help="For each move, or each solve of a puzzle.")
    ] = "1000 sims",
    trials: Annotated[int, typer.Option(metavar="N", help="Candidates to try.")] = 50,
    games: Annotated[int, typer.Option(metavar="N", help="Games, or solves, of each trial.")] = 20,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER",
            help="Whom candidates play.",
            autocompletion=complete_player,
            show_default="the space's player with its defaults",
        ),
    ] = None,
    seed: SeedOption = 0,
    workers: Annotated[int, typer.Option(metavar="N", help="Games at a time; no matter to the result.")] = 1,
    store: Annotated[
        Path, typer.Option(metavar="FILE", help="Keeps what was played; the same command goes on from it.")
    ] = STORE,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture: each parameter against the score.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Find the best parameters of a player for a game, with Optuna.

    The best candidates of the trials play on, and the winner a final match in fresh games. In a puzzle, the
    median score of solves counts. Ctrl-C ends it with the best so far. It needs: pip install 'playout[tune]'
    """
    rules, choices, limit = load_game(game), load_space(space), po.Budget.parse(budget)
    rival = choices.default() if against is None else load_player(against)
    if svg:
        files.check_different({"--store": store, "--svg": svg})
        files.check_writable("--svg", svg)
    with progress.share("tuning") as show:
        found = po.tune(
            rules,
            choices,
            budget=limit,
            games=games,
            trials=trials,
            seed=seed,
            against=rival,
            workers=workers,
            store=store,
            name=spec_of(game, rules),
            progress=lambda news: show(news.games / news.total, _standing(news, rules)),
        )
    if svg:
        svg.write_text(found.svg(), encoding="utf-8")
    if json:
        print_json(_fields(found, spec_of(game, rules)))
    else:
        _show(found, spec_of(game, rules), store)


def _standing(news: po.TuneProgress, game: po.Game) -> str:
    return f"{news.stage}: {news.best}, {_score(news.score, game)}" if news.best else news.stage


def _score(score: float, game: po.Game) -> str:
    return f"{score:.1%}" if game.players == 2 else game.score_text(score)


def _show(found: po.TuneResult, game: str, store: Path) -> None:
    if found.interrupted:
        say(f"interrupted: the best so far; the same command goes on, from {store}", style="yellow")
    each = "a move" if found.game.players == 2 else "a solve"
    say(f"{game}: {found.space} against {found.against}, {found.budget} {each}")
    _show_finalists(found)
    say(f"best: {found.best}", style="bold")
    if found.final:
        say(f"final against {found.against}: {_medians(found)}{found.final}", style="bold")
        if found.game.players == 2 and found.final.score > SATURATED:
            say(f"hardly a game is lost: for a finer answer, tune again with --against '{found.best}'")
    if found.refused:
        say(f"{len(found.refused)} candidates were refused, the last one: {found.refused[-1]}")
    say(f"{len(found.trials)} trials in {duration(found.seconds)}; seed {found.seed}; in {store}")


def _medians(found: po.TuneResult) -> str:
    if not found.final or not found.final.medians:
        return ""
    mine, other = (found.game.score_text(median) for median in found.final.medians)
    return f"median {mine} against {other}; "


def _show_finalists(found: po.TuneResult) -> None:
    rows = [
        [str(one.player), *(_score(score, found.game) for score in (one.trial_score, one.score))]
        for one in found.finalists
    ]
    if rows:
        say_table({"finalist": False, "trials": True, "run-off": True}, rows)


def _fields(found: po.TuneResult, game: str) -> dict[str, Any]:
    finalists = [
        {"player": str(one.player), "trial_score": one.trial_score, "score": one.score}
        for one in found.finalists
    ]
    trials = [
        {"player": str(one.player), "score": one.score, "picked": dict(one.picked)} for one in found.trials
    ]
    return {
        "game": game,
        "space": str(found.space),
        "against": str(found.against),
        "budget": str(found.budget),
        "best": str(found.best),
        "final": _final(found.final) if found.final else None,
        "finalists": finalists,
        "trials": trials,
        "refused": len(found.refused),
        "seconds": found.seconds,
        "seed": found.seed,
        "interrupted": found.interrupted,
    }


def _final(final: po.TuneFinal) -> dict[str, Any]:
    low, high = final.interval
    counts = {"games": final.games, "wins": final.wins, "draws": final.draws, "losses": final.losses}
    medians = dict(zip(("median", "median_against"), final.medians, strict=True)) if final.medians else {}
    return {**counts, "score": final.score, "low": low, "high": high, **medians}
