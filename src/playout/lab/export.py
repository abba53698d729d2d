"""The rows of a store as a table for other programs: CSV, or Parquet through pyarrow."""

import csv
from pathlib import Path

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
    if path.suffix == ".csv":
        return _to_csv(store, path)
    if path.suffix == ".parquet":
        return _to_parquet(store, path)
    raise SpecError(f"{path}: export writes .csv or .parquet")


def _to_csv(store: Store, path: Path) -> int:
    count = 0
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = None
        for row in store.everything():
            if writer is None:
                writer = csv.DictWriter(file, list(row))
                writer.writeheader()
            writer.writerow(row)
            count += 1
    return count


def _to_parquet(store: Store, path: Path) -> int:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SpecError("Parquet needs pyarrow: pip install 'playout[lab]'; or export to .csv") from None
    rows = list(store.everything())
    with path.open("wb") as file:  # what cannot be opened is an error of ours, and not of pyarrow's
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), file, compression="zstd")
    return len(rows)
