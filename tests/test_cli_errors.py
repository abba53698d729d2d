"""Bad input on the command line gets one line and status 2; a fault in a user's own game, its traceback."""

from pathlib import Path

import pytest
from command import COMMANDS, DIGITS, NIM, SEARCH, Run, run
from hypothesis import given
from hypothesis import strategies as st
from toys import SPECS

BROKEN_GAMES = """
import playout as po
from toys import Digits, Nim

class Raises(Nim):
    def play(self, state, move):
        return int("seven")

class Refuses(Nim):
    def __init__(self):
        raise ValueError("no\\nmatches")

class BadScore(Nim):
    def score(self, state):
        return "much"

class NoTurn(Nim):
    turn = po.PythonGame.turn

class Unfinished(po.PythonGame):
    def initial(self):
        return 0

class NoGame:
    pass
"""


@pytest.fixture(autouse=True)
def _folder_with_broken_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.py").write_text(BROKEN_GAMES)


BAD_GAMES = [
    "chess",
    "tictacto",
    "",
    "(",
    "breakthrough(",
    "breakthrough(5,5",
    "breakthrough(5,5))",
    "breakthrough(0,5)",
    "breakthrough(100,100)",
    "breakthrough(-5,5)",
    "breakthrough(5,x)",
    "breakthrough(5,5,5)",
    "breakthrough(width=5)",
    f"breakthrough(5,{'9' * 5000})",
    "misere(breakthrough(0,5))",
    "misere()",
    "misere(" * 50 + "tictactoe" + ")" * 50,
    f"misere({DIGITS})",
    "\udcff",
    "\x1b[31mred\n",
    "nowhere.py:Nim",
    "nowhere.py",
    "nowhere:Nim",
    "no where:Nim",
    "toys:Nmi",
    "toys:Nim(1,2,3)",
    "toys:Nim(size=3)",
    "toys:Nim(Nim(3))",
    "toys:Nim(3",
    "toys:",
    ":Nim",
    "..:Nim",
    "a.b.py:Nim",
    "json:JSONDecoder",
    "broken.py:Refuses",
    "broken.py:Unfinished",
    "broken.py:NoGame",
    "broken.py:BadScore",
    "broken.py:NoTurn",
]
BAD_PLAYERS = [
    "utc",
    "",
    "uct(",
    "uct(level=-1)",
    "uct(exploration=-1)",
    "uct(exploration=nan)",
    "uct(exploration=much)",
    "uct(max_nodes=0)",
    "uct(max_nodes=1.5)",
    f"uct(max_nodes={'9' * 5000})",
    "uct(1, 2, 3)",
    "random(1)",
    "tictactoe",
]
BAD_BUDGETS = [
    "0s",
    "0 sims",
    "-1s",
    "-5 sims",
    "1e9 sims",
    "9" * 40 + " sims",
    "9" * 400 + "h",
    "soon",
    "",
    "1",
]
BAD_MOVES = [
    "a2a3",
    "b2 b2",
    "99",
    "99999999999999999999999",
    "-1",
    "\udcff",
    "a1 b1 a2 b2 a3",
    "b2;a1",
    "résumé",
]
BAD_ARGUMENTS = [
    ["serach", "tictactoe", "uct"],
    ["solve"],
    ["--verbose"],
    ["games", "chess"],
    ["search"],
    ["search", "tictactoe"],
    ["search", "tictactoe", "uct", "random"],
    [*SEARCH, "--bugdet", "1s"],
    [*SEARCH, "--budget"],
    [*SEARCH, "--seed", "-1"],
    [*SEARCH, "--seed", str(2**64)],
    [*SEARCH, "--seed", "seven"],
    [*SEARCH, "--json=yes"],
    ["bench", "tictactoe", "chess"],
    ["bench", "--seconds", "0"],
    ["bench", "--seconds", "nan"],
    ["bench", "--seconds", "soon"],
    ["perft", "tictactoe", "-1"],
    ["perft", "tictactoe", "1001"],
    ["perft", "tictactoe", "two"],
    ["match", "tictactoe", "uct", "uct", "--games", "0"],
    ["match", "tictactoe", "uct", "uct", "--games", "99999999999"],
    ["match", "tictactoe", "uct", "uct", "--workers", "0"],
    ["match", "tictactoe", "uct", "uct", "--budget", "0s"],
    ["match", "tictactoe", "utc", "uct"],
    ["match", "tictactoe", "uct", "utc"],
    ["match", DIGITS, "uct", "uct"],
    ["match", "tictactoe", "uct", "uct", "--opening", "-1"],
    ["match", "tictactoe", "uct", "uct", "--opening", "2", "--games", "3"],
    ["match", "tictactoe", "uct", "uct", "--sprt", "10"],
    ["match", "tictactoe", "uct", "uct", "--sprt", "10,0"],
    ["match", "tictactoe", "uct", "uct", "--sprt", "0,10", "--games", "3"],
    ["match", "tictactoe", "uct", "uct", "--sprt", "0,10", "--alpha", "0"],
    ["match", "tictactoe", "uct", "uct", "--sprt", "0,10", "--beta", "much"],
    ["play", "chess"],
    ["play", "tictactoe", "--against", "utc"],
    ["play", "tictactoe", "--budget", "0s"],
    ["play", "tictactoe", "--seed", "-1"],
    ["play", "tictactoe", "--as", "white"],
    ["play", DIGITS, "--as", "min"],
    ["solve", "morpion(4D)"],
    ["solve", "morpion(6D)", "nrpa"],
    ["solve", "morpion(4D)", "flat"],
    ["solve", "morpion(4D)", "nrpa(level=0)"],
    ["solve", "tictactoe", "nrpa"],
    ["solve", NIM, "nrpa"],
    ["solve", "morpion(4D)", "nrpa", "--budget", "0s"],
    ["solve", "morpion(4D)", "nrpa", "--seed", "-1"],
    ["solve", "morpion(4D)", "nrpa", "--threads", "0"],
    ["solve", "morpion(4D)", "nrpa", "--threads", "9999"],
    ["solve", "morpion(4D)", "nrpa", "--target", "many"],
    ["solve", "morpion(4D)", "nrpa", "--target", "36"],
    ["solve", "morpion(4D)", "nrpa", "--target=-1"],
    ["solve", "crossword(capitals)", "nrpa", "--target", "99;9"],
    ["solve", "morpion(4D)", "tests/toys.py:Busy"],
    ["play", "tictactoe", "--against", "lns"],
    ["search", "tictactoe", "nrpa", "--budget", "10 sims"],
    ["solve", "morpion(4D)", "nrpa", "--target", "nan"],
    ["solve", "crossword(capitals)", "nrpa", "--target", "3;4;5"],
    ["solve", "morpion(4D)", "nrpa", "--checkpoint", "."],
    ["solve", "morpion(4D)", "nrpa", "--checkpoint", "missing/run.save"],
    ["solve", "morpion(4D)", "nrpa", "--checkpoint", "broken.py"],
]
BAD_INPUT = [
    *(["search", game, "uct", "--budget", "10 sims"] for game in BAD_GAMES),
    *(["search", "tictactoe", player, "--budget", "10 sims"] for player in BAD_PLAYERS),
    *(["search", "tictactoe", "uct", "--budget", budget] for budget in BAD_BUDGETS),
    *([*SEARCH, f"--moves={moves}"] for moves in BAD_MOVES),
    *BAD_ARGUMENTS,
]


@pytest.mark.parametrize("argv", BAD_INPUT, ids=lambda argv: ascii(" ".join(argv))[:60])
def test_bad_input_is_refused_in_one_line(argv: list[str]) -> None:
    done = run(*argv)
    assert done.is_wrong_usage, done
    assert done.err[:-1].isprintable()
    assert run(*argv, "--json").is_wrong_usage


@pytest.mark.parametrize(
    ("argv", "hint"),
    [
        (["serach"], "Did you mean 'search'?"),
        (["search", "--bugdet", "1s"], "--budget"),
        (["search", "tictacto", "uct"], "did you mean 'tictactoe'?"),
        (["search", "tictactoe", "utc"], "did you mean 'uct'?"),
        (["search", "tictactoe", "uct(explore=1)"], "did you mean 'exploration'?"),
        (["search", "toys:Nmi", "uct"], "did you mean 'Nim'?"),
        (["search", "nim.py", "uct"], "as in nim.py:Class"),
        (["search", "broken.py:Refuses", "uct"], "broken.py:Refuses: no matches"),
        (["search", "broken.py:NoTurn", "uct"], "it must define turn()"),
        (["search", "broken.py:BadScore", "uct"], "score gave 'much'"),
        (["search"], "see 'playout search --help'"),
        (
            ["match", "tictactoe", "uct", "flat", "--alpha", "0.1"],
            "--alpha is for a sequential test",
        ),
        (
            ["match", "tictactoe", "uct", "uct", "--engine", "slurm"],
            "'--engine': 'slurm' is not one of 'local', 'ray'",
        ),
    ],
)
def test_errors_say_what_would_be_right(argv: list[str], hint: str) -> None:
    assert hint in run(*argv).err


def test_a_file_that_hides_behind_another_module_is_refused() -> None:
    Path("json.py").write_text("from toys import Nim\n")
    done = run("search", "json.py:Nim", "uct")
    assert done.is_wrong_usage
    assert "another name" in done.err


def test_a_module_is_found_in_the_current_folder() -> None:
    Path("package").mkdir()
    Path("package/rules.py").write_text("from toys import Nim\n")
    found = run("search", "package.rules:Nim(matches=9)", "uct", "--budget", "10 sims", "--json").json
    assert found["game"] == "package.rules:Nim(matches=9)"


def test_arguments_of_a_python_game_are_literals() -> None:
    source = """
from toys import Nim
class Echo(Nim):
    def __init__(self, *values, **named):
        raise ValueError(f"{values} {named}")
"""
    Path("echo.py").write_text(source)
    done = run("perft", "echo:Echo(1, -2, 0.5, 1e3, true, false, word, nan, 5D, key=7)", "1")
    assert "(1, -2, 0.5, 1000.0, True, False, 'word', 'nan', '5D') {'key': 7}" in done.err


# Errors in a user's own game


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_exception_in_a_users_game_shows_its_traceback(workers: str) -> None:
    done = run("match", "broken.py:Raises", "uct", "random", "--workers", workers, "--budget", "10 sims")
    assert (done.status, done.out) == (1, "")
    assert "broken.py" in done.err
    assert 'return int("seven")' in done.err
    assert done.err.splitlines()[-1].startswith("ValueError: invalid literal for int()")
    assert "typer" not in done.err
    assert run(*SEARCH).status == 0


def test_a_broken_contract_is_one_line_from_worker_processes_too() -> None:
    argv = ["match", "broken.py:BadScore", "uct", "random", "--workers", "2", "--budget", "10 sims"]
    assert run(*argv).is_wrong_usage


@pytest.mark.parametrize("source", ["import no_such_module\n", "1 / 0\n", "def\n"])
def test_a_module_that_fails_to_import_shows_its_traceback(source: str) -> None:
    Path("failing.py").write_text(source)
    done = run("search", "failing.py:Nim", "uct")
    assert (done.status, done.out) == (1, "")
    assert "failing.py" in done.err.splitlines()[0 if source == "def\n" else 1]
    assert "importlib" not in done.err


# Fuzz

NAMES = "breakthrough knightthrough tictactoe misere uct flat random exploration pieces max_nodes true"
OTHERS = "( ) , = 0 1 2 5 8 -1 0.4 1e9 nan a1 b2"
PARTS = st.sampled_from([*NAMES.split(), *OTHERS.split(), " ", "\u2028"])
TEXTS = st.lists(PARTS, max_size=12).map("".join) | st.text(max_size=20).filter(lambda text: ":" not in text)
GAMES = TEXTS | st.sampled_from(
    [*SPECS, "toys:Nim(", "toys:Nim(1,2,3)", "misere(toys:Nim)", "misere(:)", ".py:"]
)
PLAYERS = TEXTS | st.sampled_from(["random", "flat", "uct", "uct(exploration=0)", "uct(max_nodes=2)"])
NUMBERS = st.integers() | st.floats()
BUDGETS = TEXTS | st.builds("{}{}".format, NUMBERS, st.sampled_from(["ms", "s", "h", " sims", " states", ""]))
MOVES = TEXTS | st.lists(st.sampled_from(["a1", "b2", "c3", "a2a3", "b2a3", "1", "7"]), max_size=6).map(
    " ".join
)


def is_sound(done: Run) -> bool:
    return bool(done.json) if done.status == 0 else done.is_wrong_usage


@pytest.mark.fuzz
@given(GAMES, PLAYERS, BUDGETS, MOVES)
def test_search_takes_any_text(game: str, player: str, budget: str, moves: str) -> None:
    # Whatever the budget says, it ends soon.
    options = [f"--budget={budget} or 5 sims", f"--moves={moves}", "--json"]
    assert is_sound(run("search", *options, "--", game, player))


@pytest.mark.fuzz
@given(GAMES, PLAYERS, PLAYERS, st.sampled_from(["1", "2", "0", "-1", "x"]))
def test_match_takes_any_text(game: str, a: str, b: str, games: str) -> None:
    assert is_sound(run("match", "--budget=3 sims", f"--games={games}", "--json", "--", game, a, b))


@pytest.mark.fuzz
@given(GAMES, MOVES, st.integers(-1, 3) | st.text(max_size=3))
def test_perft_takes_any_text(game: str, moves: str, depth: int | str) -> None:
    assert is_sound(run("perft", f"--moves={moves}", "--json", "--", game, str(depth)))


@pytest.mark.fuzz
@given(st.sampled_from([*SPECS, NIM, DIGITS]), st.text() | st.lists(PARTS | MOVES).map("\n".join))
def test_play_takes_any_text(game: str, typed: str) -> None:
    done = run("play", game, "--against", "flat", "--budget", "3 sims", "--seed", "1", stdin=typed)
    assert (done.status, done.err) == (0, "")


@given(
    st.lists(st.sampled_from([*COMMANDS, "--json", "--help", "--", "-", "--seed", "1"]) | TEXTS, max_size=5)
)
def test_any_arguments_are_taken_or_refused(argv: list[str]) -> None:
    serves = not {"serve", "ggp"}.isdisjoint(argv[:2])  # until it is told to stop
    small = ["--seconds=0.001"] if argv[:1] == ["bench"] else ["--help"] if serves else []
    done = run(*argv, *small)
    assert done.status == 0 or done.is_wrong_usage
