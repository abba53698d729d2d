"""`playout verify`: does a record hold?"""

import re
from pathlib import Path
from typing import Annotated

import typer

import playout as po
from playout.cli.arguments import JsonOption, load_game, spec_of
from playout.cli.completion import complete_game
from playout.cli.output import print_json, say

EXAMPLES = (
    "playout verify game.json",
    "playout verify game.json --json",
    "playout verify nims.jsonl --game nim.py:Nim",
)


def verify(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file with one record or several.", show_default=False)
    ],
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="The game, if it is yours: file.py:Class(args), ./hex.so(size=7), ./hex.kif. "
            "A record loads no code.",
            autocompletion=complete_game,
            show_default="as the record says",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Replay the records of a file, and say whether they hold."""
    rules = load_game(game) if game else None
    spec = spec_of(game, rules) if game and rules else None
    names, moves = set(), 0
    for count, record in enumerate(po.read_records(file), start=1):
        state = _replay(record, f"{file}, record {count}", spec, rules)
        names.add(spec or record.game)
        moves += len(state.history)
    name = names.pop() if len(names) == 1 else None
    if json:
        score = state.score if count == 1 and state.is_terminal else None
        return print_json({"valid": True, "records": count, "game": name, "moves": moves, "score": score})
    if count == 1:
        say(str(state))
    records = f"{count} records, " if count > 1 else ""
    return say(f"{file}: {records}{moves} moves{f' of {name}' if name else ''}, valid", style="bold")


def _replay(record: po.Record, place: str, spec: str | None, rules: po.Game | None) -> po.State:
    try:
        if spec and rules:
            _check_game(record, spec, rules)
        return record.replay(rules)
    except po.RecordError as error:
        raise po.RecordError(f"{place}: {error}") from None


def _check_game(record: po.Record, spec: str, rules: po.Game) -> None:
    """The place of a file may be another one here; the game in it and its arguments may not."""
    if _placeless(record.game) not in (_placeless(spec), _placeless(str(rules))):
        raise po.RecordError(f"the record is of {record.game}, not of {spec}")


def _placeless(spec: str) -> str:
    """A spec without the folders of files and the names of modules."""
    return re.sub(r"[^()]*[/:]", "", spec)
