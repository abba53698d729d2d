"""States and results as the page gets them: plain JSON."""

import math
from collections.abc import Sequence
from typing import Any

import playout as po
from playout.errors import show
from playout.web.catalogue import Catalogue
from playout.web.errors import RefusalError
from playout.web.requests import Position

__all__ = ["child", "finite", "one_line", "position", "state_of", "thinned"]

SIDES = {po.MAX: "Max", po.MIN: "Min"}
MOST_POINTS = 240
"""Of a curve."""


def state_of(catalogue: Catalogue, asked: Position) -> po.State:
    """The state that a request describes."""
    if len(asked.moves) > catalogue.limits.moves:
        raise RefusalError(400, f"a game has at most {catalogue.limits.moves} moves here")
    game = catalogue.game(asked.game)
    state = game.state(asked.start) if asked.start else game.initial()
    for ply, move in enumerate(asked.moves, start=1):
        try:
            state = state.play(move)
        except po.IllegalMove as error:
            raise po.IllegalMove(f"move {ply}: {error}") from None
    return state


def position(state: po.State, name: str) -> dict[str, Any]:
    """A state with its picture, what can be played, and how the game stands; the game is known by a name."""
    return {
        "game": name,
        "players": state.game.players,
        "svg": state.svg(),
        "text": str(state),
        "cells": state.cells(),
        "legal": state.legal_names,
        "last": "".join(state.history_names[-1:]),
        "turn": SIDES[state.turn],
        "over": state.is_terminal,
        "standing": _standing(state),
        "why": _why(state),
        "score": state.score if state.is_terminal else None,
        "notation": state.notation,
        "can_be_set_up": _can_be_set_up(state),
        "start": None if state.start == state.game.initial() else state.start.notation,
    }


def _can_be_set_up(state: po.State) -> bool:
    """Whether its text leads to a position again; not every kind of rules can read one."""
    try:
        state.game.state(state.notation)
    except (po.SpecError, po.ContractError):
        return False
    return True


def _standing(state: po.State) -> str:
    if not state.is_terminal:
        return (
            f"{SIDES[state.turn]} to move"
            if state.game.players == 2
            else f"{len(state.history)} moves played"
        )
    if state.game.players == 1:
        return f"The score is {state.game.score_text(state.score)}"
    winner = "Max" if state.score > 0 else "Min"
    return f"{winner} wins" if state.score else "A draw"


def _why(state: po.State) -> str:
    """What the rules say of a game that is over."""
    if not state.is_terminal or state.game.players == 1:
        return ""
    reversed_ = "; misère, so the result is reversed" if state.game.misere else ""
    rules = f" ({state.game.summary}{reversed_})" if state.game.summary or reversed_ else ""
    return f"The score is {state.game.score_text(state.score)} for Max{rules}"


def child(one: po.Child | po.SearchResult, visits: int) -> dict[str, Any]:
    """A move that a search has tried."""
    low, high = one.bounds
    return {
        "move": one.name,
        "visits": visits,
        "value": finite(one.value),
        "low": finite(low),
        "high": finite(high),
        "proven": one.proven,
    }


def finite(number: float) -> float | None:
    """JSON has no infinity.

    >>> finite(0.5), finite(math.inf)
    (0.5, None)
    """
    return number if math.isfinite(number) else None


def thinned(points: Sequence[Any]) -> list[Any]:
    """At most so many points: every other one of the older half is left out when there are more.

    >>> len(thinned(range(241))), len(thinned(range(240)))
    (181, 240)
    """
    if len(points) <= MOST_POINTS:
        return list(points)
    middle = len(points) // 2
    return [*points[:middle:2], *points[middle:]]


def one_line(error: BaseException) -> str:
    """What is wrong, in a line: the library's own words, or the error of somebody's code."""
    if isinstance(error, ValueError):
        return " ".join(str(error).split())
    if isinstance(error, MemoryError):
        return "out of memory"
    return f"{type(error).__name__}: {show(str(error))[1:-1]}"
