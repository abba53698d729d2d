"""The arguments that commands share: how they are described, completed and read."""

import re
from pathlib import Path
from typing import Annotated

import typer

import playout as po
from playout import named
from playout.cli.completion import complete_game, complete_player
from playout.run.cluster import EngineName

GAME_HELP = (
    "A game, such as 'breakthrough(5,5)'; see 'playout games'. One in Python is file.py:Class(args), "
    "one in a shared library './hex.so(size=7)', one with rules in GDL ./hex.kif."
)

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game, show_default=False)
]
PlayerArgument = Annotated[
    str,
    typer.Argument(
        metavar="PLAYER",
        help="A player, such as uct or 'uct(exploration=1.6)'. One in Python is file.py:Class(args).",
        autocompletion=complete_player,
        show_default=False,
    ),
]
BudgetOption = Annotated[
    str, typer.Option(metavar="BUDGET", help="For each move: 320ms, 2s, '131000 states', '10000 sims'.")
]
MovesOption = Annotated[
    str,
    typer.Option(metavar="MOVES", help="Start after these moves: names or numbers, with spaces or commas."),
]
EngineOption = Annotated[
    EngineName, typer.Option(help="This machine, or a Ray cluster; no matter to the result.")
]
AddressOption = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Of a Ray cluster; without it, Ray starts here.")
]
SeedOption = Annotated[int, typer.Option(metavar="N", help="Another seed, another course of chance.")]
OpeningOption = Annotated[
    int, typer.Option(metavar="PLIES", help="Random moves before each two games, with colours swapped.")
]
RecordOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write what was played, for 'playout verify'.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]

_BETWEEN = r"[\s,]"
"""What stands between two moves."""

load_game = named.load_game
load_player = named.load_player
spec_of = named.spec_of


def play_moves(state: po.State, moves: str) -> po.State:
    """The state after the moves."""
    while moves := re.sub(rf"^{_BETWEEN}+", "", moves):
        word = _first_move(state, moves)
        state = state.play(one_move(state, word))
        moves = moves[len(word) :]
    return state


def _first_move(state: po.State, moves: str) -> str:
    """The longest name that the text begins with, for it may have spaces and commas of its own; or a word."""
    names = (name for name in state.legal_names if re.match(rf"{re.escape(name)}($|{_BETWEEN})", moves))
    return max(names, key=len, default=re.split(_BETWEEN, moves)[0])


def one_move(state: po.State, word: str) -> int | str:
    """A move by its name or its number; the name comes first, since in Python games it often is a number."""
    is_number = word.isdecimal() and len(word) < 20 and word not in state.legal_names
    return int(word) if is_number else word
