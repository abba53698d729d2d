"""What can be wrong with what the caller gave. Every one is a `ValueError`."""

import operator
from collections.abc import Iterable
from difflib import get_close_matches

from playout._core import ContractError, IllegalMove

__all__ = [
    "CheckpointError",
    "ContractError",
    "IllegalMove",
    "SpecError",
    "changing_moves",
    "check_count",
    "integer",
    "near",
    "show",
    "unknown",
]


IllegalMove.__doc__ = """A move that is not legal in its state.

>>> import playout as po
>>> po.game("tictactoe").initial().play("d4")
Traceback (most recent call last):
playout._core.IllegalMove: illegal move 'd4': the legal moves are a1 b1 c1 a2 b2 c2 a3 b3 c3
"""

ContractError.__doc__ = """Rules or a player written in Python that answer what they must not.

>>> import playout as po
>>> class Silent:
...     def search(self, state, budget, seed):
...         return None
>>> po.player(Silent()).search(po.game("tictactoe").initial())
Traceback (most recent call last):
playout._core.ContractError: the player Silent answered None after no move: a move is an integer or a name...
"""


class CheckpointError(ValueError):
    """A file of a solve or a search that cannot be read or written, or that is of another one.

    >>> import playout as po
    >>> po.solve("morpion(4D)", "nrpa", "100 sims", checkpoint="/dev/null/run.save")
    Traceback (most recent call last):
    playout.errors.CheckpointError: cannot ...
    """


class SpecError(ValueError):
    """A text or a parameter that names no game, player or budget.

    >>> import playout as po
    >>> po.player("uct(exploration=much)")
    Traceback (most recent call last):
    playout.errors.SpecError: uct: exploration must be a number from 0 to 1000000, or auto, got 'much'
    """


def show(value: object) -> str:
    """A value for an error message: one short line, whatever it is."""
    try:
        text = repr(value)
    except Exception:  # an integer of thousands of digits, or a class with a broken repr
        text = f"an object of type {type(value).__name__}"
    line = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    return line if len(line) <= 60 else f"{line[:57]}..."


def unknown(kind: str, name: str, allowed: Iterable[str]) -> SpecError:
    """The error for a name that is not in a list: it says what is, and what was near.

    >>> print(unknown("player", "utc", ["random", "uct"]))
    unknown player 'utc' (did you mean 'uct'?): the players are random, uct
    """
    names = sorted(allowed)
    known = f"the {kind}s are {', '.join(names)}" if names else f"there are no {kind}s"
    return SpecError(f"unknown {kind} {show(name)}{near(name, names)}: {known}")


def near(name: str, names: Iterable[str]) -> str:
    """The question whether the nearest of some names was meant; empty if none is near."""
    found = get_close_matches(name, names, n=1)
    return f" (did you mean '{found[0]}'?)" if found else ""


def changing_moves(game: object) -> ContractError:
    """The error for a game in which a search found a move that is not there any more."""
    return ContractError(
        f"{game}: the legal moves of a state changed during a search; play() must return a new "
        "state and leave the given one alone (playout.check finds such faults)"
    )


def integer(value: object) -> int | None:
    """An integer of any kind, NumPy's as well, as one of Python's own; None for what is none, or a bool.

    >>> integer(7), integer(7.0), integer(True)
    (7, None, None)
    """
    if isinstance(value, bool) or not hasattr(type(value), "__index__"):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:  # an array has an index, but most arrays refuse to tell it
        return None


def check_count(name: str, count: object, most: int) -> int:
    """The count; refuses what is not an integer from 1 to `most`."""
    number = integer(count)
    if number is None or not 1 <= number <= most:
        raise SpecError(f"{name} must be an integer from 1 to {most}, got {show(count)}")
    return number
