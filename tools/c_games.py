"""The games of examples/c as shared libraries, for tests and benchmarks."""

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import playout as po

SOURCES = Path(__file__).parents[1] / "examples" / "c"
OPTIONS = ("-O3", "-march=native", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")


@cache
def library(name: str) -> str:
    """The library of `examples/c/NAME.c`, made once; a FileNotFoundError without a C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise FileNotFoundError("there is no C compiler named cc")
    made = Path(_folder().name, f"{name}.so")
    source, headers = SOURCES / f"{name}.c", f"-I{po.include_dir()}"
    subprocess.run([compiler, *OPTIONS, headers, str(source), "-o", str(made)], check=True)
    return str(made)


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Which is removed at the end of the process."""
    return tempfile.TemporaryDirectory(prefix="playout-c-")
