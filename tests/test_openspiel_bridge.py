"""Games of OpenSpiel as games here: they equal OpenSpiel's own; what does not fit is refused in one line."""

import pickle
import random
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from command import run
from test_openspiel_games import child_perft
from toys import one_line

import playout as po
from playout.games.openspiel import OpenSpiel

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: there is nothing to bridge")

pytest.importorskip("open_spiel.python.games")

# Depths that leave some thousand leaves.
PERFT = [
    ("amazons(board_size=6)", 2),
    ("breakthrough(rows=6,columns=6)", 3),
    ("checkers", 4),
    ("chess", 3),
    ("clobber", 3),
    ("connect_four", 4),
    ("dots_and_boxes", 4),
    ("go(board_size=5)", 3),
    ("gomoku(size=6,connect=4)", 3),
    ("havannah(board_size=3)", 3),
    ("hex(board_size=4)", 4),
    ("lines_of_action", 2),
    ("mancala", 5),
    ("misere(game=tic_tac_toe())", 6),
    ("morpion_solitaire", 2),
    ("nim(pile_sizes=1;3;5)", 5),
    ("nine_mens_morris", 3),
    ("othello", 5),
    ("oware", 5),
    ("pentago", 2),
    ("quoridor(board_size=3)", 3),
    ("tic_tac_toe", 6),
    ("twixt(board_size=5)", 3),
    ("ultimate_tic_tac_toe", 4),
    ("y(board_size=4)", 4),
]

# Long games get smaller.
SMALLER = {
    "amazons": "amazons(board_size=6)",
    "chinese_checkers": "chinese_checkers(max_moves=30)",
    "cursor_go": "cursor_go(board_size=3,max_cursor_moves=8)",
    "go": "go(board_size=5)",
    "gomoku": "gomoku(size=7)",
    "mnk": "mnk(m=6,n=6,k=4)",
    "y": "y(board_size=7)",
}

REGISTERED = sorted(
    kind.short_name for kind in pyspiel.registered_games() if not kind.short_name.startswith("playout")
)  # other tests register games of their own


def fits(name: str) -> bool:
    try:
        return bool(po.game(f"openspiel({name})").bounds)
    except po.SpecError:
        return False


FITTING = [name for name in REGISTERED if fits(name)]
OTHERS = [name for name in REGISTERED if name not in FITTING]


def spiel_of(state: po.State) -> Any:
    """The state of OpenSpiel's that is inside ours."""
    return state.position.raw.spiel


def assert_same(ours: po.State, theirs: Any) -> None:
    assert list(ours.legal_moves) == theirs.legal_actions()
    assert ours.is_terminal == theirs.is_terminal()
    assert str(spiel_of(ours)) == str(theirs)
    assert list(ours.history) == theirs.history()
    if ours.is_terminal:
        assert ours.score == theirs.returns()[0]
        assert ours.game.players == 1 or ours.score == -theirs.returns()[1]
    else:
        assert ours.turn is (po.MAX, po.MIN)[theirs.current_player()]
        spaced = [theirs.action_to_string(action).split() for action in theirs.legal_actions()]
        assert list(ours.legal_names) == ["_".join(words) for words in spaced]


@pytest.mark.parametrize(("name", "depth"), PERFT)
def test_perft_equals_openspiels(name: str, depth: int) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    if name == "morpion_solitaire":  # whose clones OpenSpiel breaks
        assert po.perft(f"openspiel({name})", 1) == len(state.legal_actions()) == 40
    else:
        assert po.perft(f"openspiel({name})", depth) == child_perft(state, depth)


def test_the_usual_games_fit() -> None:
    assert {"amazons", "chess", "go", "havannah", "hex", "morpion_solitaire", "python_tic_tac_toe"} <= set(
        FITTING
    )
    assert not {"backgammon", "kuhn_poker", "goofspiel", "matrix_rps", "phantom_ttt"} & set(FITTING)
    assert len(FITTING) >= 30


@pytest.mark.parametrize("name", OTHERS)
def test_all_others_are_refused_in_one_line(name: str) -> None:
    with pytest.raises(po.SpecError, match=rf"^openspiel\({name}\): ") as caught:
        po.game(f"openspiel({name})")
    assert one_line(caught.value)


@pytest.mark.parametrize("name", FITTING)
def test_a_random_game_equals_openspiels(name: str) -> None:
    """OpenSpiel plays its actions in place, we on clones."""
    rng = random.Random(name)
    text = SMALLER.get(name, name)
    ours, theirs = po.game(f"openspiel({text})").initial(), pyspiel.load_game(text).new_initial_state()
    while not ours.is_terminal:
        assert_same(ours, theirs)
        move = rng.choice(ours.legal_moves)
        ours = ours.play(move)
        theirs.apply_action(move)
    assert_same(ours, theirs)


@pytest.mark.parametrize("name", FITTING)
def test_a_game_that_fits_keeps_the_contract(name: str) -> None:
    game = po.game(f"openspiel({SMALLER.get(name, name)})")
    assert po.check(game, games=1).games == 1
    assert po.UCT().search(game.initial(), "5 sims", seed=1).simulations == 5


# Specs.


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("openspiel(hex)", "openspiel(hex)"),
        ("openspiel( hex() )", "openspiel(hex)"),
        ("openspiel(go(komi=0.5,board_size=5))", "openspiel(go(board_size=5,komi=0.5))"),
        ("openspiel(nim(pile_sizes=2;3))", "openspiel(nim(pile_sizes=2;3))"),
        ("misere(openspiel(hex(board_size=3)))", "misere(openspiel(hex(board_size=3)))"),
        ("misere(misere(openspiel(hex)))", "openspiel(hex)"),
        ("openspiel(misere(game=tic_tac_toe()))", "openspiel(misere(game=tic_tac_toe()))"),
        (
            "openspiel(start_at(game=tic_tac_toe(),history=4;0))",
            "openspiel(start_at(game=tic_tac_toe(),history=4;0))",
        ),
        (
            "openspiel(antichess(fen=8/8/8/8/8/8/P7/7p w - - 0 1))",
            "openspiel(antichess(fen=8/8/8/8/8/8/P7/7p w - - 0 1))",
        ),
    ],
)
def test_specs_and_games_turn_into_each_other(text: str, written: str) -> None:
    game = po.game(text)
    assert str(game) == written
    assert po.game(written) == game
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_game_is_also_a_class() -> None:
    assert OpenSpiel("hex(board_size=3)", misere=True) == po.game("misere(openspiel(hex(board_size=3)))")
    assert po.game("openspiel(hex)") != po.game("openspiel(hex(board_size=3))")


CHANCE = (
    r"it has chance; a game here has one or two players, who move in turn and see everything, and no chance"
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("openspiel", "openspiel takes a game as OpenSpiel writes it"),
        ("openspiel()", "openspiel takes a game as OpenSpiel writes it"),
        ("openspiel(hex)x", "unexpected 'x' after the end"),
        ("openspiel(hex(board_size=3)x)", "openspiel takes a game as OpenSpiel writes it"),
        ("openspiel(\x00)", "openspiel takes a game as OpenSpiel writes it"),
        ("openspiel(hex", "expected '\\)' but found the end"),
        (f"openspiel({'misere(game=' * 30}hex{')' * 30})", "more than 20 levels of parentheses"),
        ("openspiel(hex(5))", "'5' has no name; OpenSpiel wants parameters by their names"),
        ("openspiel(hexx)", r"OpenSpiel has no game 'hexx' \(did you mean 'hex'\?\)"),
        ("openspiel(misere(game=hexx()))", r"OpenSpiel has no game 'hexx' \(did you mean 'hex'\?\)"),
        ("openspiel(zerosum)", "it has parameters that must be given: game"),
        ("openspiel(efg_game(filename=x))", "it is read from a file"),
        ("openspiel(add_noise(game=hex(),epsilon=1.0,seed=1))", "it draws its scores"),
        ("openspiel(hex(size=3))", "Unknown parameter 'size'. Available parameters are: board_size"),
        ("openspiel(hex(board_size=x))", "Wrong type for parameter board_size"),
        ("openspiel(hex(board_size=-1))", "a game that is not over has no legal actions"),
        ("openspiel(breakthrough(rows=1))", "rows_ > 1 rows_ = 1"),
        ("openspiel(breakthrough(5,5))", "'5' has no name"),
        ("openspiel(connect_four(rows=0))", "OpenSpiel cannot play it: it ends the process"),
        ("openspiel(breakthrough(rows=2147483647))", "bad_alloc"),
        ("openspiel(backgammon)", CHANCE),
        ("openspiel(chess(chess960=true))", "it has chance"),
        ("openspiel(phantom_ttt)", "it has hidden information"),
        ("openspiel(goofspiel)", "its players do not move in turn"),
        ("openspiel(mfg_garnet)", "its players do not move in turn"),
        ("openspiel(chinese_checkers(players=3))", "it has 3 players"),
        ("openspiel(python_ant_foraging)", "what one player gains is not what the other loses"),
        ("misere(openspiel(cliff_walking))", "only a game of two players has a misère version"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(po.SpecError, match=reason) as caught:
        po.game(text)
    assert one_line(caught.value)


def test_what_never_comes_back_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playout.games.openspiel_load.TRIAL_SECONDS", 0.01)
    with pytest.raises(po.SpecError, match="nothing came of it within"):
        po.game("openspiel(hex(board_size=6))")


def test_without_openspiel_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(po.SpecError, match=r"need it: pip install 'playout\[openspiel\]'"):
        po.game("openspiel(hex)")


def test_playout_does_not_import_openspiel() -> None:
    code = "import sys, playout.openspiel, playout.cli; sys.exit('pyspiel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# States.


def test_states_are_equal_if_the_same_moves_led_to_them() -> None:
    start = po.game("openspiel(tic_tac_toe)").initial()
    one, same, other = (start.play(a).play(b).play(c) for a, b, c in [(0, 1, 2), (0, 1, 2), (2, 1, 0)])
    assert one == same
    assert hash(one) == hash(same)
    assert one.board == other.board
    assert one != other


def test_names_have_no_spaces_and_are_read_back() -> None:
    state = po.game("openspiel(nim)").initial()
    assert state.legal_names[0] == "pile:1,_take:1;"
    assert state.play("pile:1,_take:1;").history == (0,)


def test_colours_are_left_out_of_texts() -> None:
    state = po.game("openspiel(twixt)").initial()
    plain = po.game("openspiel(twixt(ansi_color_output=false))").initial()
    assert "\x1b" in str(spiel_of(state))
    assert str(state) == str(plain)


def test_misere_is_openspiels_misere() -> None:
    ours, theirs = po.game("misere(openspiel(tic_tac_toe))"), po.game("openspiel(misere(game=tic_tac_toe()))")
    rng = random.Random(1)
    for _ in range(20):
        a, b = ours.initial(), theirs.initial()
        while not a.is_terminal:
            move = rng.choice(a.legal_moves)
            a, b = a.play(move), b.play(move)
        assert a.score == b.score


@pytest.fixture
def shares() -> po.Game:
    """A game of a constant sum, whose moves have the same name."""
    import spiel_shares  # which needs OpenSpiel

    return po.game(f"openspiel({spiel_shares.KIND.short_name})")


def test_half_of_a_constant_sum_is_even(shares: po.Game) -> None:
    assert [*shares.bounds] == [-2, 2]
    assert [shares.initial().play(taken).score for taken in range(4)] == [-2, -1, 0, 1]


def test_moves_of_the_same_name_have_their_numbers(shares: po.Game) -> None:
    state = shares.initial()
    assert state.legal_names == ("leave_all", "take_some#1", "take_some#2", "take_some#3")
    assert state.play("take_some#2").history == (2,)


# What every game does.


def test_a_puzzle_is_solved() -> None:
    """The way along the cliff of four columns: up, three steps to the right, down."""
    found = po.solve("openspiel(cliff_walking(width=4))", "nrpa(level=2)", "2000 sims", seed=1)
    assert found.score == -5
    assert found.names == ("UP", "RIGHT", "RIGHT", "RIGHT", "DOWN")


def test_openspiels_morpion_is_solved_in_processes() -> None:
    one, two = (
        po.solve("openspiel(morpion_solitaire)", "nrpa(level=1, iterations=5)", "20 sims", seed=1, threads=n)
        for n in (1, 2)
    )
    assert min(one.score, two.score) >= 20


def test_a_match_does_not_depend_on_its_workers() -> None:
    game = "openspiel(breakthrough(rows=4,columns=4))"
    one, two = (po.match(game, "uct", "random", games=6, budget="30 sims", seed=1, workers=n) for n in (1, 2))
    assert one.record == two.record
    assert one.score > 0.5


def test_a_tree_is_kept_and_a_search_saved(tmp_path: Path) -> None:
    search = po.UCT().start(po.game("openspiel(hex(board_size=3))").initial(), seed=1)
    search.run("200 sims")
    search.play("b2")
    search.save(tmp_path / "search")
    again = po.Search.load(tmp_path / "search")
    assert again.state == search.state
    assert again.run("100 sims").children == search.run("100 sims").children


def test_the_command_line_takes_it(tmp_path: Path) -> None:
    game = "openspiel(hex(board_size=3))"
    assert run("perft", game, "2", "--json").json["count"] == 72
    found = run("search", game, "uct", "--moves", "b2 a1", "--budget", "100 sims", "--json").json
    assert found["simulations"] == 100
    record = tmp_path / "games.jsonl"
    run("match", game, "uct", "random", "--games", "2", "--budget", "10 sims", "--record", str(record))
    assert run("verify", str(record)).status == 0
    assert "openspiel(GAME)" in run("games").out
    refused = run("perft", "openspiel(connect_four(rows=0))", "2")
    assert refused.status == 2
    assert refused.err.count("\n") == 1


def test_the_page_tells_which_games_fit() -> None:
    import openspiel_games  # which needs OpenSpiel

    page = (Path(__file__).parents[1] / "docs/howto/openspiel.md").read_text("utf-8")
    if f"With OpenSpiel {version('open_spiel')}," not in page:
        pytest.skip("the page tells of another version of OpenSpiel")
    assert "\n".join(line for line in openspiel_games.tables() if "playout_shares" not in line) in page
