"""`playout check`: is a game what every search expects of one?"""

from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, replace
from multiprocessing import get_context
from typing import Annotated

import typer

import playout as po
from playout.cli import progress
from playout.cli.arguments import GameArgument, JsonOption, SeedOption, load_game, spec_of
from playout.cli.output import print_json, say
from playout.games.shared import SharedGame

EXAMPLES = (
    "playout check nim.py:Nim",
    "playout check './hex.so(stones=7)' --games 200",
    "playout check tictactoe --json",
)


def check(
    game: GameArgument,
    games: Annotated[int, typer.Option(metavar="N", help="How many random games are looked at.")] = 100,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Look for faults in a game's rules, in random games."""
    rules = load_game(game)
    run = _check_apart if isinstance(rules, SharedGame) else _check
    with progress.clock(f"checking {games} games"):
        report = replace(run(rules, games, seed), game=spec_of(game, rules))
    if json:
        return print_json(asdict(report))
    return say(str(report))


def _check(rules: po.Game, games: int, seed: int) -> po.CheckReport:
    return po.check(rules, games=games, seed=seed)


def _check_apart(rules: po.Game, games: int, seed: int) -> po.CheckReport:
    """The same in a process of its own, for a library can do worse than answer what it must not."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        try:
            return process.submit(_check, rules, games, seed).result()
        except BrokenProcessPool:
            why = "it uses memory that is not its own, or ends the program"
            raise po.ContractError(f"{rules} crashes while it is checked: {why}") from None
