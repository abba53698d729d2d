"""`playout solve`: what is the best solution of a puzzle?"""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

import playout as po
from playout.cli import files, progress
from playout.cli.arguments import (
    AddressOption,
    EngineOption,
    JsonOption,
    SeedOption,
    load_game,
    load_player,
    spec_of,
)
from playout.cli.completion import complete_puzzle, complete_solver
from playout.cli.output import duration, print_json, say, speed

EXAMPLES = (
    "playout solve 'morpion(5D)' 'nrpa(level=3)' --budget 0.5s --svg morpion.svg",
    "playout solve 'crossword(capitals)' nrpa --budget 0.5s --record words.json",
    "playout solve 'morpion(4D)' nmcs --target 30 --checkpoint run.save --json",
)


GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A puzzle, such as 'morpion(5D)'. One in Python is file.py:Class(args).",
        autocompletion=complete_puzzle,
        show_default=False,
    ),
]
PlayerArgument = Annotated[
    str,
    typer.Argument(
        metavar="PLAYER",
        help="A player that solves puzzles, such as 'nrpa(level=3)'.",
        autocompletion=complete_solver,
        show_default=False,
    ),
]


def _file_option(help_: str) -> Any:
    return typer.Option(metavar="FILE", help=help_)


def solve(
    game: GameArgument,
    player: PlayerArgument,
    budget: Annotated[
        str, typer.Option(metavar="BUDGET", help="For all: 60s, 8h, '131000 states', '10000 sims'.")
    ] = "10s",
    seed: SeedOption = 0,
    threads: Annotated[
        int, typer.Option(metavar="N", help="Searches side by side, which share the budget.")
    ] = 1,
    target: Annotated[
        str | None, typer.Option(metavar="SCORE", help="End when this score is reached.")
    ] = None,
    svg: Annotated[Path | None, _file_option("Write a picture of the solution.")] = None,
    record: Annotated[Path | None, _file_option("Write the solution as a record file.")] = None,
    checkpoint: Annotated[
        Path | None, _file_option("Keep the search in this file; the same command goes on from it.")
    ] = None,
    engine: EngineOption = "local",
    address: AddressOption = None,
    device: Annotated[
        str,
        typer.Option(metavar="DEVICE", help="cpu; cuda, all NVIDIA cards; or emulated, a card for tests."),
    ] = "cpu",
    json: JsonOption = False,
) -> None:
    """Search for the best solution of a puzzle. Ctrl-C ends the search with the best so far."""
    rules, solver, limit = load_game(game), load_player(player), po.Budget.parse(budget)
    goal = None if target is None else rules.read_score(target)
    _check_files({"--svg": svg, "--record": record, "--checkpoint": checkpoint})
    with progress.share(f"{solver} solves, {limit}") as show:
        found = solver.solve(
            rules,
            limit,
            seed,
            threads=threads,
            target=goal,
            progress=lambda news: show(_done(news, limit), _standing(news, rules)),
            checkpoint=checkpoint,
            engine=engine,
            address=address,
            device=device,
        )
    setting = {"game": spec_of(game, rules), "player": str(solver), "budget": str(limit), "target": goal}
    try:
        if svg:
            svg.write_text(found.state.svg(), encoding="utf-8")
        if record:
            record.write_text(_record(found, setting), encoding="utf-8")
    finally:
        if json:
            print_json({"score": found.score, "moves": found.names, **_effort(found), **setting})
        else:
            _show(solver, found, checkpoint)


def _check_files(options: dict[str, Path | None]) -> None:
    given = {option: path for option, path in options.items() if path}
    files.check_different(given)
    for option, path in given.items():
        if option != "--checkpoint":  # the search itself makes it, or goes on from it
            files.check_writable(option, path)


def _done(news: po.Progress, limit: po.Budget) -> float:
    """The share of the budget that is spent."""
    spent = (
        (news.seconds, limit.seconds),
        (news.simulations, limit.simulations),
        (news.states, limit.states),
    )
    return max(amount / most for amount, most in spent if most)


def _standing(news: po.Progress, game: po.Game) -> str:
    return (
        f"best {game.score_text(news.score)}, {news.simulations / news.seconds:,.0f} playouts/s, "
        f"last improvement {duration(news.since)} ago"
    )


def _effort(found: po.SolveResult) -> dict[str, Any]:
    device = {} if found.device == "cpu" else {"device": found.device}
    return {
        "simulations": found.simulations,
        "states": found.states,
        "seconds": found.seconds,
        "seed": found.seed,
        "threads": found.threads,
        "interrupted": found.interrupted,
        **device,
    }


def _record(found: po.SolveResult, setting: dict[str, Any]) -> str:
    """A record file that says how to find the solution again."""
    origin = {"command": _command(found, setting), **setting, **_effort(found), "playout": po.__version__}
    return replace(found.state.to_record(), origin=origin).to_json()


def _command(found: po.SolveResult, setting: dict[str, Any]) -> str:
    words = ["playout", "solve", setting["game"], setting["player"], "--budget", setting["budget"]]
    words += ["--seed", str(found.seed), "--threads", str(found.threads)]
    if found.device != "cpu":
        words += ["--device", "emulated" if found.device == "emulated" else "cuda"]
    if setting["target"] is not None:
        words += ["--target", f"{setting['target']:.15g}"]
    return shlex.join(words)


def _show(solver: po.Player, found: po.SolveResult, checkpoint: Path | None) -> None:
    say(f"{found.state}\n")
    if found.interrupted:
        more = "; the same command goes on" if checkpoint else ""
        say(f"interrupted: the best so far{more}", style="yellow")
    say(f"{solver} reaches {found.state.game.score_text(found.score)}", style="bold")
    say(" ".join(found.names))
    say(speed(found))
    if found.device != "cpu":
        say(found.device)
