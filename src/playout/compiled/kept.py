"""Where compiled games are kept: copies of `entry_points.py`, with what Numba keeps beside them."""

import atexit
import importlib.util
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

ENTRY_POINTS = Path(__file__).with_name("entry_points.py")


def imported(name: str) -> ModuleType:
    """A copy of `entry_points.py` of this name, compiled or read from where it was kept.

    What is damaged is made again, and where nothing can be kept, nothing is.
    """
    try:
        path = _copied(name, _cache_dir())
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
        part = path.with_suffix(f".{os.getpid()}.part")
        part.write_text(text)
        part.replace(path)
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


def _cache_dir() -> Path:
    """In $PLAYOUT_CACHE_DIR, or where the user's caches are."""
    own, caches = os.environ.get("PLAYOUT_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME")
    base = Path(own) if own else (Path(caches) if caches else Path.home() / ".cache") / "playout"
    folder = base / "compiled"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@cache
def _passing_dir() -> Path:
    """One for this process only."""
    folder = tempfile.mkdtemp(prefix="playout-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
