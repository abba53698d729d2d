"""The games of examples/c, compiled for the tests."""

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

import playout as po

SOURCES = Path(__file__).parents[1] / "examples" / "c"
OPTIONS = ("-std=c11", "-O3", "-march=native", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="playout-tests-")


@cache
def library(name: str) -> str:
    """The shared library of `examples/c/NAME.c`; without a C compiler, the test is skipped."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    made = Path(_folder().name, f"{name}.so")
    source, headers = SOURCES / f"{name}.c", f"-I{po.include_dir()}"
    subprocess.run([compiler, *OPTIONS, headers, str(source), "-o", str(made)], check=True)
    return str(made)
