"""The board as a widget. This module needs anywidget."""

import re
from importlib import resources
from typing import Any

import anywidget
import traitlets

from playout import seeds
from playout.budget import Budget, as_budget
from playout.errors import SpecError
from playout.players import Player, player
from playout.render.status import status
from playout.state import State
from playout.thinker import Thinker

__all__ = ["BoardWidget"]


def _text(path: str) -> str:
    return resources.files("playout").joinpath(path).read_text(encoding="utf-8")


def _module() -> str:
    """One module of the page's own modules and the widget's: a widget's module has no others beside it."""
    paths = ("web/static/dom.js", "web/static/board.js", "notebook/widget.js")
    parts = [
        re.sub(r"^import .*;$|^export (?!default)", "", _text(path), flags=re.MULTILINE) for path in paths
    ]
    return "\n".join(parts)


class BoardWidget(anywidget.AnyWidget):
    """A board in a notebook; `playout.board` makes one."""

    _esm = _module()
    _css = _text("notebook/widget.css")

    position = traitlets.Dict().tag(sync=True)
    problem = traitlets.Unicode().tag(sync=True)

    def __init__(
        self, state: State, against: Player | str | None, budget: Budget | str, seed: int | None
    ) -> None:
        self._states = [state]
        self._budget = as_budget(budget)
        self._thinker = None if against is None else Thinker(player(against), seeds.checked(seed))
        super().__init__(position=_position(state))
        self.on_msg(self._hear)

    @property
    def state(self) -> State:
        """What is on the board."""
        return self._states[-1]

    def play(self, move: int | str) -> None:
        """Makes a move, as a click does, and waits for no answer."""
        self._states.append(self.state.play(move))
        self._show()

    def reply(self) -> None:
        """Lets the other player move."""
        if self._thinker is None:
            raise SpecError("nobody plays against you: give po.board(state, against='strong')")
        if not self.state.is_terminal:
            self.play(self._thinker.think(self.state, self._budget).move)

    def undo(self) -> None:
        """Takes the last move back; with a player on the other side, its answer as well."""
        steps = 2 if self._thinker and len(self._states) > 2 else 1
        del self._states[max(1, len(self._states) - steps) :]
        self._show()

    def _show(self) -> None:
        self.problem = ""
        self.position = _position(self.state)

    def _hear(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """What was done on the board."""
        try:
            if "undo" in content:
                return self.undo()
            self.play(str(content["play"]))
            if self._thinker:
                self.reply()
        except ValueError as error:  # of a click on a board that has moved on, say
            self.problem = str(error)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """What shows it: the widget, and for those that know none the picture."""
        found = super()._repr_mimebundle_(**options)
        data, rest = (found[0], found[1:]) if isinstance(found, tuple) else (found or {}, ())
        with_picture = {**data, "image/svg+xml": self.state.svg()}
        return (with_picture, *rest) if rest else with_picture


def _position(state: State) -> dict[str, Any]:
    """A state as the board shows it."""
    return {
        "game": str(state.game),
        "svg": state.svg(),
        "text": str(state),
        "cells": state.cells(),
        "legal": state.legal_names,
        "last": "".join(state.history_names[-1:]),
        "over": state.is_terminal,
        "standing": status(state, "Max", "Min"),
        "notation": state.notation,
        "moves": len(state.history),
    }
