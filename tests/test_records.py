"""The records that come with the library: each replays to what it claims, and a short one is found again."""

import json
import shlex
from pathlib import Path

import pytest
from command import run

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))
SHORT_SIMULATIONS = 100_000


def origin(path: Path) -> dict[str, object]:
    found = json.loads(path.read_text(encoding="utf-8")).get("origin", {})
    assert isinstance(found, dict)
    return found


SHORT = [path for path in RECORDS if int(str(origin(path).get("simulations", 10**9))) <= SHORT_SIMULATIONS]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_holds(path: Path) -> None:
    done = run("verify", str(path), "--json")
    assert done.json["score"] == json.loads(path.read_text(encoding="utf-8"))["score"]


@pytest.mark.parametrize("path", SHORT, ids=lambda path: path.stem)
def test_the_command_of_a_record_finds_it_again(path: Path) -> None:
    found = run(*shlex.split(str(origin(path)["command"]))[1:], "--json").json
    record = json.loads(path.read_text(encoding="utf-8"))
    assert (found["score"], found["moves"]) == (record["score"], record["moves"])
    assert (found["simulations"], found["states"]) == (origin(path)["simulations"], origin(path)["states"])


def test_there_are_records_of_both_kinds() -> None:
    assert len(RECORDS) > len(SHORT) > 0
