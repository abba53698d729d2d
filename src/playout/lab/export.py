"""The rows of a store as a table for other programs: CSV, or Parquet through pyarrow."""

import csv
from pathlib import Path
from typing import Any

from playout.errors import SpecError
from playout.lab.store import Store

__all__ = ["export"]


def export(store: Store, path: Path) -> int:
    """Writes every trial, one a row; the ending of the name says how. Returns the number of rows.

    >>> from playout import lab
    >>> plan = lab.plan(lab.experiment("bounds.table2"), "smoke")
    >>> from tempfile import TemporaryDirectory
    >>> with lab.Store(":memory:") as store, TemporaryDirectory() as folder:
    ...     _ = lab.run([plan], store, lab.engine("serial", 1), cells="Min 1 *")
    ...     lab.export(store, Path(folder) / "trials.csv")
    6
    """
    write = {".csv": _to_csv, ".parquet": _to_parquet}.get(path.suffix)
    if write is None:
        raise SpecError(f"{path}: export writes .csv or .parquet")
    rows = store.everything()  # a store that cannot be read leaves no file behind
    write(rows, path)
    return len(rows)


def _to_csv(rows: list[dict[str, Any]], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]) if rows else [])
        if rows:
            writer.writeheader()
        writer.writerows(rows)


def _to_parquet(rows: list[dict[str, Any]], path: Path) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SpecError("Parquet needs pyarrow: pip install 'playout[lab]'; or export to .csv") from None
    with path.open("wb") as file:  # what cannot be opened is an error of ours, and not of pyarrow's
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), file, compression="zstd")
