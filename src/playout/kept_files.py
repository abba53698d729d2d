"""Where what takes long to make is kept from run to run."""

import os
from pathlib import Path


def folder(name: str) -> Path:
    """A folder in $PLAYOUT_CACHE_DIR, or where the user's caches are."""
    own, caches = os.environ.get("PLAYOUT_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME")
    base = Path(own) if own else (Path(caches) if caches else Path.home() / ".cache") / "playout"
    found = base / name
    found.mkdir(parents=True, exist_ok=True)
    return found


def write(path: Path, text: str) -> None:
    """Writes a file at once, so that nobody reads half of it."""
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
