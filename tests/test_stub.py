"""The committed stub of the native module is what nanobind would write today."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("nanobind", reason="nanobind writes the stub; it is on the main version only")

STUB = Path(__file__).parents[1] / "src" / "playout" / "_core.pyi"


def test_stub_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    stubgen = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "playout._core"]
    subprocess.run([*stubgen, "-o", str(fresh)], check=True)
    assert STUB.read_text() == fresh.read_text(), "run `make stub` and commit the result"
