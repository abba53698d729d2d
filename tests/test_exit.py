"""The end of a program with daemon threads inside the library: its own exit status, and not a word."""

import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest
from daemons import WORK

import playout as po

FOLDER = Path(__file__).parent


def ended(*arguments: str) -> tuple[int, str, str]:
    """The exit status of a Python program, and what it said."""
    program = [sys.executable, *arguments]
    done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=120, cwd=FOLDER)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("seconds", ["0", "0.1", "0.4"])
@pytest.mark.parametrize("work", WORK)
def test_a_program_ends_with_its_own_status(work: str, seconds: str) -> None:
    assert ended("daemons.py", work, seconds) == (7, "", "")


def test_what_runs_at_exit_may_search() -> None:
    """Also what was registered before the library was imported, and so runs after its own handler."""
    script = """
        import atexit, threading, time
        atexit.register(lambda: print(po.UCT().search(state, "50 sims", seed=1).simulations))
        import playout as po
        state = po.game("tictactoe").initial()
        atexit.register(lambda: print(po.UCT().search(state, "60 sims", seed=1).simulations))
        threading.Thread(target=lambda: po.perft("breakthrough(8,8)", 9), daemon=True).start()
        time.sleep(0.2)
    """
    assert ended("-c", textwrap.dedent(script)) == (0, "60\n50\n", "")


def test_threads_that_are_no_daemons_are_waited_for() -> None:
    script = """
        import threading
        import playout as po
        state = po.game("breakthrough(8,8)").initial()
        work = lambda: print(po.UCT().search(state, "300000 sims", seed=1).simulations)
        threading.Thread(target=work).start()
    """
    assert ended("-c", textwrap.dedent(script)) == (0, "300000\n", "")


def test_rules_that_block_for_ever_do_not_keep_the_program() -> None:
    script = """
        import sys, threading, time
        import playout as po
        from toys import nim_with
        def legal(state):
            time.sleep(3600)
        threading.Thread(target=lambda: po.perft(nim_with(legal=legal), 3), daemon=True).start()
        time.sleep(0.2)
        sys.exit(3)
    """
    assert ended("-c", textwrap.dedent(script)) == (3, "", "")


def test_the_child_of_a_fork_does_not_wait_for_threads_that_it_has_not() -> None:
    script = """
        import os, sys, threading, time
        import playout as po
        threading.Thread(target=lambda: po.perft("breakthrough(8,8)", 9), daemon=True).start()
        time.sleep(0.2)
        child = os.fork()
        if child:
            began = time.monotonic()
            status = os.waitpid(child, 0)[1]
            print(os.waitstatus_to_exitcode(status), time.monotonic() - began < 4)
        sys.exit(5)
    """
    assert ended("-W", "ignore", "-c", textwrap.dedent(script)) == (5, "5 True\n", "")


def test_where_no_thread_can_be_started_the_caller_does_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def played() -> tuple[po.MatchGame, ...]:
        return po.match("tictactoe", "random", "random", games=5, seed=1, workers=2).record

    def solved() -> float:
        return po.solve("morpion(4D)", "random", "50 sims", seed=1, threads=2).score

    before = played(), solved()

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't create new thread at interpreter shutdown")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert (played(), solved()) == before
