"""What a referee and a player say to each other, as text: `(PLAY match (move move))`.

The protocol is that of the competitions, as ggp-base and Stanford's game manager speak it. Capital letters
are the same as small ones.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from playout.errors import SpecError, show
from playout.gdl.rules import Term, text
from playout.gdl.sexp import Group, Node, Source, Word, read

MAX_CLOCK = 100_000.0
"""Seconds."""

_WORD = re.compile(r"[^\s()]+")


@dataclass(frozen=True)
class Info:
    """Are you there?"""

    def __str__(self) -> str:
        return "(INFO)"


@dataclass(frozen=True)
class Start:
    """A match begins. The answer is `READY`, before the start clock has run out."""

    match: str
    role: str
    rules: str
    start_clock: float
    play_clock: float

    def __str__(self) -> str:
        clocks = f"{self.start_clock:g} {self.play_clock:g}"
        return f"(START {self.match} {self.role} ({self.rules}) {clocks})"


@dataclass(frozen=True)
class Play:
    """What everybody has done, in the order of the roles, and nothing at first. The answer is a move."""

    match: str
    moves: tuple[Term, ...] | None

    def __str__(self) -> str:
        return f"(PLAY {self.match} {_moves_text(self.moves)})"


@dataclass(frozen=True)
class Stop:
    """The match is over, by these moves. The answer is `DONE`."""

    match: str
    moves: tuple[Term, ...] | None

    def __str__(self) -> str:
        return f"(STOP {self.match} {_moves_text(self.moves)})"


@dataclass(frozen=True)
class Abort:
    """The match ends before its time. The answer is `ABORTED`."""

    match: str

    def __str__(self) -> str:
        return f"(ABORT {self.match})"


Message = Info | Start | Play | Stop | Abort


def read_message(body: str) -> Message:
    """The message of a text; a SpecError says what is wrong with it.

    >>> read_message("( PLAY Match.1 ( (mark 1 2) NOOP ) )")
    Play(match='match.1', moves=(('mark', '1', '2'), 'noop'))
    >>> read_message("(PLAY match.1 nil)")
    Play(match='match.1', moves=None)
    """
    nodes = read(Source("message", body))
    if len(nodes) != 1 or not isinstance(nodes[0], Group) or not nodes[0].items:
        raise SpecError("a message is one list in parentheses, such as (INFO)")
    kind, *parts = nodes[0].items
    name = kind.text if isinstance(kind, Word) else ""
    if name in ("info", "ping") and not parts:
        return Info()
    if name == "abort" and len(parts) == 1:
        return Abort(_word(parts[0]))
    if name in ("play", "stop") and len(parts) == 2:
        return (Play if name == "play" else Stop)(_word(parts[0]), _moves(parts[1]))
    if name == "start" and len(parts) >= 5:
        return _start(parts)
    raise SpecError(f"unknown message {show(body[:40])}: there are INFO, START, PLAY, STOP and ABORT")


def spellings(body: str) -> dict[str, str]:
    """How a text writes its words, by their small letters: a player answers in the referee's own spelling.

    >>> spellings("(mark A a) b")["a"]
    'A'
    """
    return {word.lower(): word for word in reversed(_WORD.findall(body))}


def spelled(move: str, words: dict[str, str]) -> str:
    """A move in the spelling of a text.

    >>> spelled("(mark a 1)", {"a": "A"})
    '(mark A 1)'
    """
    return _WORD.sub(lambda found: words.get(found[0], found[0]), move)


def read_term(body: str) -> Term:
    """The one term of a text; a SpecError if it is none.

    >>> read_term(" (Mark 1 2) ")
    ('mark', '1', '2')
    """
    nodes = read(Source("move", body))
    if len(nodes) != 1:
        raise SpecError(f"a move is one word or one list, not {show(body[:40])}")
    return _term(nodes[0])


def _start(parts: Sequence[Node]) -> Start:
    match, role, rules, start_clock, play_clock = parts[:5]
    if not isinstance(rules, Group):
        raise SpecError("START has its rules in parentheses")
    described = "\n".join(node_text(item) for item in rules.items)
    return Start(_word(match), _word(role), described, _clock(start_clock), _clock(play_clock))


def _moves(node: Node) -> tuple[Term, ...] | None:
    """`nil`, or any other word, is no moves."""
    return tuple(map(_term, node.items)) if isinstance(node, Group) else None


def _term(node: Node) -> Term:
    if isinstance(node, Word):
        return node.text
    if not node.items or not isinstance(node.items[0], Word):
        raise SpecError(f"{show(node_text(node))} is no move")
    return tuple(map(_term, node.items)) if len(node.items) > 1 else node.items[0].text


def _word(node: Node) -> str:
    if isinstance(node, Group):
        raise SpecError(f"{show(node_text(node))} stands where a word is wanted")
    return node.text


def _clock(node: Node) -> float:
    word = _word(node)
    try:
        seconds = float(word)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= MAX_CLOCK:
        raise SpecError(f"a clock is a number of seconds up to {MAX_CLOCK:,.0f}, not {show(word)}")
    return seconds


def node_text(node: Node) -> str:
    """A group or a word as text again, without comments."""
    return node.text if isinstance(node, Word) else f"({' '.join(map(node_text, node.items))})"


def _moves_text(moves: tuple[Term, ...] | None) -> str:
    return "nil" if moves is None else f"({' '.join(map(text, moves))})"
