"""Published records: `playout verify` accepts them, and refuses corrupted ones with the reason."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import run

import playout as po

FOLDER = Path(__file__).parent / "records"
CAPITALS = FOLDER / "crossword-capitals-37-259.json"
MORPION = FOLDER / "morpion-5D-82.json"

SCORES = {
    CAPITALS: 37259,
    FOLDER / "morpion-5T-178.json": 178,
    MORPION: 82,
    FOLDER / "morpion-4T-62.json": 62,
    FOLDER / "morpion-4D-35.json": 35,
}

Fields = dict[str, Any]
Change = Callable[[Fields], Fields]


def test_every_record_is_listed() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(SCORES)


@pytest.mark.parametrize("path", SCORES, ids=lambda path: path.stem)
def test_verify_accepts_it(path: Path) -> None:
    fields = json.loads(path.read_text("utf-8"))
    found = run("verify", str(path), "--json").json
    assert found == {
        "valid": True,
        "records": 1,
        "game": fields["game"],
        "moves": len(fields["moves"]),
        "score": SCORES[path],
    }
    assert fields["source"], "whose it is"


def with_(**new: Any) -> Change:
    return lambda fields: {**fields, **new}


def moves(change: Callable[[list[str]], list[str]]) -> Change:
    return lambda fields: {**fields, "moves": change(fields["moves"])}


def replaced(old: str, new: str) -> Change:
    return moves(lambda names: [new if name == old else name for name in names])


OF_CAPITALS: dict[str, tuple[Change, str]] = {
    "one word more": (with_(score=38259), "the record claims the score 38259; the moves lead to 37259"),
    "one letter more": (with_(score=37260), "the record claims the score 37260; the moves lead to 37259"),
    "no score": (with_(score=None), "the record claims the score None; the moves lead to 37259"),
    "other words": (with_(game="crossword(parks)"), "ply 1 of 37: illegal move 'a19|COLUMBUS'"),
    "smaller grid": (with_(game="crossword(capitals,size=18)"), "ply 1 of 37: illegal move 'a19|COLUMBUS'"),
    "other game": (with_(game="morpion(5D)"), "ply 1 of 37: illegal move 'a19|COLUMBUS'"),
    "first word across": (
        replaced("a19|COLUMBUS", "a19-COLUMBUS"),
        "ply 1 of 37: illegal move 'a19-COLUMBUS'",
    ),
    "word misspelt": (replaced("c6-BOISE", "c6-BOISH"), "ply 29 of 37: illegal move 'c6-BOISH'"),
    "word moved": (replaced("m2-LINCOLN", "l2-LINCOLN"), "ply 10 of 37: illegal move 'l2-LINCOLN'"),
    "word not in the list": (replaced("d7|TORONTO", "d7|LISBOA"), "ply 30 of 37: illegal move 'd7|LISBOA'"),
    "word twice": (
        moves(lambda names: [*names[:20], names[4], *names[20:]]),
        "ply 21 of 38: illegal move 'q19|IQALUIT'",
    ),
    "first word missing": (moves(lambda names: names[1:]), "ply 1 of 36: illegal move 'a14-BATONROUGE'"),
    "last word missing": (
        moves(lambda names: names[:-1]),
        "after 36 plies the game is not over, so it has no score",
    ),
    "one word too many": (
        moves(lambda names: [*names, "a1-OTTAWA"]),
        "ply 38 of 38: illegal move 'a1-OTTAWA': the game is over",
    ),
}

OF_MORPION: dict[str, tuple[Change, str]] = {
    "one line more": (with_(score=83), "the record claims the score 83; the moves lead to 82"),
    "other variant": (with_(game="morpion(4D)"), "ply 1 of 82: illegal move '2:7NE2'"),
    "no such variant": (with_(game="morpion(6D)"), "the record's game: morpion: variant must be one of"),
    "touching": (with_(game="morpion(5T)"), "after 82 plies the game is not over, so it has no score"),
    "other direction": (replaced("5:6E0", "5:6N0"), "ply 4 of 82: illegal move '5:6N0'"),
    "line shifted": (replaced("0:7N4", "0:7N3"), "ply 7 of 82: illegal move '0:7N3'"),
    "dot moved": (replaced("10:3E4", "11:3E4"), "ply 8 of 82: illegal move '11:3E4'"),
    "line too early": (moves(lambda names: names[::-1]), "ply 1 of 82: illegal move "),
    "line twice": (moves(lambda names: [names[0], *names]), "ply 2 of 83: illegal move '2:7NE2'"),
    "last line missing": (
        moves(lambda names: names[:-1]),
        "after 81 plies the game is not over, so it has no score",
    ),
    "one line too many": (
        moves(lambda names: [*names, "0:0E0"]),
        "ply 83 of 83: illegal move '0:0E0': the game is over",
    ),
}


def assert_refused(path: Path, reason: str) -> None:
    refused = run("verify", str(path))
    assert refused.is_wrong_usage
    assert reason in refused.err


@pytest.mark.parametrize(
    ("path", "name"),
    [*((CAPITALS, name) for name in OF_CAPITALS), *((MORPION, name) for name in OF_MORPION)],
    ids=lambda value: value if isinstance(value, str) else value.stem,
)
def test_verify_refuses_it_corrupted(path: Path, name: str, tmp_path: Path) -> None:
    change, reason = (OF_CAPITALS if path == CAPITALS else OF_MORPION)[name]
    corrupted = tmp_path / "corrupted.json"
    corrupted.write_text(json.dumps(change(json.loads(path.read_text("utf-8")))))
    assert_refused(corrupted, reason)


@pytest.mark.parametrize("path", SCORES, ids=lambda path: path.stem)
def test_verify_refuses_it_cut_short(path: Path, tmp_path: Path) -> None:
    corrupted = tmp_path / "corrupted.json"
    corrupted.write_bytes(path.read_bytes()[:-200])
    assert_refused(corrupted, "is not JSON, or it is cut short: ")


@pytest.mark.parametrize("path", SCORES, ids=lambda path: path.stem)
def test_its_last_position_is_set_up_from_text(path: Path) -> None:
    state = po.verify(path)
    assert state.game.state(state.board) == state
