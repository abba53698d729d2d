"""`playout verify`: does a record hold?"""

from pathlib import Path
from typing import Annotated

import typer

import playout as po
from playout.cli.arguments import JsonOption
from playout.cli.output import print_json, say

EXAMPLES = ("playout verify game.json", "playout verify game.json --json")


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record file.", show_default=False)],
    json: JsonOption = False,
) -> None:
    """Replay a record file, and say whether it is what it claims to be."""
    state = po.verify(file)
    moves, score = len(state.history), state.score if state.is_terminal else None
    if json:
        print_json({"valid": True, "game": str(state.game), "moves": moves, "score": score})
    else:
        say(str(state))
        say(f"{file}: {moves} moves of {state.game}, valid", style="bold")
