"""Which games of OpenSpiel are games here, and why others are not: the tables of docs/howto/openspiel.md."""

from collections import defaultdict
from typing import Any

import open_spiel.python.games  # noqa: F401  # registers those in Python
import pyspiel

import playout as po


def row(kind: Any, game: po.Game) -> str:
    low, high = map(game.score_text, game.bounds)
    parameters = ", ".join(f"`{name}`" for name in kind.parameter_specification)
    return f"| `{game}` | {game.players} | {low} to {high} | {parameters} |"


def reason(error: po.SpecError) -> str:
    """What the error says between the game and what fits."""
    return str(error).partition("): ")[2].partition(";")[0].partition(":")[0]


def tables() -> list[str]:
    """The lines of the page, as Markdown."""
    fitting, others = [], defaultdict(list)
    for kind in sorted(pyspiel.registered_games(), key=lambda kind: str(kind.short_name)):
        try:
            fitting.append(row(kind, po.game(f"openspiel({kind.short_name})")))
        except po.SpecError as error:
            others[reason(error)].append(f"`{kind.short_name}`")
    head = ["| game | players | score | parameters |", "| --- | --- | --- | --- |"]
    counts = [f"| {why} | {len(names)}: {', '.join(names)} |" for why, names in sorted(others.items())]
    return [*head, *fitting, "", "| why not | games |", "| --- | --- |", *counts]


if __name__ == "__main__":
    print(*tables(), sep="\n")
