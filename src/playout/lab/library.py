"""Where experiments are found: those of the papers by their ids, others by their files."""

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

from playout.errors import unknown
from playout.lab.experiment import Experiment, read_experiment

__all__ = ["experiment", "ids", "papers"]

FOLDER = Path(__file__).parent.parent / "papers"
_INDEX = "papers.toml"


@cache
def papers() -> dict[str, dict[str, str]]:
    """The papers by their short names, in the order of their pages."""
    return tomllib.loads((FOLDER / _INDEX).read_text(encoding="utf-8"))


def ids() -> list[str]:
    """The ids of the papers' experiments.

    >>> "nmcs.table4" in ids()
    True
    """
    order = list(papers())
    names = [path.stem for path in FOLDER.glob("*.toml") if path.name != _INDEX]
    return sorted(names, key=lambda name: (order.index(name.partition(".")[0]), name))


def experiment(source: str | Path) -> Experiment:
    """An experiment by its id, or from a file of one's own.

    >>> experiment("nmcs.table3").scales["paper"].trials
    500
    """
    if isinstance(source, Path) or source.endswith(".toml"):
        return read_experiment(Path(source))
    if source not in ids():
        raise unknown("experiment", source, ids())
    return replace(read_experiment(FOLDER / f"{source}.toml"), file="")
