"""The commands in the documentation that show their output: it is what they print, but for the times."""

import shlex
from pathlib import Path

import pytest
from command import run
from console import assert_shown, commands

DOCS = Path(__file__).parents[1] / "docs"
PAGES = ("command-line.md", "howto/measure.md")


def examples() -> list[tuple[str, str]]:
    """Commands with the output that stands below them."""
    pages = [(DOCS / page).read_text(encoding="utf-8") for page in PAGES]
    found = [example for page in pages for example in commands(page)]
    return [(command, shown) for command, shown in found if command.startswith("playout ") and shown]


@pytest.mark.parametrize(("command", "shown"), examples(), ids=lambda text: text[:40])
def test_what_stands_below_a_command_is_its_output(
    command: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if ".kif" in command:
        pytest.importorskip("clingo")
    if "night.save" in command:
        run("solve", "morpion(5T)", "nrpa(level=4)", "--budget", "100 sims", "--checkpoint", "night.save")
    done = run(*shlex.split(command)[1:])
    assert_shown(shown, done.out + done.err)
