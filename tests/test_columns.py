"""At 80 columns no line is longer and no word is broken: tables, texts and the help of every command."""

import re
from pathlib import Path

import pytest
from command import COMMANDS, in_terminal, run

LAB = ("list", "run", "status", "report", "export")
HELP = [[], *([name] for name in COMMANDS), *(["lab", name] for name in LAB)]
PRINTING = [
    ["games"],
    ["players"],
    ["players", "uct"],
    ["players", "nested"],
    ["lab", "list", "nogo.playouts", "nmcs.table1", "nogo.normal_form", "bounds.table1"],
    ["search", "breakthrough(8,8)", "uct(exploration=1.5, playout=anti_decisive)", "--budget", "500 sims"],
    [
        "match",
        "tictactoe",
        "uct(exploration=1.5)",
        "uct(playout=coin)",
        "--games",
        "2",
        "--budget",
        "20 sims",
    ],
    ["tournament", "tictactoe", "uct", "flat", "random", "--games", "2", "--budget", "20 sims"],
    [
        *("tournament tictactoe uct(exploration=1.5) uct(rave=300) uct flat random minimax".split()),
        *["--games", "2", "--budget", "20 sims"],
    ],
    ["solve", "crossword(capitals)", "nrpa(level=2)", "--budget", "500 sims"],
    ["perft", "misere(breakthrough(5,5))", "2"],
]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def words(text: str) -> list[str]:
    """Those that do not depend on the time."""
    return [word for word in text.split() if not re.search(r"\d|~|ms|min|^s\b|^h\b", word)]


@pytest.mark.parametrize("argv", HELP, ids=" ".join)
def test_help_fits(argv: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = run(*argv, "--help").out.splitlines()
    assert len(lines) > 5
    assert [line for line in lines if len(line) > 80] == []


@pytest.mark.parametrize("argv", PRINTING, ids=lambda argv: " ".join(argv)[:40])
def test_what_is_printed_fits(argv: list[str]) -> None:
    done, shown = in_terminal(*argv, streams=("stdout",), COLUMNS="80")
    assert done.status == 0
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown).replace("\r\n", "\n")
    assert [line for line in plain.splitlines() if len(line) > 80] == []
    assert sorted(words(plain)) == sorted(words(run(*argv).out))
