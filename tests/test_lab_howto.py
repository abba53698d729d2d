"""The how-to "Run your own tournament": its commands and its files, as they stand there."""

import re
import shlex
from pathlib import Path

import pytest
from command import run

from playout import lab

PAGE = Path(__file__).parents[1] / "docs" / "howto" / "run-your-own-tournament.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_tournament_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    monkeypatch.chdir(tmp_path)
    tournament, sweep = blocks("toml")
    Path("my-tournament.toml").write_text(tournament, encoding="utf-8")
    commands = [line[2:] for block in blocks("console") for line in block.splitlines()]
    assert [command.split()[1] for command in commands] == ["tournament", "lab", "lab"]
    for command in commands:
        done = run(*shlex.split(command)[1:])
        assert (done.status, done.err) == (0, "")
    assert Path("my.html").read_text(encoding="utf-8").count("<svg") == 3
    page = Path("pages/my-tournament.md").read_text(encoding="utf-8")
    ranked = re.findall(r"\| (\S+(?: \S+)*) \| [+-]\d+ \[\S+, \S+\] \| [\d.]+ of 120 \|", page)
    assert sorted(ranked) == ["flat", "random", "uct", "uct(exploration=2)"]
    assert ranked[-1] == "random"
    Path("sweep.toml").write_text(sweep, encoding="utf-8")
    plan = lab.plan(lab.experiment("sweep.toml"), "quick")
    assert len(plan.cells) == 6
