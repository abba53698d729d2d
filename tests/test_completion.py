"""Completion: what is offered inside a spec, and that a real shell takes it."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command import read_screen

import playout as po
from playout.cli import completion

PATIENCE_SECONDS = 60
TOYS = f"{Path(__file__).parent}/toys.py"
PARAMETERS = ["level", "discount", "cut_on_win", "prune_on_depth", "base", "shuffle"]


def offered(complete: object, text: str) -> list[str]:
    """What a shell would show: the offers that begin with what was typed."""
    assert callable(complete)
    return [word for word, _ in complete(text) if word.startswith(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("u", ["uct"]),
        ("uct(exp", ["uct(exploration=", "uct(exploration=auto"]),
        ("uct(exploration=", ["uct(exploration=auto)", "uct(exploration=auto, "]),
        ("uct(exploration=1", ["uct(exploration=1)", "uct(exploration=1, "]),
        ("uct(rave=3, reu", ["uct(rave=3, reuse=", "uct(rave=3, reuse=true", "uct(rave=3, reuse=false"]),
        ("uct(bounds=", ["uct(bounds=none", "uct(bounds=solver", "uct(bounds=cuts"]),
        ("uct(bounds=c", ["uct(bounds=cuts)", "uct(bounds=cuts, "]),
        ("uct(playout=m", [f"uct(playout={name}" for name in ("minimax_rollout", "mobility", "mast")]),
        ("uct(playout=nested(", [f"uct(playout=nested({name}=" for name in PARAMETERS]),
        ("uct(playout=nested(2)", ["uct(playout=nested(2))", "uct(playout=nested(2), "]),
        ("uct(0.7,creat", ["uct(0.7,creation=", "uct(0.7,creation=1"]),
        ("uct(nonsense=", []),
        ("nonsense(", []),
        ("uct(playout=nonsense(", []),
        ("uct(playout=uct(", []),
        ("uct)", []),
        (f"{TOYS}:", [f"{TOYS}:First", f"{TOYS}:Busy"]),
        ("none.py:", []),
        ("x:", []),
    ],
)
def test_inside_a_player(text: str, words: list[str]) -> None:
    assert offered(completion.complete_player, text) == words


def test_all_parameters_are_offered_that_have_a_text() -> None:
    names = [word.removeprefix("uct(") for word in offered(completion.complete_rival, "uct(")]
    assert names == [f"{name}=" for name in po.spec.parameters(po.UCT) if name != "prior"]


def test_inside_a_game() -> None:
    assert offered(completion.complete_game, "breakthrough(5,5") == ["breakthrough(5,5)"]
    assert offered(completion.complete_game, "nogo(6,6") == ["nogo(6,6)", "nogo(6,6, "]
    assert "breakthrough(5,5, pieces=" in offered(completion.complete_game, "breakthrough(5,5, ")
    assert offered(completion.complete_game, f"{TOYS}:") == [f"{TOYS}:Nim", f"{TOYS}:Digits"]
    assert "morpion(5D)" in offered(completion.complete_puzzle, "morpion(")
    assert offered(completion.complete_game, "op") == ["openspiel"]
    assert offered(completion.complete_game, "misere(openspiel(h") == []
    assert offered(completion.complete_puzzle, "openspiel(") == []


def test_a_file_is_read_and_not_run(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "raise SystemExit('run')\nclass Mine:\n    def search(self): ...\nclass Other(Mine): ...\n"
    )
    assert offered(completion.complete_player, f"{path}:") == [f"{path}:Mine", f"{path}:Other"]
    path.write_text("class (")
    assert offered(completion.complete_player, f"{path}:") == []


def test_files_of_games_are_completed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("hex.so", "hex.c", "go.py", "go.txt", "nim.kif"):
        (tmp_path / name).write_text("")
    found = [f"{tmp_path}/{name}" for name in ("folder/", "go.py:", "hex.so", "nim.kif")]
    assert offered(completion.complete_game, f"{tmp_path}/") == found
    assert offered(completion.complete_game, f"{tmp_path}/h") == [f"{tmp_path}/hex.so"]
    assert offered(completion.complete_puzzle, f"{tmp_path}/none/") == []


def test_what_is_completed_is_valid() -> None:
    """Every word that closes a parenthesis is a player."""
    for kind in po.spec.known(po.Player).values():
        for name in po.spec.parameters(kind):
            for word in offered(completion.complete_player, f"{kind.spec_name}({name}="):
                if word.endswith(")"):
                    assert po.player(word)


@contextmanager
def bash() -> Iterator[int]:
    """An interactive bash that knows the completion of playout, on a terminal of its own."""
    screen, terminal = pty.openpty()
    folder = Path(sys.executable).parent
    environment = {**os.environ, "PS1": "", "TERM": "dumb", "PATH": f"{folder}:{os.environ['PATH']}"}
    with subprocess.Popen(
        ["bash", "--norc", "--noprofile", "-i"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=environment,
        start_new_session=True,
    ) as shell:
        os.close(terminal)
        try:
            yield screen
        finally:
            shell.kill()
            os.close(screen)


def typed(screen: int, text: str, awaited: str) -> str:
    """Types a text and reads the screen until something stands there."""
    os.write(screen, text.encode())
    shown, end = "", time.monotonic() + PATIENCE_SECONDS
    while awaited not in shown and time.monotonic() < end:
        if select.select([screen], [], [], 0.1)[0]:
            shown += read_screen(screen).decode(errors="replace")
    return shown


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_a_real_bash_completes_inside_a_player() -> None:
    with bash() as screen:
        typed(screen, "eval \"$(playout --show-completion bash)\"; echo re''ady\n", "ready")
        assert "ration=" in typed(screen, "playout search tictactoe 'uct(explo\t", "ration=")
        assert "ts" in typed(screen, "1, bounds=cu\t", "ts")
        assert '"player": "uct(exploration=1, bounds=cuts)"' in typed(screen, ")' --json\n", '"player"')
