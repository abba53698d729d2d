"""The arguments that commands share: how they are described, completed and read."""

import re
from pathlib import Path
from typing import Annotated

import typer

import playout as po
from playout import named, spec
from playout.run.cluster import EngineName
from playout.solvers import PuzzlePlayer


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    """The names of the games; their usual sizes once there is a parenthesis, since then it is quoted."""
    catalogue = po.games.catalogue()
    if "(" not in incomplete:
        return [(name, game.summary) for name, game in catalogue.items()]
    sizes = [(size, game.summary) for game in catalogue.values() for size in game.sizes]
    two_players = [(size, summary) for size, summary in sizes if po.game(size).players == 2]
    return sizes + [(f"misere({size})", f"misère: {summary}") for size, summary in two_players]


def complete_player() -> list[tuple[str, str]]:
    """The names of the players."""
    players = spec.known(po.Player)
    return [(name, (player.__doc__ or "").partition("\n")[0]) for name, player in players.items()]


def complete_puzzle(incomplete: str) -> list[tuple[str, str]]:
    """The games of one player; a parenthesis brings their usual sizes."""
    puzzles = [game for game in po.games.catalogue().values() if po.game(game.sizes[0]).players == 1]
    sizes = {size: game.summary for game in puzzles for size in game.sizes}
    names = {game.spec_name: game.summary for game in puzzles}
    return list((sizes if "(" in incomplete else names).items())


def complete_solver() -> list[tuple[str, str]]:
    """The names of the players that solve puzzles."""
    solvers = {name for name, kind in spec.known(po.Player).items() if kind.solver is not po.Player.solver}
    return [(name, text) for name, text in complete_player() if name in solvers]


def complete_rival() -> list[tuple[str, str]]:
    """The names of the players that play against somebody."""
    loners = {name for name, kind in spec.known(po.Player).items() if issubclass(kind, PuzzlePlayer)}
    return [(name, text) for name, text in complete_player() if name not in loners]


GAME_HELP = "A game, such as 'breakthrough(5,5)'; see 'playout games'. One in Python is file.py:Class(args)."

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
RecordOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write what was played, for 'playout verify'.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]

load_game = named.load_game
load_player = named.load_player
spec_of = named.spec_of


def play_moves(state: po.State, moves: str) -> po.State:
    """The state after the moves."""
    for word in re.findall(r"[^\s,]+", moves):
        state = state.play(one_move(state, word))
    return state


def one_move(state: po.State, word: str) -> int | str:
    """A move by its name or its number; the name comes first, since in Python games it often is a number."""
    is_number = word.isdecimal() and len(word) < 20 and word not in state.legal_names
    return int(word) if is_number else word
