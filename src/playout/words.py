"""Word lists of crosswords: those of the library and files of your own."""

from collections.abc import Iterator
from pathlib import Path

from playout.errors import SpecError, show, unknown

LISTS = ("capitals", "parks")
"""The lists of the library, by name."""

MAX_WORDS = 512
MAX_BYTES = 100_000

_DATA = Path(__file__).parent / "data"
_MIN_LETTERS = 2
_SUFFIX = ".txt"


def word_list(source: str, size: int) -> tuple[str, ...]:
    """The words of a list of the library or of a file, for a grid of this size.

    A file has words separated by white space, of letters from A to Z, large or small; what follows a # in
    a line is a comment.

    >>> word_list("capitals", 19)[:3]
    ('MONTGOMERY', 'JUNEAU', 'PHOENIX')
    """
    words: dict[str, int] = {}
    for number, text in _numbered(_read(source)):
        word = text.upper()
        problem = _problem(text, size) or (word in words and f"is there already, in line {words[word]}")
        if problem:
            raise SpecError(f"{source}, line {number}: {show(text)} {problem}")
        words[word] = number
    if not 1 <= len(words) <= MAX_WORDS:
        raise SpecError(f"{source} has {len(words)} words: a list has from 1 to {MAX_WORDS}")
    return tuple(words)


def _read(source: str) -> str:
    if source in LISTS:
        return (_DATA / f"{source}{_SUFFIX}").read_text(encoding="utf-8")
    if not source.endswith(_SUFFIX):
        raise SpecError(f"{unknown('word list', source, LISTS)}; a file of your own ends in {_SUFFIX}")
    return _read_file(Path(source))


def _read_file(path: Path) -> str:
    try:
        if not path.is_file():
            raise SpecError(f"no such file: {show(str(path))}")
        if path.stat().st_size > MAX_BYTES:
            raise SpecError(f"{path} has more than {MAX_BYTES} bytes: too long for a word list")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SpecError(f"cannot read {show(str(path))}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SpecError(f"{path} is not a text file in UTF-8") from None


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """The words, each with the number of its line."""
    for number, line in enumerate(text.split("\n"), start=1):
        for word in line.partition("#")[0].split():
            yield number, word


def _problem(text: str, size: int) -> str:
    """What is wrong with a word; empty if nothing is."""
    if not (text.isascii() and text.isalpha()):
        return "has signs other than the letters A to Z"
    if len(text) < _MIN_LETTERS:
        return f"is too short: a word has at least {_MIN_LETTERS} letters"
    if len(text) > size:
        return f"has {len(text)} letters, too many for a grid of size {size}"
    return ""
