"""`playout check`: is a game what every search expects of one?"""

import signal
from dataclasses import asdict, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Annotated

import typer

import playout as po
from playout.cli import progress
from playout.cli.arguments import GameArgument, JsonOption, SeedOption, load_game, spec_of
from playout.cli.output import print_json, say
from playout.games.shared import SharedGame
from playout.run.workers import end_with_parent

EXAMPLES = (
    "playout check nim.py:Nim",
    "playout check './hex.so(stones=7)' --games 200",
    "playout check tictactoe --json",
)


def check(
    game: GameArgument,
    games: Annotated[int, typer.Option(metavar="N", help="How many random games are looked at.")] = 100,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Look for faults in a game's rules, in random games."""
    rules = load_game(game)
    run = _check_apart if isinstance(rules, SharedGame) else _check
    with progress.clock(f"checking {games} games"):
        report = replace(run(rules, games, seed), game=spec_of(game, rules))
    if json:
        return print_json(asdict(report))
    return say(str(report))


def _check(rules: po.Game, games: int, seed: int) -> po.CheckReport:
    return po.check(rules, games=games, seed=seed)


def _check_apart(rules: po.Game, games: int, seed: int) -> po.CheckReport:
    """The same in a process of its own, for a library can do worse than answer what it must not."""
    context = get_context("spawn")
    ear, mouth = context.Pipe(duplex=False)
    process = context.Process(target=_tell, args=(mouth, rules, games, seed))
    process.start()
    mouth.close()
    try:
        answer: po.CheckReport | Exception = ear.recv()
    except EOFError:
        why = "it uses memory that is not its own, or ends the program"
        raise po.ContractError(f"{rules} crashes while it is checked: {why}") from None
    finally:
        process.kill()  # it may be in an endless loop
        process.join()
    if isinstance(answer, Exception):
        raise answer
    return answer


def _tell(mouth: Connection, rules: po.Game, games: int, seed: int) -> None:
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the parent, which ends this process
    try:
        mouth.send(_check(rules, games, seed))
    except Exception as error:
        mouth.send(error)
