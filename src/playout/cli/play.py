"""`playout play`: a person plays in the terminal."""

from dataclasses import replace
from enum import Enum
from random import Random
from typing import Annotated

import typer

import playout as po
from playout import seeds
from playout.cli import files
from playout.cli.arguments import BudgetOption, GameArgument, RecordOption, load_game, load_player, spec_of
from playout.cli.completion import complete_player
from playout.cli.table import Computer, Table
from playout.solvers import check_opponent

EXAMPLES = (
    "playout play 'breakthrough(5,5)'",
    "playout play tictactoe --against 'uct(exploration=1)' --budget 0.5s --as min",
    "playout play nim.py:Nim --against flat --budget 0.1s --record nim.json",
)


class Side(Enum):
    """Whose moves the person makes."""

    MAX = "max"
    MIN = "min"


def play(
    game: GameArgument,
    against: Annotated[
        str, typer.Option(metavar="PLAYER", help="The computer's player.", autocompletion=complete_player)
    ] = "strong",
    budget: BudgetOption = "1s",
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Same seed, same computer.", show_default="a fresh one")
    ] = None,
    side: Annotated[Side, typer.Option("--as", help="Your side; as a rule, Max begins.")] = Side.MAX,
    record: RecordOption = None,
) -> None:
    """Play against the computer; a puzzle, alone with its hints."""
    rules = load_game(game)
    if rules.players == 1 and side is Side.MIN:
        raise po.SpecError(f"{rules} is a puzzle: it has Max only")
    opponent = load_player(against)
    if rules.players == 2:
        check_opponent(opponent)
    if record:
        files.check_writable("--record", record)
    computer = Computer(opponent, po.Budget.parse(budget), Random(seeds.checked(seed)))
    table = Table(rules.initial(), po.MAX if side is Side.MAX else po.MIN, computer)
    try:
        table.run()
    finally:  # also of a game that a player of the user's has ended by an error
        if record:
            record.write_text(_record(table, spec_of(game, rules), side), encoding="utf-8")


def _record(table: Table, game: str, side: Side) -> str:
    """The game so far, and who has played it."""
    computer = {"player": str(table.computer.player), "budget": str(table.computer.budget)}
    other = Side.MIN if side is Side.MAX else Side.MAX
    origin = {side.value: "a person", other.value: computer}
    return replace(table.state.to_record(), game=game, origin=origin).to_json()
