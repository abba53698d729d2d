"""Networks of rules in GDL that are kept on disk, and what is said while they are made."""

import json
import logging
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from gdl_texts import LIGHT, MATCHING, written

pytest.importorskip("clingo", reason="clingo is not installed")

import playout as po
from playout import gdl

load = import_module("playout.gdl.load")  # the package has a function of this name


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, and nothing in memory."""
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path / "cache"))
    forget()
    yield tmp_path / "cache" / "gdl"
    forget()


def forget() -> None:
    load._network.cache_clear()
    load._game.cache_clear()


def never(*_: object) -> None:
    raise AssertionError("the rules were grounded again")


def test_a_network_is_made_once(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = gdl.load(written(tmp_path, MATCHING))
    assert len(list(cache.iterdir())) == 1
    forget()
    monkeypatch.setattr(load, "ground", never)
    assert gdl.load(written(tmp_path, MATCHING)) == made
    renamed = gdl.load(written(tmp_path, MATCHING, "other.kif"))
    assert (renamed.name, renamed.gates) == ("other.kif", made.gates)


def test_other_rules_are_another_network(cache: Path, tmp_path: Path) -> None:
    assert gdl.load(written(tmp_path, MATCHING)) != gdl.load(written(tmp_path, LIGHT))
    assert len(list(cache.iterdir())) == 2


@pytest.mark.parametrize("damage", ["", "{}", "half", "bytes", "folder"])
def test_what_is_damaged_is_made_again(cache: Path, tmp_path: Path, damage: str) -> None:
    made = gdl.load(written(tmp_path, MATCHING))
    (file,) = cache.iterdir()
    good = file.read_bytes()
    if damage == "folder":
        file.unlink()
        file.mkdir()
    else:
        file.write_bytes(
            {"half": good[: len(good) // 2], "bytes": b"\xff" + good}.get(damage, damage.encode())
        )
    forget()
    assert gdl.load(written(tmp_path, MATCHING)) == made
    assert damage == "folder" or file.read_bytes() == good


def test_where_nothing_can_be_kept_nothing_is(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "a file"
    blocked.touch()
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(blocked))
    assert gdl.load(written(tmp_path, MATCHING)).roles == ("even", "odd")


def test_what_is_kept_is_text(cache: Path, tmp_path: Path) -> None:
    gdl.load(written(tmp_path, LIGHT))
    (file,) = cache.iterdir()
    assert json.loads(file.read_text().partition("\n")[2])["roles"] == ["player"]


def test_limits_are_asked_even_if_the_network_is_kept(cache: Path, tmp_path: Path) -> None:
    path = written(tmp_path, MATCHING)
    gdl.load(path)
    with pytest.raises(po.SpecError, match="more than 3 wires"):
        gdl.load(path, gdl.Limits(wires=3))


def test_what_takes_long_is_said(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(load, "SECONDS_OF_SILENCE", 0.0)
    with caplog.at_level(logging.INFO, logger="playout"):
        gdl.load(written(tmp_path, MATCHING))
    assert "finding the instances of the rules in game.kif" in caplog.text
