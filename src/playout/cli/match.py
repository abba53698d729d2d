"""`playout match`: which player is better?"""

from dataclasses import asdict
from typing import Annotated, Any

import typer

import playout as po
from playout.cli import files, progress
from playout.cli.arguments import (
    AddressOption,
    BudgetOption,
    EngineOption,
    GameArgument,
    JsonOption,
    OpeningOption,
    RecordOption,
    SeedOption,
    load_game,
    load_player,
    spec_of,
)
from playout.cli.completion import complete_rival
from playout.cli.output import duration, finite, print_json, say

EXAMPLES = (
    "playout match tictactoe uct random --games 20 --budget '100 sims'",
    "playout match tictactoe 'uct(exploration=1)' uct --games 10 --seed 1",
    "playout match tictactoe uct uct --games 10 --budget-b '100 sims'",
    "playout match tictactoe my_player.py:Mine uct --games 10 --json",
    "playout match nim.py:Nim uct flat --games 10 --workers 2 --record nims.jsonl",
    "playout match tictactoe uct random --sprt 0,50 --games 200 --opening 2",
)


def _player_argument(name: str) -> Any:
    return typer.Argument(
        metavar=name,
        help=f"Player {name}, such as uct or random. One in Python is file.py:Class(args).",
        autocompletion=complete_rival,
        show_default=False,
    )


def match(
    game: GameArgument,
    a: Annotated[str, _player_argument("A")],
    b: Annotated[str, _player_argument("B")],
    games: Annotated[int, typer.Option(metavar="N", help="The number of games.")] = 100,
    budget: BudgetOption = "1000 sims",
    budget_b: Annotated[
        str | None, typer.Option(metavar="BUDGET", help="The same for B alone.", show_default="as A's")
    ] = None,
    seed: SeedOption = 0,
    workers: Annotated[int, typer.Option(metavar="N", help="Games at a time; no matter to the result.")] = 1,
    opening: OpeningOption = 0,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1",
            help="End when it is clear whether A is better by ELO1, or only by ELO0; at most --games.",
        ),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option(metavar="P", help="Of --sprt: the chance of a false ELO1.", show_default="0.05"),
    ] = None,
    beta: Annotated[
        float | None,
        typer.Option(metavar="P", help="Of --sprt: the chance of a false ELO0.", show_default="0.05"),
    ] = None,
    record: RecordOption = None,
    engine: EngineOption = "local",
    address: AddressOption = None,
    json: JsonOption = False,
) -> None:
    """Play A against B, and give A's score with its 95% interval.

    They take turns to be Max. With --sprt, the match ends when the answer is in. Ctrl-C ends it with the
    games that are finished.
    """
    rules, limit = load_game(game), po.Budget.parse(budget)
    limit_b = po.Budget.parse(budget_b) if budget_b else limit
    players = load_player(a), load_player(b)
    test = _test(sprt, alpha, beta)
    if record:
        files.check_writable("--record", record)
    with progress.counter("playing", games) as advance:
        score = _RunningScore(test)
        result = po.match(
            rules,
            *players,
            games=games,
            budget=limit,
            budget_b=limit_b,
            seed=seed,
            workers=workers,
            opening=opening,
            sprt=test,
            progress=lambda played: advance(score.after(played)),
            engine=engine,
            address=address,
        )
    if record:
        record.write_text(result.to_jsonl(spec_of(game, rules)), encoding="utf-8")
    setting = [spec_of(game, rules), *map(spec_of, (a, b), players), str(limit), str(limit_b)]
    if json:
        names = zip(("game", "a", "b", "budget", "budget_b"), setting, strict=True)
        print_json({**_fields(result), **dict(names)})
    else:
        _show(result, *setting)


def _test(sprt: str | None, alpha: float | None, beta: float | None) -> po.SPRT | None:
    errors = {"alpha": alpha, "beta": beta}
    given = {name: chance for name, chance in errors.items() if chance is not None}
    if given and not sprt:
        raise po.SpecError(f"--{next(iter(given))} is for a sequential test: give --sprt 0,10 as well")
    return po.SPRT.parse(sprt, **given) if sprt else None


def _show(result: po.MatchResult, game: str, a: str, b: str, budget: str, budget_b: str) -> None:
    if result.interrupted:
        say("interrupted: the games that were finished", style="yellow")
    rivals = f"{a} against {b}, {budget}" if budget == budget_b else f"{a}, {budget} against {b}, {budget_b}"
    say(f"{game}: {rivals} a move")
    say(str(result), style="bold")
    if result.sprt:
        say(str(result.sprt), style="bold")
    say(f"{result.games} games in {duration(result.seconds)}; seed {result.seed}")


class _RunningScore:
    """The score while a match goes on."""

    def __init__(self, test: po.SPRT | None) -> None:
        self.counts = {1: 0, 0: 0, -1: 0}
        self.test = test
        self.pairs = [0] * 5
        self.first = 0

    def after(self, game: po.MatchGame) -> str:
        """What to show when this game is over."""
        self.counts[game.result] += 1
        score = f"+{self.counts[1]} ={self.counts[0]} -{self.counts[-1]}"
        return f"{score}, LLR {self._llr(self.test, game):+.2f}" if self.test else score

    def _llr(self, test: po.SPRT, game: po.MatchGame) -> float:
        """A test takes games in order, two and two."""
        if game.index % 2 == 0:
            self.first = game.result
        else:
            self.pairs[self.first + game.result + 2] += 1
        return test.judge(self.pairs).llr


def _fields(result: po.MatchResult) -> dict[str, Any]:
    low, high = result.interval
    return {
        "games": result.games,
        "wins": result.wins,
        "draws": result.draws,
        "losses": result.losses,
        "score": result.score,
        "low": low,
        "high": high,
        "seconds": result.seconds,
        "seed": result.seed,
        "interrupted": result.interrupted,
        "opening": result.opening,
        "sprt": _sprt_fields(result.sprt) if result.sprt else None,
    }


def _sprt_fields(result: po.SPRTResult) -> dict[str, Any]:
    lower, upper = result.test.bounds
    elo, low, high = (finite(elo) for elo in (result.elo, *result.interval))
    return {
        **asdict(result.test),
        "pairs": list(result.counts),
        "llr": result.llr,
        "lower": lower,
        "upper": upper,
        "verdict": result.verdict,
        "elo": elo,
        "elo_low": low,
        "elo_high": high,
    }
