"""UGI: a transcript for each command, a game as a referee plays it, and whatever else may come in."""

import re
import subprocess
import time
from pathlib import Path

import pytest
from command import NIM, finish, run, start
from hypothesis import given, settings
from hypothesis import strategies as st

import playout as po


def talk(*lines: str, game: str = "tictactoe", player: str = "uct", budget: str = "50 sims") -> list[str]:
    """The lines that are answered to some lines."""
    done = run("ugi", game, player, "--budget", budget, "--seed", "1", stdin="\n".join(lines))
    assert (done.status, done.err) == (0, "")
    return done.out.splitlines()


INFO = r"info time \d+ nodes \d+ nps \d+ (score cp -?\d+ )?pv( \w+)*"


def test_start() -> None:
    said = talk("ugi", "setoption name Threads value 2", "isready", "uginewgame", "isready")
    assert said == [
        f"id name playout {po.__version__} uct",
        "id author the playout authors",
        "option name Threads type spin default 1 min 1 max 1024",
        "ugiok",
        "readyok",
        "readyok",
    ]
    assert not any(line.startswith("option") for line in talk("ugi", player="random"))


@pytest.mark.parametrize(
    ("position", "answers"),
    [
        ("position startpos", "true false none"),
        ("position startpos moves b2", "false false none"),
        ("position fen X../.O./... X", "true false none"),
        ("position fen X../.O./... X moves a1 b1", "true false none"),
        ("position startpos moves a1 b1 a2 b2 a3", "false true p1win"),
        ("position startpos moves c3 b1 a2 b2 a1 b3", "true true p2win"),
        ("position startpos moves a1 b2 c3 b1 b3 a3 c1 c2 a2", "false true draw"),
    ],
)
def test_positions_and_queries(position: str, answers: str) -> None:
    said = talk(position, "query p1turn", "query gameover", "query result")
    assert said == [f"response {answer}" for answer in answers.split()]


@pytest.mark.parametrize(
    "go", ["go", "go nodes 20", "go movetime 60", "go p1time 500 p2time 5000 p1inc 0 p2inc 0", "go infinite"]
)
def test_every_kind_of_search_ends_with_a_move(go: str) -> None:
    *infos, move = talk("position startpos moves b2", go)
    assert infos
    assert all(re.fullmatch(INFO, line) for line in infos)
    assert re.fullmatch("bestmove [a-c][1-3]", move)


def test_the_same_seed_gives_the_same_move_as_a_search_of_its_own() -> None:
    assert talk("go nodes 300")[-1] == talk("go nodes 300")[-1]


def test_depth_is_for_minimax() -> None:
    shallow, deep = (talk(f"go depth {depth}", player="minimax(depth=2)") for depth in (1, 3))
    assert [re.findall(r"nodes (\d+)", said[-2]) for said in (shallow, deep)] == [["9"], ["27"]]
    assert talk("go depth 2") == ["info string error: depth is for minimax, not for uct", "bestmove none"]


def test_a_search_in_a_game_that_is_over() -> None:
    said = talk("position startpos moves a1 b1 a2 b2 a3", "go nodes 5")
    assert said == ["info string error: the game is over", "bestmove none"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("hello", "unknown command 'hello'"),
        ("position", "a position is 'startpos' or 'fen' with a board and X or O, then 'moves'"),
        ("position startpos moves z9", "illegal move 'z9': the legal moves are ..."),
        ("position fen rubbish", "tictactoe: a position is a board, a space and X or O for the turn, ..."),
        ("query", "a query is for p1turn, gameover, result, not ''"),
        ("query colour", "a query is for p1turn, gameover, result, not 'colour'"),
        ("go nodes", "nodes needs a whole number from 1, got ''"),
        ("go nodes many", "nodes needs a whole number from 1, got 'many'"),
        ("go movetime 0", "movetime needs a whole number from 1, got '0'"),
        ("setoption name Hash value 5", "there is no such option: 'name Hash value 5'"),
        ("setoption", "there is no such option: ''"),
    ],
)
def test_what_is_wrong_is_told(line: str, problem: str) -> None:
    said = talk(line)[:1]
    start, _, _ = problem.partition("...")
    assert said[0].startswith(f"info string error: {start}")


def test_a_position_that_is_wrong_leaves_the_board_alone() -> None:
    said = talk("position startpos moves b2", "position startpos moves b2 b2", "query p1turn")
    assert said[-1] == "response false"


def test_games_in_python_play_too() -> None:
    said = talk("position startpos moves 1 2", "query p1turn", "go nodes 50", game=f"{NIM}(9)")
    assert said[0] == "response true"
    assert re.fullmatch(r"bestmove \d", said[-1])


def test_a_player_in_python_moves(tmp_path: Path) -> None:
    path = tmp_path / "first.py"
    path.write_text("class First:\n    def search(self, state, budget, seed):\n        return 0\n")
    assert talk("go", player=f"{path}:First") == ["bestmove a1"]


def test_a_whole_game_as_a_referee_plays_it() -> None:
    moves: list[str] = []
    while True:
        position = f"position startpos moves {' '.join(moves)}" if moves else "position startpos"
        over, result = talk("ugi", "isready", position, "query gameover", "query result")[-2:]
        if over == "response true":
            break
        moves.append(talk(position, "go nodes 30")[-1].removeprefix("bestmove "))
    assert result in ("response p1win", "response p2win", "response draw")


# ---------------------------------------------------------------- as a process


def say(process: "subprocess.Popen[str]", *lines: str) -> None:
    assert process.stdin
    process.stdin.write("".join(f"{line}\n" for line in lines))
    process.stdin.flush()


def hear(process: "subprocess.Popen[str]", beginning: str) -> str:
    """The next line that begins so; others may come before it."""
    assert process.stdout
    return next(line for line in process.stdout if line.startswith(beginning))


def test_a_search_is_alive_and_ends_when_told() -> None:
    process = start("ugi", "go(9,9)", "strong", stdin=subprocess.PIPE)
    say(process, "position startpos", "go infinite")
    hear(process, "info time")
    say(process, "isready")
    assert hear(process, "readyok")
    say(process, "stop")
    assert hear(process, "bestmove")
    say(process, "go infinite", "stop")  # before the search has begun
    assert hear(process, "bestmove")
    say(process, "go nodes 1000000000000", "quit")
    assert hear(process, "bestmove")
    assert finish(process).status == 0


def test_a_slow_playout_is_stopped() -> None:
    process = start("ugi", "breakthrough(8,8)", "uct(playout=nested(level=3))", stdin=subprocess.PIPE)
    say(process, "go infinite")
    time.sleep(0.5)
    say(process, "stop")
    assert hear(process, "bestmove")
    finish(process)


def test_puzzles_have_no_opponent() -> None:
    assert run("ugi", "morpion(5D)", "uct").is_wrong_usage
    assert run("ugi", "tictactoe", "nmcs").is_wrong_usage


WORDS = st.sampled_from(
    "ugi isready setoption name Threads value uginewgame position startpos fen .../.X./... O moves a1 b2 go "
    "nodes 5 movetime 1 query result gameover p1turn stop p1time -3 0".split()
) | st.text(max_size=5)


@given(st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=6))
@settings(max_examples=60, deadline=None)
def test_any_line_is_answered_in_the_language(lines: list[str]) -> None:
    said = talk(*lines, budget="5 sims")
    words = ("id ", "option ", "ugiok", "readyok", "info ", "response ", "bestmove ")
    assert all(line.startswith(words) for line in said)
    searches = [line for line in "\n".join(lines).split("\n") if line.split()[:1] == ["go"]]
    assert sum(line.startswith("bestmove ") for line in said) == len(searches)
