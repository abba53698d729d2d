"""What the library logs, and that nobody hears it who has not asked."""

import logging
import subprocess
import sys
from pathlib import Path

import pytest
from command import NIM
from lab_files import random_match, write
from toys import Nim

import playout as po
from playout import lab, named


@pytest.fixture
def heard(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG, "playout")
    return caplog


def test_checkpoints(heard: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    path = tmp_path / "run.save"
    for budget in ("200 sims", "400 sims"):
        po.solve("morpion(4D)", "nrpa(level=2)", budget, seed=1, checkpoint=path)
    assert f"wrote the checkpoint {path}" in heard.text
    assert f"going on from the checkpoint {path}" in heard.text
    assert {record.name for record in heard.records} == {"playout.checkpoint"}


def test_workers(heard: pytest.LogCaptureFixture) -> None:
    po.match(Nim(), "random", "random", games=2, workers=2)
    assert heard.messages == ["starting 2 worker processes", "the worker processes have ended"]


def test_the_lab(heard: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    plan = lab.plan(lab.experiment(write(tmp_path, "mine.toml", random_match("tictactoe", 2))), "quick")
    with lab.Store(tmp_path / "store.sqlite") as store:
        lab.run([plan], store, lab.engine("serial", 1))
    assert f"opened the store {tmp_path / 'store.sqlite'}" in heard.messages
    assert any(message.startswith("running ") for message in heard.messages)
    assert any("trials finished, 0 failed" in message for message in heard.messages)


def test_code_that_is_loaded(heard: pytest.LogCaptureFixture) -> None:
    named.load_game(NIM)
    assert "importing the module toys" in heard.text


def test_a_search_and_a_match_of_native_games_say_nothing(heard: pytest.LogCaptureFixture) -> None:
    po.UCT().search(po.game("tictactoe").initial(), "100 sims")
    po.match("tictactoe", "uct", "random", games=2, budget="10 sims", workers=2)
    assert heard.messages == []


def test_nobody_hears_who_has_not_asked() -> None:
    script = "import logging, playout; logging.getLogger('playout.checkpoint').error('nobody asked')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
