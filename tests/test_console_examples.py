"""The commands in the documentation that show their output: it is what they print, but for the times."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from command import run

DOCS = Path(__file__).parents[1] / "docs"
PAGES = ("command-line.md", "howto/measure.md")

BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
EXAMPLE = re.compile(r"^\$ (playout .*)\n((?:(?!\$ ).*\n)+)", re.MULTILINE)
BENCH_ROW = r"(?<=\)) +[\d,]+ +[\d,]+ +\d+ +[\d.]+$"
ANY_WIDTH = doctest.NORMALIZE_WHITESPACE  # a column is as wide as its times
TIME = re.compile(
    rf"{BENCH_ROW}|[\d.]+ (?:ns|µs|ms|s)\b|[\d,]+ simulations/s|(?<=\"seconds\": )[\d.e-]+", re.MULTILINE
)


def examples() -> list[tuple[str, str]]:
    """Commands with the output that stands below them."""
    pages = [(DOCS / page).read_text(encoding="utf-8") for page in PAGES]
    return [example for page in pages for block in BLOCK.findall(page) for example in EXAMPLE.findall(block)]


@pytest.mark.parametrize(("command", "shown"), examples(), ids=lambda text: text[:40])
def test_what_stands_below_a_command_is_its_output(
    command: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if "night.save" in command:
        run("solve", "morpion(5T)", "nrpa(level=4)", "--budget", "100 sims", "--checkpoint", "night.save")
    done = run(*shlex.split(command)[1:])
    want, got = TIME.sub("#", shown.replace("…", "...")), TIME.sub("#", done.out + done.err)
    assert doctest.OutputChecker().check_output(want, got, ANY_WIDTH | doctest.ELLIPSIS), got
