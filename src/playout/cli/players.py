"""`playout players`: the players and the playouts, with their parameters."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

import playout as po
from playout import spec
from playout.cli.arguments import JsonOption
from playout.cli.completion import complete_any
from playout.cli.output import print_json, say, say_table
from playout.errors import unknown
from playout.parameters import parameters, summary

EXAMPLES = (
    "playout players",
    "playout players uct",
    "playout players nested --json",
)

Kinds = dict[str, dict[str, type[spec.Spec]]]


def players(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="A player or a playout, such as uct: all about its parameters.",
            autocompletion=complete_any,
            show_default="all of them",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """List the players and the playouts, with their parameters."""
    kinds: Kinds = {"players": dict(spec.known(po.Player)), "playouts": dict(spec.known(po.Playout))}
    if name is not None:
        kinds = {kind: {name: found[name]} for kind, found in kinds.items() if name in found}
        if not kinds:
            names = {**spec.known(po.Player), **spec.known(po.Playout)}
            raise unknown("name", name, names)
    if json:
        return print_json({kind: [_fields(cls) for cls in found.values()] for kind, found in kinds.items()})
    return _show_all(kinds) if name is None else _show_one(kinds)


def _fields(cls: type[spec.Spec]) -> dict[str, Any]:
    return {
        "name": cls.spec_name,
        "summary": summary(cls),
        "parameters": [asdict(parameter) for parameter in parameters(cls)],
    }


def _show_all(kinds: Kinds) -> None:
    for kind, found in kinds.items():
        say_table({kind[:-1]: False, "": False}, [[name, _in_short(cls)] for name, cls in found.items()])
        say()
    say("'playout players NAME' tells what the parameters are. A player in Python is file.py:Class(args).")


def _in_short(cls: type[spec.Spec]) -> str:
    defaults = ", ".join(f"{one.name}={one.default}" for one in parameters(cls))
    return f"{summary(cls)}\n{defaults}" if defaults else summary(cls)


def _show_one(kinds: Kinds) -> None:
    for kind, found in kinds.items():
        for name, cls in found.items():
            say(f"{name}, a {kind[:-1]}: {summary(cls)}\n", style="bold")
            rows = [[one.name, one.default, f"{one.meaning}\n({one.values})"] for one in parameters(cls)]
            if rows:
                say_table({"parameter": False, "default": False, "meaning": False}, rows)
                say()
