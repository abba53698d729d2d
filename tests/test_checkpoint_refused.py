"""Checkpoints that are refused: damaged, forged, of another solve, or no file. They stay as they are."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import Digits, one_line

import playout as po

Setting = dict[str, Any]
SMALL: Setting = {"puzzle": "morpion(4D)", "player": "nrpa", "budget": "100 sims", "seed": 1}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("checkpoint") / "run.save"
    po.solve(**SMALL, checkpoint=path)
    return path.read_bytes()


def refused(content: bytes, **changes: Any) -> str:
    """What is said about a file, which stays as it is."""
    path = Path("run.save")
    path.write_bytes(content)
    with pytest.raises(po.CheckpointError) as error:
        po.solve(**(SMALL | changes), checkpoint=path)
    assert one_line(error.value)
    assert path.read_bytes() == content
    assert list(Path().iterdir()) == [path]
    return str(error.value)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"puzzle": "morpion(5T)"}, "puzzle 'morpion(4D)' instead of 'morpion(5T)', other legal moves"),
        ({"puzzle": "morpion(4T)"}, "puzzle 'morpion(4D)' instead of 'morpion(4T)'"),
        ({"player": "nrpa(level=4)"}, "player 'nrpa' instead of 'nrpa(level=4)'"),
        ({"player": "nmcs"}, "player 'nrpa' instead of 'nmcs'"),
        ({"seed": 2}, "seed 1 instead of 2"),
        ({"threads": 2}, "threads 1 instead of 2"),
        ({"puzzle": po.game("morpion(4D)").initial().play("3:4E3")}, "another start"),
        ({"known": po.solve(**SMALL).names}, "another known sequence"),
        ({"seed": 2, "threads": 3}, "seed 1 instead of 2, threads 1 instead of 3"),
        ({"budget": "99 sims"}, "the budget 100 sims; it takes that or more to go on, not 99 sims"),
        ({"budget": "24h"}, "not 86400s"),
        ({"budget": "1h or 100 sims"}, "not 3600s or 100 sims"),
        ({"budget": "1000 states"}, "not 1000 states"),
        ({"target": 40}, "not 100 sims and the target 40"),
    ],
)
def test_a_checkpoint_of_another_solve(sound: bytes, changes: Setting, reason: str) -> None:
    assert reason in refused(sound, **changes)


def test_a_checkpoint_of_another_version(sound: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(po, "__version__", "0.0.9")
    assert "instead of '0.0.9'" in refused(sound)


def test_a_checkpoint_of_another_format(sound: bytes) -> None:
    newer = sound.replace(b"checkpoint 1", b"checkpoint 2", 1)
    reason = (
        "run.save has the format 'playout checkpoint 2'; the format of this version is 'playout checkpoint 1'"
    )
    assert refused(newer) == reason


@pytest.mark.parametrize("content", [b"", b"\n", b"mine", b"\xff\xfe", b'{"format": "playout record 1"}\n'])
def test_what_is_no_checkpoint(content: bytes) -> None:
    assert "run.save is no checkpoint" in refused(content)


@pytest.mark.parametrize("length", [21, 22, 100, -33, -32, -1])
def test_a_checkpoint_that_is_cut_short(sound: bytes, length: int) -> None:
    assert refused(sound[:length]) == "run.save is damaged or cut short"


def test_a_checkpoint_with_something_behind_it(sound: bytes) -> None:
    assert refused(sound + b"x") == "run.save is damaged or cut short"


@pytest.mark.parametrize(
    "header",
    [
        "",
        "nothing",
        "[]",
        "{}",
        "[" * 10_000,
        '{"budget": "100 sims", "target": null, "elapsed": "long", "sizes": [3]}',
        '{"budget": "100 sims", "target": null, "elapsed": NaN, "sizes": [3]}',
        '{"budget": "100 sims", "target": null, "elapsed": 1.0, "sizes": [1, -1, 9]}',
        '{"budget": "100 sims", "target": null, "elapsed": 1.0, "sizes": ["three"]}',
        '{"budget": "100 sims", "target": null, "elapsed": 1.0, "sizes": []}',
        '{"budget": 100, "target": null, "elapsed": 1.0, "sizes": [3]}',
    ],
)
def test_a_forged_description(header: str) -> None:
    body = b"playout checkpoint 1\n" + header.encode() + b"\nxyz"
    content = body + hashlib.blake2b(body, digest_size=32).digest()
    assert refused(content) == "run.save is damaged: its second line does not describe a checkpoint"


@given(st.data())
def test_any_change_of_a_bit_is_noticed(sound: bytes, data: st.DataObject) -> None:
    bit = data.draw(st.integers(0, 8 * len(sound) - 1))
    changed = bytearray(sound)
    changed[bit // 8] ^= 1 << bit % 8
    refused(bytes(changed))


def test_a_word_list_that_has_changed() -> None:
    words = Path("words.txt")
    setting: Setting = {"player": "nrpa", "budget": "10 sims", "seed": 1}
    words.write_text("ace cab bead dead ebb")
    po.solve("crossword(words.txt, size=5)", **setting, checkpoint="run.save")
    words.write_text("ace cab bead deaf ebb")
    with pytest.raises(po.CheckpointError, match=r"run\.save is of another solve: other legal moves"):
        po.solve("crossword(words.txt, size=5)", **setting, checkpoint="run.save")


def test_rules_that_have_changed() -> None:
    class Weighted(Digits):
        weight = 1

        def score(self, state: tuple[int, ...]) -> float:
            return super().score(state) / self.weight

    setting: Setting = {
        "puzzle": Weighted(6),
        "player": "nrpa",
        "budget": "10 sims",
        "seed": 1,
        "checkpoint": "run.save",
    }
    po.solve(**setting)
    Weighted.weight = 2
    with pytest.raises(po.CheckpointError, match="the rules of the puzzle have changed"):
        po.solve(**setting)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to(path)])
def test_what_is_no_file(make: Callable[[Path], None]) -> None:
    make(Path("run.save"))
    with pytest.raises(po.CheckpointError, match=r"^(run.save is no file|cannot read run.save: .*)$"):
        po.solve(**SMALL, checkpoint="run.save")


def test_a_link_stays_a_link() -> None:
    Path("run.save").symlink_to("elsewhere")
    po.solve(**SMALL, checkpoint="run.save")
    po.solve(**SMALL, checkpoint="run.save")
    assert Path("run.save").is_symlink()
    assert Path("elsewhere").is_file()


def test_a_folder_that_is_missing() -> None:
    with pytest.raises(po.CheckpointError, match=r"^cannot write no/run\.save: No such file or directory$"):
        po.solve(**(SMALL | {"budget": "24h"}), checkpoint="no/run.save")
