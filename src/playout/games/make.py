"""Games from their specs, or from rules written in Python."""

import dataclasses
from typing import Any

from playout import spec
from playout.compiled_game import CompiledGame
from playout.errors import SpecError, show, unknown
from playout.games import gdl, shared
from playout.games.face import Game, no_misere
from playout.games.user import CompiledUserGame, UserGame, uncompiled_rules
from playout.python_game import Rules

GameLike = str | Game | Rules[Any] | CompiledGame
"""What `game` makes a game of."""


def game(source: GameLike) -> Game:
    """A game from its spec, from a shared library, from rules in GDL, or from rules of your own.

    Such rules are a `PythonGame` or a `CompiledGame`. A library is named by its file, as in
    `playout.game("./hex.so(size=7)")`, and loaded: its code runs here. Rules in GDL, the language of General
    Game Playing, are named by their file too: `playout.game("hex.kif")`.

    >>> game("misere(breakthrough(5,5))").initial().board
    'OOOOO/OOOOO/...../XXXXX/XXXXX'
    """
    if isinstance(source, Game):
        return source
    if isinstance(source, str):
        around, inner = spec.unwrap(source, "misere")
        if shared.is_library(inner):
            return _reversed(shared.load(inner), len(around))
        return _reversed(gdl.load(inner), len(around)) if gdl.is_rules(inner) else named_game(source)
    if isinstance(source, type):
        raise SpecError(f"{source.__name__} is a class; give an object of it: {source.__name__}()")
    return CompiledUserGame(source) if isinstance(source, CompiledGame) else UserGame(source)


def named_game(text: str) -> Game:
    """A game from its spec, which may come from a stranger: no code and no rules of others are loaded."""
    inner = spec.unwrap(text, "misere")[1]
    if shared.is_library(inner) or gdl.is_rules(inner):
        kind = "a shared library" if shared.is_library(inner) else "a file of rules in GDL"
        raise SpecError(f"{show(text)} is {kind}")
    return _from_call(spec.parse(text))


def uncompiled(source: CompiledGame | Game) -> Game:
    """The same game as a `CompiledGame`, but run by Python: slow, and with Python's own errors.

    >>> import playout as po
    >>> po.uncompiled("tictactoe")
    Traceback (most recent call last):
    playout.errors.SpecError: only a compiled game can be run uncompiled, not 'tictactoe'
    """
    rules = source.rules if isinstance(source, CompiledUserGame) else source
    if not isinstance(rules, CompiledGame):
        raise SpecError(f"only a compiled game can be run uncompiled, not {show(source)}")
    reversed_ = isinstance(source, CompiledUserGame) and source.misere
    return UserGame(uncompiled_rules(rules), misere=reversed_)


def _from_call(call: spec.Call) -> Game:
    if call.name == "misere":
        if len(call.values) != 1 or call.named:
            raise SpecError("misere takes one game, as in misere(breakthrough(5,5))")
        (inner,) = call.values
        return misere(_from_call(spec.as_call(inner)))
    known = spec.known(Game)
    if call.name not in known:
        raise unknown("game", call.name, [*known, "misere"])
    return spec.from_call(Game, call)


def misere(source: GameLike) -> Game:
    """The misère version of a two-player game: the same rules, the result reversed.

    >>> misere("tictactoe")
    misere(tictactoe)
    """
    plain = game(source)
    if plain.players != 2:
        raise no_misere(str(plain))
    return dataclasses.replace(plain, misere=not plain.misere)


def _reversed(plain: Game, times: int) -> Game:
    for _ in range(times):
        plain = misere(plain)
    return plain
