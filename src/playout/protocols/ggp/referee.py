"""A match between players that are somewhere else: asks them, keeps the state, and writes down what happens.

A move that is illegal, late or missing is replaced by a random legal one, and noted in the record.
"""

import random
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from playout import gdl, seeds
from playout.errors import SpecError
from playout.gdl.rules import CHANCE, Term, text
from playout.gdl.sexp import Source, read
from playout.protocols.ggp.board import NetworkBoard
from playout.protocols.ggp.client import Address, Question, Reply
from playout.protocols.ggp.messages import Abort, Play, Start, Stop, node_text, read_term
from playout.protocols.ggp.record import MatchRecord

RANDOM = "random"
"""In place of an address: the referee itself plays a role, at random."""
MAX_STEPS = 10_000
END_SECONDS = 2.0
"""To hear that the match is over."""

Look = Callable[[MatchRecord], None]


class Referee:
    """One match: a player for each role, in the order of the rules; chance is the referee's own.

    >>> referee = Referee(gdl.find("tictactoe.kif"), ["random", "random"], seed=1)
    >>> record = referee.play()
    >>> record.is_completed, len(record.states) - len(record.moves), record.goals
    (True, 1, [100, 0])
    """

    def __init__(
        self,
        path: str | Path,
        players: Sequence[str],
        start_clock: float = 10,
        play_clock: float = 10,
        seed: int | None = None,
        match: str = "",
    ) -> None:
        self._board = NetworkBoard(gdl.load(path))
        self._rules = _rules_text(Path(path))
        seed = seeds.checked(seed)
        self._rng = random.Random(seed)
        names = _with_chance(self._board, players)
        self._addresses = [None if name == RANDOM else Address.parse(name) for name in names]
        _check_apart(self._addresses)
        name = match or f"playout.{Path(path).stem}.{secrets.token_hex(4)}"
        self.record = MatchRecord(
            name, Path(path).name, self._board.roles, tuple(names), start_clock, play_clock, seed
        )

    def play(self, look: Look = lambda record: None) -> MatchRecord:
        """Plays the match. `look` is called after each step; Ctrl-C ends it, with the record so far."""
        record = self.record
        record.began = _now()
        try:
            self._begin(look)
            while not self._board.is_terminal(self._state) and len(record.moves) < MAX_STEPS:
                self._step()
                look(record)
            self._end()
        except KeyboardInterrupt:
            self._abort()
        return record

    def _begin(self, look: Look) -> None:
        record, clocks = self.record, (self.record.start_clock, self.record.play_clock)
        self._see(self._board.initial())
        look(record)
        starts = [str(Start(record.match, role, self._rules, *clocks)) for role in record.roles]
        replies = self._ask(starts, record.start_clock)
        record.start_errors = [_not_said("ready", reply) for reply in replies]

    def _step(self) -> None:
        record, legal = self.record, self._board.legal(self._state)
        last = record.moves[-1] if record.moves else None
        replies = self._ask([str(Play(record.match, last))] * len(record.roles), record.play_clock)
        moves, problems = [], []
        for role, reply in zip(record.roles, replies, strict=True):
            move, problem = _read(reply, legal[role])
            moves.append(self._rng.choice(legal[role]) if move is None else move)
            problems.append(problem)
        record.errors.append(problems)
        record.seconds.append([reply.seconds if reply else 0.0 for reply in replies])
        record.moves.append(tuple(moves))
        self._see(self._board.play(self._state, dict(zip(record.roles, moves, strict=True))))

    def _end(self) -> None:
        record = self.record
        if not self._board.is_terminal(self._state):
            return self._abort()
        record.goals = list(self._board.goals(self._state).values())
        last = record.moves[-1] if record.moves else None
        replies = self._ask([str(Stop(record.match, last))] * len(record.roles), END_SECONDS)
        record.end_errors = [_not_said("done", reply) for reply in replies]
        record.is_completed = True
        return None

    def _abort(self) -> None:
        self.record.is_aborted = True
        with suppress(KeyboardInterrupt):  # who is in a hurry gets the record as well
            self._ask([str(Abort(self.record.match))] * len(self.record.roles), END_SECONDS)

    def _ask(self, messages: list[str], seconds: float) -> list[Reply | None]:
        """Asks all players at once; None for a role that the referee plays."""
        asked = [
            Question(address, message, seconds) if address else None
            for address, message in zip(self._addresses, messages, strict=True)
        ]
        return [question.answer() if question else None for question in asked]

    def _see(self, state: Any) -> None:
        self._state = state
        self.record.states.append(self._board.facts(state))
        self.record.state_times.append(_now())


def _read(reply: Reply | None, legal: list[Term]) -> tuple[Term | None, str]:
    """The move of an answer, if it is one, and what is wrong with it."""
    if reply is None:
        return None, ""
    if reply.problem:
        return None, reply.problem
    try:
        move = read_term(reply.text)
    except SpecError as error:
        return None, str(error)
    return (move, "") if move in legal else (None, f"illegal move {text(move)[:200]}")


def _not_said(word: str, reply: Reply | None) -> str:
    if reply is None or reply.problem:
        return reply.problem if reply else ""
    return "" if reply.text.lower() == word else f"said {reply.text[:200]!r} in place of {word}"


def _with_chance(board: NetworkBoard, players: Sequence[str]) -> list[str]:
    """A player for each role: chance needs none."""
    roles = [role for role in board.roles if role != CHANCE]
    if len(players) != len(roles):
        raise SpecError(
            f"{board.network.name} has the roles {', '.join(roles)}: it takes {len(roles)} players, "
            f"not {len(players)}"
        )
    given = iter(players)
    return [RANDOM if role == CHANCE else next(given) for role in board.roles]


def _check_apart(addresses: list[Address | None]) -> None:
    real = [address for address in addresses if address]
    if len(set(real)) < len(real):
        raise SpecError("a player has one role in a match: start another one, on another port")


def _rules_text(path: Path) -> str:
    """The rules on one line, without comments; some players read no more than that."""
    nodes = read(Source(path.name, path.read_text(encoding="utf-8")))
    return " ".join(map(node_text, nodes))


def _now() -> int:
    return int(time.time() * 1000)
