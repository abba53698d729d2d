"""Games written in Python: their exceptions reach the caller, their mistakes are named, nothing breaks."""

import gc
import math
import traceback
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeVar

import pytest
from toys import Digits, Matches, Nim, nim_with, one_line, short_id

import playout as po
from playout import _core

PLAYERS = ["random", "flat", "uct"]

NUMBERS = count()

T = TypeVar("T")


def first(rules: Any) -> po.State:
    return po.game(rules).initial()


def end(rules: Any) -> po.State:
    state = first(rules)
    while not state.is_terminal:
        state = state.play(state.legal_moves[0])
    return state


def searched(rules: Any, player: str = "uct") -> po.SearchResult:
    return po.player(player).search(first(rules), "50 sims", seed=1)


# What calls each method, in the simplest way.
CALLS: dict[str, Callable[[Any], object]] = {
    "bounds": po.game,
    "initial": first,
    "legal": lambda rules: first(rules).legal_moves,
    "play": lambda rules: first(rules).play(1),
    "turn": lambda rules: first(rules).turn,
    "score": lambda rules: end(rules).score,
    "name": lambda rules: first(rules).legal_names,
    "code": lambda rules: first(rules).code(1),
    "text": lambda rules: first(rules).board,
}

# What calls the methods that a search needs, from deep inside the core.
SEARCHES: dict[str, Callable[[Any], object]] = {
    "flat": lambda rules: searched(rules, "flat"),
    "uct": lambda rules: searched(rules, "uct"),
    "match": lambda rules: po.match(rules, "uct", "random", games=2, budget="20 sims", seed=1),
    "check": lambda rules: po.check(rules, games=2),
    "playouts": lambda rules: po.playout_rate(rules, "20 sims", seed=1),
}
SEARCHED = ["legal", "play", "score"]


class MineError(Exception):
    """An exception of the user's own."""


def assert_usable() -> None:
    """The library works as if nothing had happened."""
    assert searched(Nim()).simulations == 50
    assert searched("breakthrough(5,5)").simulations == 50


def assert_passes_through(error: BaseException, method: str, call: Callable[[Any], object]) -> None:
    def raises_in_a_method_of_the_user(*_: object) -> object:
        raise error

    with pytest.raises(type(error)) as caught:
        call(nim_with(**{method: raises_in_a_method_of_the_user}))
    assert caught.value is error
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert frames[-1].name == "raises_in_a_method_of_the_user"
    assert frames[-1].filename == __file__
    assert_usable()


@pytest.mark.parametrize("method", CALLS)
def test_an_exception_reaches_the_caller(method: str) -> None:
    assert_passes_through(MineError("mine"), method, CALLS[method])


@pytest.mark.parametrize("method", SEARCHED)
@pytest.mark.parametrize("work", SEARCHES)
def test_an_exception_inside_a_search_reaches_the_caller(work: str, method: str) -> None:
    assert_passes_through(MineError("mine"), method, SEARCHES[work])


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), SystemExit(3), StopIteration(), MemoryError(), RecursionError()], ids=repr
)
def test_any_exception_passes_through(error: BaseException) -> None:
    assert_passes_through(error, "play", SEARCHES["uct"])


class Fuse(Nim):
    """Nim that fails at the n-th call of its methods, and works before and after."""

    def burn(self, calls: int) -> None:
        object.__setattr__(self, "calls", calls)

    def count(self) -> None:
        self.burn(getattr(self, "calls", 0) - 1)
        if getattr(self, "calls", None) == 0:
            raise MineError

    def legal(self, state: Matches) -> Sequence[int]:
        self.count()
        return super().legal(state)

    def play(self, state: Matches, move: int) -> Matches:
        self.count()
        return super().play(state, move)

    def turn(self, state: Matches) -> po.Turn:
        self.count()
        return super().turn(state)

    def score(self, state: Matches) -> float:
        self.count()
        return super().score(state)


@pytest.mark.parametrize("player", ["flat", "uct"])
def test_a_game_that_failed_once_can_be_searched_again(player: str) -> None:
    rules = Fuse()
    state, sound = first(rules), searched(Nim(), player)
    for calls in range(1, 100):
        rules.burn(calls)
        with pytest.raises(MineError):
            po.player(player).search(state, "50 sims", seed=1)
        assert po.player(player).search(state, "50 sims", seed=1).children == sound.children


BROKEN = [
    ("legal", None),
    ("legal", 5),
    ("legal", "12"),
    ("legal", {1, 2}),
    ("legal", {1: 2}),
    ("legal", iter([1])),
    ("legal", [-1]),
    ("legal", [1, 2, -(10**30)]),
    ("legal", [2**31]),
    ("legal", [10**30]),
    ("legal", [10**5000]),
    ("legal", [1.0]),
    ("legal", ["1"]),
    ("legal", [None]),
    ("legal", [[1]]),
    ("score", None),
    ("score", "1"),
    ("score", [1]),
    ("score", 1j),
    ("score", math.nan),
    ("score", math.inf),
    ("score", 1.5),
    ("score", -2),
    ("score", 10**400),
    ("turn", None),
    ("turn", 3),
    ("turn", -1),
    ("turn", "MAX"),
    ("turn", 0.5),
    ("bounds", None),
    ("bounds", 5),
    ("bounds", (1,)),
    ("bounds", (1, 2, 3)),
    ("bounds", ("a", "b")),
    ("bounds", (1, -1)),
    ("bounds", (0, 0)),
    ("bounds", (0, math.inf)),
    ("bounds", (-math.inf, 0)),
    ("bounds", (math.nan, 1)),
    ("bounds", (-1e308, 1e308)),
    ("name", None),
    ("name", 5),
    ("name", b"1"),
    ("name", "\ud800"),
    ("code", None),
    ("code", 1.5),
    ("code", "1"),
    ("code", 2**63),
    ("code", 10**5000),
    ("text", None),
    ("text", 5),
    ("text", "\ud800"),
]


def assert_contract_error(call: Callable[[], object], *fragments: str) -> None:
    with pytest.raises(po.ContractError) as caught:
        call()
    assert one_line(caught.value)
    for fragment in fragments:
        assert fragment in str(caught.value)


@pytest.mark.parametrize(("method", "answer"), BROKEN, ids=short_id)
def test_a_wrong_answer_is_named(method: str, answer: object) -> None:
    rules = nim_with(**{method: lambda *_: answer})
    assert_contract_error(lambda: CALLS[method](rules), f"Broken.{method} gave", "; expected ")
    assert_usable()


@pytest.mark.parametrize(("method", "answer"), [b for b in BROKEN if b[0] in SEARCHED], ids=short_id)
@pytest.mark.parametrize("work", SEARCHES)
def test_a_wrong_answer_inside_a_search_is_named(work: str, method: str, answer: object) -> None:
    rules = nim_with(**{method: lambda *_: answer})
    assert_contract_error(lambda: SEARCHES[work](rules), f"Broken.{method} gave", "; expected ")


@pytest.mark.parametrize("value", [0, 3, -1, 2.0, "2", (), 10**5000], ids=short_id)
def test_a_wrong_number_of_players_is_named(value: object) -> None:
    rules = type("Broken", (Nim,), {"players": value})()
    assert_contract_error(lambda: po.game(rules), "Broken.players gave", "expected an integer from 1 to 2")


@pytest.mark.parametrize("value", [0, -1, 2.0, "2", math.inf, 10**5000], ids=short_id)
def test_a_wrong_longest_length_is_named(value: object) -> None:
    rules = type("Broken", (Nim,), {"max_length": value})()
    assert_contract_error(lambda: po.game(rules), "Broken.max_length gave", "expected an integer from 1 to")


class Shown:
    """An object with a representation of its own choice."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        if not self.text:
            raise MineError
        return self.text


@pytest.mark.parametrize("text", ["two\nlines", "\ud800", "é" * 1000, "aé" * 1000, "\0", "\r\x1b[31m", ""])
def test_the_message_is_one_line_whatever_the_answer_looks_like(text: str) -> None:
    rules = nim_with(legal=lambda state: [Shown(text)])
    assert_contract_error(lambda: first(rules).legal_moves, "Broken.legal gave")


@pytest.mark.parametrize("method", [m for m in CALLS if m != "name"])
def test_a_missing_method_is_named(method: str) -> None:
    rules = type("Lacking", (Nim,), {method: None})()
    assert_contract_error(lambda: CALLS[method](rules), f"Lacking has no '{method}'", "playout.PythonGame")


def test_two_players_need_a_turn() -> None:
    rules = type("Turnless", (Nim,), {"turn": po.PythonGame.turn})()
    assert_contract_error(lambda: searched(rules), "Turnless has two players, so it must define turn()")


def test_python_says_which_abstract_methods_are_missing() -> None:
    class Half(po.PythonGame[int]):
        def initial(self) -> int:
            return 0

    with pytest.raises(TypeError, match=r"abstract methods.*legal.*play.*score"):
        Half()  # type: ignore[abstract]


def test_a_class_is_not_an_object_of_it() -> None:
    with pytest.raises(po.SpecError, match=r"Nim is a class; give an object of it: Nim\(\)"):
        po.game(Nim)  # type: ignore[arg-type]
    with pytest.raises(po.SpecError, match="is a class"):
        po.match(Nim, "random", "random")  # type: ignore[arg-type]


class Endless(Nim):
    max_length = 50

    def play(self, state: Matches, move: int) -> Matches:
        return self.matches, super().play(state, move)[1]


@pytest.mark.parametrize("work", SEARCHES)
def test_a_game_that_does_not_end_is_named(work: str) -> None:
    wanted = "Endless: a game did not end within max_length = 50 moves"
    assert_contract_error(lambda: SEARCHES[work](Endless()), wanted)
    assert_usable()


def test_a_game_may_be_as_long_as_it_says() -> None:
    rules = type("Long", (Digits,), {"max_length": 30})(30)
    assert searched(rules, "flat").simulations == 50
    too_long = type("Long", (Digits,), {"max_length": 29})(30)
    assert_contract_error(lambda: searched(too_long, "flat"), "max_length = 29")


def test_duplicate_moves_do_no_harm() -> None:
    rules = nim_with(legal=lambda state: [1, 1, 1] if state[0] else [])
    for player in PLAYERS:
        assert searched(rules, player).move == 1


def test_uct_says_how_many_moves_it_takes() -> None:
    rules = nim_with(legal=lambda state: range(40_000) if state[0] > 0 else ())
    assert_contract_error(lambda: searched(rules, "uct"), "uct takes at most 32767 legal moves")
    assert searched(rules, "random").move < 40_000
    most = nim_with(legal=lambda state: range(32_767) if state[0] > 0 else ())
    assert searched(most, "uct").simulations == 50


@pytest.mark.fuzz
@pytest.mark.parametrize("player", ["uct(rave=10)", "uct(rave=10, grave=5)"])
def test_rave_has_no_statistics_of_more_moves_than_uct_takes(player: str) -> None:
    rules = nim_with(legal=lambda state: range(200_000) if state[0] > 0 else ())
    assert_contract_error(lambda: searched(rules, player), "uct takes at most 32767 legal moves")


class Duck:
    """Rules that derive from nothing."""

    players = 1
    max_length = 10

    def initial(self) -> str:
        return ""

    def legal(self, state: str) -> Sequence[int]:
        return [0, 1] if len(state) < 3 else []

    def play(self, state: str, move: int) -> str:
        return state + "ab"[move]

    def score(self, state: str) -> float:
        return state.count("b")

    def turn(self, state: str) -> po.Turn:
        return po.MAX

    def bounds(self) -> tuple[float, float]:
        return 0, 3

    def code(self, state: str, move: int) -> int:
        return len(state) * 2 + move

    def name(self, state: str, move: int) -> str:
        return "ab"[move]

    def text(self, state: str) -> str:
        return state or "-"


def test_rules_need_no_base_class() -> None:
    rules: po.Rules[str] = Duck()
    state = first(rules)
    assert po.check(rules, games=10).longest == 3
    assert state.play("b").play("a").board == "ba"
    assert state.play("b").code("b") == 3
    assert str(state) == "-"
    assert po.UCT().search(state, "200 sims", seed=1).name == "b"


@pytest.mark.parametrize("value", [0, "", (), frozenset(), 1.5, b"x"], ids=repr)
def test_any_value_is_a_state(value: object) -> None:
    class Once(po.PythonGame[object]):
        players = 1

        def initial(self) -> object:
            return value

        def legal(self, state: object) -> Sequence[int]:
            return [0, 1] if state is value else []

        def play(self, state: object, move: int) -> object:
            return "end", move

        def score(self, state: object) -> float:
            assert isinstance(state, tuple)
            return float(state[1])

    assert searched(Once()).move == 1
    assert po.check(Once(), games=5).longest == 1


def test_names_and_defaults() -> None:
    state = first(Nim())
    assert state.legal_names == ("1", "2", "3")
    assert state.play("2") == state.play(2)
    assert state.code(2) == 2
    assert state.board == str(state) == "(7, Turn.MAX)"
    with pytest.raises(po.IllegalMove, match="illegal move '4': the legal moves are 1 2 3"):
        state.play("4")
    with pytest.raises(po.IllegalMove, match="illegal move 0: the legal moves are 1 2 3"):
        state.play(0)


def test_misere_of_a_python_game() -> None:
    plain, misere = end(Nim()), end(po.misere(Nim()))
    assert misere.score == -plain.score
    assert po.misere(po.misere(Nim())) == po.game(Nim())
    with pytest.raises(po.SpecError, match="is a puzzle: only a game of two players has a misère version"):
        po.misere(Digits())


def test_bounds_scale_values() -> None:
    result = searched(Digits(4))
    assert (result.bounds, po.game(Digits(4)).bounds) == ((0, 12), (0, 12))
    assert all(0 <= child.value <= 12 for child in result.children)


def test_rules_may_search_themselves() -> None:
    """A method may use the library, even in the middle of a search."""

    def legal(state: Matches) -> Sequence[int]:
        searched("tictactoe")
        searched(Nim(2))
        return range(1, min(3, state[0]) + 1)

    assert searched(nim_with(legal=legal)).children == searched(Nim()).children


def kept_by(keeper: T, kept: Any) -> T:
    object.__setattr__(keeper, "kept", kept)
    return keeper


def assert_collected(make: Callable[[], Any]) -> None:
    gone = weakref.ref(make())
    gc.collect()
    assert gone() is None


def test_a_game_and_its_rules_can_be_collected() -> None:
    def make() -> Nim:
        rules = Nim()
        return kept_by(rules, first(rules).play(1))

    assert_collected(make)


class Idle(po.Playout):
    def play(self, state: po.State, seed: int) -> float:
        return 0


@pytest.mark.parametrize("player", [po.UCT(), po.UCT(playout=po.playouts.Nested(base=Idle())), po.Nested()])
def test_rules_that_keep_their_search_can_be_collected(player: po.Player) -> None:
    def make() -> Nim:
        rules = Nim()
        search = player.start(first(rules), seed=1)
        search.run("10 sims")
        return kept_by(rules, search)

    assert_collected(make)


def test_a_playout_that_keeps_its_search_can_be_collected() -> None:
    def make() -> Idle:
        playout = Idle()
        return kept_by(playout, po.UCT(playout=playout).start(first("tictactoe"), seed=1))

    assert_collected(make)


def test_a_puzzle_that_keeps_its_solver_can_be_collected() -> None:
    def make() -> Digits:
        rules = Digits()
        return kept_by(rules, _core.Solver(first(rules).position, po.NRPA().solver(), 1))

    assert_collected(make)


@dataclass(frozen=True)
class Fussy:
    """A state that does not want to be compared."""

    def __eq__(self, other: object) -> bool:
        raise MineError

    def __hash__(self) -> int:
        return 0


def test_an_exception_of_a_state_passes_through() -> None:
    rules = nim_with(initial=Fussy)
    with pytest.raises(MineError):
        _ = first(rules) == first(rules)
    assert_usable()


@pytest.mark.parametrize("answer", [True, False, 0, 1])
def test_a_turn_is_max_or_min_and_no_number(answer: int) -> None:
    """True for Max would be read as Min."""

    class Truth(Nim):
        def turn(self, state: Any) -> Any:
            return answer

    with pytest.raises(po.ContractError, match=r"Truth.turn gave \w+; expected playout.MAX or playout.MIN"):
        po.check(Truth())


@pytest.mark.parametrize("method", ["play", "initial"])
def test_a_method_without_a_return_is_told(method: str) -> None:
    class Forgetful(Nim):
        pass

    setattr(Forgetful, method, lambda *_: None)
    with pytest.raises(po.ContractError, match=f"Forgetful.{method} gave None; expected a state"):
        po.check(Forgetful())


@pytest.mark.parametrize(
    ("hook", "answer", "message"),
    [
        ("hash", lambda *_: "abc", "hash gave 'abc'; expected an integer"),
        ("hash", lambda *_: next(NUMBERS), "hash"),
        ("svg", lambda *_: None, "svg gave None; expected the text"),
        ("with_turn", lambda _rules, state, _turn: state, "leaves the turn as it is"),
    ],
)
def test_check_looks_at_what_a_game_may_say_besides(hook: str, answer: Any, message: str) -> None:
    class Wrong(Nim):
        pass

    setattr(Wrong, hook, answer)
    with pytest.raises(po.ContractError, match=message):
        po.check(Wrong())


@pytest.mark.parametrize(("hook", "answer"), [("bias", 51), ("bias", None), ("distance", math.nan)])
def test_check_asks_a_puzzle_for_what_helps_some_searches(hook: str, answer: object) -> None:
    class Wrong(Digits):
        pass

    setattr(Wrong, hook, lambda *_: answer)
    with pytest.raises(po.ContractError, match=rf"Wrong\.{hook} gave"):
        po.check(Wrong(2), games=1)


def test_a_puzzle_that_is_over_at_once_is_fine() -> None:
    class Over(Digits):
        def legal(self, state: tuple[int, ...]) -> Sequence[int]:
            return ()

        def bias(self, state: tuple[int, ...], move: int) -> float:
            raise AssertionError("there is no move")

    assert po.check(Over(), games=1).longest == 0
