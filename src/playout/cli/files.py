"""Files that a command writes when its work is done: what is wrong with one is found before the work."""

import os
from pathlib import Path

import typer


def check_writable(option: str, path: Path) -> None:
    """Fails if the file cannot be written; leaves things as they were."""
    existed = path.exists() or path.is_symlink()
    try:
        with path.open("a"):
            pass
    except OSError as error:
        raise typer.BadParameter(
            f"cannot write {path}: {error.strerror}", param_hint=f"'{option}'"
        ) from error
    if not existed:
        path.unlink()


def check_folder(option: str, path: Path) -> None:
    """Fails if a file is in the way; folders that are missing are made when they are needed."""
    if any(place.exists() and not place.is_dir() for place in (path, *path.parents)):
        raise typer.BadParameter(f"{path} is no folder", param_hint=f"'{option}'")


def check_different(files: dict[str, Path]) -> None:
    """Fails if two options name the same file."""
    seen: dict[str, str] = {}
    for option, path in files.items():
        other = seen.setdefault(os.path.realpath(path), option)
        if other != option:
            raise typer.BadParameter(f"{path} is the file of {other} as well", param_hint=f"'{option}'")
