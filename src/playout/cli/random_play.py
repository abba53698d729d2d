"""`playout random`: games at random, also of rules that no search takes."""

import random as chance
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from statistics import mean
from typing import Annotated

import typer

import playout as po
from playout import gdl
from playout.cli import progress
from playout.cli.arguments import GameArgument, JsonOption, SeedOption, load_game, spec_of
from playout.cli.output import print_json, say, say_table
from playout.games.gdl import is_rules
from playout.gdl.rules import text
from playout.seeds import derive

EXAMPLES = (
    "playout random tictactoe.kif",
    "playout random 'breakthrough(5,5)' --games 100",
    "playout random connectfour_4x4.kif --games 20 --seed 7 --json",
)
MAX_LENGTH = 10_000


@dataclass(frozen=True)
class Played:
    """A game from its start: what was done in each step, and what it was worth to whom."""

    steps: list[str]
    values: dict[str, float | None]


def random(
    game: GameArgument,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, metavar="N", help="How many.")] = 1,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Play games at random, of any kind of rules.

    Rules in GDL may have roles that move at once, many roles, and chance, which no search takes. A game
    that has no end after 10,000 steps is left there. Ctrl-C ends it with the games that are finished.
    """
    name, play = _player_of(game)
    found: list[Played] = []
    with progress.counter("playing", games) as advance:
        try:
            for number in range(games):
                found.append(play(derive("random", seed, number)))
                advance(f"{len(found[-1].steps)} steps")
        except KeyboardInterrupt:
            if not found:
                raise
    if json:
        print_json({"game": name, "seed": seed, **_fields(found), "interrupted": len(found) < games})
    else:
        _show(name, found, games)


def _player_of(text_: str) -> tuple[str, Callable[[int], Played]]:
    """The name of a game, and what plays it from a seed."""
    if is_rules(text_):
        return text_, partial(_by_machine, gdl.Machine(gdl.load(gdl.find(text_))))
    rules = load_game(text_)
    return spec_of(text_, rules), partial(_by_state, rules)


def _by_machine(machine: gdl.Machine, seed: int) -> Played:
    network, rng = machine.network, chance.Random(seed)
    state, steps = machine.initial, list[str]()
    while not machine.is_terminal(state) and len(steps) < MAX_LENGTH:
        moves = [rng.choice(legal) for legal in machine.legal(state)]
        steps.append(" ".join(text(network.moves[move][1]) for move in moves))
        state = machine.play(state, moves)
    goals = machine.goals(state) if machine.is_terminal(state) else [None] * len(network.roles)
    return Played(steps, dict(zip(network.roles, goals, strict=True)))


def _by_state(rules: po.Game, seed: int) -> Played:
    state, rng = rules.initial(), chance.Random(seed)
    while not state.is_terminal and len(state.history) < MAX_LENGTH:
        state = state.play(rng.choice(state.legal_moves))
    return Played(list(state.history_names), {"score": state.score if state.is_terminal else None})


def _fields(found: list[Played]) -> dict[str, object]:
    lengths = [len(one.steps) for one in found]
    return {
        "games": len(found),
        "unfinished": sum(None in one.values.values() for one in found),
        "mean": dict(_means(found)),
        "steps": {"mean": mean(lengths), "least": min(lengths), "most": max(lengths)},
        "played": [{"steps": one.steps, "values": one.values} for one in found],
    }


def _means(found: list[Played]) -> Iterator[tuple[str, float | None]]:
    for who in found[0].values:
        values = [value for one in found if (value := one.values[who]) is not None]
        yield who, mean(values) if values else None


def _show(name: str, found: list[Played], games: int) -> None:
    if len(found) < games:
        say("interrupted: the games that were finished", style="yellow")
    if len(found) == 1:
        for number, step in enumerate(found[0].steps, 1):
            say(f"{number}. {step}")
    lengths = [len(one.steps) for one in found]
    span = f"{min(lengths)} to {max(lengths)} steps, {mean(lengths):.1f} in the mean"
    say(f"{name}: {len(found)} random games, {span}" if len(found) > 1 else f"{name}: {lengths[0]} steps")
    rows = [[who, "-" if value is None else f"{value:g}"] for who, value in _means(found)]
    say_table({"": False, "mean" if len(found) > 1 else "result": True}, rows)
