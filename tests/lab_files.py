"""Experiment files and games for the tests of the lab."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playout import lab

MATCH = """
title = "A small match"

[scale.smoke]
trials = 6

[scale.quick]
trials = 40

[[match]]
row = "{a}"
column = "{sims} sims"
game = "tictactoe"
a = "uct"
b = "random"
budget = "{sims} sims"
published = [90, "45/50"]
sample = 50

[match.sweep]
sims = [10, 20]
"""

FAULTY_GAME = '''
"""Nim, whose play has a fault that shows in some games."""
import os
import signal
from pathlib import Path

import playout as po


class Nim(po.PythonGame):
    def initial(self):
        return 7, po.MAX

    def legal(self, state):
        return range(1, min(3, state[0]) + 1)

    def play(self, state, move):
        return state[0] - move, po.MIN if state[1] is po.MAX else po.MAX

    def turn(self, state):
        return state[1]

    def score(self, state):
        return -1 if state[1] is po.MAX else 1


class Raises(Nim):
    def play(self, state, move):
        if state[0] == 5:
            raise RuntimeError("five is too hard")
        return super().play(state, move)


class Dies(Nim):
    """Kills its process as long as there is a file `deadly` beside this one, which says how often."""

    def initial(self):
        deadly = Path(__file__).with_name("deadly")
        if deadly.exists():
            if deadly.read_text() == "once":
                deadly.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().initial()
'''


def write(folder: Path, name: str, text: str) -> Path:
    """A file of this text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@contextmanager
def faulty_games(folder: Path) -> Iterator[Path]:
    """A file `faulty.py` in a folder; what a test imports from it is forgotten again."""
    write(folder, "faulty.py", FAULTY_GAME)
    path = sys.path.copy()
    yield folder
    sys.path[:] = path
    sys.modules.pop("faulty", None)


def random_match(game: str, trials: int, title: str = "Random players") -> str:
    """An experiment of one cell: two random players."""
    return f"""
title = "{title}"

[scale.quick]
trials = {trials}

[[match]]
game = "{game}"
a = "random"
b = "random"
"""


def stored(store: Path) -> dict[str, tuple[str, str | None, bool]]:
    """Seed and result of every trial of a store, and whether it failed."""
    with lab.Store(store) as opened:
        return {
            row["trial"]: (row["seed"], row["result"], row["error"] is not None)
            for row in opened.everything()
        }


def serial(path: Path, scale: str, store: Path) -> dict[str, tuple[str, str | None, bool]]:
    """What an uninterrupted run in this process gives."""
    plan = lab.plan(lab.experiment(path), scale)
    with lab.Store(store) as opened:
        lab.run([plan], opened, lab.engine("serial", 1))
    return stored(store)
