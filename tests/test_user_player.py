"""Players written in Python: in matches, searches and the lab, checked, and the same whatever the workers."""

import os
import random
import subprocess
import sys
import traceback
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from command import NIM, run
from lab_files import write
from test_interrupt import interrupted
from toys import TWO_PLAYER, First, Nim, one_line, short_id

import playout as po
from playout import _core, lab
from playout.openings import opening
from playout.run.one_game import Side, _play_here, _play_in_core

FIRST = f"{Path(__file__).parent}/toys.py:First"
SETTING: dict[str, Any] = {"games": 6, "budget": "30 sims", "seed": 1}


class Chance:
    """Plays at random, by the seed that it is given; and answers names."""

    def search(self, state: po.State, budget: po.Budget, seed: int) -> str:
        return random.Random(seed).choice(state.legal_names)


class Derived(po.Player):
    """A player that derives from the library's class, and asks another one."""

    def search(self, state: po.State, budget: po.Budget | str = "1s", seed: int | None = None) -> Any:
        return po.UCT().search(state, budget, seed)


class Asking(Derived):
    """A class that other processes can import; its native search takes as long as the budget says."""


class MyUCT(po.UCT):
    """A native player whose `search` is another one."""

    def search(self, state: po.State, budget: po.Budget | str = "1s", seed: int | None = None) -> Any:
        return state.legal_moves[-1]


@dataclass(frozen=True)
class WithFields(po.Player):
    openings: tuple[str, ...] = ()
    weights: dict[str, float] = field(default_factory=dict)

    def search(self, state: po.State, budget: po.Budget | str = "1s", seed: int | None = None) -> Any:
        return next((name for name in self.openings if name in state.legal_names), state.legal_names[0])


class Counting:
    """Keeps in mind how often it was asked, and plays the move of that number."""

    def __init__(self) -> None:
        self.asked = 0

    def search(self, state: po.State, budget: po.Budget, seed: int) -> int:
        self.asked += 1
        return state.legal_moves[self.asked % len(state.legal_moves)]


class Answering:
    """Answers what it was told."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def search(self, state: po.State, budget: po.Budget, seed: int) -> Any:
        return self.answer


class Raising:
    def search(self, state: po.State, budget: po.Budget, seed: int) -> int:
        raise ZeroDivisionError("mine")


def timeless(result: po.MatchResult) -> po.MatchResult:
    return replace(result, seconds=0)


def start() -> po.State:
    return po.game("tictactoe").initial()


@pytest.mark.parametrize("rules", [*TWO_PLAYER[:5], "misere(nogo(5,5))", Nim(12)], ids=str)
@pytest.mark.parametrize("names", [("uct", "flat"), ("random", "nested"), ("minimax", "uct(bounds=cuts)")])
def test_the_loop_in_python_plays_the_games_of_the_core(rules: Any, names: tuple[str, str]) -> None:
    max_, min_ = (Side(po.player(n), po.Budget(simulations=s)) for n, s in zip(names, (30, 20), strict=True))
    for seed in range(3):
        first = opening(po.game(rules), plies=seed, seed=seed, index=0)
        loops = [loop(first, max_, min_, seed, _core.Stop()) for loop in (_play_here, _play_in_core)]
        assert loops[0] == loops[1]
        assert loops[0] is not None


@pytest.mark.parametrize("player", [First(), Chance(), Derived(), MyUCT(), WithFields(("b2",))], ids=short_id)
@pytest.mark.parametrize("rules", ["tictactoe", Nim(9)], ids=str)
def test_a_match_takes_a_player_in_python(rules: Any, player: Any) -> None:
    one, again = (po.match(rules, player, "uct", **SETTING) for _ in range(2))
    assert one.games == 6
    assert timeless(one) == timeless(again)
    reverse = po.match(rules, "uct", player, **SETTING)
    assert (reverse.games, reverse.b) == (6, po.player(player))


def test_a_player_that_asks_another_plays_like_it() -> None:
    assert (
        po.match("tictactoe", Derived(), "flat", **SETTING).record
        == po.match("tictactoe", "uct", "flat", **SETTING).record
    )


@pytest.mark.parametrize("player", [Chance(), Counting(), MyUCT()], ids=lambda one: type(one).__name__)
def test_the_result_does_not_depend_on_the_workers(player: Any) -> None:
    one, two = (
        timeless(po.match("tictactoe", player, "uct", **SETTING, workers=workers)) for workers in (1, 2)
    )
    assert one == two


def test_each_game_is_played_by_a_copy() -> None:
    player = Counting()
    games = po.match("connectfour(5,4)", player, player, **SETTING).record
    assert player.asked == 0
    assert len({game.moves for game in games}) == 1, "a copy that is used again would play otherwise"


def test_a_player_that_cannot_be_copied_says_so() -> None:
    player = Counting()
    player.log = open(__file__)  # type: ignore[attr-defined]  # noqa: PTH123, SIM115
    with player.log, pytest.raises(po.SpecError, match="Counting cannot be copied for each game") as caught:  # type: ignore[attr-defined]
        po.match("tictactoe", player, "random", **SETTING)
    assert one_line(caught.value)


def test_a_player_that_processes_cannot_get_is_refused() -> None:
    class Local(Chance):
        pass

    with pytest.raises(po.SpecError, match="Local cannot be sent to worker processes"):
        po.match("tictactoe", Local(), "random", **SETTING, workers=2)


def test_it_has_the_face_of_a_player() -> None:
    result = po.player(Chance()).search(start(), "5 sims", seed=3)
    assert result.move == start().move(result.name)
    assert (result.seed, result.simulations, result.bounds) == (3, 0, (-1, 1))
    assert result.value != result.value, "nobody has said what the move is worth"
    whole = po.player(Derived()).search(start(), "50 sims", seed=3)
    assert whole.children == po.UCT().search(start(), "50 sims", seed=3).children
    assert po.player(po.player(First())) is not None
    names = [str(po.player(one)) for one in (First(), Chance(), Derived(), MyUCT(), WithFields(("b2",)))]
    assert names == ["First()", "Chance", "Derived", "MyUCT", "WithFields(openings=('b2',), weights={})"]


@pytest.mark.parametrize("answer", [None, "z9", "", 99, -1, 2**40, 1.0, True, object(), [1]], ids=short_id)
def test_what_is_no_legal_move_is_refused(answer: Any) -> None:
    for ask in (
        lambda: po.player(Answering(answer)).search(start(), "1s"),
        lambda: po.match("tictactoe", Answering(answer), "random", **SETTING),
    ):
        with pytest.raises(po.ContractError, match=r"the player Answering answered .* after ") as caught:
            ask()
        assert one_line(caught.value)


def test_integers_of_any_kind_and_results_are_welcome() -> None:
    class Whole:
        def __index__(self) -> int:
            return 4

    assert po.player(Answering(Whole())).search(start(), "1s").name == "b2"
    result = replace(po.Random().search(start(), "1 sims"), move=4, name="nonsense")
    assert po.player(Answering(result)).search(start(), "1s").name == "b2"
    with pytest.raises(po.ContractError, match="answered 4 after b2: illegal move 4"):
        po.player(Answering(result)).search(start().play("b2"), "1s")


@pytest.mark.parametrize("workers", [1, 2])
def test_an_exception_keeps_its_traceback_and_names_the_player(workers: int) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        po.match("tictactoe", Raising(), "random", **SETTING, workers=workers)
    assert any("raised by the player Raising" in note for note in caught.value.__notes__)
    text = "".join(traceback.format_exception(caught.value))
    assert 'raise ZeroDivisionError("mine")' in text


def test_what_is_no_player() -> None:
    class Empty(po.Player):
        pass

    for wrong, message in [
        (First, "First is a class; give an object of it: First()"),
        (7, "an object with search"),
        (object(), "an object with search"),
        (None, "an object with search"),
    ]:
        with pytest.raises(po.SpecError, match=message.replace("(", r"\(").replace(")", r"\)")):
            po.player(wrong)  # type: ignore[arg-type]
    with pytest.raises(po.SpecError, match="Empty is no player yet"):
        po.match("tictactoe", Empty(), "uct", **SETTING)
    with pytest.raises(po.SpecError, match="does not solve puzzles"):
        po.solve("morpion(4D)", po.player(First()))
    with pytest.raises(po.SpecError, match="not over"):
        po.player(First()).search(po.game(Nim(1)).initial().play(1), "1s")


def test_a_text_never_loads_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("raise SystemExit('loaded')\n")
    with pytest.raises(po.SpecError):
        po.player("mine.py:Mine")


def test_ctrl_c_ends_a_search_in_python_at_once() -> None:
    answer = interrupted("""
        class Slow:
            def search(self, state, budget, seed):
                if len(state.history) > 2:
                    time.sleep(600)
                return state.legal_moves[0]

        ready_once_heard()
        result = po.match("tictactoe", Slow(), "random", games=3)
        done(interrupted=result.interrupted, games=result.games)
    """)
    assert (answer["interrupted"], answer["games"]) == (True, 0)


@pytest.mark.parametrize("pause", [0.3, 3.0], ids=["while they start", "while they search"])
@pytest.mark.parametrize("player", ["Busy()", "Asking()"])
def test_ctrl_c_ends_searches_in_worker_processes_too(player: str, pause: float) -> None:
    answer = interrupted(
        f"""
        from test_user_player import Asking
        from toys import Busy
        ready_once_heard()
        result = po.match("breakthrough(8,8)", {player}, "random", games=4, budget="1h", workers=2)
        done(interrupted=result.interrupted, games=result.games)
    """,
        pauses=(pause,),
    )
    assert (answer["interrupted"], answer["games"]) == (True, 0)


# On the command line, and in the lab


def test_match_search_and_play_load_a_player_by_name() -> None:
    argv = ["match", "tictactoe", FIRST, "uct", "--games", "4", "--budget", "20 sims", "--json"]
    alone, together = run(*argv).json, run(*argv, "--workers", "2").json
    assert alone | {"seconds": 0} == together | {"seconds": 0}
    expected = po.match("tictactoe", First(), "uct", games=4, budget="20 sims", seed=0)
    assert (alone["a"], alone["wins"], alone["losses"]) == (FIRST, expected.wins, expected.losses)
    found = run("search", "tictactoe", FIRST, "--moves", "a1", "--json").json
    assert (found["move"], found["value"], found["player"]) == ("b1", None, FIRST)
    assert f"{FIRST} plays a1\n" in run("search", "tictactoe", FIRST).out
    assert "plays 1\n" in run("play", f"{NIM}(3)", "--against", FIRST, stdin="1\nquit\n").out


def test_what_is_wrong_with_a_player_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(
        "import playout as po\nfrom playout import UCT\n"
        "class Mine:\n    def search(self, state, budget, seed):\n        return 99\n"
        "class Fails(Mine):\n    def search(self, state, budget, seed):\n        return 1 / 0\n"
    )
    for name, message in {
        "mine.py:Mini": "mine.py: unknown player 'Mini' (did you mean 'Mine'?): the players are Fails, Mine",
        "mine.py": "name the player in it, as in mine.py:Class",
        "mine.py:Mine(1)": "takes no arguments",
        "mine.py:Mine": "the player mine.py:Mine answered 99 after no move: illegal move 99",
    }.items():
        done = run("search", "tictactoe", name)
        assert done.is_wrong_usage, done
        assert message in done.err
    done = run("match", "tictactoe", "mine.py:Fails", "uct", "--games", "2")
    assert (done.status, done.out) == (1, "")
    assert "return 1 / 0" in done.err
    assert "raised by the player mine.py:Fails after no move" in done.err


def test_the_lab_plays_a_player_by_name(tmp_path: Path) -> None:
    text = f"""
title = "Mine"
[scale.quick]
trials = 4
[[match]]
game = "tictactoe"
a = "{FIRST}"
b = "uct"
budget = "20 sims"
"""
    plan = lab.plan(lab.experiment(write(tmp_path, "mine.toml", text)), "quick")
    assert plan.cells[0].settings["a"] == FIRST
    with lab.Store(":memory:") as store:
        summary = lab.run([plan], store, lab.engine("serial", 1))
        rows = store.rows(plan, plan.cells[0])
    assert (summary.finished, summary.failed) == (4, 0)
    assert {row.result["length"] for row in rows} <= set(range(5, 10))


class Dying:
    """Takes its process with it."""

    def search(self, state: po.State, budget: po.Budget, seed: int) -> int:
        os._exit(3)


@pytest.mark.parametrize("workers", [2, 3])
def test_a_worker_that_dies_ends_the_match(workers: int) -> None:
    with pytest.raises(RuntimeError, match="a worker process ended before its time"):
        po.match("tictactoe", Dying(), "random", **SETTING, workers=workers)


def test_a_class_that_workers_do_not_find(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("""
import playout as po
if __name__ == "__main__":
    class Mine:
        def search(self, state, budget, seed): return state.legal_moves[0]
    try:
        po.match("tictactoe", Mine(), "uct", games=4, budget="20 sims", workers=2)
    except RuntimeError as error:
        print(error)
""")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=False)
    assert "classes must stand at the top of a module" in done.stdout
