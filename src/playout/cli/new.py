"""`playout new`: a small game to start from, in a language of your choice."""

import keyword
import re
import shlex
import sys
import sysconfig
from collections.abc import Iterator
from enum import Enum
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Annotated

import typer

import playout as po
from playout.cli import files
from playout.cli.output import say
from playout.errors import show

EXAMPLES = (
    "playout new hex",
    "playout new fast_hex --language c",
    "playout new hex --language rust --folder games",
)

TEMPLATES = Path(po.__file__).with_name("templates")
"""Files that work as they are: only their name is replaced."""

_BUILD = re.compile(r"^\W+((?:cc|c\+\+|rustc) .*)$", re.MULTILINE)
_INCLUDE = re.compile(r"\$\(python3 .*\)")


class Language(Enum):
    """What a game can be written in."""

    COMPILED = "compiled"
    PYTHON = "python"
    C = "c"
    CPP = "cpp"
    RUST = "rust"


_SUFFIXES = {Language.C: ".c", Language.CPP: ".cpp", Language.RUST: ".rs"}


def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Of the game, in small letters.", show_default=False)
    ],
    language: Annotated[
        Language, typer.Option(help="Of the rules; compiled is Python at native speed.")
    ] = Language.COMPILED,
    folder: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where to write.", show_default="this one")
    ] = Path(),
) -> None:
    """Write a small game that works, to put your own rules into.

    Beside it stands its test. No file is overwritten.
    """
    _check_name(name)
    files.check_folder("--folder", folder)
    kind = "library" if language in _SUFFIXES else "python"
    templates = (
        TEMPLATES / language.value / f"mygame{_SUFFIXES.get(language, '.py')}",
        TEMPLATES / kind / "test_mygame.py",
    )
    texts = {
        folder / path.name.replace("mygame", name): _filled(path.read_text(encoding="utf-8"), name)
        for path in templates
    }
    source, test = texts
    other = source.with_suffix(".py" if language in _SUFFIXES else ".so")
    if other.exists():
        raise po.SpecError(f"Python would take {other} and this game for each other; choose another name")
    _write(texts)
    say(f"Wrote {source} and {test}. Next:\n")
    for step in _steps(source, test, texts[source]):
        say(f"  {step}")


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise po.SpecError(f"a game's name has small letters, digits and _, as in my_hex; got {show(name)}")
    if _is_module(name):
        raise po.SpecError(f"Python has a module '{name}' already; choose another name, such as my_{name}")


def _is_module(name: str) -> bool:
    """Whether Python has such a module, or one is installed; what is in this folder is the user's own."""
    places = [path for key, path in sysconfig.get_paths().items() if key.endswith("lib")]
    found = PathFinder.find_spec(name, places)
    return name in (po.__name__, *sys.builtin_module_names) or bool(found and found.origin)


def _class_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _filled(template: str, name: str) -> str:
    class_name = _class_name(name)
    if re.search(rf"\b{class_name}\b", template):
        raise po.SpecError(f"{class_name} is something else in the game to start from; choose another name")
    return template.replace("mygame", name).replace("MyGame", class_name)


def _write(texts: dict[Path, str]) -> None:
    """Writes the files, or none of them if one is there already."""
    for path in texts:
        if path.exists() or path.is_symlink():
            raise po.SpecError(f"{path} is there already; nothing was written")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _steps(source: Path, test: Path, text: str) -> Iterator[str]:
    """The commands that come next."""
    if source.parent != Path():
        yield shlex.join(["cd", str(source.parent)])
    game = f"{source.name}:{_class_name(source.stem)}"
    if build := _BUILD.search(text):
        game = f"./{source.stem}.so"
        yield _INCLUDE.sub(lambda _: shlex.quote(po.include_dir()), build[1])
    yield f"playout check {game}"
    yield f"playout play {game}"
    yield f"python -m pytest {test.name}"
