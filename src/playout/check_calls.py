"""What `playout.check` asks of rules behind the C interface, before any search does.

Compiled code neither raises nor sees where an array ends, so the same questions go to the plain Python of a
compiled game first, and then to the compiled functions, with guards around what they write; the answers must
be the same. A library has its functions only.
"""

import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playout import _core
from playout.c_calls import GuardedCalls
from playout.errors import ContractError, show

if TYPE_CHECKING:
    from playout.compiled.uncompiled import Uncompiled

OURS = Path(__file__).parent
DRAW = 0x9E3779B97F4A7C15
"""What a draw adds to the state of the generator."""


def check_calls(calls: GuardedCalls, plain: "Uncompiled | None", seed: int) -> None:
    """Plays one random game by the functions, asking at each state whatever a search could ask."""
    walk = _Walk(calls, plain)
    states = [walk.ask("initial")]
    rng = _core.Rng(seed)
    for _ in range(calls.struct.max_length + 1):
        moves = walk.check_state(states[-1])
        if not moves:
            _check_playout(calls, states, seed, rng)
            return _check_playouts(calls, states, seed)
        states.append(walk.play(states[-1], moves[rng.below(len(moves))]))
    limit = f"max_length = {calls.struct.max_length} moves"
    raise ContractError(f"{calls.title}: a game did not end within {limit}; make it end, or raise max_length")


def _check_playout(calls: GuardedCalls, states: list[bytes], seed: int, rng: _core.Rng) -> None:
    """A playout, whole or up to a limit, must be what its moves are, one by one."""
    if not calls.struct.playout:
        return
    most, half = len(states) - 1, len(states) // 2
    whole, part = (calls.playout(states[0], seed, limit) for limit in (calls.struct.max_length, half))
    same_draws = _core.Rng(whole[1]).next() == rng.next()
    if not same_draws or (whole[0], whole[2], part[0], part[2]) != (states[most], most, states[half], half):
        raise ContractError(f"{calls.title}.playout is not what legal and play make of the same draws")


def _check_playouts(calls: GuardedCalls, states: list[bytes], seed: int) -> None:
    """The same of many side by side, with and without a first move that is given."""
    if not calls.struct.playouts or len(states) == 1:
        return
    moves = calls.legal(states[0])
    first = moves[_core.Rng(seed).below(len(moves))]
    drawn = calls.playouts(states[0], [seed] * 2, None)
    given = calls.playouts(states[0], [(seed + DRAW) % 2**64] * 2, [first] * 2)
    if drawn + given != [(calls.score(states[-1]), len(states) - 1)] * 4:
        raise ContractError(f"{calls.title}.playouts is not what legal and play make of the same draws")


def _in_python(plain: Any, question: str, state: bytes = b"", *arguments: Any) -> Any:
    """What the plain Python of a compiled game answers, in the terms of the C interface."""
    match question:
        case "initial":
            return plain.initial()
        case "turn":
            return plain.turn(state).value
        case "codes" | "biases":
            ask = plain.code if question == "codes" else plain.bias
            return [ask(state, move) for move in arguments[0]]
        case "with_turn":
            return plain.with_turn(state, _core.Turn(arguments[0]))
    return getattr(plain, question)(state, *arguments)


class _Walk:
    def __init__(self, calls: GuardedCalls, plain: "Uncompiled | None") -> None:
        self.calls = calls
        self.plain = plain
        self.names: list[str] = []

    def ask(self, question: str, *arguments: Any) -> Any:
        """The answer, the same from all who can be asked."""
        try:
            expected = self._ask_python(question, *arguments) if self.plain else None
            answer = getattr(self.calls, question)(*arguments)
        except ContractError as error:
            raise ContractError(f"{error}{self._place(question, arguments)}") from None
        if self.plain and repr(answer) != repr(expected):  # one NaN is like another
            both = f"gives {self._shown(expected)} in Python and {self._shown(answer)} compiled"
            raise ContractError(f"{self.calls.title}.{question} {both}{self._place(question, arguments)}")
        return answer

    def _ask_python(self, question: str, *arguments: Any) -> Any:
        try:
            return _in_python(self.plain, question, *arguments)
        except ContractError:
            raise
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            theirs = [frame for frame in frames if OURS not in Path(frame.filename).parents]
            place = (theirs or frames)[-1]
            raise ContractError(
                f"{self.calls.title}.{question} raised {type(error).__name__}: {error} "
                f"({Path(place.filename).name}, line {place.lineno})"
            ) from None

    def _shown(self, answer: Any) -> str:
        """An answer for people; a state by its fields."""
        if isinstance(answer, bytes) and self.plain:
            return f"({', '.join(str(self.plain.seen(answer)).splitlines())})"
        return show(answer)

    def _place(self, question: str, arguments: tuple[Any, ...]) -> str:
        move = f", for the move {self._name(*arguments)}" if question == "play" else ""
        return f"{move}, after {' '.join(self.names) or 'no move'}"

    def _name(self, state: bytes, move: int) -> str:
        try:
            return self.plain.name(state, move) if self.plain else self.calls.name(state, move)
        except Exception:  # a name is told if there is one
            return str(move)

    def check_state(self, state: bytes) -> list[int]:
        """Asks all about a state; returns its moves."""
        struct = self.calls.struct
        moves: list[int] = self.ask("legal", state)
        self.check_counting(state, moves)
        if struct.players == 2:
            self.ask("turn", state)
        if not moves:
            self.check_score(self.ask("score", state))
        elif struct.codes:
            self.ask("codes", state, moves)
        if moves and struct.biases:
            self.ask("biases", state, moves)
        if moves and struct.distance:
            self.ask("distance", state, moves[0], state, moves[-1])
        if struct.with_turn:
            for turn in (0, 1):
                self.ask("with_turn", state, turn)
        return moves

    def check_counting(self, state: bytes, moves: list[int]) -> None:
        """What playouts use instead of the list must be the same; it is asked in Python only."""
        if not self.plain or not hasattr(self.plain.rules, "play_nth"):
            return
        n = self._ask_python("count", state)
        if n != len(moves):
            where = f"{self.calls.title}.count gave {n}, but legal gives {len(moves)} moves"
            raise ContractError(f"{where}{self._place('count', ())}")
        for k, move in enumerate(moves):
            if self._ask_python("play_nth", state, k) != self._ask_python("play", state, move):
                what = f"{self.calls.title}.play_nth({k}) is not play({self._name(state, move)})"
                raise ContractError(f"{what}{self._place('play_nth', ())}")

    def check_score(self, score: float) -> None:
        """A score is a number within the bounds."""
        struct = self.calls.struct
        if not struct.low <= score <= struct.high:
            right = f"expected {struct.low:.15g} to {struct.high:.15g}, as bounds say"
            place = self._place("score", ())
            raise ContractError(f"{self.calls.title}.score gave {score:.15g}; {right}{place}")

    def play(self, state: bytes, move: int) -> bytes:
        """The state after a move."""
        after: bytes = self.ask("play", state, move)
        self.names.append(self._name(state, move))
        return after
