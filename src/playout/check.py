"""The conformance suite: is a game what every search expects of one?"""

from dataclasses import dataclass
from typing import Any

from playout import _core, seeds
from playout.check_calls import check_calls
from playout.errors import ContractError, IllegalMove, check_count
from playout.games import Game, game
from playout.games.make import GameLike
from playout.games.rules import RulesGame
from playout.games.shared import SharedGame
from playout.games.user import CompiledUserGame, uncompiled_rules
from playout.render import html
from playout.solvers import LNS, NRPA
from playout.state import State

__all__ = ["CheckReport", "check"]

MAX_GAMES = 10_000_000


@dataclass(frozen=True, repr=False)
class CheckReport:
    """How much of a game was looked at.

    >>> import playout as po
    >>> po.check("tictactoe", games=10)
    <CheckReport tictactoe: 10 random games, ... states, longest 9 moves: fine>
    """

    game: str
    games: int
    states: int
    longest: int

    def __str__(self) -> str:
        return (
            f"{self.game}: {self.games} random games, {self.states} states, "
            f"longest {self.longest} moves: fine"
        )

    def __repr__(self) -> str:
        return f"<CheckReport {self}>"

    def _repr_html_(self) -> str:
        numbers = {"random games": self.games, "states": self.states, "longest game": self.longest}
        return html.facts(f"{self.game}: fine", {name: f"{number:,}" for name, number in numbers.items()})


def check(rules: GameLike, *, games: int = 100, seed: int = 0) -> CheckReport:
    """Plays random games and checks every state; raises ContractError at the first thing that is wrong.

    >>> print(check("tictactoe", games=10))
    tictactoe: 10 random games, ... states, longest 9 moves: fine
    """
    checked = game(rules)
    games = check_count("games", games, MAX_GAMES)
    seed = seeds.checked(seed)
    calls, plain = _calls_of(checked)
    for index in range(games if calls else 0):
        check_calls(calls, plain, seeds.derive("check", seed, index))
    lengths = [_check_game(checked, seeds.derive("check", seed, index)) for index in range(games)]
    _check_hints(checked, seed)
    return CheckReport(str(checked), games, sum(lengths) + games, max(lengths, default=0))


def _calls_of(checked: Game) -> tuple[Any, Any]:
    """The functions of a game behind the C interface, and its plain Python if that is what was compiled."""
    if isinstance(checked, CompiledUserGame):
        return checked.calls, uncompiled_rules(checked.rules)
    return (checked.calls, None) if isinstance(checked, SharedGame) else (None, None)


def _check_hints(checked: Game, seed: int) -> None:
    """Lets the searches that ask for the bias and the distance of a puzzle in Python ask for them."""
    if checked.players == 1 and isinstance(checked, RulesGame) and not checked.initial().is_terminal:
        if hasattr(checked.rules, "bias"):
            NRPA(level=1, bias=True).solve(checked, "2 sims", seed)
        if hasattr(checked.rules, "distance"):
            LNS(repair=NRPA(1, 1), first=NRPA(1, 1), forget="near").solve(checked, "5 sims", seed)


def _check_game(checked: Game, seed: int) -> int:
    """Checks the states of one random game; returns its length."""
    rng = _core.Rng(seed)
    state = checked.initial()
    _require(state == checked.initial(), state, "initial() gives two different states")
    _require(hash(state) == hash(checked.initial()), state, "hash() differs for equal states")
    state.svg()
    length = 0
    while _check_state(state):
        move = state.legal_moves[rng.below(len(state.legal_moves))]
        state = _check_play(state, move)
        length += 1
    return length


def _check_state(state: State) -> bool:
    """Checks one state; returns whether the game goes on."""
    moves = state.legal_moves
    _require(moves == state.legal_moves, state, "legal() gives two different answers")
    _require(len(set(moves)) == len(moves), state, "legal() names a move twice")
    _require(hash(state) == hash(state), state, "hash() gives two different answers")
    if _is_normal_form(state.game):
        _check_normal_form(state, state.game.misere)
    if not moves:
        score, again = state.score, state.score
        _require(score == again, state, "score() gives two different answers")
        return False
    _check_names(state, moves)
    _check_codes(state, moves)
    if state.game.players == 1:
        _require(state.turn is _core.Turn.MAX, state, "a puzzle has no turn of Min")
    return True


def _is_normal_form(checked: Game) -> bool:
    """Whether the rules say that who cannot move has lost."""
    if isinstance(checked, SharedGame):
        return bool(checked.calls.struct.with_turn)
    return isinstance(checked, RulesGame) and hasattr(checked.rules, "with_turn")


def _check_normal_form(state: State, misere: bool) -> None:
    """Checks what rules with `with_turn` say: that the player without a move has lost."""
    same, other = (State(state.game, state.position.with_turn(turn)) for turn in _turns(state))
    _require(same == state, state, "with_turn() for the player to move gives another state")
    _require(other.turn is not state.turn, state, "with_turn() for the other player leaves the turn as it is")
    if state.is_terminal:
        sign = -1 if (state.turn is _core.Turn.MAX) != misere else 1
        _require(sign * state.score > 0, state, "with_turn() is there, but who cannot move has not lost")


def _turns(state: State) -> tuple[_core.Turn, _core.Turn]:
    """Who is to move, and who is not."""
    return state.turn, _core.Turn.MIN if state.turn is _core.Turn.MAX else _core.Turn.MAX


def _check_names(state: State, moves: tuple[int, ...]) -> None:
    names = state.legal_names
    _require(len(set(names)) == len(names), state, "two legal moves have the same name")
    for move, name in zip(moves, names, strict=True):
        _require(_read(state, name) == move, state, f"the name '{name}' is not read back as its move {move}")


def _read(state: State, name: str) -> int | None:
    try:
        return state.move(name)
    except IllegalMove:
        return None


def _check_codes(state: State, moves: tuple[int, ...]) -> None:
    codes = [state.code(move) for move in moves]
    _require(len(set(codes)) == len(codes), state, "two legal moves have the same code")
    _require(codes == [state.code(move) for move in moves], state, "code() gives two different answers")


def _check_play(state: State, move: int) -> State:
    name = state.name(move)
    before = state.board, state.legal_moves, state.turn
    after = state.play(move)
    _require(
        before == (state.board, state.legal_moves, state.turn),
        state,
        f"play({name}) changed its own state",
    )
    _require(after == state.play(move), state, f"play({name}) gives two different states")
    return after


def _require(holds: bool, state: State, problem: str) -> None:
    if not holds:
        moves = " ".join(state.history_names) or "no move"
        raise ContractError(f"{state.game}: {problem}, after {moves}")
