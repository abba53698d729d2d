"""`playout solve`: what it prints and writes, and what it refuses before the search."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from command import DIGITS, INTERRUPT_WHEN_SEARCHING, Run, finish, in_terminal, run, start

import playout as po

SOLVE = ["solve", "morpion(4D)", "nrpa(level=2)", "--budget", "2000 sims", "--seed", "3"]


@pytest.fixture(autouse=True)
def _fresh_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def untimed(fields: dict[str, Any]) -> dict[str, Any]:
    assert fields["seconds"] > 0
    return {key: value for key, value in fields.items() if key != "seconds"}


@pytest.mark.parametrize("threads", [1, 2])
def test_the_result_as_json(threads: int) -> None:
    found = po.solve("morpion(4D)", "nrpa(level=2)", "2000 sims", seed=3, threads=threads)
    assert untimed(run(*SOLVE, "--threads", str(threads), "--json").json) == {
        "score": found.score,
        "moves": list(found.names),
        "simulations": 2000,
        "states": found.states,
        "seed": 3,
        "threads": threads,
        "interrupted": False,
        "game": "morpion(4D)",
        "player": "nrpa(level=2)",
        "budget": "2000 sims",
        "target": None,
    }


@pytest.mark.parametrize(
    "player",
    ["nrpa(level=2)", "lns(first=nrpa(level=1), keep=5)", "nmcs(level=1)", "nmcs(level=2, sample=3)"],
)
@pytest.mark.parametrize("game", ["morpion(5D)", "crossword(parks)", DIGITS, f"{DIGITS}(6)"])
def test_every_puzzle_is_solved(game: str, player: str) -> None:
    argv = ["solve", game, player, "--budget", "100 sims"]
    found = run(*argv, "--json").json
    assert (found["game"], found["player"], found["simulations"]) == (game, player, 100)
    text = run(*argv).out
    assert " ".join(found["moves"]) in text
    assert "100 simulations" in text


def test_scores_are_shown_as_people_write_them() -> None:
    argv = ["solve", "crossword(capitals)", "nrpa(level=1)", "--budget", "200 sims"]
    score = run(*argv, "--json").json["score"]
    text = f"{score // 1000:.0f};{score % 1000:.0f}"
    assert f"nrpa(level=1) reaches {text}" in run(*argv).out


def test_files_hold_the_solution() -> None:
    found = run(*SOLVE, "--svg", "m.svg", "--record", "m.json", "--json").json
    state = po.verify("m.json")
    assert (state.score, list(state.history_names)) == (found["score"], found["moves"])
    assert Path("m.svg").read_text("utf-8") == state.svg()
    assert run("verify", "m.json").status == 0


@pytest.mark.parametrize("options", [[], ["--threads", "2", "--target", "30"]])
def test_the_command_in_a_record_finds_the_solution_again(options: list[str]) -> None:
    found = run(*SOLVE, *options, "--record", "m.json", "--json").json
    origin = json.loads(Path("m.json").read_text())["origin"]
    again = run(*shlex.split(origin["command"])[1:], "--json").json
    assert untimed(again) == untimed(found)
    assert origin["playout"] == po.__version__
    assert {key: origin[key] for key in untimed(found) if key in origin} == {
        key: found[key] for key in untimed(found) if key in origin
    }


def test_a_target_ends_the_search() -> None:
    argv = ["solve", "morpion(4D)", "nrpa(level=2)", "--budget", "24h", "--target", "30", "--json"]
    found = run(*argv).json
    assert (found["score"] >= 30, found["target"]) == (True, 30)


@pytest.mark.parametrize("target", ["23;180", "23180", "23180.0"])
def test_a_target_is_written_like_a_score(target: str) -> None:
    argv = ["solve", "crossword(capitals)", "nrpa(level=1)", "--budget", "24h", "--json", "--target", target]
    assert run(*argv).json["target"] == 23180


@pytest.mark.parametrize("option", ["--svg", "--record", "--checkpoint"])
@pytest.mark.parametrize("path", ["missing/file", "."])
def test_a_file_that_cannot_be_written_is_noticed_before_the_search(option: str, path: str) -> None:
    done = run("solve", "morpion(4D)", "nrpa", "--budget", "24h", option, path)
    assert done.is_wrong_usage
    assert path in done.err


@pytest.mark.parametrize("option", ["--svg", "--record", "--checkpoint"])
def test_a_link_to_itself_is_one_line(option: str) -> None:
    Path("loop").symlink_to("loop")
    done = run("solve", "morpion(4D)", "nrpa", "--budget", "24h", option, "loop")
    assert done.is_wrong_usage
    assert "Too many levels of symbolic links" in done.err


FULL_AFTER_A_WHILE = """
import errno, os, sys
from playout.cli import main
calls = iter(range(100))
def fsync(_):
    if next(calls) > 1:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
os.fsync = fsync
sys.exit(main(sys.argv[1:]))
"""


def test_a_checkpoint_that_can_no_longer_be_written_is_one_line_and_costs_no_result() -> None:
    argv = ["solve", "morpion(4D)", "nrpa", "--budget", "100 sims", "--checkpoint", "run.save", "--json"]
    done = finish(start(*argv, code=FULL_AFTER_A_WHILE))
    assert done.json["simulations"] == 100
    assert done.err == "playout: cannot write run.save: No space left on device\n"


def test_two_options_cannot_share_a_file() -> None:
    Path("link").symlink_to("run.save")
    done = run(
        "solve", "morpion(4D)", "nrpa", "--budget", "24h", "--record", "link", "--checkpoint", "run.save"
    )
    assert done.is_wrong_usage
    assert "run.save is the file of --record as well" in done.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("option", ["--svg", "--record"])
def test_a_file_that_fails_after_the_search_costs_no_result(option: str) -> None:
    done = run(*SOLVE, option, "/dev/full", "--json")
    assert json.loads(done.out)["simulations"] == 2000
    assert (done.status, done.err) == (1, "playout: [Errno 28] No space left on device\n")


def test_a_search_that_fails_leaves_the_files_alone() -> None:
    Path("raises.py").write_text(
        "from toys import Digits\nclass Raises(Digits):\n    def play(self, s, m):\n        return 1 / 0\n"
    )
    Path("mine.svg").write_text("mine")
    done = run("solve", "raises.py:Raises", "nrpa", "--svg", "mine.svg", "--record", "new.json")
    assert (done.status, done.err.splitlines()[-1]) == (1, "ZeroDivisionError: division by zero")
    assert Path("mine.svg").read_text() == "mine"
    assert not Path("new.json").exists()


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize("game", ["morpion(5D)", f"{DIGITS}(50)"])
def test_ctrl_c_ends_with_the_best_so_far(game: str, threads: str) -> None:
    argv = ["solve", game, "nrpa", "--budget", "24h", "--threads", threads, "--record", "best.json", "--json"]
    found = finish(start(*argv, code=INTERRUPT_WHEN_SEARCHING)).json
    assert found["interrupted"] is True
    record = po.read_record("best.json")
    assert (list(record.moves), record.score) == (found["moves"], found["score"])


def test_ctrl_c_says_that_the_best_is_only_so_far() -> None:
    argv = ["solve", "morpion(5D)", "nrpa", "--budget", "24h", "--checkpoint", "run.save"]
    done = finish(start(*argv, code=INTERRUPT_WHEN_SEARCHING))
    assert "interrupted: the best so far; the same command goes on" in done.out


def test_progress_shows_on_a_terminal_and_leaves_the_json_alone() -> None:
    argv = ["solve", "crossword(capitals)", "nrpa(level=2)", "--budget", "1s", "--json"]
    done, shown = in_terminal(*argv, streams=("stderr",))
    assert done.json["game"] == "crossword(capitals)"
    assert "best " in shown
    assert ";" in shown
    assert "playouts/s, last improvement " in shown


def test_a_pipe_gets_plain_text() -> None:
    done = finish(start(*SOLVE))
    assert (done.status, done.err) == (0, "")
    assert "\x1b" not in done.out


def test_a_finished_checkpoint_answers_again() -> None:
    argv = [*SOLVE, "--checkpoint", "run.save", "--json"]
    assert untimed(run(*argv).json) == untimed(run(*argv).json)
    refused = run(*argv, "--seed", "4")
    assert refused == Run(2, "", "playout: " + refused.err[9:])
    assert "seed 3 instead of 4" in refused.err
