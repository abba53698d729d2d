"""The player of General Game Playing: transcripts, many matches at once, whatever a referee may do to it."""

import json
import os
import random
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from gdl_fuzz import hostile
from gdl_texts import DICE, LIGHT, MATCHING, SHARE, THREE, checked
from ggp_serving import QUICK, Asker, served

pytest.importorskip("clingo", reason="clingo is not installed")

from playout import gdl
from playout.gdl.rules import Term, text
from playout.protocols.ggp import match as matches
from playout.protocols.ggp.board import NetworkBoard, ProverBoard
from playout.protocols.ggp.desk import IDLE_SECONDS, Desk
from playout.protocols.ggp.match import Manner, Match
from playout.protocols.ggp.messages import Start, read_term
from playout.protocols.ggp.mind import Mind, Setting
from playout.protocols.ggp.server import MAX_CONNECTIONS

TICTACTOE = gdl.find("tictactoe.kif").read_text(encoding="utf-8")
LONG = 60
"""Seconds of a clock that never runs out in a test."""

ENDLESS = f"""
{LIGHT}
(digit 0) (digit 1) (digit 2) (digit 3) (digit 4) (digit 5) (digit 6) (digit 7) (digit 8) (digit 9)
(<= (next (number ?a ?b ?c ?d ?e ?f ?g ?h ?i)) (does player push) (digit ?a) (digit ?b) (digit ?c) (digit ?d)
    (digit ?e) (digit ?f) (digit ?g) (digit ?h) (digit ?i) (true (never ?a)))
(<= (next (never ?a)) (true (never ?a)) (digit ?a))
"""


@pytest.fixture(scope="module")
def player() -> Iterator[Asker]:
    with served() as asker:
        yield asker


def start(match: str, role: str, rules: str, start_clock: float = LONG, play_clock: float = LONG) -> str:
    return str(Start(match, role, rules, start_clock, play_clock))


def test_info(player: Asker) -> None:
    assert player.ask("(INFO)") == "((name playout) (status available))"


def test_a_match_from_start_to_stop(player: Asker) -> None:
    network = gdl.load(gdl.find("tictactoe.kif"))
    board = NetworkBoard(network)
    state, moves = board.initial(), "nil"
    assert player.ask(start("whole", "x", TICTACTOE)) == "READY"
    while not board.is_terminal(state):
        own, legal = read_term(player.ask(f"(PLAY whole {moves})")), board.legal(state)
        assert own in legal["x"]
        done: dict[str, Term] = {"x": own, "o": legal["o"][-1]}
        state, moves = board.play(state, done), f"({text(own)} {text(done['o'])})"
    assert player.ask(f"(STOP whole {moves})") == "DONE"
    goals = board.goals(state)
    assert goals["x"] == 100, "somebody who always takes the last cell loses against a search"
    assert player.told[-1] == f"match whole: ended, x {goals['x']}, o {goals['o']}"
    assert player.ask("(PLAY whole nil)") == "busy"


@pytest.mark.parametrize(
    ("rules", "role", "moves"),
    [
        (LIGHT, "player", {"push"}),
        (MATCHING, "odd", {"(show head)", "(show tail)"}),
        (DICE, "player", {"noop"}),
        (THREE, "b", {"noop"}),
        (SHARE, "first", {"(take both)"}),
        (SHARE, "second", {"noop"}),
    ],
    ids=["puzzle", "at once", "chance", "three roles", "first", "second"],
)
def test_games_of_every_kind(player: Asker, rules: str, role: str, moves: set[str]) -> None:
    assert player.ask(start("kind", role, rules)) == "READY"
    assert player.ask("(PLAY kind nil)") in moves
    assert player.ask("(ABORT kind)") == "ABORTED"


def test_moves_are_spelled_as_the_referee_spells_them(player: Asker) -> None:
    assert player.ask(start("Loud", "FIRST", SHARE.upper())) == "READY"
    assert player.ask("(PLAY LOUD NIL)") == "(TAKE BOTH)"
    assert player.ask("(STOP loud ((TAKE BOTH) NOOP))") == "DONE"
    assert player.told[-1] == "match loud: ended, first 80, second 10"


@pytest.mark.parametrize(
    "moves",
    [
        "nil",
        "()",
        "(noop)",
        "((mark 2 b))",
        "((mark 2 b) (mark 1 a))",
        "((mark 9 9) noop)",
        "(noop noop)",
        "(a b c d e)",
        "((mark 2 b) noop)",
    ],
)
def test_wrong_and_missing_moves_are_survived(player: Asker, moves: str) -> None:
    assert player.ask(start("odd", "x", TICTACTOE)) == "READY"
    first = player.ask("(PLAY odd nil)")
    assert first.startswith("(mark")
    for said in (f"({first} noop)", moves, moves, "nil"):
        assert player.ask(f"(PLAY odd {said})").strip()
    assert player.ask("(STOP odd nil)") == "DONE"


def test_a_message_that_comes_twice_is_done_once(player: Asker) -> None:
    assert player.ask(start("twice", "o", TICTACTOE)) == "READY"
    assert player.ask("(PLAY twice nil)") == "noop"
    for _ in range(3):
        assert player.ask("(PLAY twice ((mark 2 b) noop))").startswith("(mark")
    assert player.ask("(ABORT twice)") == "ABORTED"


def test_a_match_can_be_started_again(player: Asker) -> None:
    for rules, role, answer in (
        (LIGHT, "player", "push"),
        (SHARE, "second", "noop"),
        (LIGHT, "player", "push"),
    ):
        assert player.ask(start("again", role, rules)) == "READY"
        assert player.ask("(PLAY again nil)") == answer
    assert player.ask("(ABORT again)") == "ABORTED"
    assert player.ask("(ABORT again)") == "busy"
    assert player.ask("(STOP again nil)") == "busy"


def test_many_matches_at_once(player: Asker) -> None:
    def play(index: int) -> str:
        assert player.ask(start(f"many.{index}", "first", SHARE)) == "READY"
        answer = player.ask(f"(PLAY many.{index} nil)")
        assert player.ask(f"(STOP many.{index} ({answer} noop))") == "DONE"
        return answer

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(play, range(16))) == {"(take both)"}


def test_more_matches_than_there_may_be() -> None:
    with served(most=1) as player:
        assert player.ask(start("one", "player", LIGHT)) == "READY"
        assert player.ask("(INFO)") == "((name playout) (status busy))"
        assert player.ask(start("two", "player", LIGHT)) == "busy"
        assert player.ask(start("one", "player", LIGHT)) == "READY", "the same match may begin again"
        assert player.ask("(STOP one (push))") == "DONE"
        assert player.ask(start("two", "player", LIGHT)) == "READY"


@pytest.mark.parametrize(
    ("rules", "role", "why"),
    [
        ("(role a)", "a", "no rule for init, legal, next, goal, terminal"),
        (LIGHT, "nobody", "the rules have no role nobody"),
        (f"{LIGHT} (<= p (not p))", "player", "'p' depends on its own negation"),
    ],
)
def test_rules_that_are_no_game_are_refused(player: Asker, rules: str, role: str, why: str) -> None:
    assert player.ask(start("bad", role, rules)) == "busy"
    assert why in player.told[-1]
    assert player.ask("(PLAY bad nil)") == "busy"


def test_a_match_that_nobody_finishes_is_dropped(player: Asker) -> None:
    assert player.ask(start("left", "player", LIGHT, play_clock=1)) == "READY"
    match = player.server.desk._matches["left"]
    player.server.desk.sweep()
    assert player.ask("(PLAY left nil)") == "push"
    match.used -= IDLE_SECONDS + 10 * LONG
    player.server.desk.sweep()
    assert player.told[-1] == "match left: dropped, since nothing was heard of it"
    assert player.ask("(PLAY left nil)") == "busy"


# Clocks: what a process does not say in time is answered without it

SILENT = "import time; time.sleep(3600)"
HESITANT = """
import json, sys, time
for line in sys.stdin:
    order = json.loads(line)
    answer = {"ready": True} if order["do"] == "start" else {"turn": order["turn"], "move": "(wait 1)"}
    print(json.dumps(answer), flush=True)
"""
MORTAL = """
import json, sys
for line in sys.stdin:
    order = json.loads(line)
    if order["do"] == "play" and not started["setting"]["careful"]:
        sys.exit(1)
    started = order if order["do"] == "start" else started
    said = {"turn": order.get("turn"), "move": "rest", "final": True}
    answer = {"ready": True} if order["do"] == "start" else said
    print(json.dumps(answer), flush=True)
"""


def one(monkeypatch: pytest.MonkeyPatch, script: str, clock: float) -> tuple[Match, list[str]]:
    """A match whose process is a script."""
    monkeypatch.setattr(matches, "COMMAND", [sys.executable, "-c", script])
    told: list[str] = []
    return Match(Start("m", "player", LIGHT, clock, clock), Manner(margin=0.1), told.append), told


def test_a_process_that_says_nothing_does_not_hold_up_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = one(monkeypatch, SILENT, 1)
    assert match.wait_until_ready(time.monotonic()) == "READY"
    assert match.play(None, time.monotonic()) == "nil"
    match.close()


def test_the_best_move_so_far_is_sent_when_the_clock_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = one(monkeypatch, HESITANT, 6)
    assert match.wait_until_ready(time.monotonic()) == "READY"
    assert match.play(None, time.monotonic()) == "(wait 1)"
    assert match.play(None, received=time.monotonic() - 1000) == "(wait 1)", "at once: there is no time left"
    match.close()


def test_a_process_that_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    match, told = one(monkeypatch, MORTAL, LONG)
    assert match.wait_until_ready(time.monotonic()) == "READY"
    assert match.play(None, time.monotonic()) == "rest"
    assert told == ["match m: its process died; another one goes on without a search"]
    match.close()


def test_a_move_that_came_too_late_is_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(Start("m", "o", TICTACTOE, LONG, LONG), QUICK)
    assert match.wait_until_ready(time.monotonic()) == "READY"
    assert match.play(None, time.monotonic()) == "noop"
    match.play((("mark", "2", "b"), "noop"), received=time.monotonic() - 1000)
    assert match.play((("noop"), ("mark", "1", "a")), time.monotonic()) == "noop", "it is the other's turn"
    match.close()


def test_a_player_in_python(tmp_path: Path) -> None:
    with served(replace(QUICK, player=f"{Path(__file__).parent}/toys.py:First")) as player:
        assert player.ask(start("own", "x", TICTACTOE)) == "READY"
        assert player.ask("(PLAY own nil)") == "(mark 1 a)"
        assert not [line for line in player.told if "search" in line]


def test_the_same_seed_gives_the_same_moves() -> None:
    rules = gdl.find("connectfour_4x4.kif").read_text(encoding="utf-8")
    found = []
    for _ in range(2):
        with served() as player:
            assert player.ask(start("same", "x", rules)) == "READY"
            first = player.ask("(PLAY same nil)")
            found.append(
                (
                    first,
                    player.ask(f"(PLAY same ({first} noop))"),
                    player.ask("(PLAY same (noop (drop 1 d)))"),
                )
            )
    assert found[0] == found[1]


def test_a_match_that_is_closed_answers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = one(monkeypatch, SILENT, 3600)
    answers: list[str] = []
    thread = threading.Thread(target=lambda: answers.append(match.wait_until_ready(time.monotonic())))
    thread.start()
    while match._worker is None:
        time.sleep(0.01)
    match.close()
    thread.join(LONG)
    assert answers == ["READY"]
    assert match.play(None, time.monotonic()) == "nil"


# The mind, in this process


def mind(folder: Path, role: str, rules: str, **options: object) -> Mind:
    setting = replace(Setting(role, rules, budget="20 sims", seed=1), **options)  # type: ignore[arg-type]
    return Mind(setting, folder, time.monotonic() + LONG)


def choose(thinker: Mind) -> Term | None:
    return thinker.choose(time.monotonic() + LONG, lambda move: None)


@pytest.mark.parametrize("name", ["tictactoe", "connectfour_4x4", "misere_nogo_4x4", "hanoi"])
def test_whole_games_by_the_mind_are_legal(tmp_path: Path, name: str) -> None:
    rules = gdl.find(f"{name}.kif").read_text(encoding="utf-8")
    role = "player" if name == "hanoi" else "o"
    thinker, rng = mind(tmp_path, role, rules, budget="3 sims"), random.Random(1)
    board = thinker.board
    while not board.is_terminal(thinker.state):
        legal = board.legal(thinker.state)
        moves = {one: rng.choice(found) for one, found in legal.items()}
        own = choose(thinker)
        assert own in legal[role]
        moves[role] = own
        thinker.hear(tuple(moves.values()))
    assert thinker.goals() == board.goals(thinker.state)


def test_what_is_heard_twice_or_not_at_all_changes_nothing(tmp_path: Path) -> None:
    thinker = mind(tmp_path, "x", TICTACTOE)
    first = thinker.state
    thinker.hear(None)
    assert thinker.state == first
    thinker.hear((("mark", "2", "b"), "noop"))
    second = thinker.state
    assert second != first
    thinker.hear((("mark", "2", "b"), "noop"))
    assert thinker.state == second


def test_of_an_own_move_that_was_lost_the_sent_one_counts(tmp_path: Path) -> None:
    thinker = mind(tmp_path, "x", TICTACTOE)
    sent = choose(thinker)
    assert isinstance(sent, tuple)
    thinker.hear(("nonsense", "noop"))
    assert ("cell", *sent[1:], "x") in thinker.board.facts(thinker.state)


def test_without_any_time_the_tree_of_the_moves_before_knows_a_move(tmp_path: Path) -> None:
    thinker = mind(tmp_path, "x", TICTACTOE, budget="2000 sims")
    thinker.think(time.monotonic() + LONG)
    thinker.hear((("mark", "2", "b"), "noop"))
    thinker.hear(("noop", ("mark", "2", "a")))
    told: list[Term | None] = []
    move = thinker.choose(time.monotonic() - 1, told.append)
    assert thinker._chooser is not None
    assert move == thinker._chooser.move() == told[-1] is not None


def test_a_search_that_fails_gives_way_to_flat(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    thinker = mind(tmp_path, "first", SHARE, player="nrpa")
    assert choose(thinker) == ("take", "both")
    assert "nrpa is for puzzles" in caplog.text


def test_after_a_death_nothing_is_searched(tmp_path: Path) -> None:
    assert type(mind(tmp_path, "first", SHARE, careful=True)._chooser).__name__ == "Flat"


def test_flat_finds_the_goal_of_its_own_role(tmp_path: Path) -> None:
    greedy = SHARE + "(role third) (<= (legal third noop) (true begin)) (<= (goal third 7) (true (taken ?w)))"
    thinker = mind(tmp_path, "first", greedy, budget="10 sims")
    assert type(thinker._chooser).__name__ == "Flat"
    assert choose(thinker) == ("take", "both")


def test_a_puzzle_is_followed_to_its_goal(tmp_path: Path) -> None:
    rules = gdl.find("hanoi.kif").read_text(encoding="utf-8")
    thinker = mind(tmp_path, "player", rules, budget="30 sims")
    before = 0.0
    while not thinker.board.is_terminal(thinker.state):
        own = choose(thinker)
        assert own is not None
        score = thinker._chooser._best.score  # type: ignore[union-attr]
        assert score >= before, "a known sequence is never given up for a worse one"
        before = score
        thinker.hear((own,))
    assert thinker.goals() == {"player": before}


def test_rules_that_cannot_be_grounded_are_played_by_the_prover(tmp_path: Path) -> None:
    thinker = mind(tmp_path, "player", ENDLESS)
    assert isinstance(thinker.board, NetworkBoard | ProverBoard)
    assert choose(thinker) == "push"
    thinker.hear(("push",))
    assert thinker.goals() == {"player": 100}


def test_without_time_to_ground_there_is_the_prover(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    setting = Setting("x", TICTACTOE.replace("mark", "sign"), seed=1)
    thinker = Mind(setting, tmp_path, deadline=time.monotonic() - 1)
    assert isinstance(thinker.board, ProverBoard)
    assert choose(thinker) in thinker.board.legal(thinker.state)["x"]
    assert "plays at random by the prover: the rules were not grounded within" in caplog.text


def test_time_that_is_over_is_told_whatever_became_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def load(_path: Path) -> None:
        try:
            time.sleep(60)
        except TimeoutError:
            raise KeyError("as when a thread is just being started") from None

    monkeypatch.setattr(gdl, "load", load)
    thinker = Mind(Setting("x", TICTACTOE, seed=1), tmp_path, deadline=time.monotonic())
    assert isinstance(thinker.board, ProverBoard)
    assert "the rules were not grounded within" in caplog.text


def test_the_prover_finds_a_move_where_the_next_state_takes_for_ever() -> None:
    board = ProverBoard(checked(hostile()["closure over what changes"]))
    assert board.legal(board.initial()) == {"player": ["push"]}


def test_both_boards_say_the_same() -> None:
    for name in ("tictactoe.kif", "hanoi.kif"):
        network = NetworkBoard(gdl.load(gdl.find(name)))
        prover = ProverBoard(gdl.read_rules(gdl.find(name)))
        one, other, rng = network.initial(), prover.initial(), random.Random(1)
        while not network.is_terminal(one):
            legal = network.legal(one)
            assert {role: set(moves) for role, moves in legal.items()} == {
                role: set(moves) for role, moves in prover.legal(other).items()
            }
            moves = {role: rng.choice(found) for role, found in legal.items()}
            one, other = network.play(one, moves), prover.play(other, moves)
            assert set(network.facts(one)) == set(prover.facts(other))
        assert prover.is_terminal(other)
        assert prover.goals(other) == network.goals(one)


# Hostile clients


@pytest.mark.parametrize(
    "body", [b"", b"(", b"hello", b"\xff\xfe", b"(PLAY)", b"\0" * 1000, b"(" * 100_000, b"(START a b c d e)"]
)
def test_what_is_no_message_is_refused_in_one_line(player: Asker, body: bytes) -> None:
    status, said = player.post(body)
    assert status == 400
    assert len(said.splitlines()) == 1
    assert player.ask("(INFO)")


def test_no_page_may_ask(player: Asker) -> None:
    assert player.post(b"(INFO)", Origin="http://elsewhere")[0] == 400


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"\0\1\2\3",
        b"POST / HTTP/1.0\r\n\r\n(INFO)",
        b"POST / HTTP/1.0\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.0\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"POST / HTTP/1.0\r\nContent-Length: 100\r\n\r\n(INFO)",
        b"GET / HTTP/1.0\r\n\r\n",
        b"DELETE / HTTP/1.0\r\n\r\n",
        b"POST / HTTP/1.0\r\n" + b"A: b\r\n" * 500 + b"\r\n",
        b"POST /" + b"a" * 70_000 + b" HTTP/1.0\r\n\r\n",
    ],
    ids=["nothing", "bytes", "no length", "negative", "huge", "short", "GET", "DELETE", "headers", "path"],
)
def test_broken_requests_are_survived(player: Asker, sent: bytes) -> None:
    said = player.raw(sent)
    assert b" 200 " not in said.partition(b"\r\n")[0]
    assert player.ask("(INFO)")


def test_clients_that_send_nothing_do_not_keep_others_out(player: Asker) -> None:
    import socket

    silent = [socket.create_connection(("127.0.0.1", player.port)) for _ in range(MAX_CONNECTIONS + 50)]
    try:
        assert player.ask("(INFO)")
    finally:
        for connection in silent:
            connection.close()


def test_a_match_s_process_ends_when_nobody_listens(tmp_path: Path) -> None:
    """The server is killed: its match ends too, for the end of its input is the end of it."""
    import subprocess

    process = subprocess.Popen(
        matches.COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    setting = {"role": "x", "rules": TICTACTOE}
    order = {
        "do": "start",
        "setting": setting,
        "history": [],
        "memory": 2**31,
        "deadline": time.monotonic() + 3600,
    }
    assert process.stdin
    process.stdin.write(json.dumps(order) + "\n")
    process.stdin.close()
    assert process.wait(LONG) == -9
    assert process.stdout
    process.stdout.close()


def test_a_desk_without_matches_has_nothing_to_sweep() -> None:
    desk = Desk(QUICK)
    desk.sweep()
    desk.close()
    assert desk.answer("(INFO)", 0.0).endswith("available))")
