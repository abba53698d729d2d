"""Records: a game or a solution as plain JSON, to keep, to send and to verify.

A record holds the spec of the game, the position it starts from where that is not the first one, the names of
the moves and, if the game is over, the score. A file holds one record, or several with a line for each.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO

from playout.errors import IllegalMove, show
from playout.games import game
from playout.games.make import GameLike, named_game
from playout.state import State

__all__ = ["Record", "RecordError", "read_record", "read_records", "verify"]

FORMAT = "playout record 1"
MAX_BYTES = 10_000_000


class RecordError(ValueError):
    """A record that cannot be read, or that does not replay to what it claims.

    >>> Record("tictactoe", ("b2", "b2")).replay()
    Traceback (most recent call last):
    playout.record.RecordError: ply 2 of 2: illegal move 'b2': the legal moves are a1 b1 c1 a2 c2 a3 b3 c3
    """


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
    origin: Mapping[str, Any] | None = field(default=None, repr=False, compare=False)
    """How the moves were found, and by whom; nobody checks that."""

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

    def to_json(self) -> str:
        """The text of a record file."""
        return json.dumps(self._fields(), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Record":
        """The record that the text of a file is; RecordError says what is wrong with one that is not.

        >>> Record.from_json(Record("tictactoe", ("b2", "a1")).to_json()).moves
        ('b2', 'a1')
        """
        return _from_fields(_parsed(text.encode(errors="replace"), "the text"))

    def to_line(self) -> str:
        """The same on one line, of which a file may have several.

        >>> Record("tictactoe", ("b2", "a1")).to_line()
        '{"format": "playout record 1", "game": "tictactoe", "moves": ["b2", "a1"], "score": null}'
        """
        return json.dumps(self._fields())

    def _fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = {"format": FORMAT, "game": self.game}
        if self.start is not None:
            fields["start"] = self.start
        fields |= {"moves": self.moves, "score": self.score}
        return fields | ({"origin": self.origin} if self.origin else {})

    def replay(self, rules: GameLike | None = None) -> State:
        """Plays the moves; RecordError names the ply that is wrong.

        A game written in Python or in a shared library must be given: a record is data, and loads no code.

        >>> Record("tictactoe", ("b2", "a1")).replay().notation
        '.../.X./O.. X'
        """
        state = self._first(rules)
        for ply, name in enumerate(self.moves, start=1):
            try:
                state = state.play(name)
            except IllegalMove as error:
                raise RecordError(f"ply {ply} of {len(self.moves)}: {error}") from None
        self._check_score(state)
        return state

    def _first(self, rules: GameLike | None) -> State:
        try:
            played = named_game(self.game) if rules is None else game(rules)
        except ValueError as error:
            what = f"{show(self.game)} is written in Python" if ":" in self.game else str(error)
            hint = "a record loads no code, so give one of your own: --game, or replay(rules)"
            raise RecordError(f"the record's game: {what} ({hint})") from None
        try:
            return played.initial() if self.start is None else played.state(self.start)
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
    """Reads a file with one record; RecordError says what is wrong with one that is not.

    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile("w") as file:
    ...     _ = file.write(Record("tictactoe", ("b2", "a1")).to_json())
    ...     file.flush()
    ...     read_record(file.name)
    Record(game='tictactoe', moves=('b2', 'a1'), score=None, start=None)
    """
    record, *more = islice(read_records(path), 2)
    if more:
        raise RecordError(f"{path} holds several records: read_records reads them all")
    return record


def read_records(path: str | Path) -> Iterator[Record]:
    """Reads the records of a file, one after another; RecordError names the line that is wrong.

    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile("w") as file:
    ...     for moves in (("b2",), ()):
    ...         print(Record("tictactoe", moves).to_line(), file=file, flush=True)
    ...     [record.moves for record in read_records(file.name)]
    [('b2',), ()]
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            first = _limited(file.readline(MAX_BYTES + 1), path)
            if _is_json(first):
                yield from _lines(first, file, path)
            else:  # one record, on several lines
                content = _limited(first + file.read(MAX_BYTES + 1 - len(first)), path)
                yield _from_fields(_parsed(content, path))
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror}") from None


def _lines(first: bytes, file: BinaryIO, path: Path) -> Iterator[Record]:
    lines = chain([first], iter(lambda: _limited(file.readline(MAX_BYTES + 1), path), b""))
    for number, line in enumerate(lines, start=1):
        try:
            yield _from_fields(_parsed(line, path))
        except RecordError as error:
            raise RecordError(f"line {number}: {error}" if number > 1 else str(error)) from None


def _limited(content: bytes, path: Path) -> bytes:
    if len(content) > MAX_BYTES:
        raise RecordError(f"{path} has more than {MAX_BYTES} bytes: no record")
    return content


def _is_json(content: bytes) -> bool:
    try:
        json.loads(content.decode())
    except (ValueError, RecursionError):
        return False
    return True


def _parsed(content: bytes, path: Path | str) -> object:
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
    origin = fields.get("origin")
    return Record(name, tuple(moves), score, start, origin if isinstance(origin, dict) else None)


def verify(path: str | Path, rules: GameLike | None = None) -> State:
    """Reads a file with one record and replays it; returns the last state, or raises RecordError.

    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile("w") as file:
    ...     _ = file.write(Record("tictactoe", ("b2", "a1")).to_json())
    ...     file.flush()
    ...     verify(file.name).notation
    '.../.X./O.. X'
    """
    return read_record(path).replay(rules)
