"""Rules for a card, compiled for the processor by its own C++ compiler, and kept on disk."""

import ctypes
import os
import shutil
import subprocess
from functools import cached_property
from pathlib import Path

from playout import _core, kept_files
from playout.errors import SpecError
from playout.run.sealed_file import digest

__all__ = ["Library", "package", "sources_digest"]

FLAGS = ("-std=c++20", "-O2", "-ffp-contract=off", "-shared", "-fPIC", "-fvisibility=hidden")
MOST = 1 << 16
"""Moves of a state, or of a game."""


def package() -> Path:
    """The folder of the package."""
    return Path(__file__).parents[1]


def sources_digest(*more: bytes) -> str:
    """Of the headers of the package, and what else decides what is compiled."""
    headers = sorted(package().glob("include/playout/device/*.hpp"))
    return digest(b"".join([*(header.read_bytes() for header in headers), *more])).hex()


class Library:
    """The rules of one puzzle, and its searches in the emulation of a warp."""

    def __init__(self, source: str, header: bytes) -> None:
        """Compiles a source that names the kind of playouts, unless that was done before."""
        text = source + (package() / "cuda" / "emulated.cpp").read_text(encoding="utf-8")
        key = sources_digest(text.encode(), header, " ".join(FLAGS).encode())
        path = kept_files.folder("card") / f"{key[:32]}.so"
        if not path.exists():
            _compile(text, path)
        self._library = ctypes.CDLL(str(path))

    def emulation(self, count: int) -> _core.Emulation:
        """So many searches."""
        make = ctypes.cast(self._library.make, ctypes.c_void_p).value
        assert make is not None
        return _core.emulation_by(make, count)

    @cached_property
    def sizes(self) -> tuple[int, int, int]:
        """The most plies, moves and codes."""
        numbers = (ctypes.c_uint32 * 3)()
        self._library.sizes(numbers)
        plies, moves, codes = numbers
        return plies, moves, codes

    def look(self, played: list[int]) -> tuple[list[int], list[int], int]:
        """The legal moves after some moves, their codes, and the score."""
        moves, codes = (ctypes.c_uint16 * MOST)(), (ctypes.c_uint32 * MOST)()
        score, before = ctypes.c_int32(), (ctypes.c_uint16 * max(1, len(played)))(*played)
        count = self._library.look(before, len(played), moves, codes, ctypes.byref(score))
        return list(moves[:count]), list(codes[:count]), score.value


def _compile(text: str, path: Path) -> None:
    """One line says what is wrong, if the compiler is missing or does not take it."""
    source = path.with_suffix(f".{os.getpid()}.cpp")
    made = path.with_suffix(f".{os.getpid()}.part")
    source.write_text(text, encoding="utf-8")
    command = [_compiler(), *FLAGS, f"-I{package() / 'include'}", str(source), "-o", str(made)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    source.unlink()
    if done.returncode != 0:
        lines = done.stderr.splitlines()
        wrong = next((line for line in lines if "error" in line), "".join(lines[:1]))
        raise SpecError(f"the rules for a card do not compile: {wrong}")
    made.replace(path)


def _compiler() -> str:
    for name in (os.environ.get("CXX"), "c++", "g++", "clang++"):
        if name and (found := shutil.which(name)):
            return found
    raise SpecError("the device emulated needs a C++ compiler for rules of your own: none was found")
