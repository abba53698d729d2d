"""Hex, Othello and Amazons of examples/, against OpenSpiel and known numbers."""

import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from command import run
from compiled_cache import own_cache  # noqa: F401

import playout as po

pytest.importorskip("numba", reason="Numba is not installed: the games cannot be compiled")

EXAMPLES = Path(__file__).parents[1] / "examples"
PAGES = Path(__file__).parents[1] / "docs" / "examples"
sys.path.insert(0, str(EXAMPLES))

from amazons import Amazons  # noqa: E402
from hex import Hex  # noqa: E402
from othello import Othello  # noqa: E402

pytestmark = pytest.mark.xdist_group("board games")  # so that one process compiles each game

GAMES = [Hex(3), Hex(), Othello(4), Othello(), Amazons()]


def sized(rules: Any) -> str:
    return f"{rules}{rules.size}"


@pytest.mark.parametrize("rules", GAMES, ids=sized)
def test_the_rules_keep_the_contract(rules: po.CompiledGame) -> None:
    po.check(rules, games=10)


# Ours, OpenSpiel's name, and the random games to compare.
AGAINST = [
    (Hex(3), "hex(board_size=3)", 40),
    (Hex(), "hex(board_size=7)", 20),
    (Othello(), "othello", 40),
    (Amazons(), "amazons(board_size=6)", 20),
    (Amazons(10), "amazons(board_size=10)", 3),
]


def start(name: str) -> Any:
    pyspiel = pytest.importorskip(
        "pyspiel", reason="OpenSpiel is not installed: the rules' oracle is missing"
    )
    return pyspiel.load_game(name).new_initial_state()


def hex_board(theirs: Any) -> str:
    """OpenSpiel marks stones that are connected to a side with letters of their own."""
    rows = [line.split() for line in str(theirs).splitlines()]
    marks = {"x": "X", "y": "X", "z": "X", "X": "X", "o": "O", "p": "O", "q": "O", "O": "O", ".": "."}
    return "/".join("".join(marks[cell] for cell in row) for row in rows)


def othello_board(theirs: Any) -> str:
    rows = [line.split()[1:-1] for line in str(theirs).splitlines() if line[:1].isdigit()]
    return "/".join("".join(row) for row in rows).replace("-", ".").replace("x", "X").replace("o", "O")


def amazons_board(theirs: Any) -> str:
    return "/".join(str(theirs).split())


BOARDS: dict[type, Callable[[Any], str]] = {Hex: hex_board, Othello: othello_board, Amazons: amazons_board}


def board(state: po.State) -> str:
    """Without the coordinates."""
    *rows, _ = state.board.splitlines()
    return "/".join("".join(row.split()[1:]) for row in rows)


def same_actions(rules: Any, state: po.State, theirs: Any) -> dict[int, list[int]]:
    """OpenSpiel's actions for each legal move of ours, which must be all of its legal ones."""
    if isinstance(rules, Amazons) and not theirs.is_terminal():
        return amazons_actions(rules, state, theirs)
    assert list(state.legal_moves) == theirs.legal_actions()
    return {move: [move] for move in state.legal_moves}


def amazons_actions(rules: Amazons, state: po.State, theirs: Any) -> dict[int, list[int]]:
    """There, a turn has three parts: the cell to leave, the one to go to, the arrow. Rows go downwards."""
    actions = {move: [flipped(rules, cell) for cell in cells(rules, move)] for move in state.legal_moves}
    firsts = {path[0] for path in actions.values()}
    assert firsts == set(theirs.legal_actions())
    if any(len(path) == 2 for path in actions.values()):
        for first in firsts:
            seconds = {path[1] for path in actions.values() if path[0] == first}
            assert seconds == set(theirs.child(first).legal_actions())
    return actions


def cells(rules: Amazons, move: int) -> list[int]:
    """An arrow's cell; or the cells that an amazon leaves and goes to."""
    origin, to = divmod(move, rules.cells)
    return [to] if origin == 0 else [origin - 1, to]


def flipped(rules: Amazons, cell: int) -> int:
    row, col = divmod(cell, rules.size)
    return (rules.size - 1 - row) * rules.size + col


@pytest.mark.parametrize(("rules", "name", "games"), AGAINST, ids=[name for _, name, _ in AGAINST])
def test_random_games_are_openspiels(rules: Any, name: str, games: int) -> None:
    rng = random.Random(name)
    results = set()
    for _ in range(games):
        ours, theirs = po.game(rules).initial(), start(name)
        while not ours.is_terminal:
            assert board(ours) == BOARDS[type(rules)](theirs)
            assert ours.turn is (po.MAX, po.MIN)[theirs.current_player()]
            actions = same_actions(rules, ours, theirs)
            move = rng.choice(ours.legal_moves)
            ours = ours.play(move)
            for action in actions[move]:
                theirs.apply_action(action)
        assert theirs.is_terminal()
        assert [ours.score, -ours.score] == theirs.returns()
        results.add(ours.score)
    assert results >= {-1, 1}


def spiel_perft(state: Any, depth: int) -> int:
    if state.is_terminal():
        return 0
    if depth == 1:
        return len(state.legal_actions())
    return sum(spiel_perft(state.child(action), depth - 1) for action in state.legal_actions())


# The last number is OpenSpiel's depth: in Amazons a turn has two parts here and three there.
@pytest.mark.parametrize(
    ("rules", "name", "depth", "theirs"),
    [
        (Hex(3), "hex(board_size=3)", 6, 6),
        (Hex(), "hex(board_size=7)", 2, 2),
        (Othello(), "othello", 5, 5),
        (Amazons(), "amazons(board_size=6)", 2, 3),
        (Amazons(), "amazons(board_size=6)", 3, 5),
    ],
)
def test_perft_is_openspiels(rules: Any, name: str, depth: int, theirs: int) -> None:
    assert po.perft(rules, depth) == spiel_perft(start(name), theirs)


def test_othello_has_its_known_perft() -> None:
    known = [4, 12, 56, 244, 1396, 8200, 55092, 390216]
    assert [po.perft(Othello(), depth) for depth in range(1, 9)] == known


def test_amazons_has_its_known_perft() -> None:
    """In whole turns, which are two moves here."""
    assert [po.perft(Amazons(10), depth) for depth in (2, 4)] == [2_176, 4_307_152]


@pytest.mark.parametrize("kind", [Hex, Othello, Amazons])
def test_the_numbers_of_the_pages_are_right(kind: type[Any]) -> None:
    page = (PAGES / f"{kind.__name__.lower()}.md").read_text("utf-8")
    rows = re.findall(r"\| (\d+)×\d+ \|([\d, |]+)\|\n", page)
    assert rows
    for size, cells in rows:
        counts = [int(cell.replace(",", "")) for cell in cells.split("|")]
        assert counts == [po.perft(kind(int(size)), depth) for depth in range(1, len(counts) + 1)]


def test_othello_passes() -> None:
    """On 4×4 random games show passes, and ends with cells left."""
    rng, passes, early = random.Random(1), 0, 0
    for _ in range(50):
        state = po.game(Othello(4)).initial()
        while not state.is_terminal:
            assert "pass" not in state.legal_names or state.legal_names == ("pass",)
            passes += "pass" in state.legal_names
            state = state.play(rng.choice(state.legal_moves))
        early += "." in board(state)
    assert min(passes, early) > 5


def test_the_first_player_wins_small_hex() -> None:
    result = po.UCT(bounds="cuts").search(po.game(Hex(3)).initial(), "1000000 sims", seed=1)
    assert (result.name, result.bounds) == ("b2", (1, 1))


def test_names_are_those_that_players_write() -> None:
    assert po.game(Hex(3)).initial().legal_names == ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
    assert po.game(Othello()).initial().legal_names == ("d3", "c4", "f5", "e6")
    state = po.game(Amazons()).initial().play("b1-b5").play("x-b1")
    assert board(state) == ".O..O./OX...O/....../....../X....X/.#..X."
    assert state.turn is po.MIN


# How many shapes of a kind: cells, and behind those of Hex its sides; the page is a rectangle, too.
@pytest.mark.parametrize(
    ("rules", "shapes"),
    [
        (Hex(3), {"polygon": 9 + 12, "rect": 1, "circle": 1}),
        (Othello(4), {"rect": 16 + 1, "circle": 5}),
        (Amazons(), {"rect": 36 + 1 + 1, "path": 8}),
    ],
)
def test_pictures(rules: po.CompiledGame, shapes: dict[str, int]) -> None:
    state = po.game(rules).initial()
    state = state.play(state.legal_moves[0])
    if isinstance(rules, Amazons):
        state = state.play(state.legal_moves[0])
    root = ElementTree.fromstring(state.svg())
    assert {kind: len(root.findall(f"{{*}}{kind}")) for kind in shapes} == shapes


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: Hex(1), "size is 1; expected 2 to 19"),
        (lambda: Othello(5), "size is 5; expected 4, 6 or 8"),
        (lambda: Amazons(11), "size is 11; expected 4 to 10"),
    ],
)
def test_sizes_that_do_not_work(make: Callable[[], object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        make()


def test_a_match_of_hex_in_the_terminal() -> None:
    done = run("match", f"{EXAMPLES}/hex.py:Hex", "uct", "random", "--games", "20", "--budget", "50 sims")
    assert done.status == 0, done.err
    assert re.search(r"^(1[5-9]|20) wins, 0 draws", done.out, re.MULTILINE), done.out


@pytest.mark.parametrize("name", ["hex", "othello", "amazons"])
def test_an_example_shows_something(name: str) -> None:
    script = [sys.executable, str(EXAMPLES / f"{name}.py")]
    done = subprocess.run(script, check=False, capture_output=True, encoding="utf-8", timeout=100)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^uct against random: (1[5-9]|20) wins", done.stdout, re.MULTILINE), done.stdout
