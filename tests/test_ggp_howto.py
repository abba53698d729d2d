"""The how-to "from a rule sheet to a tournament": its file and its commands."""

import re
import shlex
from pathlib import Path

import pytest
from command import run
from console import commands
from ggp_serving import served

pytest.importorskip("clingo", reason="clingo is not installed")

PAGE = Path(__file__).parents[1] / "docs" / "howto" / "gdl-tournament.md"
TEXT = PAGE.read_text(encoding="utf-8")
SHEET = re.search(r"```\n(; Nim.*?)```", TEXT, re.DOTALL)
EXAMPLE = PAGE.parents[2] / "examples" / "gdl" / "nim.kif"


def test_the_file_of_the_page_is_the_example() -> None:
    assert SHEET
    assert SHEET[1] == EXAMPLE.read_text(encoding="utf-8")


def test_the_commands_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nim.kif").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    followed = [command for command, _ in commands(TEXT) if not command.startswith("playout ggp ")]
    assert len(followed) == 8
    with served() as one, served() as other:
        for command in followed:
            here = command.replace("http://127.0.0.1:9147", one.url).replace(
                "http://127.0.0.1:9148", other.url
            )
            done = run(*shlex.split(here)[1:], stdin="quit\n")
            assert (done.status, done.err) == (0, ""), command
            if "search" in command:
                assert "plays leave_a_1, value +1.000 for Max, proven" in done.out
    assert {path.name for path in tmp_path.iterdir()} >= {"nim.html", "match.json"}
