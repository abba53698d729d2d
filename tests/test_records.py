"""The records in `records/`, found by this library: each holds, and a short search finds its own again."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from command import run

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.json"))
SHORT_SIMULATIONS = 100_000


def fields_of(path: Path) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return fields


SHORT = [path for path in RECORDS if fields_of(path)["origin"]["simulations"] <= SHORT_SIMULATIONS]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_holds_and_says_how_it_was_found(path: Path) -> None:
    fields = fields_of(path)
    found = run("verify", str(path), "--json").json
    assert (found["game"], found["score"]) == (fields["game"], fields["score"])
    if "how" in fields["origin"]:  # by no command of playout's
        assert {"machine", "date", "seed", "seconds", "simulations"} <= set(fields["origin"])
        return
    program, command, *argv = shlex.split(fields["origin"]["command"])
    assert (program, command, argv[0]) == ("playout", "solve", fields["game"])
    assert argv[argv.index("--seed") + 1] == str(fields["origin"]["seed"])


@pytest.mark.parametrize("path", SHORT, ids=lambda path: path.stem)
def test_the_command_of_a_record_finds_it_again(path: Path) -> None:
    fields = fields_of(path)
    found = run(*shlex.split(fields["origin"]["command"])[1:], "--json").json
    assert (found["score"], found["moves"]) == (fields["score"], fields["moves"])
    assert (found["simulations"], found["states"]) == tuple(
        fields["origin"][key] for key in ("simulations", "states")
    )


def test_there_is_a_short_one() -> None:
    assert SHORT
