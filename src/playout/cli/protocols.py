"""`playout gtp` and `playout ugi`: a player for programs that speak a protocol."""

import sys
from contextlib import redirect_stdout
from typing import Annotated

import typer

from playout.cli.arguments import BudgetOption, GameArgument, PlayerArgument, load_game, load_player
from playout.cli.failure import FAILED
from playout.protocols.gtp import GTP
from playout.protocols.ugi import UGI

GTP_EXAMPLES = (
    "playout gtp 'go(9,9)' strong --budget 5s",
    "playout gtp 'nogo(7,7)' 'uct(playout=mobility)' --budget '10000 sims'",
)
UGI_EXAMPLES = (
    "playout ugi 'breakthrough(8,8)' strong",
    "playout ugi nim.py:Nim 'uct(exploration=1)' --budget 2s",
)

FreshSeedOption = Annotated[
    int | None, typer.Option(metavar="N", help="Same seed, same moves.", show_default="a fresh one")
]


def gtp(
    game: GameArgument, player: PlayerArgument, budget: BudgetOption = "1s", seed: FreshSeedOption = None
) -> None:
    """Play for programs that speak GTP, such as GoGui and Sabaki.

    The budget is for a move; where the other program sets a time for the game, that counts instead.
    """
    _serve(GTP, game, player, budget, seed)


def ugi(
    game: GameArgument, player: PlayerArgument, budget: BudgetOption = "1s", seed: FreshSeedOption = None
) -> None:
    """Play for programs that speak UGI, which is UCI for any game.

    The budget is for a move if `go` names none.
    """
    _serve(UGI, game, player, budget, seed)


def _serve(protocol: type[GTP] | type[UGI], game: str, player: str, budget: str, seed: int | None) -> None:
    """Lets an engine serve; what a game written in Python prints must not get in its way."""
    sink = sys.stdout
    with redirect_stdout(sys.stderr):
        engine = protocol(load_game(game), load_player(player), budget, seed, sys.stdin, sink)
        try:
            engine.serve()
        except BrokenPipeError:  # who does not listen any more knows why
            raise typer.Exit(FAILED) from None
