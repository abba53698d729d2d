"""Print the Pythons from 3.11 to 3.13 that run here, but for this one's version, one a line."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

MINORS = (11, 12, 13)


def candidates(minor: int) -> Iterator[Path]:
    """On PATH, and installed beside the interpreter that made this environment (as pyenv does)."""
    name = f"python3.{minor}"
    if on_path := shutil.which(name):
        yield Path(on_path)
    yield from Path(sys.base_prefix).parent.glob(f"3.{minor}.*/bin/{name}")


def real(python: Path, minor: int) -> Path | None:
    """The interpreter behind `python`, or None if it is only a shim that fails when run."""
    code = f"import sys, venv; assert sys.version_info[:2] == (3, {minor}); print(sys.executable)"
    run = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    return Path(run.stdout.strip()) if run.returncode == 0 else None


if __name__ == "__main__":
    for minor in MINORS:
        if minor != sys.version_info.minor:
            found = filter(None, (real(python, minor) for python in candidates(minor)))
            print(*(str(python) for python in list(found)[:1]))
