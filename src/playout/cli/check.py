"""`playout check`: is a game what every search expects of one?"""

from dataclasses import asdict, replace
from typing import Annotated

import typer

import playout as po
from playout.cli import progress
from playout.cli.arguments import GameArgument, JsonOption, SeedOption, load_game, spec_of
from playout.cli.output import print_json, say

EXAMPLES = (
    "playout check hex.py:Hex",
    "playout check './hex.so(size=7)' --games 1000",
    "playout check tictactoe --json",
)


def check(
    game: GameArgument,
    games: Annotated[int, typer.Option(metavar="N", help="How many random games are looked at.")] = 100,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Play random games, and look at every state for faults of the rules."""
    rules = load_game(game)
    with progress.clock(f"checking {games} games"):
        report = replace(po.check(rules, games=games, seed=seed), game=spec_of(game, rules))
    if json:
        return print_json(asdict(report))
    return say(str(report))
