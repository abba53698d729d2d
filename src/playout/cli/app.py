"""The program: its commands and what they have in common."""

from collections.abc import Callable
from typing import Annotated

import typer

import playout as po
from playout.cli import (
    bench,
    check,
    games,
    ggp,
    lab,
    match,
    new,
    perft,
    play,
    players,
    protocols,
    random_play,
    search,
    serve,
    solve,
    tournament,
    tune,
    verify,
)
from playout.cli.examples import epilog

app = typer.Typer(
    # Plain help looks the same in a terminal, in a pipe and in a bug report.
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"playout {po.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _program(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Monte Carlo search in games and puzzles."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _add(command: Callable[..., None], examples: tuple[str, ...]) -> None:
    app.command(epilog=epilog(examples))(command)


_add(games.games, games.EXAMPLES)
_add(players.players, players.EXAMPLES)
_add(new.new, new.EXAMPLES)
_add(check.check, check.EXAMPLES)
_add(bench.bench, bench.EXAMPLES)
_add(perft.perft, perft.EXAMPLES)
_add(random_play.random, random_play.EXAMPLES)
_add(play.play, play.EXAMPLES)
_add(search.search, search.EXAMPLES)
_add(match.match, match.EXAMPLES)
_add(tournament.tournament, tournament.EXAMPLES)
_add(solve.solve, solve.EXAMPLES)
_add(tune.tune, tune.EXAMPLES)
_add(serve.serve, serve.EXAMPLES)
_add(verify.verify, verify.EXAMPLES)
_add(protocols.gtp, protocols.GTP_EXAMPLES)
_add(protocols.ugi, protocols.UGI_EXAMPLES)
_add(ggp.ggp, ggp.EXAMPLES)
_add(ggp.ggp_match, ggp.MATCH_EXAMPLES)
app.add_typer(lab.app, name="lab", epilog=epilog(lab.EXAMPLES), context_settings=app.info.context_settings)
