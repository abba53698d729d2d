"""`playout new`: what it writes is built, passes its own test, and plays as in every other language."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command import Run, run
from toys import Nim

import playout as po

FILES = {"compiled": "hexa.py", "python": "hexa.py", "c": "hexa.c", "cpp": "hexa.cpp", "rust": "hexa.rs"}
COMPILERS = {"c": "cc", "cpp": "c++", "rust": "rustc"}


def works(compiler: str) -> bool:
    """Whether it is there, and more than a name: rustup's knows its compiler from the user's home."""
    found = shutil.which(compiler)
    command = [str(found), "--version"]
    return bool(found) and subprocess.run(command, check=False, capture_output=True).returncode == 0


def made(language: str, folder: Path) -> list[str]:
    """The steps that are printed, after those that build were done in the folder."""
    compiler = COMPILERS.get(language, sys.executable)
    if not works(compiler):
        pytest.skip(f"there is no {compiler} that works")
    if language == "compiled":
        pytest.importorskip("numba")
    done = run("new", "hexa", "--language", language, "--folder", str(folder))
    assert done.status == 0, done.err
    cd, *steps = [line.strip() for line in done.out.splitlines()[2:]]
    assert cd == shlex.join(["cd", str(folder)])
    if language in COMPILERS:
        assert steps[0].startswith(f"{compiler} ")
        subprocess.run(shlex.split(steps.pop(0)), cwd=folder, check=True, timeout=120)
    return steps


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled once serves all of these tests."""
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "cache"))


def environment() -> dict[str, str]:
    """One in which the same playout is found as here."""
    return os.environ | {"PYTHONPATH": str(Path(po.__file__).parents[1]), "PATH": bin_path()}


def bin_path() -> str:
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


@pytest.mark.parametrize("language", FILES)
def test_what_is_written_works(language: str, tmp_path: Path) -> None:
    folder = tmp_path / "my games"
    check, play, test = made(language, folder)
    assert (folder / FILES[language]).is_file()
    game = shlex.split(check)[-1]
    assert (check, play) == (f"playout check {game}", f"playout play {game}")
    assert test == "python -m pytest test_hexa.py"
    options: dict[str, Any] = {"cwd": folder, "env": environment(), "timeout": 300, "text": True}
    command = [sys.executable, *shlex.split(test)[1:], "-q", "-p", "no:cacheprovider"]
    tested = subprocess.run(command, check=False, capture_output=True, **options)
    assert "3 passed" in tested.stdout, tested.stdout + tested.stderr
    for words in (["check", game], ["match", game, "uct", "random", "--games", "4", "--budget", "20 sims"]):
        subprocess.run([sys.executable, "-m", "playout", *words], check=True, **options)


@pytest.mark.parametrize("language", FILES)
@pytest.mark.parametrize("around", ["{}", "misere({})"])
def test_every_language_plays_the_same_games(
    language: str, around: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / language
    (game, *_) = (shlex.split(step)[-1] for step in made(language, folder))
    monkeypatch.chdir(folder)
    game = around.format(game)
    match = run("match", game, "uct", "flat", "--games", "30", "--budget", "40 sims", "--seed", "4", "--json")
    search = run("search", game, "uct", "--budget", "500 sims", "--seed", "2", "--json")
    twin = po.misere(Nim(21)) if around.startswith("misere") else po.game(Nim(21))
    fought = po.match(twin, "uct", "flat", games=30, budget="40 sims", seed=4)
    found = po.UCT().search(twin.initial(), "500 sims", seed=2)
    assert (match.json["wins"], match.json["losses"]) == (fought.wins, fought.losses)
    assert search.json["states"] == found.states
    assert [(child["move"], child["visits"], child["value"]) for child in search.json["children"]] == [
        (child.name, child.visits, child.value) for child in found.children
    ]


def test_compiled_and_uncompiled_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made("compiled", tmp_path)
    monkeypatch.chdir(tmp_path)
    names = ["hexa.py:Hexa", "uncompiled(hexa.py:Hexa)", "misere(uncompiled(hexa.py:Hexa))"]
    found = run("bench", *names, "uncompiled(misere(hexa.py:Hexa))", "--seconds", "0.01", "--json").json
    assert list(found["games"]) == [*names, "uncompiled(misere(hexa.py:Hexa))"]
    searches = [
        run("search", name, "uct", "--budget", "100 sims", "--json").json["children"]
        for name in (*names[1:], "misere(hexa.py:Hexa)", "uncompiled(misere(hexa.py:Hexa))")
    ]
    assert searches[0] != searches[1] == searches[2] == searches[3]


@pytest.mark.parametrize("language", ["python", "c"])
def test_nothing_is_overwritten(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "test_hexa.py"
    kept.write_text("mine\n")
    refused = run("new", "hexa", "--language", language)
    assert refused.is_wrong_usage
    assert refused.err == "playout: test_hexa.py is there already; nothing was written\n"
    assert [path.name for path in tmp_path.iterdir()] == ["test_hexa.py"]
    assert kept.read_text() == "mine\n"


def refused(name: str, *options: str) -> Run:
    done = run("new", *options, "--", name)
    assert done.is_wrong_usage
    return done


@pytest.mark.parametrize("name", ["Hex", "2048", "my-hex", "my hex", "hex.py", "", "été", "class", "../hex"])
def test_names_that_are_none(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "a game's name has small letters, digits and _, as in my_hex; got " in refused(name).err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["random", "typing", "playout", "pytest"])
def test_names_that_python_has(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = refused(name).err
    assert said == f"playout: Python has a module '{name}' already; choose another name, such as my_{name}\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "language"), [("heap", "python"), ("any", "compiled"), ("state", "cpp")])
def test_names_of_something_else(
    name: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = refused(name, "--language", language).err
    assert f"{name.capitalize()} is something else in the game to start from" in said
    assert not list(tmp_path.iterdir())


def test_class_names(tmp_path: Path) -> None:
    done = run("new", "my_own_hex2", "--language", "python", "--folder", str(tmp_path))
    assert "playout check my_own_hex2.py:MyOwnHex2" in done.out
    assert "class MyOwnHex2(" in (tmp_path / "my_own_hex2.py").read_text()


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("new", "hexa", "--folder", str(tmp_path / "file"))
    assert done.status != 0
    assert len(done.err.splitlines()) == 1


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler (cc)")
def test_the_line_in_the_source_builds_it(tmp_path: Path) -> None:
    run("new", "hexa", "--language", "c", "--folder", str(tmp_path))
    line = (tmp_path / "hexa.c").read_text().splitlines()[2].removeprefix(" * ")
    subprocess.run(line, shell=True, check=True, cwd=tmp_path, env=environment())
    assert (tmp_path / "hexa.so").is_file()


PAGE = Path(__file__).parents[1] / "docs" / "howto" / "shared-library.md"


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler (cc)")
def test_the_commands_of_the_page_work(tmp_path: Path) -> None:
    commands = re.findall(r"^\$ (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(commands) > 5
    playout = f'playout() {{ {shlex.quote(sys.executable)} -m playout "$@"; }}'
    script = "\n".join(["set -e", playout, *commands])
    done = subprocess.run(
        ["bash", "-c", script], check=False, cwd=tmp_path, env=environment(), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed" in done.stdout
    assert "games.jsonl: 2 records" in done.stdout
