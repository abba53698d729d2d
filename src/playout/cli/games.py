"""`playout games`: the catalogue."""

from typing import Any

import playout as po
from playout.cli.arguments import JsonOption
from playout.cli.output import print_json, say, say_table

EXAMPLES = (
    "playout games",
    "playout games --json",
)


def games(json: JsonOption = False) -> None:
    """List the games: usual sizes, players, range of scores."""
    entries = [_entry(kind, size) for kind in po.games.catalogue().values() for size in kind.sizes]
    if json:
        return print_json({"games": entries})
    say_table(
        {"game": False, "players": True, "score": False, "state": True, "rules": False},
        [_row(entry) for entry in entries],
    )
    say("\nmisere(GAME) is the same game with the result reversed. Other sizes by their numbers.")
    say("openspiel(GAME) is a game of OpenSpiel, as openspiel(hex(board_size=5)).")
    return say(
        "FILE.kif is a game of General Game Playing, its rules in GDL; tictactoe.kif and others are here."
    )


def _entry(kind: type[po.Game], size: str) -> dict[str, Any]:
    game = po.game(size)
    return {
        "name": kind.spec_name,
        "spec": size,
        "players": game.players,
        "bounds": game.bounds,
        "state_size": game.state_size,
        "summary": kind.summary,
    }


def _row(entry: dict[str, Any]) -> list[str]:
    score = " to ".join(map(po.game(entry["spec"]).score_text, entry["bounds"]))
    return [entry["spec"], str(entry["players"]), score, f"{entry['state_size']} bytes", entry["summary"]]
