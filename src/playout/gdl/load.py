"""Files of rules, as networks."""

import logging
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from playout.errors import SpecError, show
from playout.gdl import kept
from playout.gdl.build import build
from playout.gdl.check import check
from playout.gdl.game import GdlRules
from playout.gdl.ground import Limits, ground
from playout.gdl.kind import kind_of_machine
from playout.gdl.machine import Machine
from playout.gdl.network import Network
from playout.gdl.parse import parse
from playout.gdl.rules import Rules
from playout.gdl.sexp import MAX_CHARACTERS, Source
from playout.saying import saying

log = logging.getLogger(__name__)

SECONDS_OF_SILENCE = 2.0


def load(path: str | Path, limits: Limits | None = None) -> Network:
    """The network of the rules in a file.

    >>> from playout.gdl.library import find
    >>> network = load(find("tictactoe.kif"))
    >>> network.roles, len(network.facts), len(network.moves)
    (('x', 'o'), 20, 20)
    """
    return _network(_source(Path(path)), limits or Limits())


@lru_cache(maxsize=16)
def _network(source: Source, limits: Limits) -> Network:
    usual = limits == Limits()
    found = kept.find(source) if usual else None
    if not found:
        found = _made(source, limits)
        if usual:
            kept.keep(source, found)
    return found


def _made(source: Source, limits: Limits) -> Network:
    with saying(f"finding the instances of the rules in {source.name}", log, SECONDS_OF_SILENCE):
        rules = check(parse(source))
        return build(rules, ground(rules, limits), limits)


@dataclass(frozen=True)
class LoadedGame:
    """A game that searches take: its rules for people, and for the core."""

    rules: GdlRules
    machine: Machine


def load_game(path: str | Path) -> LoadedGame:
    """The rules in a file as a game that searches take; a SpecError if it is none.

    >>> from playout.gdl.library import find
    >>> load_game(find("hanoi.kif")).rules.bounds()
    (0, 100)
    """
    return _game(_source(Path(path)))


@lru_cache(maxsize=16)
def _game(source: Source) -> LoadedGame:
    machine = Machine(_network(source, Limits()))
    return LoadedGame(GdlRules(machine.network, kind_of_machine(machine)), machine)


def read_rules(path: str | Path) -> Rules:
    """The rules in a file, read and checked.

    >>> from playout.gdl.library import find
    >>> read_rules(find("hanoi.kif")).roles
    ('player',)
    """
    return check(parse(_source(Path(path))))


def _source(path: Path) -> Source:
    try:
        with path.open("rb") as file:
            found = file.read(4 * MAX_CHARACTERS + 1)
    except OSError as error:
        raise SpecError(f"cannot read {show(str(path))}: {error.strerror}") from None
    try:
        return Source(path.name, found.decode())
    except UnicodeDecodeError as error:
        line = found[: error.start].count(b"\n") + 1
        raise SpecError(f"{path.name}:{line}: not a text in UTF-8") from None
