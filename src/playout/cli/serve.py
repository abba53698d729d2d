"""`playout serve`: the page."""

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

import playout as po
from playout.cli.output import say

EXAMPLES = (
    "playout serve --open",
    "playout serve nim.py:Nim ./hex.so my_player.py:Mine",
    "playout serve --store lab.sqlite --port 8001",
    "playout serve --host 0.0.0.0",
)


def serve(
    given: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME|PLAYER]…",
            help="Games and players of your own: file.py:Class(args), ./game.so, rules.kif. "
            "The library's are there.",
            show_default=False,
        ),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; beyond this machine, with a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="0: any that is free.")] = 8000,
    open_: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    store: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A store of the lab, to browse.", exists=True)
    ] = None,
    memory: Annotated[
        int, typer.Option(min=10, max=1_000_000, metavar="MB", help="For all search trees together.")
    ] = 2000,
    threads: Annotated[
        int | None, typer.Option(min=1, max=1024, metavar="N", help="That search.", show_default="all cores")
    ] = None,
) -> None:
    """Open a page to play, watch, solve and compare.

    It runs until Ctrl-C. Nobody else on the network reaches it unless --host says so, and then only with the
    token that is printed.
    """
    try:
        from playout import web
        from playout.web.server import serve as run
    except ImportError as error:
        raise po.SpecError(f"'playout serve' needs {error.name}: pip install 'playout[web]'") from None
    limits = web.Limits(memory=memory * 1_000_000, threads=threads or web.Limits.threads)

    def ready(address: str) -> None:
        say(f"playout is at {address}  (Ctrl-C ends it)")
        if open_:
            webbrowser.open(address)

    run(web.Catalogue(given or [], limits), host, port, store, ready)
