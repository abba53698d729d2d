"""Rules in GDL as games: the same as the native ones, move by move and search by search."""

import logging
import pickle
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import run
from compiled_cache import own_cache  # noqa: F401
from gdl_texts import DICE, LIGHT, MATCHING, SHARE, THREE, written

pytest.importorskip("clingo", reason="clingo is not installed")

import playout as po
from playout import gdl, named

NATIVE = {
    "tictactoe": "tictactoe",
    "connectfour_4x4": "connectfour(4,4)",
    "connectfour_7x6": "connectfour(7,6)",
    "connectfour_8x6": "connectfour(8,6)",
    "breakthrough_5x5": "breakthrough(5,5)",
    "breakthrough_8x8": "breakthrough(8,8)",
    "knightthrough_5x5": "knightthrough(5,5)",
    "knightthrough_8x8": "knightthrough(8,8)",
    "domineering_5x5": "domineering(5,5)",
    "nogo_4x4": "nogo(4,4)",
    "atarigo_4x4": "atarigo(4,4)",
}
DEPTHS = {"tictactoe": 7, "nogo_4x4": 3, "atarigo_4x4": 3}
OTHELLO = [4, 12, 56, 244, 1396, 8200, 55_092]
"""Perft of Othello, as programs for it have it."""
STEPS = {
    "left": (1, -1),
    "ahead": (1, 0),
    "right": (1, 1),
    "farleft": (2, -1),
    "farright": (2, 1),
    "wideleft": (1, -2),
    "wideright": (1, 2),
}
"""Rows forward, columns to the right."""


def native_name(state: po.State, name: str) -> str:
    """What the native game calls a move."""
    *_, row, col = parts = name.split("_")
    if parts[0] == "drop":
        return col
    upright = state.turn is po.MAX
    if str(state.game).endswith("domineering_5x5.kif"):
        return f"{col}{row}" + (f"{col}{int(row) + 1}" if upright else f"{chr(ord(col) + 1)}{row}")
    if parts[0] != "go":
        return f"{col}{row}"
    rows, cols = STEPS[parts[1]]
    forward = rows if upright else -rows
    return f"{chr(ord(col) - cols)}{int(row) - forward}{col}{row}"


def walk(state: po.State, native: po.State, rng: random.Random) -> Iterator[tuple[po.State, po.State]]:
    """The states of one random game, of both kinds side by side."""
    yield state, native
    while not native.is_terminal:
        index = rng.randrange(len(native.legal_moves))
        state, native = state.play(state.legal_moves[index]), native.play(native.legal_moves[index])
        yield state, native


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("name", NATIVE)
def test_random_games_are_those_of_the_native_game(name: str, misere: bool) -> None:
    game = po.game(f"misere_{name}.kif" if misere else f"{name}.kif")
    native = po.game(f"misere({NATIVE[name]})" if misere else NATIVE[name])
    assert (game.players, game.bounds) == (native.players, native.bounds)
    rng = random.Random(name)
    for _ in range(1 if misere else 3):
        for state, other in walk(game.initial(), native.initial(), rng):
            assert tuple(native_name(state, move) for move in state.legal_names) == other.legal_names
            assert state.is_terminal == other.is_terminal
            assert state.is_terminal or state.turn is other.turn
        assert state.score == other.score


@pytest.mark.parametrize("name", NATIVE)
def test_perft_is_that_of_the_native_game(name: str) -> None:
    depth = DEPTHS.get(name, 4)
    assert po.perft(f"{name}.kif", depth) == po.perft(NATIVE[name], depth)


def test_perft_of_reversi_is_the_published_one() -> None:
    assert [po.perft("reversi.kif", depth) for depth in range(1, 8)] == OTHELLO


def test_reversi_agrees_with_a_naive_twin() -> None:
    rng = random.Random(1)
    for _ in range(10):
        state, discs, side = po.game("reversi.kif").initial(), dict(REVERSI), "x"
        while not state.is_terminal:
            turned = {place: found for place in CELLS if (found := turned_by(discs, side, place))}
            names = [f"place_{row}_{col}" for row, col in turned] or [f"pass_{side}"]
            assert (list(state.legal_names), state.turn is po.MAX) == (names, side == "x")
            index = rng.randrange(len(names))
            state = state.play(names[index])
            if turned:
                place = list(turned)[index]
                discs |= dict.fromkeys([place, *turned[place]], side)
            side = "xo"[side == "x"]
        counts = [list(discs.values()).count(side) for side in "xo"]
        assert state.score == (counts[0] > counts[1]) - (counts[0] < counts[1])


Cell = tuple[int, str]
CELLS: list[Cell] = [(row, col) for row in range(1, 9) for col in "abcdefgh"]
REVERSI: dict[Cell, str] = {(4, "d"): "o", (4, "e"): "x", (5, "d"): "x", (5, "e"): "o"}


def turned_by(discs: dict[Cell, str], side: str, place: Cell) -> list[Cell]:
    """The discs that one at this place would turn over."""
    found: list[Cell] = []
    for up, right in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
        line = [(place[0] + up * n, chr(ord(place[1]) + right * n)) for n in range(1, 8)]
        sides = "".join(discs.get(cell, ".") for cell in line)
        length = len(sides) - len(sides.lstrip("xo".replace(side, "")))
        if length and sides[length : length + 1] == side:
            found += line[:length]
    return found if place not in discs else []


@pytest.mark.parametrize(
    "player", ["uct", "uct(rave=50)", "uct(bounds=cuts)", "nested(level=1)", "flat", "minimax(depth=2)"]
)
@pytest.mark.parametrize("name", ["tictactoe", "connectfour_4x4", "breakthrough_5x5"])
def test_searches_give_what_they_give_on_the_native_game(name: str, player: str) -> None:
    states = [po.game(spec).initial() for spec in (f"{name}.kif", NATIVE[name])]
    ours, theirs = (po.player(player).search(state, "300 sims", seed=3) for state in states)
    assert native_name(states[0], ours.name) == theirs.name
    assert (ours.value, ours.states, ours.simulations) == (theirs.value, theirs.states, theirs.simulations)
    assert [(native_name(states[0], child.name), child.visits, child.value) for child in ours.children] == [
        (child.name, child.visits, child.value) for child in theirs.children
    ]


@pytest.mark.parametrize("name", ["tictactoe", "connectfour_4x4"])
def test_a_game_is_proven_with_the_native_number_of_simulations(name: str) -> None:
    player = po.player("uct(bounds=cuts)")
    states = [po.game(spec).initial() for spec in (f"{name}.kif", NATIVE[name])]
    ours, theirs = (player.search(state, "3000000 sims", seed=1) for state in states)
    assert (ours.proven, ours.bounds, ours.simulations) == (True, theirs.bounds, theirs.simulations)


@pytest.mark.parametrize("moves", ["a1 b2 c3 c1 b1 b3 a3", "b2 a1 c3"])
def test_a_position_is_proven_with_the_native_number_of_simulations(moves: str) -> None:
    state, native = po.game("tictactoe.kif").initial(), po.game("tictactoe").initial()
    for cell in moves.split():
        state, native = state.play(f"mark_{cell[1]}_{cell[0]}"), native.play(cell)
    ours, theirs = (po.player("uct(bounds=cuts)").search(one, "1000 sims", seed=1) for one in (state, native))
    assert ours.proven
    assert (ours.simulations, ours.bounds) == (theirs.simulations, theirs.bounds)


@pytest.mark.parametrize("name", ["tictactoe.kif", "domineering_5x5.kif", "eightpuzzle.kif", "hanoi.kif"])
def test_the_contract_of_a_game_is_kept(name: str) -> None:
    assert po.check(name, games=2).games == 2


def test_the_towers_of_hanoi_are_moved_in_fifteen_moves() -> None:
    state = po.game("hanoi.kif").initial()
    for disc, peg in hanoi(4, "a", "c", "b"):
        assert not state.is_terminal
        state = state.play(f"move_{disc}_{peg}")
    assert (len(state.history), state.score) == (15, 100)


def hanoi(discs: int, start: str, end: str, other: str) -> list[tuple[int, str]]:
    if not discs:
        return []
    return [*hanoi(discs - 1, start, other, end), (discs, end), *hanoi(discs - 1, other, end, start)]


GRID = {f"{row}_{col}": (row, "abc".index(col)) for row in (1, 2, 3) for col in "abc"}
HOME = "123456780"
"""Tiles from the top left; 0 is the gap."""


def slides(tiles: str) -> dict[str, str]:
    """The boards after each slide, by the cell of the tile."""
    gap = tiles.index("0")
    found = {}
    for name, (row, col) in GRID.items():
        place = 3 * (3 - row) + col
        if abs(place // 3 - gap // 3) + abs(place % 3 - gap % 3) == 1:
            board = list(tiles)
            board[gap], board[place] = board[place], "0"
            found[name] = "".join(board)
    return found


def test_the_eight_puzzle_agrees_with_a_naive_twin() -> None:
    state, tiles = po.game("eightpuzzle.kif").initial(), "136402758"
    rng = random.Random(1)
    while not state.is_terminal:
        after = slides(tiles)
        assert {name.removeprefix("slide_") for name in state.legal_names} == set(after)
        place = rng.choice(sorted(after))
        state, tiles = state.play(f"slide_{place}"), after[place]
    assert (len(state.history), state.score) == (30, 0)


def test_the_eight_puzzle_can_be_solved() -> None:
    state = po.game("eightpuzzle.kif").initial()
    for name in shortest_way("136402758"):
        state = state.play(f"slide_{name}")
    assert (state.is_terminal, state.score) == (True, 100)


def shortest_way(start: str) -> tuple[str, ...]:
    """The slides that lead home, by breadth-first search."""
    ways: dict[str, tuple[str, ...]] = {start: ()}
    for tiles in (queue := [start]):
        for name, board in slides(tiles).items():
            if board not in ways:
                ways[board] = (*ways[tiles], name)
                queue.append(board)
        if HOME in ways:
            break
    return ways[HOME]


@pytest.mark.parametrize("player", ["nmcs(level=1)", "nrpa(level=1)", "uct"])
def test_a_puzzle_is_solved(tmp_path: Path, player: str) -> None:
    best = po.solve(str(written(tmp_path, LIGHT)), player, "10 sims", seed=1)
    assert (best.score, best.state.history_names) == (100, ("push",))


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (MATCHING, "its roles move at once"),
        (DICE, "it has chance, the role random"),
        (THREE, "it has 3 roles"),
    ],
)
def test_what_no_search_takes_is_refused_with_the_reason(tmp_path: Path, rules: str, reason: str) -> None:
    path = written(tmp_path, rules)
    with pytest.raises(po.SpecError, match=f"game.kif: {reason}; a game here has one or two roles"):
        po.game(str(path))
    *_, last = gdl.random_game(gdl.load(path), seed=1)
    assert last.is_terminal


def test_goals_without_a_constant_sum_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="playout"):
        game = po.game(str(written(tmp_path, SHARE)))
    assert "the goals do not have a constant sum; the score is their difference" in caplog.text
    assert [game.initial().play(move).score for move in ("take_one", "take_both")] == [0, 0.7]
    assert game.bounds == (-0.5, 0.8)


def test_the_roles_move_at_once_only_later(tmp_path: Path) -> None:
    """What random games did not come upon is found in play."""
    path = written(tmp_path, MATCHING)
    game = gdl.load(path)
    rules = gdl.GdlRules(game, gdl.Kind(2))
    with pytest.raises(po.ContractError, match="both roles have a choice of moves, so they move at once"):
        rules.legal(rules.initial())


@pytest.mark.parametrize("suffix", ["kif", "gdl"])
def test_a_game_is_pickled_and_named_by_its_file(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, LIGHT, f"light.{suffix}")
    monkeypatch.chdir(tmp_path)
    game = po.game(f"light.{suffix}")
    state = game.initial().play("push")
    monkeypatch.chdir("/")
    assert pickle.loads(pickle.dumps(state)) == state
    assert str(pickle.loads(pickle.dumps(game))) == f"light.{suffix}"


def test_a_game_tells_what_its_file_says_and_who_is_who(tmp_path: Path) -> None:
    text = "; Push the button,\n;   and the light is on.\n\n" + LIGHT
    about = po.game(str(written(tmp_path, text))).about()
    assert about == "Push the button,\nand the light is on.\n\nRules in GDL: Max is player."
    assert po.game("tictactoe.kif").about().endswith("\n\nRules in GDL: Max is x, Min is o.")


def test_a_game_in_gdl_is_not_set_up_from_text() -> None:
    with pytest.raises(po.SpecError, match=r"^tictactoe.kif is written in GDL: its states cannot be set up"):
        po.game("tictactoe.kif").state("... X")


@pytest.mark.parametrize(("roles", "dark"), [("x o", False), ("black white", True), ("white black", False)])
def test_discs_have_the_colours_that_the_roles_are_called_by(tmp_path: Path, roles: str, dark: bool) -> None:
    first, second = roles.split()
    text = gdl.find("tictactoe.kif").read_text()
    renamed = re.sub(r"\bx\b", first, re.sub(r"\bo\b", second, text))
    state = po.game(str(written(tmp_path, renamed))).initial().play("mark_2_b")
    circles = re.findall(r'<circle r="17" fill="(#\w+)"', state.svg())
    assert circles == (["#334155", "#ffffff"] if dark else ["#ffffff", "#334155"])


def test_misere_reverses_a_game_in_gdl() -> None:
    game, other = po.game("misere(tictactoe.kif)"), po.game("misere_tictactoe.kif")
    moves = "mark_1_a mark_2_a mark_1_b mark_2_b mark_1_c".split()
    states = [game.initial(), other.initial()]
    for move in moves:
        states = [state.play(move) for state in states]
    assert [state.score for state in states] == [-1, -1]
    with pytest.raises(po.SpecError, match=r"light.kif|hanoi.kif is a puzzle"):
        po.game("misere(hanoi.kif)")


def test_a_record_opens_no_file() -> None:
    record = po.game("tictactoe.kif").initial().play("mark_2_b").to_record()
    assert record.replay("tictactoe.kif").history_names == ("mark_2_b",)
    with pytest.raises(po.RecordError, match=r"'tictactoe.kif' is a file of rules in GDL"):
        record.replay()


def test_boards_are_shown_as_boards() -> None:
    state = po.game("tictactoe.kif").initial().play("mark_2_b").play("mark_1_a")
    assert str(state) == "3 . . .\n2 . x .\n1 o . .\n  a b c\n(control x)"
    assert str(po.game("hanoi.kif").initial()).startswith("(at 1 a) (at 2 a)")
    assert str(po.game("eightpuzzle.kif").initial()).startswith(
        "3 1 3 6\n2 4 . 2\n1 7 5 8\n  a b c\n(step 0)"
    )


@pytest.mark.parametrize(("name", "pieces"), [("breakthrough_8x8.kif", 32), ("eightpuzzle.kif", 8)])
def test_boards_have_pictures_with_cells(name: str, pieces: int) -> None:
    state = po.game(name).initial()
    picture = state.svg()
    assert picture.count("<g transform=") >= pieces
    cells = state.cells()
    assert len(cells) == len({box[:2] for box in cells.values()})
    assert all(any(cell in move for cell in cells) for move in state.legal_names)
    assert state.play(state.legal_names[0]).svg().count("#f8d26e") == 1


def test_without_a_board_the_facts_are_the_picture() -> None:
    state = po.game("hanoi.kif").initial()
    assert "(at 1 a)" in state.svg()
    assert state.cells() == {}


def test_the_command_line_takes_rules(tmp_path: Path) -> None:
    found = run(
        "match", "tictactoe.kif", "uct", "random", "--games", "2", "--budget", "40 sims", "--json"
    ).json
    assert found["games"] == 2
    found = run(
        "search", "tictactoe.kif", "uct", "--moves", "mark_2_b mark_1_a", "--budget", "20 sims", "--json"
    ).json
    assert found["simulations"] == 20
    assert run("perft", "misere(tictactoe.kif)", "2", "--json").json["count"] == 72
    bad = run("perft", str(written(tmp_path, LIGHT + "(true on)")), "2")
    assert bad.is_wrong_usage
    assert bad.err.endswith("game.kif:9: 'true' cannot be the head of a rule\n")


def test_a_tournament_knows_rules_as_a_game() -> None:
    assert named.is_game("tictactoe.kif")
    assert named.is_game("misere(./folder/hex.gdl)")


def test_workers_play_the_same_match() -> None:
    one, two = (
        po.match("tictactoe.kif", "uct", "random", games=2, budget="20 sims", seed=1, workers=workers)
        for workers in (1, 2)
    )
    assert (one.wins, one.draws, one.losses) == (two.wins, two.draws, two.losses)
