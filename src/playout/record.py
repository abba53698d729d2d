"""Records: a game or a solution as plain JSON, to keep, to send and to verify.

A record holds the spec of the game, the position it starts from where that is not the first one, the names of
the moves and, if the game is over, the score.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playout.errors import IllegalMove, show
from playout.games import Game, game
from playout.state import State

__all__ = ["Record", "RecordError", "read_record", "verify"]

FORMAT = "playout record 1"
MAX_BYTES = 10_000_000


class RecordError(ValueError):
    """A record that cannot be read, or that does not replay to what it claims."""


@dataclass(frozen=True)
class Record:
    """What a record file says. It is a claim: `verify` replays it.

    >>> import playout as po
    >>> record = po.game("tictactoe").initial().play("b2").play("a1").to_record()
    >>> record.moves, record.score
    (('b2', 'a1'), None)
    """

    game: str
    moves: tuple[str, ...]
    score: float | None = None
    """Of a finished game, from Max's side."""
    start: str | None = None
    """As in `State.notation`; None for the first position of the game."""

    @classmethod
    def of(cls, state: State) -> "Record":
        """The record of how a state came about."""
        start = state.start
        return cls(
            game=str(state.game),
            moves=state.history_names,
            score=state.score if state.is_terminal else None,
            start=None if start == state.game.initial() else start.notation,
        )

    def to_json(self, origin: Mapping[str, Any] | None = None) -> str:
        """The text of a record file; `origin` tells how the moves were found, and nobody checks that."""
        fields: dict[str, Any] = {"format": FORMAT, "game": self.game}
        if self.start is not None:
            fields["start"] = self.start
        fields |= {"moves": self.moves, "score": self.score}
        return json.dumps(fields | ({"origin": origin} if origin else {}), indent=1) + "\n"

    def replay(self) -> State:
        """Plays the moves; RecordError names the ply that is wrong."""
        state = self._first()
        for ply, name in enumerate(self.moves, start=1):
            try:
                state = state.play(name)
            except IllegalMove as error:
                raise RecordError(f"ply {ply} of {len(self.moves)}: {error}") from None
        self._check_score(state)
        return state

    def _first(self) -> State:
        try:
            rules: Game = game(self.game)
        except ValueError as error:
            raise RecordError(f"the record's game: {error}") from None
        try:
            return rules.initial() if self.start is None else rules.state(self.start)
        except ValueError as error:
            raise RecordError(f"the record's start: {error}") from None

    def _check_score(self, state: State) -> None:
        if not state.is_terminal:
            if self.score is not None:
                raise RecordError(f"after {len(self.moves)} plies the game is not over, so it has no score")
        elif self.score != state.score:
            raise RecordError(
                f"the record claims the score {show(self.score)}; the moves lead to {state.score:.15g}"
            )


def read_record(path: str | Path) -> Record:
    """Reads a record file; RecordError says what is wrong with one that is not."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror}") from None
    if len(content) > MAX_BYTES:
        raise RecordError(f"{path} has more than {MAX_BYTES} bytes: no record")
    return _from_fields(_parsed(content, path))


def _parsed(content: bytes, path: Path) -> object:
    try:
        return json.loads(content.decode())
    except (ValueError, RecursionError) as error:  # also an integer of too many digits
        raise RecordError(f"{path} is not JSON, or it is cut short: {error}") from None


def _from_fields(fields: object) -> Record:
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise RecordError(f'not a record: it needs "format": "{FORMAT}"')
    name, moves, score, start = (fields.get(key) for key in ("game", "moves", "score", "start"))
    if not isinstance(name, str):
        raise RecordError(f'a record needs "game", a spec; got {show(name)}')
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise RecordError(f'a record needs "moves", a list of names; got {show(moves)}')
    if score is not None and (isinstance(score, bool) or not isinstance(score, int | float)):
        raise RecordError(f'a record\'s "score" is a number or null; got {show(score)}')
    if start is not None and not isinstance(start, str):
        raise RecordError(f'a record\'s "start" is a position; got {show(start)}')
    return Record(name, tuple(moves), score, start)


def verify(path: str | Path) -> State:
    """Reads a record file and replays it; returns the last state, or raises RecordError."""
    return read_record(path).replay()
