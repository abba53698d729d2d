"""Specs and budgets: text to objects and back, and every way to write one wrong."""

import math
import re
import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from toys import SPECS, accepted, one_line, short_id

import playout as po
from playout import games, lab, playouts, spec
from playout.budget import MAX_COUNT, MAX_SECONDS

RACES = [games.Breakthrough, games.Knightthrough]


@st.composite
def any_game(draw: st.DrawFn) -> po.Game:
    misere = draw(st.booleans())
    if draw(st.booleans()):
        return games.TicTacToe(misere=misere)
    pieces = draw(st.integers(1, 4))
    rows = draw(st.integers(2 * pieces, 32))
    cols = draw(st.integers(2, min(26, 64 // rows)))
    return draw(st.sampled_from(RACES))(rows, cols, pieces=pieces, misere=misere)


any_playout = st.just(playouts.Uniform()) | st.builds(
    playouts.Nested, st.integers(0, 10), base=st.builds(playouts.MinimaxRollout, st.integers(1, 100))
)
any_player = st.one_of(
    st.just(po.Random()),
    st.just(po.Flat()),
    st.builds(po.Minimax, st.integers(1, 100)),
    st.builds(
        po.Nested,
        st.integers(0, 10),
        discount=st.just(True),
        cut_on_win=st.booleans() | st.integers(0, 11),
        prune_on_depth=st.booleans() | st.integers(0, 11),
        base=any_playout,
        shuffle=st.booleans(),
    ),
    st.builds(
        po.UCT, exploration=st.floats(0, 1e6), max_nodes=st.integers(2, 2**32 - 2), playout=any_playout
    ),
)

counts = st.none() | st.integers(1, MAX_COUNT)
any_budget = st.builds(
    po.Budget,
    seconds=st.none() | st.floats(0, MAX_SECONDS, exclude_min=True),
    simulations=counts,
    states=st.integers(1, MAX_COUNT),
) | st.builds(po.Budget, seconds=st.floats(0, MAX_SECONDS, exclude_min=True), simulations=counts)


@given(any_game())
def test_a_game_is_read_back_from_its_text(game: po.Game) -> None:
    assert po.game(str(game)) == game
    assert repr(game) == str(game)


@given(any_player)
def test_a_player_is_read_back_from_its_text(player: po.Player) -> None:
    assert po.player(str(player)) == player
    assert repr(player) == str(player)


@given(any_budget)
@example(po.Budget(seconds=1e-9))
@example(po.Budget(seconds=1 / 3))
@example(po.Budget(seconds=MAX_SECONDS, simulations=MAX_COUNT, states=MAX_COUNT))
def test_a_budget_is_read_back_from_its_text(budget: po.Budget) -> None:
    assert po.Budget.parse(str(budget)) == budget


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("breakthrough", "breakthrough(8,8)"),
        ("breakthrough()", "breakthrough(8,8)"),
        (" breakthrough ( 5 , 6 ) ", "breakthrough(5,6)"),
        ("breakthrough(rows=5,cols=6)", "breakthrough(5,6)"),
        ("breakthrough(cols=6,rows=5)", "breakthrough(5,6)"),
        ("breakthrough(5,cols=6)", "breakthrough(5,6)"),
        ("breakthrough(5,6,)", "breakthrough(5,6)"),
        ("breakthrough(+5,06)", "breakthrough(5,6)"),
        ("breakthrough(6,6,pieces=1)", "breakthrough(6,6,pieces=1)"),
        ("breakthrough(5,5,misere)", "misere(breakthrough(5,5))"),
        ("breakthrough(5,5,misere=true)", "misere(breakthrough(5,5))"),
        ("breakthrough(5,5,misere=false)", "breakthrough(5,5)"),
        ("misere(tictactoe)", "misere(tictactoe)"),
        ("misere(tictactoe())", "misere(tictactoe)"),
        ("misere(misere(tictactoe))", "tictactoe"),
        ("misere(breakthrough(5,5,misere))", "breakthrough(5,5)"),
    ],
)
def test_game_texts(text: str, same: str) -> None:
    assert str(po.game(text)) == same


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("random", po.Random()),
        ("flat()", po.Flat()),
        ("uct", po.UCT()),
        ("uct(0.1)", po.UCT(exploration=0.1)),
        ("uct(0.1, 100)", po.UCT(exploration=0.1, max_nodes=100)),
        ("uct(max_nodes=100,exploration=1)", po.UCT(exploration=1.0, max_nodes=100)),
        ("uct(1e-3)", po.UCT(exploration=0.001)),
        ("uct(exploration=auto)", po.UCT()),
    ],
)
def test_player_texts(text: str, player: po.Player) -> None:
    assert po.player(text) == player
    assert type(po.player(text)) is type(player)


@pytest.mark.parametrize(
    ("player", "text"),
    [
        (po.UCT(rave=1000), "uct(rave=1000)"),
        (po.UCT(exploration=1.0, rave=2.5), "uct(exploration=1, rave=2.5)"),
        (po.UCT(exploration=-0.0), "uct(exploration=0)"),
        (po.UCT(rave=1e12), "uct(rave=1000000000000)"),
        (po.UCT(exploration=1e-7), "uct(exploration=1e-07)"),
        (po.UCT(first_play=1.7e308), "uct(first_play=1.7e+308)"),
        (po.NRPA(alpha=2, tau=0.5), "nrpa(alpha=2, tau=0.5)"),
        (po.LNS(po.NRPA(1, alpha=2), keep=5), "lns(repair=nrpa(level=1, alpha=2), keep=5)"),
    ],
    ids=str,
)
def test_a_whole_number_has_no_point(player: po.Player, text: str) -> None:
    assert str(player) == text
    assert po.player(text) == player


def test_what_is_kept_in_files_has_the_text_it_always_had() -> None:
    """Checkpoints hold it, and the ids of the lab's trials are a hash of it."""
    player = po.UCT(rave=300, playout=po.playouts.Nested(level=2))
    assert spec.exact_text(player) == "uct(playout=nested(level=2), rave=300.0)"
    assert lab.plan(lab.experiment("nogo.rave"), "quick").cells[0].key == "272b8bc66818cd11"


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("320ms", po.Budget(seconds=0.32)),
        ("2s", po.Budget(seconds=2)),
        (" 2 s ", po.Budget(seconds=2)),
        ("0.5s", po.Budget(seconds=0.5)),
        ("5min", po.Budget(seconds=300)),
        ("1h", po.Budget(seconds=3600)),
        ("131000 states", po.Budget(states=131000)),
        ("131,000 states", po.Budget(states=131000)),
        ("131_000states", po.Budget(states=131000)),
        ("1 sim", po.Budget(simulations=1)),
        ("2s or 5 sims or 9 states", po.Budget(seconds=2, simulations=5, states=9)),
    ],
)
def test_budget_texts(text: str, budget: po.Budget) -> None:
    assert po.Budget.parse(text) == budget


WRONG_GAMES = [
    ("", "expected a name but found the end"),
    ("   ", "expected a name but found the end"),
    ("breakthru(5,5)", "unknown game 'breakthru' (did you mean 'breakthrough'?): the games are "),
    ("tic-tac-toe", "(did you mean 'tictactoe'?)"),
    (
        "chess",
        "unknown game 'chess': the games are atarigo, breakthrough, connectfour, crossword, ",
    ),
    ("Breakthrough(5,5)", "did you mean 'breakthrough'?"),
    ("uct", "unknown game 'uct'"),
    ("breakthrough(row=5,cols=5)", "unknown parameter 'row' (did you mean 'rows'?)"),
    ("breakthrough(5,5,reversed)", "takes at most 2 values without a name, got 3"),
    ("breakthrough(5,5,2)", "takes at most 2 values without a name, got 3"),
    ("breakthrough(5,rows=5)", "'rows' given twice"),
    ("breakthrough(rows=5,rows=5)", "'rows' given twice"),
    ("morpion(5D, replace_dominated, replace_dominated=false)", "'replace_dominated' given twice"),
    ("breakthrough(rows=5,5)", "a value without a name after 'rows'"),
    ("breakthrough(5.0,5)", "rows must be an integer from 0 to 1000, got '5.0'"),
    ("breakthrough(five,5)", "rows must be an integer from 0 to 1000, got 'five'"),
    ("breakthrough(tictactoe(),5)", "rows must be an integer from 0 to 1000, got 'tictactoe(…)'"),
    ("breakthrough(5,5,misere=yes)", "misere must be true or false, got 'yes'"),
    ("breakthrough(5,5,misere=1)", "misere must be true or false, got '1'"),
    ("breakthrough(0,5)", "rows * cols <= 64"),
    ("breakthrough(5,0)", "rows * cols <= 64"),
    ("breakthrough(-5,-5)", "rows must be from 0 to 1000"),
    ("breakthrough(100,100)", "rows * cols <= 64"),
    ("breakthrough(8,9)", "rows * cols <= 64"),
    ("breakthrough(3,5)", "rows >= 2 * pieces"),
    ("breakthrough(5,1)", "cols from 2 to 26"),
    ("knightthrough(8,8,pieces=0)", "pieces >= 1"),
    ("breakthrough(8,8,pieces=5)", "rows >= 2 * pieces"),
    ("breakthrough(65536,65536)", "rows must be from 0 to 1000"),
    ("breakthrough(4294967301,5)", "rows must be from 0 to 1000"),
    ("breakthrough(-2147483649,5)", "rows must be from 0 to 1000"),
    ("breakthrough(" + "9" * 5000 + ",5)", "rows must be an integer"),
    ("tictactoe(3)", "takes at most 0 values without a name"),
    ("misere", "misere takes one game"),
    ("misere()", "misere takes one game"),
    ("misere(tictactoe,tictactoe)", "misere takes one game"),
    ("misere(game=tictactoe)", "misere takes one game"),
    ("misere(5)", "unknown game '5'"),
    ("misere(uct)", "unknown game 'uct'"),
    ("breakthrough(5,5", "expected ',' but found the end"),
    ("breakthrough(5,5)" + "a" * 9000, "unexpected 'aaaaaaaa"),
    ("breakthrough 5,5)", "unexpected '5' after the end"),
    ("breakthrough(5,5))", "unexpected ')' after the end"),
    ("breakthrough(5 5)", "expected ','"),
    ("breakthrough(,5)", "expected a name but found ','"),
    ("breakthrough(=5)", "expected a name but found '='"),
    ("breakthrough(rows=)", "expected a name but found ')'"),
    ("breakthrough(rows==5)", "expected a name but found '='"),
    ("breakthrough(tictactoe()=5)", "a parameter's name must be a word"),
    ("(5,5)", "expected a name but found '('"),
    ("breakthrough(5;5)", "unexpected ';'"),
    ("breakthrough(5×5)", "unexpected '×'"),
    ("breakthrough(５,5)", "unexpected '５'"),
    ("tictactoe\0", "unexpected '\\x00'"),
    ("\ud800", "unexpected '\\ud800'"),
    ("misere(" * 1000 + "tictactoe" + ")" * 1000, "more than 20 levels of parentheses"),
    ("tictactoe" * 2000, "at most 10000 characters, this one 18000"),
]


@pytest.mark.parametrize(("text", "problem"), WRONG_GAMES, ids=short_id)
def test_wrong_game_texts(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)) as caught:
        po.game(text)
    assert one_line(caught.value)


WRONG_PLAYERS = [
    (
        "utc",
        "unknown player 'utc' (did you mean 'uct'?): the players are flat, lns, minimax, nested, nmcs, nr",
    ),
    ("tictactoe", "unknown player 'tictactoe': the players are"),
    ("lns(repair=uct)", "'uct' where nrpa(…) is wanted"),
    ("lns(keep=-1)", "lns: keep must be from 0 to 300, got -1.0"),
    ("lns(islands=200, members=100)", "lns: at most 10000 members in all islands, got 20000"),
    ("misere(uct)", "unknown player 'misere'"),
    ("uct(explore=1)", "unknown parameter 'explore' (did you mean 'exploration'?)"),
    ("uct(level=1)", "unknown parameter 'level': the parameters are bounds, creation, decisive"),
    ("random(1)", "its parameters are none"),
    ("uct(x)", "exploration must be a number"),
    ("uct(true)", "exploration must be a number"),
    ("uct(-1)", "exploration must be from 0 to 1000000, got -1.0"),
    ("uct(nan)", "exploration must be from 0 to 1000000, got nan"),
    ("uct(inf)", "exploration must be from 0 to 1000000, got inf"),
    ("uct(-inf)", "exploration must be from 0 to 1000000, got -inf"),
    ("uct(1e999)", "exploration must be from 0 to 1000000, got inf"),
    ("uct(max_nodes=0)", "max_nodes must be from 2 to 4294967294, got 0"),
    ("uct(max_nodes=-1)", "max_nodes must be from 2 to 4294967294, got -1"),
    ("uct(max_nodes=1e3)", "max_nodes must be an integer"),
    ("uct(max_nodes=4294967295)", "max_nodes must be from 2 to 4294967294"),
    ("uct(max_nodes=18446744073709551618)", "max_nodes must be from 2 to 4294967294"),
    ("uct(exploration=uct(1))", "exploration must be a number from 0 to 1000000, or auto, got 'uct(…)'"),
    ("uct(prior=f)", "prior must be a function, handed over in Python, as in po.UCT(prior=f), got 'f'"),
    ("uct(prior=f(1))", "prior must be a function, handed over in Python, as in po.UCT(prior=f), got 'f(…)'"),
]


@pytest.mark.parametrize(("text", "problem"), WRONG_PLAYERS)
def test_wrong_player_texts(text: str, problem: str) -> None:
    with pytest.raises(po.SpecError, match=re.escape(problem)) as caught:
        po.player(text)
    assert one_line(caught.value)


WRONG_BUDGETS = [
    "",
    "5",
    "s",
    "-1s",
    "0s",
    "0ms",
    "0 sims",
    "0 states",
    "-5 sims",
    "1.5 sims",
    "1e3 sims",
    "nan s",
    "infs",
    "1e999s",
    "9" * 400 + "s",
    "9" * 5000 + " sims",
    "1000000000000001 states",
    "367 days",
    "400000h",
    "5 seconds",
    "2s 5 sims",
    "2s or",
    "2s or 3s",
    "2s or 2ms",
    "5 sims or 5 simulations",
    "1..5s",
    "2 s\nor 3 sims",
    "s" * 100_000,
    "\ud800",
]


@pytest.mark.parametrize("text", WRONG_BUDGETS, ids=short_id)
def test_wrong_budget_texts(text: str) -> None:
    with pytest.raises(po.SpecError, match="budget") as caught:
        po.Budget.parse(text)
    assert one_line(caught.value)


WRONG_LIMITS = [
    {},
    {"seconds": 0},
    {"seconds": -1.0},
    {"seconds": math.nan},
    {"seconds": math.inf},
    {"seconds": 1e9},
    {"seconds": 10**400},
    {"seconds": True},
    {"seconds": "1"},
    {"seconds": 1j},
    {"simulations": 0},
    {"simulations": -1},
    {"simulations": 1.0},
    {"simulations": True},
    {"simulations": 10**15 + 1},
    {"simulations": 10**5000},
    {"simulations": "5"},
    {"states": 0},
    {"states": 2**64},
    {"states": [1]},
]


@pytest.mark.parametrize("limits", WRONG_LIMITS, ids="-".join)
def test_wrong_limits(limits: dict[str, int]) -> None:
    with pytest.raises(po.SpecError, match="budget") as caught:
        po.Budget(**limits)
    assert one_line(caught.value)


@pytest.mark.parametrize("value", [None, 5, 1.5, b"2s", ["2s"], {}, po.Budget])
def test_objects_that_are_no_budget(value: str) -> None:
    state = po.game("tictactoe").initial()
    with pytest.raises(po.SpecError, match="expected a Budget") as caught:
        po.Random().search(state, value)
    assert one_line(caught.value)


@pytest.mark.parametrize("value", [None, 5, b"uct", ["uct"], {}])
def test_objects_that_are_no_player(value: str) -> None:
    with pytest.raises(po.SpecError, match="expected a Player") as caught:
        po.player(value)
    assert one_line(caught.value)


@pytest.mark.parametrize("value", [None, 5, 1.5, b"tictactoe", ["tictactoe"], {}, games.TicTacToe])
def test_objects_that_are_no_game(value: str) -> None:
    with pytest.raises(ValueError, match=r"class|PythonGame") as caught:
        po.game(value)
    assert one_line(caught.value)


@pytest.mark.parametrize("size", [5.0, True, "5", None, math.nan, [5], 10**5000], ids=short_id)
def test_wrong_sizes_as_objects(size: int) -> None:
    for make in RACES:
        for rows, cols, pieces in [(size, 5, 2), (5, size, 2), (5, 5, size)]:
            with pytest.raises(po.SpecError) as caught:
                make(rows, cols, pieces=pieces)
            assert one_line(caught.value)


@pytest.mark.parametrize("value", [1, 0, None, "true", 1.0])
def test_misere_is_true_or_false(value: bool) -> None:
    with pytest.raises(po.SpecError, match="misere must be true or false"):
        games.TicTacToe(misere=value)


@pytest.mark.parametrize("value", [math.nan, math.inf, -1, -0.1, 10**400, "1", True, [1]], ids=short_id)
def test_wrong_exploration_as_object(value: float) -> None:
    with pytest.raises(po.SpecError, match="exploration must be") as caught:
        po.UCT(exploration=value)
    assert one_line(caught.value)


@pytest.mark.parametrize("value", [1, 0, -1, 2**32, 10**5000, 2.0, math.inf, "2", None, True], ids=short_id)
def test_wrong_max_nodes_as_object(value: int) -> None:
    with pytest.raises(po.SpecError, match="max_nodes must be") as caught:
        po.UCT(max_nodes=value)
    assert one_line(caught.value)


def test_an_integer_is_welcome_where_a_number_is_wanted() -> None:
    player = po.UCT(exploration=1)
    assert type(player.exploration) is float
    assert player == po.UCT(exploration=1.0)


def test_every_catalogued_size_is_its_own_text() -> None:
    for text in SPECS:
        assert str(po.game(text)) == text


# Fuzz: whatever is read, a value or a ValueError of one line comes back.

SEEDS = [
    *SPECS,
    "breakthrough(rows=6,cols=5,pieces=1)",
    "misere(misere(breakthrough(5,5,misere)))",
    "uct(exploration=0.4, max_nodes=100)",
    "random",
    "flat()",
    "320ms",
    "2s or 10000 sims or 131,000 states",
]
PARTS = st.sampled_from([*"()=,+-._ 0159", "e9", "misere(", "rows=", "nan", "1e999", "9" * 40, "\0", "é"])


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A right text with a few parts put in, taken out or doubled."""
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 4))):
        start, end = sorted([draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))])
        middle = draw(PARTS | st.sampled_from(["", text[start:end] * 2]))
        text = text[:start] + middle + text[end:]
    return text


grammatical = st.text(alphabet=string.ascii_lowercase[:3] + "(),=.-+ 05", max_size=30)
hostile_text = st.text(max_size=50) | st.text(st.characters(), max_size=50) | grammatical | mutated()


@given(hostile_text)
def test_the_parser_answers_or_refuses(text: str) -> None:
    call = accepted(spec.parse, text)
    if call is not None:
        assert call.name


@pytest.mark.fuzz
@given(hostile_text)
@example("(" * 5000)
@example("a(" * 4000)
@example("a=" * 4000)
@example("misere(" * 19 + "tictactoe" + ")" * 19)
def test_games_are_made_or_refused(text: str) -> None:
    game = accepted(po.game, text)
    if game is not None:
        assert po.game(str(game)) == game
        assert game.initial() == po.game(str(game)).initial()


@pytest.mark.fuzz
@given(hostile_text)
def test_players_are_made_or_refused(text: str) -> None:
    player = accepted(po.player, text)
    if player is not None:
        assert po.player(str(player)) == player


@given(hostile_text)
def test_budgets_are_made_or_refused(text: str) -> None:
    budget = accepted(po.Budget.parse, text)
    if budget is not None:
        assert po.Budget.parse(str(budget)) == budget


@given(st.sampled_from(["games", "players"]), st.text(string.ascii_lowercase, min_size=1, max_size=12))
def test_an_unknown_name_is_told_all_the_known_ones(kind: str, name: str) -> None:
    known, make = (games.catalogue(), po.game) if kind == "games" else (spec.known(po.Player), po.player)
    if name in known or name == "misere":
        return
    with pytest.raises(po.SpecError) as caught:
        make(name)
    assert all(other in str(caught.value) for other in known)


def test_a_text_will_do_where_a_playout_is_wanted() -> None:
    assert po.UCT(playout="coin").playout == po.playouts.Coin()  # type: ignore[arg-type]
    with pytest.raises(po.SpecError, match=r"Coin is a class; give an object of it: Coin\(\)"):
        po.UCT(playout=po.playouts.Coin)  # type: ignore[arg-type]
    with pytest.raises(po.SpecError, match="unknown playout 'coyn'"):
        po.UCT(playout="coyn")  # type: ignore[arg-type]
