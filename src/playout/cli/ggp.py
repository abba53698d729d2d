"""`playout ggp` and `playout ggp-match`: a player and a referee of General Game Playing."""

import json as json_format
from pathlib import Path
from typing import Annotated

import typer

import playout as po
from playout.cli import files, progress
from playout.cli.arguments import JsonOption, PlayerArgument, SeedOption, load_player
from playout.cli.completion import complete_rules
from playout.cli.output import duration, print_json, say, say_table
from playout.gdl import find
from playout.protocols.ggp import MatchRecord, Referee
from playout.protocols.ggp.desk import Desk
from playout.protocols.ggp.match import Manner
from playout.protocols.ggp.messages import MAX_CLOCK
from playout.protocols.ggp.server import Server
from playout.solvers import PuzzlePlayer

EXAMPLES = (
    "playout ggp strong",
    "playout ggp 'uct(bounds=cuts)' --port 9148 --margin 2",
    "playout ggp strong --solver 'nrpa(level=3)' --host 0.0.0.0",
)
MATCH_EXAMPLES = (
    "playout ggp-match tictactoe.kif random random",
    "playout ggp-match nogo_4x4.kif http://127.0.0.1:9147 random --play-clock 5",
    "playout ggp-match hanoi.kif http://127.0.0.1:9147 --out match.json --json",
)


def ggp(
    player: PlayerArgument = "strong",
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 for referees on other machines.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="0: any that is free.")] = 9147,
    margin: Annotated[
        float, typer.Option(min=0, max=60, metavar="S", help="Seconds of each clock that are not used.")
    ] = 1.0,
    budget: Annotated[
        str,
        typer.Option(
            metavar="BUDGET", help="For a move, if the clock allows it.", show_default="all the time"
        ),
    ] = "",
    solver: Annotated[
        str, typer.Option(metavar="PLAYER", help="For puzzles, games of one role.")
    ] = Manner.solver,
    matches: Annotated[int, typer.Option(min=1, max=1000, metavar="N", help="At once.")] = 8,
    memory: Annotated[int, typer.Option(min=500, max=1_000_000, metavar="MB", help="For each match.")] = 2000,
    seed: SeedOption = 0,
) -> None:
    """Play matches of General Game Playing, for a referee.

    It speaks the HTTP protocol of the competitions, and knows no game: the referee sends the rules. It runs
    until Ctrl-C.
    """
    _check_players(player, solver)
    if budget:
        po.Budget.parse(budget)
    manner = Manner(player, solver, budget, margin, memory * 1_000_000, seed)
    server = Server(Desk(manner, matches, say), host, port)
    server.serve(lambda address: say(f"{player} waits for matches at {address}  (Ctrl-C ends it)"))


def _check_players(player: str, solver: str) -> None:
    if isinstance(load_player(player), PuzzlePlayer):
        raise po.SpecError(f"{player} is for puzzles: give it as --solver, and another player for games")
    load_player(solver).solver()


def ggp_match(
    rules: Annotated[
        str,
        typer.Argument(
            metavar="RULES", help="A file in GDL, .kif.", autocompletion=complete_rules, show_default=False
        ),
    ],
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER…",
            help="For each role, in the order of the rules: http://host:port, or random.",
            show_default=False,
        ),
    ],
    start_clock: Annotated[
        float, typer.Option(min=0.1, max=MAX_CLOCK, metavar="S", help="Seconds before the first move.")
    ] = 10,
    play_clock: Annotated[
        float, typer.Option(min=0.1, max=MAX_CLOCK, metavar="S", help="Seconds for each move.")
    ] = 10,
    seed: SeedOption = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the record of the match, as JSON.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Be the referee of a match of General Game Playing.

    A move that is late, illegal or missing is replaced by a random one, and noted. Ctrl-C ends the match with
    the record so far.
    """
    if out:
        files.check_writable("--out", out)
    referee = Referee(find(rules), players, start_clock, play_clock, seed)
    with progress.clock("starting") as news:
        record = referee.play(lambda so_far: news(_news(so_far)))
    if out:
        out.write_text(f"{json_format.dumps(record.to_json(), indent=1)}\n", encoding="utf-8")
    if json:
        print_json(record.to_json())
    else:
        _show(record)


def _news(record: MatchRecord) -> str:
    faults = sum(record.faults(role) for role in range(len(record.roles)))
    return f"{record.game}, step {len(record.moves)}" + (f", {faults} errors" if faults else "")


def _show(record: MatchRecord) -> None:
    if record.is_aborted:
        say("aborted: the match up to here", style="yellow")
    seconds = (record.state_times[-1] - record.began) / 1000 if record.states else 0.0
    say(f"{record.game}: match {record.match}, {len(record.moves)} steps in {duration(seconds)}")
    goals = record.goals or [None] * len(record.roles)
    rows = [
        [role, player, "-" if goal is None else str(goal), str(record.faults(index))]
        for index, (role, player, goal) in enumerate(zip(record.roles, record.players, goals, strict=True))
    ]
    say_table({"role": False, "player": False, "goal": True, "errors": True}, rows)
    for role, problems in zip(record.roles, _first_problems(record), strict=True):
        if problems:
            say(f"{role}: {problems}")


def _first_problems(record: MatchRecord) -> list[str]:
    """The first thing that was wrong with each role."""
    named = [
        ("start", record.start_errors),
        *((f"step {number}", errors) for number, errors in enumerate(record.errors, 1)),
        ("end", record.end_errors),
    ]
    return [
        next(
            (
                f"at the {when}: {errors[role]}" if when in ("start", "end") else f"{when}: {errors[role]}"
                for when, errors in named
                if errors and errors[role]
            ),
            "",
        )
        for role in range(len(record.roles))
    ]
