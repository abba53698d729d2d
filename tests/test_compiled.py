"""Compiled games: what a class may be, what is wrong with it in one line, and how it is kept."""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command import run

import playout as po

pytest.importorskip("numba")
import compiled_faults  # after the test that Numba is there
import numpy as np
from compiled_games import GAMES, Nim, Sums

from playout.compiled import build
from playout.compiled.fields import Fields, dtype_of

pytestmark = pytest.mark.xdist_group("compiled")  # so that one process compiles each game


def rates(result: po.SearchResult) -> list[tuple[str, int, float]]:
    return [(child.name, child.visits, child.value) for child in result.children]


@pytest.mark.parametrize("make", GAMES, ids=lambda make: make.__name__)
def test_a_compiled_game_is_a_game(make: Any) -> None:
    assert po.check(make(), games=20).games == 20
    assert po.check(po.uncompiled(make()), games=3).games == 3


@pytest.mark.parametrize("player", ["uct", "uct(rave=50)", "flat", "nested(level=1)", "minimax(depth=2)"])
def test_compiled_and_uncompiled_are_searched_alike(player: str) -> None:
    compiled, plain = (
        po.player(player).search(game.initial(), "60 sims", seed=2)
        for game in (po.game(Nim()), po.uncompiled(Nim()))
    )
    assert rates(compiled) == rates(plain)
    assert (compiled.value, compiled.states) == (plain.value, plain.states)


@pytest.mark.parametrize(
    "player",
    [
        "nrpa(level=2, iterations=5)",
        "nrpa(level=1, bias=true)",
        "nmcs(level=2)",
        "lns(nrpa(level=1, iterations=3), nrpa(level=1, iterations=3), forget=near)",
    ],
)
def test_compiled_and_uncompiled_are_solved_alike(player: str) -> None:
    compiled, plain = (po.solve(game, player, "60 sims", seed=2) for game in (Sums(), po.uncompiled(Sums())))
    assert (compiled.score, compiled.moves) == (plain.score, plain.moves)


def test_a_game_has_its_own_constants() -> None:
    short, long = po.game(Nim(5)), po.game(Nim(9))
    assert (str(short.initial()), str(long.initial())) == ("5 left", "9 left")
    assert po.perft(Nim(2), 2) == po.perft(po.uncompiled(Nim(2)), 2)


def test_misere_and_uncompiled_go_together() -> None:
    game = po.misere(Nim())
    assert str(game) == "misere(Nim)"
    plain = po.uncompiled(game)
    assert plain.misere
    assert (
        po.UCT().search(game.initial(), "50 sims", seed=1).value
        == po.UCT().search(plain.initial(), "50 sims", seed=1).value
    )


def test_a_match_in_threads_processes_and_one_by_one_is_the_same() -> None:
    results = [po.match(Nim(), "uct", "random", games=6, budget="50 sims", seed=3, workers=n) for n in (1, 2)]
    plain = po.match(po.uncompiled(Nim()), "uct", "random", games=6, budget="50 sims", seed=3, workers=2)
    assert len({(r.wins, r.draws, r.losses) for r in (*results, plain)}) == 1


def test_a_tree_is_searched_by_threads() -> None:
    result = po.player("uct(threads=2)").search(po.game(Nim()).initial(), "200 sims", seed=1)
    assert result.simulations == 200


def test_a_solve_can_be_interrupted_and_go_on(tmp_path: Path) -> None:
    whole = po.solve(Sums(), "nrpa(level=2, iterations=5)", "80 sims", seed=4, threads=2)
    kept = tmp_path / "kept"
    po.solve(Sums(), "nrpa(level=2, iterations=5)", "40 sims", seed=4, threads=2, checkpoint=kept)
    rest = po.solve(Sums(), "nrpa(level=2, iterations=5)", "80 sims", seed=4, threads=2, checkpoint=kept)
    assert (rest.score, rest.moves) == (whole.score, whole.moves)


def test_games_and_states_can_be_pickled() -> None:
    state = po.game(Nim()).initial().play("2")
    again = pickle.loads(pickle.dumps(state))
    assert (again.position.raw, again.history, hash(again)) == (
        state.position.raw,
        state.history,
        hash(state),
    )


def test_what_is_written_in_python_is_shown() -> None:
    state = po.game(Nim(5)).initial()
    assert str(state) == "5 left"
    assert state.legal_names == ("1", "2", "3")
    assert state.svg().startswith("<svg")
    with pytest.raises(po.SpecError, match="cannot be set up from text"):
        state.game.state("5 X")


@pytest.mark.parametrize("kind", compiled_faults.NOT_COMPILED, ids=lambda kind: kind.__name__)
def test_what_cannot_be_compiled_is_one_line(kind: Any) -> None:
    with pytest.raises(po.ContractError) as caught:
        po.game(kind())
    message = str(caught.value)
    assert "\n" not in message
    assert message == kind.message.format(line=compiled_faults.line_of(kind))


@pytest.mark.parametrize("kind", compiled_faults.WRONG, ids=lambda kind: kind.__name__)
def test_check_finds(kind: Any) -> None:
    with pytest.raises(po.ContractError) as caught:
        po.check(kind(), games=5)
    message = str(caught.value)
    assert "\n" not in message
    assert kind.message in message


@pytest.mark.parametrize("kind", compiled_faults.FAILING, ids=lambda kind: kind.__name__)
def test_rules_that_fail_end_a_search(kind: Any) -> None:
    with pytest.raises(po.ContractError, match=kind.failure):
        po.UCT(rave=10).search(po.game(kind()).initial(), "2000 sims", seed=1)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({}, "expected a dict"),
        (["left"], "expected a dict"),
        ({"left": "int33"}, "left is 'int33'; expected one of bool, int8"),
        ({"left": "object"}, "expected one of"),
        ({"left": ">i4"}, "expected one of"),
        ({"left": "float16"}, "expected one of"),
        ({"left": ("bool", 3)}, "int8 will do"),
        ({"turn": ("int8", 3)}, "it is one number"),
        ({"left": ("int8", 0)}, "expected one of"),
        ({"left": ("int8", -1)}, "expected one of"),
        ({"left": ("int8", 10**7)}, "at most 1048576"),
        ({"1x": "int8"}, "no name of a field"),
        ({"_record": "int8"}, "no name of a field"),
    ],
)
def test_fields_that_make_no_sense_are_refused(fields: Any, problem: str) -> None:
    rules = Nim()
    rules.fields = fields
    with pytest.raises(po.ContractError, match=problem):
        po.game(rules)


def test_numbers_of_fields_are_pythons_own() -> None:
    rules = Nim()
    rules.fields = {"cells": ("int8", (2, 3)), "big": "uint64", "real": "float32", "flag": "bool"}
    s = Fields(dtype_of(rules))
    s.cells[1, 2] = 100
    assert s.cells[1, 2] * 100 == 10_000
    assert type(s.cells[1][2]) is int
    assert [type(x) for x in (s.real, s.flag)] == [float, bool]
    assert type(s.big) is np.uint64
    with pytest.raises(OverflowError):
        s.cells[0, 0] = 300
    with pytest.raises(IndexError):
        s.cells[0, 3]
    with pytest.raises(AttributeError):
        s.other = 1
    with pytest.raises(AttributeError):
        _ = s.other


def test_a_game_is_compiled_once_and_kept(tmp_path: Path) -> None:
    source = "import compiled_games, playout as po; print(po.game(compiled_games.Nim(11)))"
    env = os.environ | {"PLAYOUT_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parent)}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", source], env=env, capture_output=True, text=True, check=True
        )
        kept = sorted(path.name for path in tmp_path.rglob("*.nbc"))
        assert len(kept) >= 6
    assert done.stdout == "Nim\n"
    assert kept == sorted(path.name for path in tmp_path.rglob("*.nbc"))


BROUGHT = """
import enum, numba
from deep import X
N = {}
class Kind(enum.IntEnum):
    A = {}
@numba.njit
def start(): return {}
"""
USES_A_MODULE = """
import brought
from brought import Kind, start
from compiled_games import Nim
class Own(Nim):
    def initial(self, s):
        s.left = brought.N + brought.X + Kind.A.value + start()
def show():
    import playout as po
    print(po.game(Own()).initial())
"""


def first_state(rules: po.CompiledGame) -> str:
    return str(po.game(rules).initial())


def test_what_is_compiled_is_told_apart_by_all_that_it_reads() -> None:
    def closure(left: int) -> type[Nim]:
        class Closed(Nim):
            def initial(self, s: Any) -> None:
                s.left = left

        return Closed

    def table(left: int) -> po.CompiledGame:
        class Long(Nim):
            def __init__(self) -> None:
                super().__init__()
                numbers = np.zeros(5000, np.int64)
                numbers[2500] = left
                self.numbers = (numbers,)

            def initial(self, s: Any) -> None:
                s.left = self.numbers[0][2500]

        return Long()

    assert [first_state(closure(n)()) for n in (4, 6)] == ["4 left", "6 left"]
    assert [first_state(table(n)) for n in (4, 6)] == ["4 left", "6 left"]


def test_a_method_that_was_replaced_is_the_new_one() -> None:
    class Living(Nim):
        def initial(self, s: Any) -> None:
            s.left = 4

    before = first_state(Living())

    def initial(self: Any, s: Any) -> None:
        s.left = 6

    Living.initial = initial  # type: ignore[method-assign]
    assert (before, first_state(Living())) == ("4 left", "6 left")


@pytest.mark.parametrize("change", ["constant", "enum", "dispatcher", "passed_on"])
def test_what_a_module_brings_along_is_not_taken_for_what_it_was(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time in a new process, as after an edit of the file that the game imports from."""
    (tmp_path / "own_game.py").write_text(USES_A_MODULE)
    env = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{Path(__file__).parent}"}
    starts = []
    for left in (4, 6):
        (tmp_path / "deep.py").write_text(f"X = {left if change == 'passed_on' else 0}\n")
        values = [left if change == name else 0 for name in ("constant", "enum", "dispatcher")]
        (tmp_path / "brought.py").write_text(BROUGHT.format(*values))
        command = [
            sys.executable,
            "-B",
            "-c",
            "import own_game; own_game.show()",
        ]
        starts.append(subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout)
    assert starts == ["4 left\n", "6 left\n"]


@pytest.mark.parametrize("suffix", ["nbc", "nbi", "py"])
def test_what_was_kept_and_is_damaged_is_made_again(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path))
    po.game(Nim())
    for path in tmp_path.rglob(f"Nim*.{suffix}"):
        path.write_bytes(path.read_bytes()[:20])
    assert po.UCT().search(po.game(Nim()).initial(), "500 sims", seed=1).name == "3"


def test_a_cache_that_cannot_be_written_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(blocked))
    assert po.game(Nim(13)).players == 2


def test_a_user_without_a_home_can_compile() -> None:
    source = "import compiled_games, playout as po; print(po.game(compiled_games.Nim(15)))"
    code = "import os, pathlib; pathlib.Path.home = lambda: (_ for _ in ()).throw(RuntimeError('no home'))"
    unset = ("PLAYOUT_CACHE_DIR", "XDG_CACHE_HOME")
    env = {key: value for key, value in os.environ.items() if key not in unset}
    env["PYTHONPATH"] = str(Path(__file__).parent)
    command = [sys.executable, "-c", f"{code}; {source}"]
    assert subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout == "Nim\n"


def test_the_library_imports_neither_numba_nor_numpy() -> None:
    source = (
        "import playout, sys; print([name for name in ('numba', 'numpy', 'llvmlite') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_without_numba_it_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playout.compiled.face", None)
    monkeypatch.setitem(sys.modules, "numba", None)
    for name in [name for name in sys.modules if name.startswith("playout.compiled.")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(po.SpecError, match=r"pip install 'playout\[compiled\]'"):
        po.game(Nim())


def test_what_takes_long_is_said(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(build, "SECONDS_OF_SILENCE", 0.0)
    with caplog.at_level("INFO", logger="playout"):
        po.game(Nim(17))
    assert "compiling Nim" in caplog.text


def test_the_command_line_takes_it() -> None:
    here = Path(__file__).with_name("compiled_games.py")
    done = run("match", f"{here}:Nim", "uct", "random", "--games", "2", "--budget", "20 sims")
    assert done.status == 0
    done = run("solve", f"{here}:Sums", "nrpa", "--budget", "200 sims")
    assert done.status == 0


def test_an_uncompiled_game_is_none_of_the_library() -> None:
    with pytest.raises(po.SpecError, match="only a compiled game"):
        po.uncompiled(po.game("tictactoe"))
