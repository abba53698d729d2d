"""Stores that are damaged: a command does its work, or says in one line why not and writes nothing."""

import shutil
from pathlib import Path

import pytest
from command import run
from lab_damage import BYTES, CONTENT, damage, make_store

COMMANDS = [
    ["lab", "status"],
    ["lab", "status", "every", "--json"],
    ["lab", "list", "match.toml", "every.toml"],
    ["lab", "report", "--out", "pages"],
    ["lab", "export", "trials.csv"],
    ["lab", "run", "match.toml", "--scale", "smoke", "--engine", "serial"],
]
STORE = Path("store.sqlite")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    make_store(folder)
    return folder


@pytest.fixture
def folder(sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a copy of the store and its experiments."""
    shutil.copytree(sound, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("argv", COMMANDS, ids=lambda argv: " ".join(argv[:2]))
def test_every_command_takes_the_sound_store(folder: Path, argv: list[str]) -> None:
    if "report" in argv:
        pytest.importorskip("scipy")
    assert run(*argv, "--store", str(STORE)).status == 0


@pytest.mark.parametrize("kind", [*BYTES, *CONTENT])
def test_a_damaged_store_is_one_line_and_nothing_is_written(folder: Path, kind: str) -> None:
    sound = STORE.read_bytes()
    refused = 0
    for seed in range(48):
        damage(STORE, sound, kind, seed)
        for argv in (COMMANDS[seed % 6], COMMANDS[(seed // 6 + 1) % 6]):
            before = contents(folder)
            done = run(*argv, "--store", str(STORE))
            assert done.status == 0 or done.is_wrong_usage, (seed, argv, done.err)
            assert done.status == 0 or contents(folder) == before, (seed, argv)
            refused += done.status
    assert refused, "not one of them"
