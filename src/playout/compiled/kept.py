"""Where compiled games are kept: copies of `entry_points.py`, with what Numba keeps beside them."""

import atexit
import importlib.util
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

from playout import kept_files

ENTRY_POINTS = Path(__file__).with_name("entry_points.py")


def imported(name: str) -> ModuleType:
    """A copy of `entry_points.py` of this name, compiled or read from where it was kept.

    What is damaged is made again, and where nothing can be kept, nothing is.
    """
    try:
        path = _copied(name, kept_files.folder("compiled"))
        kept = list((path.parent / "__pycache__").glob(f"{name}.*"))
        try:
            return _import(path)
        except Exception:
            if not kept:
                raise
        for file in kept:
            file.unlink(missing_ok=True)
        return _import(path)
    except (OSError, RuntimeError):  # Numba's word for a folder in which it may not write
        return _import(_copied(name, _passing_dir()))


def _copied(name: str, folder: Path) -> Path:
    path, text = folder / f"{name}.py", ENTRY_POINTS.read_text()
    if not path.exists() or path.read_text(errors="replace") != text:
        kept_files.write(path, text)
    return path


def _import(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"playout_compiled_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # where Numba looks for it
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[module.__name__]
        raise
    return module


@cache
def _passing_dir() -> Path:
    """One for this process only."""
    folder = tempfile.mkdtemp(prefix="playout-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
