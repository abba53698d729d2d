"""Records: what a game writes is read back and verified; what is wrong with a file is said in one line."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import NIM, run
from hypothesis import given
from hypothesis import strategies as st
from toys import SPECS, Nim, accepted, one_line

import playout as po
from playout.record import FORMAT, MAX_BYTES, Record, RecordError, read_record, verify


def random_game(spec: str, plies: int = 10_000) -> po.State:
    rng, state = random.Random(spec), po.game(spec).initial()
    while not state.is_terminal and len(state.history) < plies:
        state = state.play(rng.choice(state.legal_moves))
    return state


def written(state: po.State, folder: Path) -> Path:
    path = folder / "game.json"
    path.write_text(state.to_record().to_json(), encoding="utf-8")
    return path


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_is_written_read_and_verified(spec: str, tmp_path: Path) -> None:
    end = random_game(spec)
    record = read_record(written(end, tmp_path))
    assert record == end.to_record()
    assert record == Record(str(end.game), end.history_names, end.score)
    again = record.replay()
    assert again == end
    assert (again.history, again.score) == (end.history, end.score)


@pytest.mark.parametrize("spec", SPECS)
def test_an_unfinished_game_has_no_score(spec: str, tmp_path: Path) -> None:
    state = random_game(spec, plies=2)
    path = written(state, tmp_path)
    assert json.loads(path.read_text())["score"] is None
    assert verify(path) == state


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_from_a_position_of_its_own(spec: str, tmp_path: Path) -> None:
    start = po.game(spec).state(random_game(spec, plies=2).notation)
    state = start.play(start.legal_moves[0])
    path = written(state, tmp_path)
    assert json.loads(path.read_text())["start"] == start.notation
    again = verify(path)
    assert (again, again.history, again.start) == (state, state.history, start)


def test_a_record_is_plain_json() -> None:
    state = po.game("tictactoe").initial().play("b2").play("a1")
    fields = {"format": "playout record 1", "game": "tictactoe", "moves": ["b2", "a1"], "score": None}
    assert json.loads(state.to_record().to_json()) == fields


# Max wins with his third mark.
GAME = {"format": FORMAT, "game": "tictactoe", "moves": ["b2", "a1", "c2", "c1", "a2"], "score": 1.0}
TEXT = json.dumps(GAME)
A_RECORD_NEEDS_MOVES = 'a record needs "moves", a list of names; got '

CORRUPTED: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "is not JSON, or it is cut short: "),
    "truncated": (TEXT[: len(TEXT) // 2], "is not JSON, or it is cut short: "),
    "without its last sign": (TEXT[:-1], "is not JSON, or it is cut short: "),
    "two in one": (TEXT + TEXT, "is not JSON, or it is cut short: "),
    "text": ("1. b2 a1 2. c2", "is not JSON, or it is cut short: "),
    "not UTF-8": (b"\xff\xfe{}", "is not JSON, or it is cut short: "),
    "deep": ("[" * 200_000, "is not JSON, or it is cut short: "),
    "long number": (TEXT.replace("1.0", "1" * 5000), "is not JSON, or it is cut short: "),
    "huge": (TEXT + " " * MAX_BYTES, f"has more than {MAX_BYTES} bytes: no record"),
    "a list": (json.dumps([GAME]), f'not a record: it needs "format": "{FORMAT}"'),
    "null": ("null", f'not a record: it needs "format": "{FORMAT}"'),
}


def changed(**fields: Any) -> str:
    """The record with fields replaced; `...` leaves one out."""
    return json.dumps({key: value for key, value in {**GAME, **fields}.items() if value is not ...})


CORRUPTED |= {
    "no format": (changed(format=...), f'not a record: it needs "format": "{FORMAT}"'),
    "other format": (changed(format="playout record 2"), f'not a record: it needs "format": "{FORMAT}"'),
    "no game": (changed(game=...), 'a record needs "game", a spec; got None'),
    "game no string": (changed(game=["tictactoe"]), "a record needs \"game\", a spec; got ['tictactoe']"),
    "unknown game": (changed(game="tiktaktoe"), "the record's game: unknown game 'tiktaktoe' (did you mean"),
    "impossible game": (changed(game="breakthrough(1,1)"), "a board of 1 rows and 1 cols"),
    "no spec": (changed(game="nogo("), "in the spec 'nogo('"),
    "other game": (changed(game="breakthrough(5,5)"), "ply 1 of 5: illegal move 'b2'"),
    "game of the same moves": (changed(game="nogo(3,3)"), "after 5 plies the game is not over"),
    "misère": (changed(game="misere(tictactoe)"), "the record claims the score 1.0; the moves lead to -1"),
    "no moves": (changed(moves=...), f"{A_RECORD_NEEDS_MOVES}None"),
    "moves no list": (changed(moves="b2 a1"), f"{A_RECORD_NEEDS_MOVES}'b2 a1'"),
    "moves no strings": (changed(moves=[4, 0, 5]), f"{A_RECORD_NEEDS_MOVES}[4, 0, 5]"),
    "one move no string": (changed(moves=["b2", None]), f"{A_RECORD_NEEDS_MOVES}['b2', None]"),
    "illegal move": (changed(moves=["b2", "a1", "b2"]), "ply 3 of 3: illegal move 'b2'"),
    "move off the board": (changed(moves=["d4"]), "ply 1 of 1: illegal move 'd4'"),
    "empty move": (changed(moves=["b2", ""]), "ply 2 of 2: illegal move ''"),
    "move twice": (changed(moves=["b2", "a1", "a1", "c2"]), "ply 3 of 4: illegal move 'a1'"),
    "missing move": (
        changed(moves=["b2", "a1", "c1", "a2"]),
        "after 4 plies the game is not over, so it has no score",
    ),
    "extra move": (
        changed(moves=["b2", "a1", "c2", "c1", "a2", "b1"]),
        "ply 6 of 6: illegal move 'b1': the game is over",
    ),
    "wrong score": (changed(score=-1), "the record claims the score -1; the moves lead to 1"),
    "no score": (changed(score=...), "the record claims the score None; the moves lead to 1"),
    "score no number": (changed(score="1"), "a record's \"score\" is a number or null; got '1'"),
    "score true": (changed(score=True), 'a record\'s "score" is a number or null; got True'),
    "score NaN": (changed(score=float("nan")), "the record claims the score nan; the moves lead to 1"),
    "score before the end": (
        changed(moves=["b2", "a1"], score=1),
        "after 2 plies the game is not over, so it has no score",
    ),
    "start no string": (changed(start=3), 'a record\'s "start" is a position; got 3'),
    "start no position": (changed(start="..."), "the record's start: tictactoe: a position is a board"),
    "start impossible": (changed(start="X.../.../... O"), "row 3 has 4 cells"),
    "other start": (changed(start=".../.X./... O"), "ply 1 of 5: illegal move 'b2'"),
    "start is the end": (changed(start="XXX/OO./... O"), "ply 1 of 5: illegal move 'b2': the game is over"),
}


@pytest.fixture(params=CORRUPTED)
def corrupted(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    """A corrupted file, and what is to be said about it."""
    content, reason = CORRUPTED[request.param]
    path = tmp_path / "game.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path, reason


def test_the_record_that_the_others_corrupt_is_valid(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(TEXT)
    assert verify(path).score == 1


def test_a_corrupted_file_is_refused_with_its_reason(corrupted: tuple[Path, str]) -> None:
    path, reason = corrupted
    with pytest.raises(RecordError) as refused:
        verify(path)
    assert reason in str(refused.value)
    assert one_line(refused.value)


def test_the_command_refuses_a_corrupted_file(corrupted: tuple[Path, str]) -> None:
    path, reason = corrupted
    for options in ([], ["--json"]):
        refused = run("verify", str(path), *options)
        assert refused.is_wrong_usage
        assert reason in refused.err


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: None, "No such file or directory"),
        (lambda path: path.mkdir(), "Is a directory"),
        (lambda path: path.symlink_to(path), "Too many levels of symbolic links"),
    ],
)
def test_what_is_no_file_is_refused(make: Callable[[Path], None], reason: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    make(path)
    with pytest.raises(RecordError, match=f"^cannot read {path}: {reason}$"):
        verify(path)
    refused = run("verify", str(path))
    assert refused.is_wrong_usage
    assert reason in refused.err


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no file without an end")
def test_a_file_without_an_end_is_refused() -> None:
    with pytest.raises(RecordError, match="has more than"):
        verify("/dev/zero")


@pytest.mark.parametrize("spec", SPECS)
def test_the_command_accepts_a_game(spec: str, tmp_path: Path) -> None:
    end = random_game(spec)
    path = written(end, tmp_path)
    plain = run("verify", str(path))
    assert (plain.status, plain.err) == (0, "")
    assert plain.out.splitlines()[-1] == f"{path}: {len(end.history)} moves of {end.game}, valid"
    fields = {"valid": True, "game": str(end.game), "moves": len(end.history), "score": end.score}
    assert run("verify", str(path), "--json").json == fields | {"records": 1}


def test_the_command_accepts_an_unfinished_game(tmp_path: Path) -> None:
    path = written(random_game("nogo(5,5)", plies=3), tmp_path)
    assert run("verify", str(path), "--json").json["score"] is None


@pytest.mark.parametrize("spec", SPECS)
def test_one_move_less_or_another_is_noticed(spec: str) -> None:
    """The last move of a finished game is left out, or its first is played again at every ply."""
    record = random_game(spec).to_record()
    with pytest.raises(RecordError, match="the game is not over"):
        Record(record.game, record.moves[:-1], record.score).replay()
    with pytest.raises(RecordError, match=f"^ply {len(record.moves) + 1} of .*the game is over"):
        Record(record.game, (*record.moves, record.moves[0]), record.score).replay()
    with pytest.raises(RecordError, match=f"^ply 2 of {len(record.moves)}: illegal move 'nonsense'"):
        Record(record.game, (record.moves[0], "nonsense", *record.moves[2:]), record.score).replay()


def test_a_game_of_ones_own_cannot_be_named_in_a_record() -> None:
    record = po.game(Nim()).initial().to_record()
    with pytest.raises(RecordError, match="the record's game: "):
        record.replay()


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("records") / "game.json"


@pytest.mark.fuzz
@given(st.sampled_from(["format", "game", "moves", "score", "start", "more"]), json_values)
def test_any_field_is_accepted_or_refused(file: Path, key: str, value: Any) -> None:
    file.write_text(json.dumps({**GAME, key: value}))
    state = accepted(verify, str(file))
    assert state is None or state.score == 1


@pytest.mark.fuzz
@given(st.integers(0, len(TEXT)), st.integers(0, 5), st.binary(max_size=5))
def test_any_change_of_bytes_is_accepted_or_refused(file: Path, place: int, cut: int, put: bytes) -> None:
    content = TEXT.encode()
    file.write_bytes(content[:place] + put + content[place + cut :])
    accepted(verify, str(file))


# Several records in a file


def several(tmp_path: Path, *records: po.Record) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(f"{record.to_line()}\n" for record in records), encoding="utf-8")
    return path


def test_a_file_of_several_records_is_read_and_replayed(tmp_path: Path) -> None:
    ends = [random_game(spec) for spec in ("tictactoe", "nogo(5,5)", "morpion(4D)")]
    path = several(tmp_path, *(end.to_record() for end in ends))
    assert [record.replay() for record in po.read_records(path)] == ends
    moves = sum(len(end.history) for end in ends)
    done = run("verify", str(path))
    assert done.out == f"{path}: 3 records, {moves} moves, valid\n"
    fields = {"valid": True, "records": 3, "game": None, "moves": moves, "score": None}
    assert run("verify", str(path), "--json").json == fields
    with pytest.raises(po.RecordError, match="several records"):
        po.read_record(path)


def test_records_of_one_game_name_it(tmp_path: Path) -> None:
    record = random_game("tictactoe").to_record()
    path = several(tmp_path, record, record)
    moves = 2 * len(record.moves)
    assert run("verify", str(path)).out == f"{path}: 2 records, {moves} moves of tictactoe, valid\n"


def test_a_wrong_record_among_others_is_named(tmp_path: Path) -> None:
    right = random_game("tictactoe").to_record()
    path = several(tmp_path, right, po.Record("tictactoe", ("b2", "b2")), right)
    done = run("verify", str(path))
    assert done.is_wrong_usage
    assert done.err.startswith(f"playout: {path}, record 2: ply 2 of 2: illegal move 'b2'")
    path = several(tmp_path, right, right)
    for broken, message in {
        "{": "line 3: .* is not JSON",
        "{}": "line 3: not a record",
        "\n": "line 3: .* is not JSON",
    }.items():
        with pytest.raises(po.RecordError, match=message):
            list(po.read_records(several_with(path, broken)))


def several_with(path: Path, line: str) -> Path:
    broken = path.with_suffix(".broken")
    broken.write_text(path.read_text() + line)
    return broken


def test_an_empty_file_holds_no_record(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text("")
    assert run("verify", str(path)).is_wrong_usage


def test_the_games_of_a_match_are_records(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    argv = ["match", "breakthrough(4,4)", "uct", "flat", "--games", "5", "--budget", "20 sims"]
    assert run(*argv, "--record", str(path)).status == 0
    played = po.match("breakthrough(4,4)", "uct", "flat", games=5, budget="20 sims", seed=0)
    assert path.read_text() == played.to_jsonl()
    records = list(po.read_records(path))
    assert [record.replay() for record in records] == [game.state for game in played.record]
    assert [record.moves for record in records] == [game.names for game in played.record]
    origin = json.loads(path.read_text().splitlines()[1])["origin"]
    assert (origin["max"]["player"], origin["min"]["player"], origin["index"]) == ("flat", "uct", 1)
    assert "5 records" in run("verify", str(path)).out


def test_a_file_that_cannot_be_written_is_noticed_before_the_match() -> None:
    done = run("match", "tictactoe", "uct", "uct", "--budget", "1h", "--record", "missing/games.jsonl")
    assert done.is_wrong_usage
    assert "--record" in done.err


def test_a_game_that_was_played_is_a_record(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = run("play", "tictactoe", "--against", "random", "--record", str(path), stdin="b2\nquit\n")
    assert done.status == 0
    assert po.verify(path).history_names[0] == "b2"
    assert len(po.verify(path).history) == 2


def test_a_record_loads_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in Python is verified only if the user names it, and only if it is the one of the record."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "nim.jsonl"
    run("match", f"{NIM}(5)", "random", "random", "--games", "3", "--record", str(path))
    assert [record.game for record in po.read_records(path)] == [f"{NIM}(5)"] * 3
    refused = run("verify", str(path))
    assert refused.is_wrong_usage
    assert "is written in Python (a record loads no code, so give one of your own: --game" in refused.err
    assert "3 records" in run("verify", str(path), "--game", f"{NIM}(5)").out
    for other in (f"{NIM}(6)", "tictactoe"):
        assert "the record is of" in run("verify", str(path), "--game", other).err
    Path("evil.py").write_text("raise SystemExit('loaded')\n")
    path.write_text(po.Record("evil.py:Nim", ()).to_json())
    assert run("verify", str(path)).is_wrong_usage
    record = next(po.read_records(path))
    assert record.replay(Nim(5)).game == po.game(Nim(5))
