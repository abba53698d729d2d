"""The engine `ray`: the same rows as in this process. Skipped where Ray is not installed."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from lab_files import MATCH, serial, stored, write

import playout as po
from playout import lab

HAS_RAY = find_spec("ray") is not None


@pytest.mark.skipif(HAS_RAY, reason="Ray is installed")
def test_without_ray_the_error_says_what_to_install() -> None:
    with pytest.raises(po.SpecError, match=r"pip install 'playout\[ray\]'"):
        lab.engine("ray", 1)


@pytest.mark.skipif(not HAS_RAY, reason="Ray is not installed: pip install 'playout[ray]'")
@pytest.mark.filterwarnings("ignore")
def test_ray_gives_what_serial_gives(tmp_path: Path) -> None:
    path, store = write(tmp_path, "mine.toml", MATCH), tmp_path / "store.sqlite"
    with lab.Store(store) as opened:
        summary = lab.run([lab.plan(lab.experiment(path), "quick")], opened, lab.engine("ray", 2))
    assert summary.complete
    assert stored(store) == serial(path, "quick", tmp_path / "other.sqlite")
