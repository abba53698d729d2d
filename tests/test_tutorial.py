"""The tutorial, from its first file to its last command; its `>>>` are run with those of all pages."""

import re
import shlex
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from command import LIMIT_SECONDS, Run, finish, run, start
from console import assert_shown, commands

PAGE = (Path(__file__).parents[1] / "docs" / "tutorial.md").read_text(encoding="utf-8")
FILE = re.compile(r"```python\n(# (\S+\.py)\n.*?)```", re.DOTALL)
HAS_PAGE = find_spec("uvicorn") is not None
AFTER_INSTALLING = PAGE.split("\n## 2.", 1)[1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the tutorial."""
    monkeypatch.chdir(tmp_path)
    for text, name in FILE.findall(PAGE):
        Path(name).write_text(text, encoding="utf-8")
    return tmp_path


def follow(command: str) -> Run:
    program, *arguments = shlex.split(command)
    if arguments[0] == "serve":
        return serve(*arguments)
    if program == "python":
        done = subprocess.run(
            [sys.executable, *arguments], check=False, capture_output=True, text=True, timeout=LIMIT_SECONDS
        )
        return Run(done.returncode, done.stdout, done.stderr)
    assert program == "playout"
    return run(*arguments, stdin="quit\n")


def serve(*arguments: str) -> Run:
    """Starts the page on a port that is free, and ends it as soon as it is there."""
    process = start(*arguments, "--port", "0")
    assert process.stdout
    said = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    finish(process)
    return Run(0, re.sub(r":\d+/", ":8000/", said), "")


def test_every_command_does_what_it_shows(folder: Path) -> None:
    followed = [pair for pair in commands(AFTER_INSTALLING) if HAS_PAGE or " serve " not in pair[0]]
    for command, shown in followed:
        done = follow(command)
        assert (done.status, done.err) == (0, ""), command
        if shown:
            assert_shown(shown, done.out)
    assert len(followed) > 6
    assert "<svg" in (folder / "my.html").read_text(encoding="utf-8")
