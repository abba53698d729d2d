"""The program as a process: streams, pipes, Ctrl-C, terminals, shell completion."""

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
from command import INTERRUPT_WHEN_SEARCHING, NIM, SEARCH, Run, finish, in_terminal, start


def test_exit_status_and_streams_of_the_program() -> None:
    good = finish(start(*SEARCH, "--json"))
    assert good.json["simulations"] == 10
    assert good.err == ""
    bad = finish(start("search", "chess", "uct"))
    assert bad.is_wrong_usage


def test_bytes_that_are_no_text_are_refused() -> None:
    assert finish(start("search", "tictactoe", "uct", "--moves", os.fsdecode(b"\xff"))).is_wrong_usage
    assert finish(start("search", os.fsdecode(b"\xff"), "uct")).is_wrong_usage


@pytest.mark.parametrize(
    "argv", [["games"], ["games", "--json"], ["--help"], ["bench", "--seconds", "0.001"]]
)
def test_a_reader_that_leaves_is_no_error(argv: list[str]) -> None:
    process = start(*argv)
    assert process.stdout
    process.stdout.close()  # before the program can have written anything
    process.stdout = None
    done = finish(process)
    assert (done.status, done.err) == (1, "")


@pytest.mark.parametrize("game", ["breakthrough", NIM])
def test_ctrl_c_ends_a_search_with_the_best_so_far(game: str) -> None:
    argv = ["search", game, "uct", "--budget", "24h", "--json"]
    found = finish(start(*argv, code=INTERRUPT_WHEN_SEARCHING)).json
    assert found["interrupted"] is True
    assert found["move"]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_a_match_with_the_finished_games(workers: str) -> None:
    argv = ["match", "breakthrough", "uct", "random", "--budget", "24h", "--workers", workers, "--json"]
    fields = finish(start(*argv, code=INTERRUPT_WHEN_SEARCHING)).json
    assert fields["interrupted"] is True
    assert (fields["games"], fields["low"], fields["high"]) == (0, 0, 1)


def test_ctrl_c_ends_a_benchmark_with_the_games_measured() -> None:
    fields = finish(start("bench", "--seconds", "1000", "--json", code=INTERRUPT_WHEN_SEARCHING)).json
    assert fields == {"games": {}, "interrupted": True}


def test_ctrl_c_says_that_the_best_is_only_so_far() -> None:
    argv = ["search", "breakthrough", "uct", "--budget", "24h"]
    assert "interrupted: the best so far" in finish(start(*argv, code=INTERRUPT_WHEN_SEARCHING)).out


def test_ctrl_c_while_the_computer_thinks_takes_its_best_so_far() -> None:
    argv = ["play", "breakthrough", "--as", "min", "--budget", "24h"]
    done = finish(start(*argv, code=INTERRUPT_WHEN_SEARCHING))
    assert done.status == 0
    assert "interrupted: the best so far\nstrong plays " in done.out
    assert "O to move" in done.out, "the game goes on; it ends for want of a person"
    assert re.search(r"the game ends here, after \w+\n$", done.out)


def test_a_second_ctrl_c_while_the_computer_thinks_ends_the_game(tmp_path: Path) -> None:
    """Rules that take for ever hear no flag: only the second one gets through to them."""
    source = """
import os, signal, threading, time
from toys import Nim

class Slow(Nim):
    def play(self, state, move):
        for pause in (0.1, 0.5):
            threading.Timer(pause, os.kill, (os.getpid(), signal.SIGINT)).start()
        time.sleep(600)
"""
    (tmp_path / "slow.py").write_text(source)
    paths = {"PYTHONPATH": str(Path(__file__).parent)}
    argv = ["play", "slow.py:Slow", "--as", "min", "--budget", "24h"]
    done = finish(start(*argv, cwd=tmp_path, env=os.environ | paths))
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("the game ends here, after no move\n")


def test_ctrl_c_at_the_prompt_ends_the_game() -> None:
    process = start("play", "tictactoe", stdin=subprocess.PIPE)
    assert process.stdout
    assert any(line.startswith("X to move") for line in process.stdout)
    process.send_signal(signal.SIGINT)
    done = finish(process)
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("the game ends here, after no move\n")


def test_ctrl_c_elsewhere_is_one_line() -> None:
    code = """
import os, signal, sys, threading
from playout.cli import main
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
sys.exit(main(sys.argv[1:]))
"""
    done = finish(start("perft", "breakthrough", "100", code=code))
    assert done == Run(1, "", "playout: interrupted\n")


def test_progress_shows_on_a_terminal_and_leaves_the_json_alone() -> None:
    done, shown = in_terminal("search", "tictactoe", "uct", "--budget", "0.5s", "--json", streams=("stderr",))
    assert done.json["game"] == "tictactoe"
    assert "uct searches" in shown
    argv = ["match", "tictactoe", "uct", "random", "--budget", "5ms", "--games", "20", "--json"]
    done, shown = in_terminal(*argv, streams=("stderr",))
    assert done.json["games"] == 20
    assert "20/20" in shown
    assert f"+{done.json['wins']} ={done.json['draws']} -{done.json['losses']}" in shown


def test_the_lab_shows_its_cells_filling(tmp_path: Path) -> None:
    store = ["--store", str(tmp_path / "store.sqlite"), "--json"]
    done, shown = in_terminal("lab", "run", "nmcs.table1", "--scale", "smoke", *store, streams=("stderr",))
    assert done.json["finished"] == 200
    assert "200/200" in shown
    assert "trials/s" in shown
    assert "nmcs.table1          ██" in shown


def test_a_terminal_gets_colours_unless_it_asks_for_none() -> None:
    assert "\x1b[1m" in in_terminal(*SEARCH, streams=("stdout",))[1]
    assert "\x1b[3" not in in_terminal(*SEARCH, streams=("stdout",), NO_COLOR="1")[1]


@pytest.mark.parametrize(
    "command", [["games"], SEARCH, ["bench", "--seconds", "0.001"], ["search", "--help"]]
)
def test_a_pipe_gets_plain_text(command: list[str]) -> None:
    done = finish(start(*command, env=os.environ | {"TERM": "xterm-256color"}))
    assert done.status == 0
    assert done.err == ""
    assert "\x1b" not in done.out
    assert not set("─│╭╰━┃") & set(done.out)


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        ("playout sea", ["search"]),
        ("playout search b", ["breakthrough"]),
        ('playout search "breakthrough(5', ["breakthrough(5,5)"]),
        ('playout search "misere(k', ["misere(knightthrough(5,5))", "misere(knightthrough(8,8))"]),
        ("playout search tictactoe u", ["uct"]),
        ("playout match tictactoe uct ", ["random", "flat", "uct", "nested", "minimax", "strong"]),
        ("playout play tictactoe --against f", ["flat"]),
        ("playout solve ", ["crossword", "morpion"]),
        ("playout solve morpion ", ["random", "uct", "nmcs", "nrpa", "lns"]),
    ],
)
def test_completion(words: str, completions: list[str]) -> None:
    shell = {"_PLAYOUT_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": words}
    out = finish(start(env=os.environ | shell)).out
    assert [line.rpartition("((")[2].split('"')[1] for line in out.splitlines()] == completions
