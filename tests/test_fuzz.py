"""Random calls with hostile arguments: a value or an error comes back, and the interpreter lives."""

import contextlib
import itertools
import math
import threading
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import SPECS, Digits, Nim, one_line

import playout as po
from playout import _core, games

GAMES: list[Any] = [
    *SPECS,
    "knightthrough(4,2)",
    "breakthrough(32,2)",
    "knightthrough(2,26,pieces=1)",
    "domineering(1,6)",
    "nogo(2,2)",
    "atarigo(2,2)",
    "atarigo(10,13)",
    "go(2,2)",
    "connectfour(8,8,connect=5)",
    "seki(0,0)",
    "seki(30,30)",
    Nim(),
    Digits(),
]

EDGES = [0, 1, -1, 2, 2**15, 2**31 - 1, 2**31, -(2**31), 2**32, 2**63, 2**64 - 1, 2**64, -(2**64), 10**30]
WORDS = [
    "",
    "a1",
    "a2a3",
    "b2xa3",
    "z99",
    "1",
    "tictactoe",
    "uct",
    "uct(nan)",
    "1s",
    "5 sims",
    "\0",
    "é\n",
    "\ud800",
]

hostile: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(EDGES),
    st.integers(-3, 80),
    st.integers(),
    st.booleans(),
    st.none(),
    st.floats(),
    st.sampled_from([math.nan, math.inf, -math.inf, 1e308, 5e-324, -0.0]),
    st.sampled_from(WORDS),
    st.text(max_size=8),
    st.binary(max_size=4),
    st.lists(st.integers(), max_size=3),
    st.sampled_from(
        [object(), int, po.MAX, po.UCT(), po.game("tictactoe"), po.game("breakthrough(5,5)").initial()]
    ),
)


def short(budget: Any) -> Any:
    """The budget if a search of it ends soon; else an error, as for one that is no budget."""
    made = po.Budget.parse(budget) if isinstance(budget, str) else po.Budget(simulations=budget)
    if made.simulations is None or made.simulations > 200:
        raise ValueError("too much for a test")
    return made


def play(state: po.State, a: Any, b: Any, c: Any) -> object:
    return state.play(a)


def play_on(state: po.State, a: Any, b: Any, c: Any) -> object:
    """A legal move, so that the later calls meet other states."""
    moves = state.legal_moves
    return state.play(moves[hash(str(a)) % len(moves)]) if moves else state


def ask(state: po.State, a: Any, b: Any, c: Any) -> object:
    question = {0: state.move, 1: state.name, 2: state.code}[len(str(b)) % 3]
    return question(a)


def look(state: po.State, a: Any, b: Any, c: Any) -> object:
    assert (state == a) in (True, False)
    return state.board, str(state), repr(state), hash(state), state.turn, state.svg(), state.history_names


def score(state: po.State, a: Any, b: Any, c: Any) -> object:
    return state.score


def search(state: po.State, a: Any, b: Any, c: Any) -> object:
    return po.UCT().search(state, short(a), seed=b)


def search_with(state: po.State, a: Any, b: Any, c: Any) -> object:
    return po.UCT(exploration=a, max_nodes=b).search(state, "30 sims", c)


def search_by(state: po.State, a: Any, b: Any, c: Any) -> object:
    """With a prior that is none, or that answers one of three things."""
    answers = [a, [b] * len(state.legal_moves), [c, *([0.5] * (len(state.legal_moves) - 1))]]
    answer = answers[len(str(c)) % 3]
    prior = a if callable(a) else lambda _state: answer
    return po.UCT(prior=prior, max_nodes=50, bounds="cuts").search(state, "30 sims", seed=1)


def search_as(state: po.State, a: Any, b: Any, c: Any) -> object:
    return po.player(a).search(b if isinstance(b, po.State) else state, "10 sims", c)


def play_match(state: po.State, a: Any, b: Any, c: Any) -> object:
    return po.match(state.game, a, b, games=c if isinstance(c, int) and c > 3 else 1, budget="3 sims")


def make_race(state: po.State, a: Any, b: Any, c: Any) -> object:
    return games.Breakthrough(a, b, pieces=c), games.Knightthrough(a, b, misere=c)


def make_board(state: po.State, a: Any, b: Any, c: Any) -> object:
    kind = (games.Domineering, games.NoGo, games.AtariGo, games.Seki)[len(str(c)) % 4]
    return kind(a, b), games.Go(a, b, komi=c), games.ConnectFour(a, b, connect=c)


def set_up(state: po.State, a: Any, b: Any, c: Any) -> object:
    return state.game.state(a if isinstance(a, str) else state.notation)


def make_game(state: po.State, a: Any, b: Any, c: Any) -> object:
    return po.game(a), po.misere(b)


def make_budget(state: po.State, a: Any, b: Any, c: Any) -> object:
    return po.Budget(seconds=a, simulations=b, states=c)


def count(state: po.State, a: Any, b: Any, c: Any) -> object:
    return po.perft(state, a if not isinstance(a, int) or not 3 < a <= 1000 else 3)


def run_playouts(state: po.State, a: Any, b: Any, c: Any) -> object:
    return po.playout_rate(state.game, short(a), b)


CALLS: list[Callable[[po.State, Any, Any, Any], object]] = [
    play,
    play_on,
    ask,
    look,
    score,
    search,
    search_with,
    search_by,
    search_as,
    play_match,
    make_race,
    make_board,
    set_up,
    make_game,
    make_budget,
    count,
    run_playouts,
]


@pytest.mark.fuzz
@settings(max_examples=150)
@given(
    st.sampled_from(GAMES),
    st.lists(st.tuples(st.sampled_from(CALLS), hostile, hostile, hostile), min_size=1, max_size=15),
)
def test_the_api_answers_or_refuses(
    rules: Any, calls: list[tuple[Callable[..., object], Any, Any, Any]]
) -> None:
    state = po.game(rules).initial()
    for call, a, b, c in calls:
        try:
            answer = call(state, a, b, c)
        except TypeError:
            continue
        except ValueError as error:
            if not one_line(error):
                raise AssertionError(f"no message for people: {str(error)!a}") from error
            continue
        if isinstance(answer, po.State):
            state = answer


# The core itself: it is private, and may raise what it likes, but must not crash or hang.


def stopped() -> _core.Stop:
    stop = _core.Stop()
    stop.request()
    return stop


def filled(kind: Callable[[], Any], **fields: Any) -> Any:
    """Options of the core with these values."""
    options = kind()
    for name, value in fields.items():
        setattr(options, name, value)
    return options


def biased_options() -> Any:
    options = _core.Uct()
    options.set_prior("prior", lambda position: [0.5] * len(position.legal_moves))
    return options


def uct_options(exploration: float, max_nodes: int, playout: Any) -> Any:
    return filled(_core.Uct, exploration=exploration, max_nodes=max_nodes, playout=playout)


NATIVE: dict[str, Callable[[], Any]] = {
    "position": lambda: _core.tictactoe().initial(),
    "other": lambda: _core.breakthrough(5, 5).initial(),
    "python": lambda: _core.python_game(Nim()).initial(),
    "engine": lambda: _core.knightthrough(4, 2),
    "budget": lambda: _core.Budget(simulations=5),
    "stop": _core.Stop,
    "stopped": stopped,
    "random": _core.Random,
    "flat": _core.Flat,
    "uct": lambda: uct_options(0.4, 100, _core.Uniform()),
    "biased": biased_options,
    "uniform": _core.Uniform,
    "rng": lambda: _core.Rng(1),
    "unmade position": lambda: _core.Position.__new__(_core.Position),
    "unmade engine": lambda: _core.Engine.__new__(_core.Engine),
    "unmade budget": lambda: _core.Budget.__new__(_core.Budget),
}


numbers = st.sampled_from([0.0, -1.0, 0.4, 1e308, math.nan, math.inf, -math.inf])

levels = st.sampled_from([-(2**31), -1, 0, 1, 2, 11, 2**31 - 1])
native_minimax = st.builds(lambda depth: filled(_core.Minimax, depth=depth), levels)
native_nested = st.builds(
    lambda level, discount, cut, prune, shuffle, base: filled(
        _core.Nested,
        level=level,
        discount=discount,
        cut_on_win=cut,
        prune_on_depth=prune,
        shuffle=shuffle,
        base=base,
    ),
    levels,
    st.booleans(),
    levels,
    levels,
    st.booleans(),
    st.just(_core.Uniform()) | native_minimax,
)
native_playouts = st.just(_core.Uniform()) | native_minimax | native_nested

ATTRIBUTES = [
    "legal_moves",
    "turn",
    "score",
    "board",
    "players",
    "bounds",
    "state_size",
    "requested",
    "children",
]
METHODS = ["play", "name", "code", "parse", "equals", "initial", "next", "below", "request"]
FUNCTIONS = ["tictactoe", "breakthrough", "knightthrough", "python_game", "log", "Rng", "Stop", "Turn", "Uct"]


def call_quietly(function: Callable[..., Any], *arguments: Any) -> Any:
    with contextlib.suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nanobind warns of objects that were never made
        return function(*arguments)
    return None


def anything() -> list[Any]:
    """One of each kind of native object, whole or never made, and what is none."""
    return [*(make() for make in NATIVE.values()), *EDGES, *WORDS, None, math.nan, object()]


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", NATIVE)
def test_native_objects_survive(kind: str) -> None:
    one = NATIVE[kind]()
    for attribute in ATTRIBUTES:
        call_quietly(getattr, one, attribute)
    for method in METHODS:
        call_quietly(lambda method=method: getattr(one, method)())
        for other in anything():
            call_quietly(lambda method=method, other=other: getattr(one, method)(other))


CLASSES = [kind for kind in vars(_core).values() if type(kind) is type(_core.Engine)]
KINDS = ["...", 0, _core.Turn.MAX, _core.Budget(simulations=1), _core.Stop()]
"""One of each kind of argument that their methods take."""


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", CLASSES)
def test_what_was_never_made_survives(kind: Any) -> None:
    one = kind.__new__(kind)
    for name in [name for name in vars(kind) if not name.startswith("_")]:
        call_quietly(getattr, one, name)
        call_quietly(setattr, one, name, 0)
        for arguments in (pair for count in range(3) for pair in itertools.product(KINDS, repeat=count)):
            call_quietly(lambda name=name, arguments=arguments: getattr(one, name)(*arguments))


@pytest.mark.fuzz
@given(st.sampled_from(FUNCTIONS), st.lists(hostile, max_size=4))
def test_native_functions_survive(function: str, arguments: list[Any]) -> None:
    made = call_quietly(getattr(_core, function), *arguments)
    if isinstance(made, _core.Engine):
        call_quietly(lambda: made.initial().legal_moves)


@contextlib.contextmanager
def stopped_after(seconds: float, stop: Any) -> Iterator[None]:
    timer = threading.Timer(seconds, stop.request)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def search_natively(position: Any, player: Any, budget: Any, seed: int, stop: Any) -> Any:
    """A search in two slices, looked at, saved and loaded, and played on."""
    search = _core.Search(position, player, seed)
    search.run(budget, stop)
    result, line = search.result, search.line
    assert [child.move for child in search.children([], 1, 1)] == [child.move for child in line[:1]]
    with stopped_after(1, stop):  # a slice lets a playout that was cut short come to its end
        call_quietly(lambda: _core.Search.load(position, player, search.save()).run(budget, stop))
        search.run(budget, stop)
        search.play(result.move)
        call_quietly(search.run, budget, stop)
    return result


@pytest.mark.fuzz
@given(
    st.sampled_from(GAMES),
    st.builds(uct_options, numbers, st.sampled_from([0, 1, 2, 3, 7, 1000, 2**32 - 1]), native_playouts)
    | st.sampled_from([_core.Flat(), _core.Random()])
    | st.builds(_core.NestedPlayer, native_nested)
    | st.builds(_core.MinimaxPlayer, native_minimax),
    native_playouts,
    # Without an end to the states, one playout of a high level would take years.
    st.builds(_core.Budget, st.none() | numbers, st.none() | st.integers(0, 60), st.integers(0, 1000)),
    st.integers(0, 2**64 - 1),
    st.booleans(),
)
def test_native_searches_survive(
    rules: Any, player: Any, playout: Any, budget: Any, seed: int, signals: bool
) -> None:
    position = po.game(rules).initial().position
    stop = _core.Stop(signals)
    call_quietly(search_natively, position, player, budget, seed, stop)
    call_quietly(_core.play_game, position, player, _core.Random(), budget, budget, seed, stop)
    call_quietly(_core.run_playouts, position, playout, budget, seed, stop)
    call_quietly(search_natively, position, player, budget, seed, stopped())
    call_quietly(_core.run_playouts, position, playout, budget, seed, stopped())


ARGUMENTS: dict[str, list[str | int]] = {
    "Search": ["position", "uct", 1],
    "play_game": ["position", "uct", "random", "budget", "budget", 1, "stop"],
    "run_playouts": ["position", "uniform", "budget", 1, "stop"],
    "perft": ["position", 2, "stop"],
}


@pytest.mark.fuzz
@pytest.mark.parametrize("function", ARGUMENTS)
def test_native_searches_survive_any_one_argument(function: str) -> None:
    call = getattr(_core, function)
    right = [NATIVE[word]() if isinstance(word, str) else word for word in ARGUMENTS[function]]
    assert call(*right) is not None
    for place in range(len(right)):
        for wrong in anything():
            call_quietly(call, *right[:place], wrong, *right[place + 1 :])
