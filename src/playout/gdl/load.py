"""Files of rules, as networks."""

from functools import lru_cache
from pathlib import Path

from playout.errors import SpecError, show
from playout.gdl.build import build
from playout.gdl.check import check
from playout.gdl.game import GdlRules
from playout.gdl.ground import Limits, ground
from playout.gdl.kind import kind_of
from playout.gdl.network import Network
from playout.gdl.parse import parse
from playout.gdl.rules import Rules
from playout.gdl.sexp import MAX_CHARACTERS, Source


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
    rules = check(parse(source))
    return build(rules, ground(rules, limits), limits)


def load_game(path: str | Path) -> GdlRules:
    """The rules in a file as a game that searches take; a SpecError if it is none.

    >>> from playout.gdl.library import find
    >>> load_game(find("hanoi.kif")).bounds()
    (0, 100)
    """
    return _game(_source(Path(path)))


@lru_cache(maxsize=16)
def _game(source: Source) -> GdlRules:
    network = _network(source, Limits())
    return GdlRules(network, kind_of(network))


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
