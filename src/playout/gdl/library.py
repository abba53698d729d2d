"""The rules that come with the library."""

from pathlib import Path

from playout.errors import SpecError, near, show

FOLDER = Path(__file__).parent / "rules"


def names() -> list[str]:
    """The files of rules that come with the library.

    >>> names()[0]
    'atarigo_4x4.kif'
    """
    return sorted(path.name for path in FOLDER.glob("*.kif"))


def find(path: str) -> Path:
    """The file of this path; for a name alone that is no file here, the library's own.

    >>> find("tictactoe.kif").name
    'tictactoe.kif'
    """
    if Path(path).is_file():
        return Path(path)
    if path in names():
        return FOLDER / path
    stems = {Path(name).stem: name for name in names()}
    meant = near(Path(path).stem, stems).replace("'?", ".kif'?")
    raise SpecError(f"no such file: {show(path)}{meant}")
