"""`playout search`: what is the best move?"""

import math
from pathlib import Path
from typing import Annotated, Any

import typer

import playout as po
from playout.cli import files
from playout.cli.arguments import (
    BudgetOption,
    GameArgument,
    JsonOption,
    MovesOption,
    PlayerArgument,
    SeedOption,
    load_game,
    load_player,
    play_moves,
    spec_of,
)
from playout.cli.output import print_json, say, say_table, signed, size, speed, valued
from playout.cli.watch import watched

EXAMPLES = (
    "playout search 'breakthrough(5,5)' uct --budget 0.5s",
    "playout search tictactoe uct --moves 'b2 a1' --budget '1000 sims' --json",
    "playout search tictactoe 'nested(level=2)' --moves 'a1 b1 b3 b2'",
    "playout search nim.py:Nim 'uct(exploration=1)' --budget 0.1s --svg nim.svg",
)

SHOWN_CHILDREN = 10


def search(
    game: GameArgument,
    player: PlayerArgument,
    budget: BudgetOption = "1s",
    moves: MovesOption = "",
    seed: SeedOption = 0,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture of the board after the move.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Search for the best move. Ctrl-C ends the search with the best so far."""
    rules = load_game(game)
    state = play_moves(rules.initial(), moves)
    searcher, limit = load_player(player), po.Budget.parse(budget)
    if svg:
        files.check_writable("--svg", svg)
    result = watched(searcher, state, limit, seed)
    if json:
        print_json({**_fields(result), "game": spec_of(game, rules), "player": spec_of(player, searcher)})
    else:
        _show(state, spec_of(player, searcher), result)
    if svg:
        svg.write_text(state.play(result.move).svg(), encoding="utf-8")


def _fields(result: po.SearchResult) -> dict[str, Any]:
    return {
        "move": result.name,
        "value": None if math.isnan(result.value) else result.value,
        "proven": result.proven,
        "bounds": result.bounds,
        "simulations": result.simulations,
        "states": result.states,
        "seconds": result.seconds,
        "children": [
            {"move": c.name, "visits": c.visits, "value": c.value, "bounds": c.bounds, "length": c.length}
            for c in result.children
        ],
        "tree_nodes": result.tree_nodes,
        "tree_bytes": result.tree_bytes,
        "seed": result.seed,
        "interrupted": result.interrupted,
        "notes": result.notes,
    }


def _show(state: po.State, player: str, result: po.SearchResult) -> None:
    say(f"{state}\n")
    for remark in result.remarks:
        say(remark, style="yellow")
    known = _known(result, state.game.bounds)
    say(f"{player} plays {valued(result.name, result.value)}{known}", style="bold")
    say(speed(result))
    if result.tree_nodes:
        say(f"a tree of {result.tree_nodes:,} nodes, {size(result.tree_bytes)}")
    if result.children:
        say()
        _show_children(result)


def _known(result: po.SearchResult, bounds: tuple[float, float]) -> str:
    """What the search has proved beyond what the rules say."""
    if result.proven:
        return ", proven"
    low, high = map(signed, result.bounds)
    return "" if result.bounds == bounds else f", proven to be from {low} to {high}"


def _show_children(result: po.SearchResult) -> None:
    best = result.children
    shown = best[:SHOWN_CHILDREN]
    if any(child.length for child in best):
        rows = [[c.name, signed(c.value), f"{c.length}"] for c in shown]
        say_table({"move": False, "value": True, "length": True}, rows)
    else:
        visits = sum(child.visits for child in best)
        rows = [[c.name, f"{c.visits:,}", f"{c.visits / visits:.1%}", signed(c.value)] for c in shown]
        say_table({"move": False, "visits": True, "share": True, "value": True}, rows)
    if len(best) > len(shown):
        say(f"and {len(best) - len(shown)} more")
