"""`playout lab`: what it prints and what it refuses."""

from pathlib import Path

import pytest
from command import run
from lab_files import MATCH, write

from playout import lab


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_list_names_every_experiment_with_its_scales() -> None:
    fields = run("lab", "list", "--json").json
    assert [entry["id"] for entry in fields["experiments"]] == lab.ids()
    for entry in fields["experiments"]:
        assert set(entry["scales"]) == {"smoke", "quick", "paper"}
        for scale in entry["scales"].values():
            assert scale["estimated"]
            assert (scale["cpu_seconds"] or 0) > 0, f"{entry['id']} has changed: run tools/lab_times.py"
    text = run("lab", "list").out
    assert all(name in text for name in lab.ids())


def test_list_tells_the_time_from_the_store() -> None:
    run("lab", "run", "nmcs.table1", "--scale", "smoke", "--engine", "serial")
    (entry,) = run("lab", "list", "nmcs.table1", "--json").json["experiments"]
    times = {scale: entry["scales"][scale]["cpu_seconds"] for scale in ("smoke", "quick")}
    assert times["smoke"] > 0
    assert times["quick"] == pytest.approx(10 * times["smoke"])
    assert not entry["scales"]["smoke"]["estimated"]


def test_an_experiment_that_was_never_measured_has_no_time(folder: Path) -> None:
    write(folder, "mine.toml", MATCH)
    (entry,) = run("lab", "list", "mine.toml", "--json").json["experiments"]
    assert [scale["cpu_seconds"] for scale in entry["scales"].values()] == [None, None]
    write(folder, "nmcs.table1.toml", MATCH)  # the name alone does not make it the paper's
    (entry,) = run("lab", "list", "nmcs.table1.toml", "--json").json["experiments"]
    assert entry["scales"]["smoke"]["cpu_seconds"] is None


def test_run_and_status(folder: Path) -> None:
    write(folder, "mine.toml", MATCH)
    argv = ["lab", "run", "mine.toml", "--scale", "smoke", "--engine", "serial"]
    assert run(*argv, "--cell", "*| 10 sims", "--json").json["finished"] == 6
    (entry,) = run("lab", "status", "--json").json["experiments"]
    assert (entry["id"], entry["done"], entry["trials"]) == ("mine", 6, 12)
    assert run(*argv).out.startswith("6 of 12 trials in ")
    (entry,) = run("lab", "status", "mine.toml", "--json").json["experiments"]
    assert [(cell["cell"], cell["done"]) for cell in entry["list"]] == [
        ("uct | 10 sims", 6),
        ("uct | 20 sims", 6),
    ]
    assert "12 of 12" in run("lab", "status").out
    assert run(*argv, "--json").json["done_before"] == 12


WRONG = [
    ["lab", "run", "nmcs.table9"],
    ["lab", "run", "none.toml"],
    ["lab", "run", "mine.toml", "--scale", "huge"],
    ["lab", "run", "mine.toml", "--scale", "paper"],
    ["lab", "run", "mine.toml", "--engine", "slurm"],
    ["lab", "run", "mine.toml", "--workers", "0"],
    ["lab", "run", "mine.toml", "--address", "auto"],
    ["lab", "run", "mine.toml", "--cell", "nobody"],
    ["lab", "run", "mine.toml", "--store", "mine.toml"],
    ["lab", "run", "mine.toml", "other/mine.toml"],
    ["lab", "status"],
    ["lab", "status", "--store", "mine.toml"],
    ["lab", "report"],
    ["lab", "export", "rows.csv"],
    ["lab", "polish"],
]


@pytest.mark.parametrize("argv", WRONG, ids=" ".join)
def test_wrong_usage_is_one_line(folder: Path, argv: list[str]) -> None:
    write(folder, "mine.toml", MATCH)
    (folder / "other").mkdir()
    write(folder / "other", "mine.toml", MATCH)
    assert run(*argv).is_wrong_usage


@pytest.mark.parametrize("argv", [["list", "mine.toml"], ["status"], ["report"], ["export", "rows.csv"]])
def test_what_only_reads_a_store_makes_none_of_an_empty_file(folder: Path, argv: list[str]) -> None:
    write(folder, "mine.toml", MATCH)
    store = write(folder, "playout-lab.sqlite", "")
    assert run("lab", *argv).is_wrong_usage
    assert store.read_bytes() == b""


def test_export_refuses_other_endings(folder: Path) -> None:
    write(folder, "mine.toml", MATCH)
    run("lab", "run", "mine.toml", "--scale", "smoke", "--engine", "serial")
    assert run("lab", "export", "rows.xlsx").is_wrong_usage
    assert run("lab", "status", "other").is_wrong_usage
