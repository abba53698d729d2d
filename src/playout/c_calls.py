"""Calls of rules behind the C interface, with guards around all that they may write."""

import ctypes
import math
from collections.abc import Sequence
from typing import Any

from playout.c_interface import SPENT, BatchStruct, GameStruct
from playout.errors import ContractError

GUARD = bytes([0xA5]) * 4096
MAX_TEXT = 1 << 20
MAX_BIAS = 50


class Room:
    """Memory for a function to write in, between two guards."""

    def __init__(self, title: str, content: bytes) -> None:
        self._title = title
        self._size = len(content)
        self._buffer = ctypes.create_string_buffer(GUARD + content + GUARD, len(content) + 2 * len(GUARD))
        self.address = ctypes.addressof(self._buffer) + len(GUARD)

    def read(self, function: str, what: str) -> bytes:
        """What is there now; a ContractError if a guard was touched."""
        raw, end = self._buffer.raw, len(GUARD) + self._size
        before, content, after = raw[: len(GUARD)], raw[len(GUARD) : end], raw[end:]
        if before != GUARD or after != GUARD:
            side = "before the beginning" if before != GUARD else "past the end"
            raise ContractError(f"{self._title}.{function} writes {side} of {what}")
        return content


class GuardedCalls:
    """The functions of a game on states as bytes. What they write outside is a ContractError."""

    def __init__(self, title: str, struct: GameStruct) -> None:
        self.title = title
        self.struct = struct

    def initial(self) -> bytes:
        """The state in which the game starts."""
        return self._changed("initial", bytes(self.struct.state_size))

    def legal(self, state: bytes) -> list[int]:
        """The legal moves."""
        most = self.struct.max_moves
        moves = Room(self.title, bytes(4 * most))
        n = self._asked("legal", state, ctypes.cast(moves.address, ctypes.POINTER(ctypes.c_int32)))
        content = moves.read("legal", f"the moves, of which there are at most max_moves = {most}")
        if not 0 <= n <= most:
            raise ContractError(f"{self.title}.legal gave {n} moves; expected 0 to max_moves = {most}")
        listed = list((ctypes.c_int32 * most).from_buffer_copy(content))[:n]
        if listed and min(listed) < 0:
            raise ContractError(f"{self.title}.legal gave the move {min(listed)}; a move is 0 or more")
        return listed

    def play(self, state: bytes, move: int) -> bytes:
        """The state after a move."""
        return self._changed("play", state, move)

    def turn(self, state: bytes) -> int:
        """Who is to move."""
        turn: int = self._asked("turn", state)
        if turn not in (0, 1):
            raise ContractError(f"{self.title}.turn gave {turn}; expected 0 for Max or 1 for Min")
        return turn

    def score(self, state: bytes) -> float:
        """The payoff of a finished game."""
        return float(self._asked("score", state))

    def codes(self, state: bytes, moves: Sequence[int]) -> list[int]:
        """The codes of legal moves."""
        return [int(code) for code in self._listed("codes", ctypes.c_int64, state, moves)]

    def biases(self, state: bytes, moves: Sequence[int]) -> list[float]:
        """What the author thinks of legal moves."""
        biases = [float(bias) for bias in self._listed("biases", ctypes.c_double, state, moves)]
        for bias in biases:
            if not abs(bias) <= MAX_BIAS:
                raise ContractError(
                    f"{self.title}.biases gave {bias:.15g}; expected -{MAX_BIAS} to {MAX_BIAS}"
                )
        return biases

    def distance(self, state: bytes, move: int, other: bytes, other_move: int) -> float:
        """How far a move of one state is from one of another."""
        place = Room(self.title, other)
        distance = float(self._asked("distance", state, move, place.address, other_move))
        if place.read("distance", f"the state, which has {self.struct.state_size} bytes") != other:
            raise ContractError(f"{self.title}.distance changes the state")
        if not math.isfinite(distance):
            raise ContractError(f"{self.title}.distance gave {distance}; expected a finite number")
        return distance

    def with_turn(self, state: bytes, turn: int) -> bytes:
        """The same board with this player to move."""
        return self._changed("with_turn", state, turn)

    def playout(self, state: bytes, rng: int, limit: int) -> tuple[bytes, int, int]:
        """The state after a random playout, the generator, and the number of moves."""
        room, moves = Room(self.title, state), Room(self.title, bytes(4 * self.struct.max_moves))
        draws = ctypes.c_uint64(rng)
        list_ = ctypes.cast(moves.address, ctypes.POINTER(ctypes.c_int32))
        length = self._call("playout", room.address, list_, ctypes.byref(draws), limit)
        moves.read("playout", "the moves")
        if not 0 <= length <= limit:
            raise self._failure("playout", length)
        return room.read("playout", "the state"), draws.value, length

    def playouts(
        self, state: bytes, rngs: Sequence[int], firsts: Sequence[int] | None
    ) -> list[tuple[float, int]]:
        """The scores and the lengths of random games from a state."""
        n = len(rngs)
        moves, seeds = (ctypes.c_int32 * n)(*firsts or ()), (ctypes.c_uint64 * n)(*rngs)
        scores, lengths = Room(self.title, bytes(8 * n)), Room(self.title, bytes(4 * n))
        batch = BatchStruct(n=n, limit=self.struct.max_length, spent=SPENT(lambda _: 0))
        batch.firsts = ctypes.addressof(moves) if firsts else None
        batch.rngs, batch.scores, batch.lengths = ctypes.addressof(seeds), scores.address, lengths.address
        done = self._asked("playouts", state, ctypes.byref(batch))
        each_score = (ctypes.c_double * n).from_buffer_copy(scores.read("playouts", "the scores"))
        each_length = (ctypes.c_int32 * n).from_buffer_copy(lengths.read("playouts", "the lengths"))
        if done != 0:
            raise self._failure("playouts", done)
        return list(zip(each_score, each_length, strict=True))

    def name(self, state: bytes, move: int) -> str:
        """The move as people write it."""
        return self._text("name", state, move) if self.struct.name else str(move)

    def parse(self, state: bytes, legal: Sequence[int], text: str) -> int:
        """The move of this name, or -1."""
        if self.struct.parse:
            return int(self._asked("parse", state, text.encode()))
        return next((move for move in legal if self.name(state, move) == text), -1)

    def text(self, state: bytes) -> str:
        """The state as people read it."""
        return self._text("text", state) if self.struct.text else state.hex(" ", 4)

    def setup(self, text: str, turn: int) -> bytes | None:
        """The state that a text describes, or None."""
        room = Room(self.title, bytes(self.struct.state_size))
        done = self._call("setup", text.encode(), turn, room.address)
        state = room.read("setup", "the state")
        return None if done != 0 else state

    def hash(self, state: bytes) -> int:
        """A number that is the same for equal states."""
        return int(self._asked("hash", state))

    def _call(self, function: str, *arguments: Any) -> Any:
        return self.struct.function(function)(self.struct.self, *arguments)

    def _changed(self, function: str, state: bytes, *arguments: Any) -> bytes:
        """What a function makes of a state."""
        room = Room(self.title, state)
        done = self._call(function, room.address, *arguments)
        changed = room.read(function, f"the state, which has {self.struct.state_size} bytes")
        if done != 0:
            raise self._failure(function, done)
        return changed

    def _asked(self, function: str, state: bytes, *arguments: Any) -> Any:
        """What a function says of a state, which it must not change."""
        room = Room(self.title, state)
        answer = self._call(function, room.address, *arguments)
        if room.read(function, f"the state, which has {self.struct.state_size} bytes") != state:
            raise ContractError(f"{self.title}.{function} changes the state")
        return answer

    def _listed(self, function: str, kind: Any, state: bytes, moves: Sequence[int]) -> list[Any]:
        """A number for each move."""
        n = len(moves)
        room = Room(self.title, bytes(8 * n))
        listed = (ctypes.c_int32 * self.struct.max_moves)(*moves)
        done = self._asked(function, state, listed, n, ctypes.cast(room.address, ctypes.POINTER(kind)))
        content = room.read(function, "the numbers, one for each move")
        if done != 0:
            raise self._failure(function, done)
        return list((kind * n).from_buffer_copy(content))

    def _text(self, function: str, state: bytes, *arguments: int) -> str:
        """What a function writes; it is asked again if it needs more room."""
        room = 256
        while room <= MAX_TEXT:
            written = Room(self.title, bytes([0xFF]) * room)
            length = self._asked(function, state, *arguments, ctypes.c_char_p(written.address), room)
            content = written.read(function, f"the text, which has room for {room} bytes")
            if length < 0:
                raise self._failure(function, length)
            if length < room:
                return self._ended(function, content, length)
            room = length + 1
        raise ContractError(f"{self.title}.{function} gave a text of more than {MAX_TEXT} bytes")

    def _ended(self, function: str, content: bytes, length: int) -> str:
        if content.find(0) != length:
            raise ContractError(
                f"{self.title}.{function} answered the length {length}, where no zero ends the text"
            )
        return content[:length].decode(errors="replace")

    def _failure(self, function: str, answer: object) -> ContractError:
        return ContractError(f"{self.title}.{function} has failed: it answered {answer}")
