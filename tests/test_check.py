"""check(): every game of the library passes, and each broken one fails for its reason."""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from toys import SPECS, Digits, Nim, nim_with, one_line

import playout as po

SHAPES = [
    f"{name}({rows},{cols},pieces={pieces})"
    for name in ("breakthrough", "knightthrough")
    for rows, cols, pieces in [(2, 2, 1), (4, 2, 2), (4, 16, 2), (32, 2, 2), (9, 7, 3), (5, 5, 1)]
]
SHAPES += [
    *("domineering(1,6)", "domineering(6,1)", "domineering(2,26)", "domineering(64,1)"),
    *("nogo(2,2)", "nogo(3,8)", "nogo(10,13)", "atarigo(2,2)", "atarigo(3,8)", "atarigo(10,13)"),
    *("go(2,2)", "go(3,3,komi=0)", "go(5,4,komi=-3.5)", "go(10,13)"),
    *("connectfour(1,1)", "connectfour(8,8)", "connectfour(5,4,connect=3)", "connectfour(8,1,connect=2)"),
    *("seki(0,0)", "seki(1,5)", "seki(30,30)"),
]


@pytest.mark.parametrize("rules", [*SPECS, *SHAPES, *(f"misere({spec})" for spec in SHAPES)])
def test_every_native_game_passes(rules: str) -> None:
    games = 10 if po.game(rules).state_size < 5000 else 1  # a large board has many moves to try
    report = po.check(rules, games=games)
    assert (report.game, report.games) == (str(po.game(rules)), games)
    assert report.states >= report.longest + 1


class TurnedNim(Nim):
    def with_turn(self, state: tuple[int, po.Turn], turn: po.Turn) -> tuple[int, po.Turn]:
        return state[0], turn


@pytest.mark.parametrize(
    "rules",
    [Nim(), Nim(0), Digits(), po.misere(Nim()), TurnedNim(), TurnedNim(0), po.misere(TurnedNim())],
    ids=str,
)
def test_sound_python_games_pass(rules: Any) -> None:
    assert po.check(rules, games=20).games == 20


def test_the_report_counts() -> None:
    report = po.check(Digits(4), games=7)
    assert (report.games, report.states, report.longest) == (7, 35, 4)
    assert str(report) == "Digits(length=4): 7 random games, 35 states, longest 4 moves: fine"


def test_the_seed_decides() -> None:
    assert po.check("tictactoe", games=20, seed=1) == po.check("tictactoe", games=20, seed=1)
    lengths = {po.check("breakthrough(5,5)", games=5, seed=seed).states for seed in range(5)}
    assert len(lengths) > 1


def toggling(*answers: object) -> Callable[..., object]:
    """A method that gives another answer at each call."""
    endless = itertools.cycle(answers)
    return lambda *_: next(endless)


def changing_play(state: list[int], move: int) -> list[int]:
    state.append(move)
    return state


def five_moves(state: Sequence[object]) -> Sequence[int]:
    return range(3) if len(state) < 5 else ()


def whose_turn(state: Sequence[object]) -> po.Turn:
    return po.MAX if len(state) % 2 == 0 else po.MIN


MUTABLE: dict[str, Callable[..., object]] = {
    "initial": list,
    "legal": five_moves,
    "play": changing_play,
    "turn": whose_turn,
    "score": lambda state: 1,
}

BROKEN: dict[str, tuple[dict[str, Callable[..., object]], str]] = {
    "initial differs": (
        {"initial": toggling((7, po.MAX), (8, po.MAX))},
        "initial() gives two different states",
    ),
    "legal differs": ({"legal": toggling([1], [2])}, "legal() gives two different answers"),
    "legal reorders": ({"legal": toggling([1, 2], [2, 1])}, "legal() gives two different answers"),
    "legal repeats": ({"legal": lambda state: [1, 1]}, "legal() names a move twice"),
    "play changes its state": (MUTABLE, "changed its own state"),
    "play differs": ({"play": toggling((0, po.MIN), (2, po.MIN))}, "gives two different states"),
    "names repeat": ({"name": lambda state, move: "x"}, "two legal moves have the same name"),
    "names differ": ({"name": toggling("a", "b", "c", "d", "e")}, "name"),
    "no names": ({"name": lambda state, move: None}, "Broken.name gave None; expected a string"),
    "codes repeat": ({"code": lambda state, move: 1}, "two legal moves have the same code"),
    "codes differ": ({"code": toggling(*range(100))}, "code() gives two different answers"),
    "another state with the same turn": (
        {"with_turn": lambda state, turn: (state[0] + 1, turn)},
        "with_turn() for the player to move gives another state",
    ),
    "not in normal form": (
        {"with_turn": lambda state, turn: (state[0], turn), "score": lambda state: 0},
        "with_turn() is there, but who cannot move has not lost",
    ),
    "no codes": ({"code": lambda state, move: None}, "Broken.code gave None; expected an integer"),
    "no text": ({"text": lambda state: None}, "Broken.text gave None; expected a string"),
    "no turn": ({"turn": lambda state: None}, "Broken.turn gave None; expected playout.MAX or playout.MIN"),
    "no score": ({"score": lambda state: None}, "Broken.score gave None; expected a number"),
    "score too high": ({"score": lambda state: 2}, "Broken.score gave 2; expected a number within bounds()"),
    "score differs": ({"score": toggling(1, -1, 0)}, "score() gives two different answers"),
    "endless": ({"play": lambda state, move: (7, po.MAX)}, "did not end within max_length"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_game_fails_for_its_reason(kind: str) -> None:
    methods, reason = BROKEN[kind]
    with pytest.raises(po.ContractError) as caught:
        po.check(nim_with(**methods), games=20)
    assert reason in str(caught.value)
    assert one_line(caught.value)


def test_the_message_tells_how_to_get_there() -> None:
    """The game breaks after two moves, and the message says which."""

    def name(state: tuple[int, po.Turn], move: int) -> str:
        return "x" if state[0] <= 5 and state[0] > 1 else str(move)

    with pytest.raises(po.ContractError, match=r"two legal moves have the same name, after \d( \d)*$"):
        po.check(nim_with(name=name))


def test_a_game_may_be_over_at_once() -> None:
    assert po.check(Nim(0), games=3).longest == 0


@pytest.mark.parametrize("games", [0, -1, 1.5, True, None, "3"])
def test_wrong_numbers_of_games(games: int) -> None:
    with pytest.raises(po.SpecError, match="games must be an integer from 1 to") as caught:
        po.check("tictactoe", games=games)
    assert one_line(caught.value)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "x"])
def test_wrong_seeds(seed: int) -> None:
    with pytest.raises(po.SpecError, match="a seed is an integer"):
        po.check("tictactoe", seed=seed)


@pytest.mark.parametrize("rules", ["chess", 5, Nim])
def test_what_is_no_game_is_refused(rules: Any) -> None:
    with pytest.raises(ValueError, match=r"unknown game|PythonGame|class"):
        po.check(rules)
