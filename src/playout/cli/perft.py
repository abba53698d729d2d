"""`playout perft`: are the rules right?"""

import time
from typing import Annotated

import typer

import playout as po
from playout.cli import progress
from playout.cli.arguments import GameArgument, JsonOption, MovesOption, load_game, play_moves, spec_of
from playout.cli.output import duration, print_json, say

EXAMPLES = (
    "playout perft 'breakthrough(5,5)' 4",
    "playout perft tictactoe 3 --moves 'b2 a1' --json",
)


def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="The number of moves.", show_default=False)],
    moves: MovesOption = "",
    json: JsonOption = False,
) -> None:
    """Count the sequences of DEPTH moves, to check a game's rules."""
    rules = load_game(game)
    state = play_moves(rules.initial(), moves)
    with progress.clock(f"counting to depth {depth}"):
        start = time.perf_counter()
        count = po.perft(state, depth)
        seconds = time.perf_counter() - start
    name = spec_of(game, rules)
    if json:
        return print_json({"game": name, "depth": depth, "count": count, "seconds": seconds})
    return say(f"{name}, depth {depth}: {count} move sequences in {duration(seconds)}")
