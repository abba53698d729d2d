"""The referee of General Game Playing: matches with good and bad players, and their records."""

import json
import os
import signal
import time
from pathlib import Path

import pytest
from command import finish, run, start
from gdl_texts import DICE, LIGHT, MATCHING, SHARE, THREE, written
from ggp_naughty import BEHAVIOURS, naughty
from ggp_serving import served

pytest.importorskip("clingo", reason="clingo is not installed")

import playout as po
from playout import gdl
from playout.protocols.ggp import MatchRecord, Referee
from playout.protocols.ggp.board import NetworkBoard
from playout.protocols.ggp.messages import read_term

NAMES = [
    "matchId",
    "startTime",
    "isCompleted",
    "isAborted",
    "states",
    "moves",
    "stateTimes",
    "errors",
    "goalValues",
]
"""What every server of the field writes."""


def replayed(path: Path, record: MatchRecord) -> None:
    """The record is complete: its moves are legal, lead through its states and to its goals."""
    board = NetworkBoard(gdl.load(path))
    state = board.initial()
    assert record.is_completed
    assert len(record.states) == len(record.moves) + 1 == len(record.errors) + 1 == len(record.state_times)
    for facts, moves in zip(record.states, record.moves, strict=False):
        assert facts == board.facts(state)
        legal = board.legal(state)
        assert all(move in legal[role] for role, move in zip(board.roles, moves, strict=True))
        state = board.play(state, dict(zip(board.roles, moves, strict=True)))
    assert board.is_terminal(state)
    assert record.states[-1] == board.facts(state)
    assert record.goals == list(board.goals(state).values())


@pytest.mark.parametrize(
    "rules", [LIGHT, MATCHING, DICE, THREE], ids=["puzzle", "at once", "chance", "three"]
)
def test_random_players_of_every_kind_of_game(tmp_path: Path, rules: str) -> None:
    path = written(tmp_path, rules)
    players = ["random"] * len([role for role in gdl.load(path).roles if role != "random"])
    record = Referee(path, players, seed=1).play()
    replayed(path, record)
    assert Referee(path, players, seed=1).play().moves == record.moves


def test_a_match_between_two_of_ours() -> None:
    path = gdl.find("connectfour_4x4.kif")
    with served() as one, served() as other:
        record = Referee(path, [one.url, other.url], 60, 60, seed=1).play()
    replayed(path, record)
    assert [record.faults(role) for role in (0, 1)] == [0, 0]
    assert one.told[-1].endswith(f"ended, x {record.goals[0]}, o {record.goals[1]}")


@pytest.mark.parametrize("kind", BEHAVIOURS)
def test_a_bad_player_is_replaced_by_chance(tmp_path: Path, kind: str) -> None:
    path = written(tmp_path, SHARE) if kind == "late" else gdl.find("tictactoe.kif")
    with served() as good, naughty(kind) as bad:
        record = Referee(path, [good.url, bad], 60, 5 if kind == "late" else 60, seed=1).play()
    replayed(path, record)
    assert record.faults(0) == 0, record.errors
    assert record.faults(1) > 0


def test_nobody_at_the_address(tmp_path: Path) -> None:
    path = written(tmp_path, LIGHT)
    record = Referee(path, ["http://127.0.0.1:9"], 1, 1, seed=1).play()
    replayed(path, record)
    assert record.start_errors == record.end_errors == ["Connection refused"]
    assert record.errors == [["Connection refused"]]


@pytest.mark.parametrize(
    ("players", "why"),
    [
        (["random"], "tictactoe.kif has the roles x, o: it takes 2 players, not 1"),
        (["random", "ftp://a:1"], "a player is http://host:port, or 'random', not 'ftp://a:1'"),
        (["random", "http://a"], "a player is http://host:port"),
        (["random", "http://a:99999"], "a player is http://host:port"),
        (["http://a:1", "http://a:1/"], "a player has one role in a match"),
    ],
)
def test_players_that_are_none(players: list[str], why: str) -> None:
    with pytest.raises(po.SpecError, match=why):
        Referee(gdl.find("tictactoe.kif"), players)


def test_the_command(tmp_path: Path) -> None:
    out = tmp_path / "match.json"
    done = run("ggp-match", "tictactoe.kif", "random", "random", "--seed", "3", "--out", str(out))
    assert (done.status, done.err) == (0, "")
    assert "tictactoe.kif: match playout.tictactoe." in done.out
    kept = json.loads(out.read_text())
    assert all(name in kept for name in NAMES)
    assert [read_term(move) for move in kept["moves"][0]][1] == "noop"
    again = run("ggp-match", "tictactoe.kif", "random", "random", "--seed", "3", "--json").json
    assert again["moves"] == kept["moves"]
    assert again["states"] == kept["states"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["tictactoe.kif", "random"],
        ["nothing.kif", "random", "random"],
        ["tictactoe.kif", "here", "random"],
        ["tictactoe.kif", "random", "random", "--out", "/nowhere/at/all"],
        ["tictactoe.kif", "random", "random", "--play-clock", "0"],
        [__file__, "random"],
    ],
)
def test_wrong_usage_is_one_line(arguments: list[str]) -> None:
    assert run("ggp-match", *arguments).is_wrong_usage


@pytest.mark.parametrize(
    "arguments", [["nrpa"], ["uct(x=1)"], ["uct", "--budget", "much"], ["uct", "--solver", "flat"]]
)
def test_players_that_cannot_play_are_refused_before_the_first_match(arguments: list[str]) -> None:
    assert run("ggp", *arguments, "--port", "0").is_wrong_usage


def test_a_port_that_is_taken() -> None:
    with served() as player:
        done = run("ggp", "random", "--port", str(player.port))
    assert (done.status, done.err) == (
        1,
        f"playout: cannot listen on 127.0.0.1, port {player.port}: Address already in use\n",
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_player_as_a_program_ends_when_it_is_told(tmp_path: Path, number: int) -> None:
    process = start("ggp", "uct", "--port", "0", "--budget", "10 sims", cwd=tmp_path)
    assert process.stdout
    line = process.stdout.readline()
    url = line.split()[5]
    record = Referee(gdl.find("tictactoe.kif"), [url, "random"], 60, 60, seed=1).play()
    assert record.faults(0) == 0
    os.kill(process.pid, number)
    done = finish(process)
    assert (done.status, done.err) == (0, "")
    assert "begins as x" in done.out


def test_ctrl_c_keeps_the_record_so_far(tmp_path: Path) -> None:
    out = tmp_path / "match.json"
    with naughty("late") as bad:
        process = start(
            "ggp-match", "tictactoe.kif", bad, "random", "--play-clock", "3600", "--out", str(out)
        )
        while process.poll() is None and not _is_connected(process.pid, bad):
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        done = finish(process)
    kept = json.loads(out.read_text())
    assert done.status == 0
    assert (kept["isAborted"], kept["isCompleted"], len(kept["states"])) == (True, False, 1)
    assert "aborted: the match up to here" in done.out


def _is_connected(pid: int, url: str) -> bool:
    """Whether a process waits for an answer of a player, behind the start."""
    port = f"{int(url.rpartition(':')[2]):04X}"
    lines = Path(f"/proc/{pid}/net/tcp").read_text().splitlines()
    return any(line.split()[2].endswith(f":{port}") and line.split()[3] == "01" for line in lines[1:])
