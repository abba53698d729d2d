"""`playout bench`: how fast are random playouts?"""

from collections.abc import Iterator
from typing import Annotated

import typer

import playout as po
from playout.cli import progress
from playout.cli.arguments import GAME_HELP, JsonOption, SeedOption, load_game, spec_of
from playout.cli.completion import complete_game
from playout.cli.output import print_json, say, say_table
from playout.games.gdl import GdlGame

Numbers = dict[str, float]

# The keys, with their titles in the table and the style of their numbers.
COLUMNS = {
    "states_per_s": ("states/s", ",.0f"),
    "playouts_per_s": ("playouts/s", ",.0f"),
    "state_bytes": ("state bytes", ",.0f"),
    "copy_ns": ("copy ns", ".1f"),
    "bulk_playouts_per_s": ("in bulk/s", ",.0f"),
}

EXAMPLES = (
    "playout bench",
    "playout bench 'breakthrough(8,8)' 'misere(breakthrough(8,8))' --seconds 0.5",
    "playout bench nim.py:Nim ./hex.so",
    "playout bench breakthrough_8x8.kif --seconds 0.5",
    "playout bench tictactoe --json",
)


def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            help=f"{GAME_HELP} Several are welcome.",
            autocompletion=complete_game,
            show_default="every game of the catalogue, and misère",
        ),
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="S", help="The time for each game.")] = 1.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Measure how fast games are played at random on one core."""
    texts = games or list(_every_game())
    loaded = {spec_of(text, game): game for text in texts for game in [load_game(text)]}
    found = _measure(loaded, po.Budget(seconds=seconds), seed)
    complete = len(found) == len(loaded)
    if json:
        return print_json({"games": found, "interrupted": not complete})
    if not complete:
        say("interrupted: the games measured so far", style="yellow")
    columns = {key: COLUMNS[key] for key in COLUMNS if any(key in numbers for numbers in found.values())}
    return say_table(
        {"game": False, **{title: True for title, _ in columns.values()}},
        [[name, *(_cell(found[name], key) for key in columns)] for name in found],
    )


def _cell(numbers: Numbers, key: str) -> str:
    return format(numbers[key], COLUMNS[key][1]) if key in numbers else ""


def _every_game() -> Iterator[str]:
    for kind in po.games.catalogue().values():
        for size in kind.sizes:
            yield size
            if po.game(size).players == 2:
                yield f"misere({size})"


def _measure(games: dict[str, po.Game], budget: po.Budget, seed: int) -> dict[str, Numbers]:
    """What is found about the games, up to an interrupt."""
    found: dict[str, Numbers] = {}
    with progress.counter("measuring", len(games)) as done:
        for name, game in games.items():
            rate = po.playout_rate(game, budget, seed)
            if rate.interrupted:
                break
            found[name] = {
                "states_per_s": rate.states_per_s,
                "playouts_per_s": rate.playouts_per_s,
                "state_bytes": game.state_size,
                "copy_ns": po.copy_ns(game),
            }
            if isinstance(game, GdlGame):
                found[name]["bulk_playouts_per_s"] = game.bulk_rate(rate.seconds, seed)
            done(name)
    return found
