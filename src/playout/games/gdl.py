"""Games whose rules are a file in GDL, the language of General Game Playing."""

import logging
import time
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

from playout import _core
from playout.errors import SpecError
from playout.games.rules import RulesGame
from playout.gdl.face import GdlFace
from playout.gdl.game import GdlRules
from playout.gdl.library import find
from playout.gdl.load import load_game
from playout.gdl.machine import Machine
from playout.gdl.position import Position
from playout.gdl.random_play import MAX_LENGTH
from playout.state import State

log = logging.getLogger(__name__)

GAMES_AT_ONCE = 4 * 512

SUFFIXES = (".kif", ".gdl")


def is_rules(text: str) -> bool:
    """Whether the text names a file of rules in GDL.

    >>> is_rules("./hex.kif"), is_rules("hex(7)")
    (True, False)
    """
    return text.endswith(SUFFIXES)


@dataclass(frozen=True, repr=False)
class GdlGame(RulesGame):
    """A game of General Game Playing. Made by `playout.game("rules.kif")`."""

    path: str = field(compare=False)
    """As the user has written it."""
    place: str
    """The same from the root, for processes in other folders."""

    rules: GdlRules = field(init=False, compare=False)
    """As Python runs them."""
    machine: Machine = field(init=False, compare=False)
    """As the core runs them."""

    spec_name = "gdl"

    def _check_parameters(self) -> None:
        """The path was found before."""

    def _make_engine(self) -> _core.Engine:
        loaded = load_game(self.place)
        object.__setattr__(self, "rules", loaded.rules)
        object.__setattr__(self, "machine", loaded.machine)
        if len(self.rules.kind.sums) > 1:
            log.warning("%s: the goals do not have a constant sum; the score is their difference", self.path)
        low, high = self.rules.bounds()
        return self.machine.core.game(low, high, MAX_LENGTH, GdlFace(self.rules), self.misere)

    def bulk_rate(self, seconds: float, seed: int) -> float:
        """Random games a second, many at once, for about so many seconds."""
        seeds, start, games, spent = _core.Rng(seed), time.perf_counter(), 0, 0.0
        while not spent or spent < seconds:
            games += self.machine.playouts(self.machine.initial, GAMES_AT_ONCE, seed=seeds.next()).finished
            spent = time.perf_counter() - start
        return games / spent

    def about(self) -> str:
        """What the comment at the head of the file says, and who is who."""
        lines = Path(self.place).read_text(encoding="utf-8", errors="replace").splitlines()
        head = takewhile(lambda line: line.startswith(";") or not line, map(str.strip, lines))
        words = "\n".join(line.lstrip("; ") for line in head).strip()
        sides = dict(zip(("Max", "Min"), self.rules.network.roles, strict=False))
        roles = ", ".join(f"{side} is {role}" for side, role in sides.items())
        return "\n\n".join([*([words] if words else []), f"Rules in GDL: {roles}."])

    def state(self, text: str) -> State:
        """Nothing: such a game starts at its beginning."""
        raise SpecError(f"{self} is written in GDL: its states cannot be set up from text, only played to")

    def seen(self, state: State) -> Position:
        """A state as the rules know it."""
        face: GdlFace = self._engine.face
        return face.seen(state.position.raw)

    def _plain_text(self) -> str:
        return self.path

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.path, self.place, self.misere)


def _restore(path: str, place: str, misere: bool) -> GdlGame:
    return GdlGame(path, place, misere=misere)


def load(path: str) -> GdlGame:
    """The game in a file; for a name alone that is no file here, in the library's own."""
    return GdlGame(path, str(find(path).resolve()))
