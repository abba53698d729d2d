"""Games from their specs, or from rules written in Python."""

import dataclasses
from typing import Any

from playout import spec
from playout.errors import SpecError, unknown
from playout.games.face import Game, no_misere
from playout.games.user import UserGame
from playout.python_game import Rules


def game(source: str | Game | Rules[Any]) -> Game:
    """A game from its spec, or from the rules of your own (see `PythonGame`).

    >>> game("misere(breakthrough(5,5))").initial().board
    'OOOOO/OOOOO/...../XXXXX/XXXXX'
    """
    if isinstance(source, Game):
        return source
    if isinstance(source, str):
        return _from_call(spec.parse(source))
    if isinstance(source, type):
        raise SpecError(f"{source.__name__} is a class; give an object of it: {source.__name__}()")
    return UserGame(source)


def _from_call(call: spec.Call) -> Game:
    if call.name == "misere":
        if len(call.values) != 1 or call.named:
            raise SpecError("misere takes one game, as in misere(breakthrough(5,5))")
        (inner,) = call.values
        return misere(_from_call(inner if isinstance(inner, spec.Call) else spec.Call(inner)))
    known = spec.known(Game)
    if call.name not in known:
        raise unknown("game", call.name, [*known, "misere"])
    return spec.from_call(Game, call)


def misere(source: str | Game | Rules[Any]) -> Game:
    """The misère version of a two-player game: the same rules, the result reversed.

    >>> misere("tictactoe")
    misere(tictactoe)
    """
    plain = game(source)
    if plain.players != 2:
        raise no_misere(str(plain))
    return dataclasses.replace(plain, misere=not plain.misere)
