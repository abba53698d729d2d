"""The tool that makes a store again from exported trials."""

from pathlib import Path

import lab_restore
import pytest

from playout import lab

pytest.importorskip("scipy")
parquet = pytest.importorskip("pyarrow.parquet")

STALE = "bounds.table2/0123456789abcdef/0"


def test_a_restored_store_gives_the_same_pages(tmp_path: Path) -> None:
    plans = [lab.plan(lab.experiment(name), "smoke") for name in ("bounds.table1", "nogo.rave")]
    with lab.Store(tmp_path / "first.sqlite") as store:
        lab.run(plans, store, lab.engine("serial", 1), command="playout lab run --store here")
        lab.export(store, tmp_path / "trials.parquet")
    rows = parquet.read_table(tmp_path / "trials.parquet").to_pylist()
    stale = rows[0] | {"trial": STALE, "cell": STALE.split("/")[1]}
    count = len(rows)
    assert lab_restore.restore([*rows, stale], tmp_path / "second.sqlite") == (count, count + 1)
    pages = {name: report(tmp_path, name) for name in ("first", "second")}
    assert pages["first"].replace("--scale smoke", "") == pages["second"].replace("--scale paper", "")


def report(folder: Path, name: str) -> str:
    """The page of a paper's one experiment, which is the same at all scales, from a store."""
    with lab.Store(folder / f"{name}.sqlite", read_only=True) as store:
        lab.report(store.plans("bounds.table1"), store, folder / name)
    return (folder / name / "bounds.md").read_text(encoding="utf-8")


def test_the_plan_is_that_of_the_scale_that_was_run() -> None:
    experiment = lab.experiment("nogo.rave")
    smoke, quick = (lab.plan(experiment, scale) for scale in ("smoke", "quick"))
    assert lab_restore.plan_of("nogo.rave", {trial.id for trial in smoke.trials()}) == smoke
    assert lab_restore.plan_of("nogo.rave", {trial.id for trial in quick.trials()}) == quick
    assert lab_restore.plan_of("nogo.rave", set()) is None
