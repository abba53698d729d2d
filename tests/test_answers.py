"""What rules in Python may answer: any kind of integer and sequence, and nothing that never ends."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from test_python_game import SEARCHES, assert_contract_error, assert_usable, first, searched
from toys import Digits, Matches, Nim, nim_with

import playout as po
from playout import _core
from playout.reference.mobility import Mobility
from playout.reference.uct import uct


class Listed(Sequence[int]):
    """A sequence that says one length and gives another number of moves."""

    def __init__(self, length: int, moves: Callable[[], Iterator[int]]) -> None:
        self.length = length
        self.moves = moves

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[int]:
        return self.moves()

    def __getitem__(self, index: Any) -> Any:
        raise NotImplementedError

    def __repr__(self) -> str:
        return "a list"


def never_ending() -> Iterator[int]:
    return itertools.count(1)


@pytest.mark.parametrize("work", SEARCHES)
@pytest.mark.parametrize("length", [0, 2, 1_000_000])
def test_a_sequence_that_never_ends_is_named(length: int, work: str) -> None:
    rules = nim_with(legal=lambda state: Listed(length, never_ending))
    expected = f"expected as many moves as its len() says, {length}"
    assert_contract_error(lambda: SEARCHES[work](rules), "Broken.legal gave a list", expected)
    assert_usable()


def test_a_sequence_that_ends_too_soon_is_named() -> None:
    rules = nim_with(legal=lambda state: Listed(2, lambda: iter([1])))
    assert_contract_error(lambda: first(rules).legal_moves, "as many moves as its len() says, 2")


def test_a_sequence_that_says_too_much_is_named() -> None:
    rules = nim_with(legal=lambda state: Listed(1_000_001, never_ending))
    assert_contract_error(lambda: first(rules).legal_moves, "at most 1000000 integers")


def test_a_sequence_whose_length_changes_is_named() -> None:
    lengths = itertools.count(2)

    class Growing(Listed):
        def __len__(self) -> int:
            return next(lengths)

    rules = nim_with(legal=lambda state: Growing(0, lambda: iter(range(1, 1 + next(lengths)))))
    assert_contract_error(lambda: first(rules).legal_moves, "as many moves as its len() says")


class Indexed:
    """A sequence by its items alone, as Python once wanted it."""

    def __init__(self, *moves: int) -> None:
        self.moves = moves

    def __getitem__(self, index: int) -> int:
        return self.moves[index]


def test_a_sequence_without_a_length_is_named() -> None:
    rules = nim_with(legal=lambda state: Indexed(1, 2))
    assert_contract_error(lambda: first(rules).legal_moves, "Broken.legal gave", "a list, tuple or range")


def test_a_sequence_by_its_items_is_read() -> None:
    class Measured(Indexed):
        def __len__(self) -> int:
            return len(self.moves)

    assert first(nim_with(legal=lambda state: Measured(1, 3))).legal_moves == (1, 3)
    longer = nim_with(legal=lambda state: type("Longer", (Measured,), {"__len__": lambda self: 1})(1, 3))
    assert_contract_error(lambda: first(longer).legal_moves, "as many moves as its len() says, 1")


@pytest.mark.parametrize("method", ["__len__", "__iter__"])
def test_an_exception_of_a_sequence_passes_through(method: str) -> None:
    def fail(self: object) -> object:
        raise ArithmeticError("mine")

    broken = type("Broken", (Listed,), {method: fail})
    rules = nim_with(legal=lambda state: broken(2, never_ending))
    with pytest.raises(ArithmeticError, match="mine"):
        searched(rules)
    assert_usable()


class Number:
    """An integer of another kind, such as NumPy's."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_a_list_that_changes_while_it_is_read_is_named() -> None:
    moves: list[Any] = []

    class Removing(Number):
        def __index__(self) -> int:
            moves.clear()
            return self.value

    def legal(state: Matches) -> list[Any]:
        moves[:] = [Removing(1), Number(2), Number(3)]
        return moves

    assert_contract_error(lambda: first(nim_with(legal=legal)).legal_moves, "as its len() says, 3")


class Numbers(Nim):
    """Nim with integers of another kind in every place."""

    def legal(self, state: Matches) -> Sequence[Any]:
        return [Number(move) for move in super().legal(state)]

    def code(self, state: Matches, move: int) -> Any:
        return Number(move)


def test_integers_of_any_kind_are_welcome() -> None:
    state = first(Numbers())
    assert po.check(Numbers()).games == 100
    assert searched(Numbers()).children == searched(Nim()).children
    assert state.play(Number(2)) == state.play(2)  # type: ignore[arg-type]
    assert state.code(Number(2)) == 2  # type: ignore[arg-type]
    assert state.play(Number(2)).history == (2,)  # type: ignore[arg-type]
    assert type(state.play(Number(2)).history[0]) is int  # type: ignore[arg-type]


def test_the_caller_may_count_with_integers_of_any_kind() -> None:
    two: Any = Number(2)
    assert po.perft("tictactoe", two) == 72
    assert po.check("tictactoe", games=two).games == 2
    assert po.match("tictactoe", "random", "random", games=two, workers=two, seed=two).games == 2
    assert po.UCT(max_nodes=Number(50)) == po.UCT(max_nodes=50)  # type: ignore[arg-type]
    assert po.Budget(simulations=two) == po.Budget(simulations=2)
    assert po.UCT().search(first(Nim()), po.Budget(simulations=two), seed=two).seed == 2
    assert po.solve(Digits(), "random", "20 sims", seed=1, threads=Number(1)).threads == 1  # type: ignore[arg-type]


def assert_refused(method: str, answer: object, ask: Callable[[Any], object], expected: str) -> None:
    rules = nim_with(**{method: lambda state: answer})
    assert_contract_error(lambda: ask(rules), f"Broken.{method} gave", expected)


@pytest.mark.parametrize("value", [True, 1.0, "1", None])
def test_what_is_no_integer_is_refused(value: Any) -> None:
    assert_refused("legal", [value], lambda rules: first(rules).legal_moves, "an integer")
    if not isinstance(value, str):
        with pytest.raises(po.IllegalMove, match="a move is an integer or a name"):
            first(Nim()).play(value)


def test_numpy() -> None:
    np = pytest.importorskip("numpy")

    class Arrays(Nim):
        def legal(self, state: Matches) -> Any:
            return np.array(super().legal(state))

        def score(self, state: Matches) -> Any:
            return np.float32(super().score(state))

        def code(self, state: Matches, move: int) -> Any:
            return np.int16(move)

    assert po.check(Arrays()).games == 100
    assert searched(Arrays()).children == searched(Nim()).children
    state = first(Arrays())
    assert [state.play(move).history for move in np.arange(1, 4)] == [(1,), (2,), (3,)]
    flat = np.array([1, 2])
    for wrong in (flat.reshape(1, 2), flat.astype(float), flat > 1):
        assert_refused("legal", wrong, lambda rules: first(rules).legal_moves, "an integer")
    assert po.UCT(exploration=np.float64(0.5)) == po.UCT(exploration=0.5)
    assert po.Budget(seconds=np.float64(0.5)) == po.Budget(seconds=0.5)


class Vague:
    """A state that compares as an array does, to something that is neither true nor false."""

    def __init__(self, matches: int = 7) -> None:
        self.matches = matches

    def __eq__(self, other: object) -> Any:
        return type("Comparison", (), {"__bool__": self.refuse})()

    def __hash__(self) -> int:
        return 0

    @staticmethod
    def refuse(comparison: object) -> bool:
        raise ValueError("The truth value of an array is ambiguous")


def test_a_state_that_does_not_compare_is_named() -> None:
    rules = nim_with(initial=Vague)
    expected = ["two states are equal or not, but == of Vague", "a tuple", "tobytes()"]
    assert_contract_error(lambda: po.check(rules), *expected)
    assert_contract_error(lambda: first(rules) == first(rules), *expected)


def test_an_array_as_a_state_is_named() -> None:
    np = pytest.importorskip("numpy")
    rules = nim_with(initial=lambda: np.zeros(9))
    assert_contract_error(lambda: po.check(rules), "== of ndarray is neither true nor false")


# ---------------------------------------------------------------- what a game may say besides


class Squares(po.PythonGame[tuple[frozenset[int], po.Turn]]):
    """A row of squares: Max covers two neighbours, Min one square; who cannot has lost."""

    size = 7

    def initial(self) -> tuple[frozenset[int], po.Turn]:
        return frozenset(), po.MAX

    def legal(self, state: tuple[frozenset[int], po.Turn]) -> Sequence[int]:
        covered, turn = state
        width = 2 if turn is po.MAX else 1
        return [at for at in range(self.size + 1 - width) if not covered & set(range(at, at + width))]

    def play(self, state: tuple[frozenset[int], po.Turn], move: int) -> tuple[frozenset[int], po.Turn]:
        covered, turn = state
        if turn is po.MAX:
            return covered | {move, move + 1}, po.MIN
        return covered | {move}, po.MAX

    def turn(self, state: tuple[frozenset[int], po.Turn]) -> po.Turn:
        return state[1]

    def score(self, state: tuple[frozenset[int], po.Turn]) -> float:
        return -1 if state[1] is po.MAX else 1

    def text(self, state: tuple[frozenset[int], po.Turn]) -> str:
        return "".join("x" if at in state[0] else "." for at in range(self.size))


class NormalForm(Squares):
    def with_turn(
        self, state: tuple[frozenset[int], po.Turn], turn: po.Turn
    ) -> tuple[frozenset[int], po.Turn]:
        return state[0], turn


@pytest.mark.parametrize("full", [False, True])
def test_mobility_equals_its_twin(full: bool) -> None:
    state = first(NormalForm())
    player = po.UCT(playout=po.playouts.Mobility(full=full))
    for seed in range(5):
        native = player.search(state, "60 sims", seed=seed)
        twin = uct(state, "60 sims", seed, C=0.7, playout=Mobility(full))
        assert [(c.move, c.visits, c.value) for c in native.children] == [
            (c.move, c.visits, c.value) for c in twin.children
        ]
        assert native.states == twin.states


def test_mobility_is_refused_where_it_makes_no_sense() -> None:
    for rules in (Squares(), Nim(), po.misere(NormalForm())):
        with pytest.raises(ValueError, match=r"mobility is for games .* with_turn\(state, turn\)"):
            po.playout_rate(rules, "1 sims", playout="mobility")
    with pytest.raises(po.ContractError, match=r"Squares has no with_turn\(state, turn\)"):
        first(Squares()).position.with_turn(po.MIN)


def test_a_hash_of_its_own() -> None:
    class Hashed(Nim):
        def hash(self, state: Matches) -> int:
            return state[0]

    assert hash(first(Hashed())) == 7
    assert hash(first(Nim())) == hash(first(Nim()).board)
    for wrong in (None, "7", 7.0):
        assert_refused("hash", wrong, lambda rules: hash(first(rules)), "an integer")


def test_a_picture_of_its_own() -> None:
    class Drawn(Nim):
        def svg(self, state: Matches) -> str:
            return f"<svg><text>{state[0]}</text></svg>"

    state = first(Drawn()).play(2)
    assert state.svg() == state._repr_svg_() == "<svg><text>5</text></svg>"
    for wrong in (None, b"<svg/>", "a picture"):
        assert_refused("svg", wrong, lambda rules: first(rules).svg(), "begins with <svg")


def test_an_exception_of_a_method_passes_through() -> None:
    def fail(*_: object) -> object:
        raise ArithmeticError("mine")

    asked: dict[str, Callable[[Any], object]] = {
        "hash": lambda rules: hash(first(rules)),
        "svg": lambda rules: first(rules).svg(),
        "with_turn": lambda rules: po.playout_rate(rules, "1 sims", playout="mobility"),
    }
    for method, ask in asked.items():
        with pytest.raises(ArithmeticError, match="mine"):
            ask(nim_with(**{method: fail}))


def test_the_core_shows_the_state_of_the_rules() -> None:
    assert first(Nim()).position.raw == (7, po.MAX)
    assert first("tictactoe").position.raw is None


def test_the_core_knows_the_game_of_a_position() -> None:
    game = po.game("tictactoe")
    assert game.initial().position.game is game
    assert _core.tictactoe().initial().game is None
