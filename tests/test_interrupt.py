"""Ctrl-C: the first one ends a search with the best so far, the second one raises; the GIL is free meanwhile.

Each script runs in a process group of its own, which gets the signal as a terminal would send it. The
measured delays are printed (`pytest -s`); the limits here only tell an end from none.
"""

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from toys import Nim

import playout as po

PATIENCE_SECONDS = 60

# A shell may start what it runs in the background with Ctrl-C ignored.
PRELUDE = f'''
import json, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, {str(Path(__file__).parent)!r})
import playout as po
from toys import Nim

def ready():
    print("ready", flush=True)

def ready_once_heard():
    """Says so as soon as Ctrl-C is in the library's hands."""
    def wait():
        while signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            time.sleep(0.001)
        ready()
    threading.Thread(target=wait, daemon=True).start()

def done(**answer):
    answer["at"] = time.time()
    answer["handler_restored"] = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    print(json.dumps(answer), flush=True)
'''


def interrupted(script: str, pauses: tuple[float, ...] = (0.3,)) -> dict[str, Any]:
    """Runs a script, sends Ctrl-C after each pause from when it is ready, and returns what it said."""
    command = [sys.executable, "-c", PRELUDE + textwrap.dedent(script)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        for pause in pauses:
            time.sleep(pause)
            sent = time.time()
            os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE_SECONDS)
    assert (process.returncode, errors) == (0, ""), errors
    answer: dict[str, Any] = json.loads(output)
    print(f"{(answer['at'] - sent) * 1000:.1f} ms from Ctrl-C to the answer")
    assert answer["handler_restored"]
    return answer


@pytest.mark.parametrize("player", ["uct", "flat"])
@pytest.mark.parametrize("rules", ["'tictactoe'", "'breakthrough(8,8)'", "Nim(40)"])
def test_a_search_answers_with_the_best_so_far(rules: str, player: str) -> None:
    answer = interrupted(f"""
        state = po.game({rules}).initial()
        ready_once_heard()
        result = po.player("{player}").search(state, "1h", seed=1)
        done(interrupted=result.interrupted, simulations=result.simulations, children=len(result.children),
             legal=result.move in state.legal_moves)
    """)
    assert answer["interrupted"]
    assert answer["legal"]
    assert answer["simulations"] > 0
    assert answer["children"] > 0


@pytest.mark.parametrize(
    "player", ["nested(level=3)", "uct(playout=nested(level=3))", "uct(playout=minimax_rollout(depth=50))"]
)
@pytest.mark.parametrize("rules", ["'breakthrough(8,8)'", "Nim(60)"])
def test_a_search_answers_from_inside_a_playout_that_would_take_too_long(rules: str, player: str) -> None:
    answer = interrupted(f"""
        state = po.game({rules}).initial()
        ready_once_heard()
        result = po.player("{player}").search(state, "1h", seed=1)
        done(interrupted=result.interrupted, states=result.states, legal=result.move in state.legal_moves)
    """)
    assert answer["interrupted"]
    assert answer["legal"]
    assert answer["states"] > 0


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("rules", ["'breakthrough(5,5)'", "Nim(20)"])
def test_a_match_answers_with_the_games_so_far(rules: str, workers: int) -> None:
    answer = interrupted(
        f"""
        ready_once_heard()
        players = "uct", "random"
        result = po.match({rules}, *players, games=1_000_000, budget="100 sims", workers={workers})
        done(interrupted=result.interrupted, games=result.games, record=len(result.record))
    """,
        pauses=(2.0 if workers > 1 and "Nim" in rules else 0.3,),
    )
    assert answer["interrupted"]
    assert answer["games"] == answer["record"]
    assert answer["games"] < 1_000_000


def test_a_match_in_the_middle_of_a_move_answers() -> None:
    answer = interrupted("""
        ready_once_heard()
        result = po.match("breakthrough(8,8)", "uct", "uct", games=2, budget="1h", workers=2)
        done(interrupted=result.interrupted, games=result.games, score=result.score)
    """)
    assert answer["interrupted"]
    assert (answer["games"], answer["score"]) == (0, 0.5)


@pytest.mark.parametrize("pause", [0, 0.1, 0.3])
def test_worker_processes_that_are_still_starting_end_in_peace(pause: float) -> None:
    answer = interrupted(
        """
        ready_once_heard()
        result = po.match(Nim(40), "uct", "uct", games=1_000_000, budget="1000 sims", workers=2)
        done(interrupted=result.interrupted)
    """,
        pauses=(pause,),
    )
    assert answer["interrupted"]


def test_playouts_end() -> None:
    answer = interrupted("""
        ready_once_heard()
        rate = po.playout_rate("breakthrough(8,8)", "1h")
        done(playouts=rate.playouts, states=rate.states)
    """)
    assert 0 < answer["playouts"] < answer["states"]


def test_nested_playouts_end_before_their_end() -> None:
    answer = interrupted("""
        ready_once_heard()
        rate = po.playout_rate("breakthrough(8,8)", "1h", playout="nested(5)")
        done(playouts=rate.playouts, states=rate.states, interrupted=rate.interrupted)
    """)
    assert answer["interrupted"]
    assert (answer["playouts"], answer["states"] > 0) == (0, True)


def test_perft_raises() -> None:
    """Half a count is no answer."""
    answer = interrupted("""
        ready()
        try:
            po.perft("breakthrough(8,8)", 12)
        except KeyboardInterrupt:
            done(raised=True)
    """)
    assert answer["raised"]


def test_the_second_one_raises() -> None:
    answer = interrupted(
        """
        class Slow(Nim):
            def play(self, state, move):
                time.sleep(30)
                return super().play(state, move)

        state = po.game(Slow()).initial()
        ready_once_heard()
        try:
            po.UCT().search(state, "1h")
        except KeyboardInterrupt:
            result = po.UCT().search(po.game("tictactoe").initial(), "10 sims")
            done(raised=True, usable=result.simulations == 10)
    """,
        pauses=(0.3, 0.3),
    )
    assert answer["raised"]
    assert answer["usable"]


def test_a_handler_of_the_program_is_left_alone() -> None:
    answer = interrupted("""
        class Mine(Exception):
            pass

        def handler(number, frame):
            raise Mine

        signal.signal(signal.SIGINT, handler)
        ready()
        try:
            po.UCT().search(po.game("breakthrough(8,8)").initial(), "1h")
        except Mine:
            kept = signal.getsignal(signal.SIGINT) is handler
            signal.signal(signal.SIGINT, signal.default_int_handler)
            done(kept=kept)
    """)
    assert answer["kept"]


def test_a_search_in_a_thread_leaves_ctrl_c_to_the_main_one() -> None:
    answer = interrupted("""
        found, heard = [], False
        state = po.game("breakthrough(8,8)").initial()
        thread = threading.Thread(target=lambda: found.append(po.UCT().search(state, "1s")))
        thread.start()
        try:
            ready()
            time.sleep(60)
        except KeyboardInterrupt:
            heard = True
        thread.join()
        done(heard=heard, interrupted=found[0].interrupted, simulations=found[0].simulations)
    """)
    assert answer["heard"]
    assert not answer["interrupted"]
    assert answer["simulations"] > 0


def test_the_handler_is_restored_after_an_error() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(po.SpecError):
        po.UCT().search(po.game("tictactoe").initial(), "no budget")
    with pytest.raises(ValueError, match="PythonGame"):
        po.match(object(), "uct", "uct")  # type: ignore[arg-type]
    po.UCT().search(po.game("tictactoe").initial(), "10 sims")
    assert signal.getsignal(signal.SIGINT) is before


def wakings_during(work: Callable[[], object]) -> int:
    """How often another thread, which sleeps a little and wakes up, does so while the work goes on."""
    wakings, end, started = 0, threading.Event(), threading.Event()

    def doze() -> None:
        nonlocal wakings
        while not end.is_set():
            time.sleep(0.005)
            wakings += 1
            started.set()

    thread = threading.Thread(target=doze)
    thread.start()
    started.wait()
    before = wakings
    work()
    during = wakings - before
    end.set()
    thread.join()
    return during


@pytest.mark.parametrize("player", ["uct", "flat"])
def test_a_native_search_lets_other_threads_run(player: str) -> None:
    state = po.game("breakthrough(8,8)").initial()
    assert wakings_during(lambda: po.player(player).search(state, "500ms")) >= 3


def test_native_playouts_and_perft_let_other_threads_run() -> None:
    assert wakings_during(lambda: po.playout_rate("breakthrough(8,8)", "500ms")) >= 3
    assert wakings_during(lambda: po.perft("breakthrough(8,8)", 6)) >= 1


@pytest.mark.parametrize("rules", ["breakthrough(5,5)", Nim(30)], ids=str)
def test_a_search_works_in_any_thread(rules: Any) -> None:
    state = po.game(rules).initial()
    found: list[po.SearchResult] = []
    thread = threading.Thread(target=lambda: found.append(po.UCT().search(state, "300 sims", seed=1)))
    thread.start()
    thread.join(PATIENCE_SECONDS)
    assert found[0].children == po.UCT().search(state, "300 sims", seed=1).children
