"""SGF: what is written is read back, sgfmill agrees, and a file that is wrong says where."""

import random
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import playout as po
from playout import sgf

GAMES = ["go(5,5)", "go(3,4,komi=-0.5)", "nogo(4,4)", "atarigo(5,3)", "misere(nogo(3,3))", "misere(go(2,2))"]


def random_state(game: str, seed: int, moves: int) -> po.State:
    rng, state = random.Random(seed), po.game(game).initial()
    for _ in range(moves):
        if not state.is_terminal:
            state = state.play(rng.choice(state.legal_moves))
    return state


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 40))
@settings(max_examples=30)
def test_what_is_written_is_read_back(game: str, seed: int, moves: int) -> None:
    state = random_state(game, seed, moves)
    again = sgf.parse(sgf.text(state))
    assert (str(again.game), again.history, again) == (str(state.game), state.history, state)


@pytest.mark.parametrize("game", ["go(5,5)", "nogo(4,4)", "atarigo(5,3)"])
@given(seed=st.integers(0, 10**6), moves=st.integers(1, 10), after=st.integers(0, 1))
@settings(max_examples=30)
def test_a_position_that_was_set_up_is_kept(game: str, seed: int, moves: int, after: int) -> None:
    before = random_state(game, seed, moves)
    state = before.game.state(before.notation)
    for move in state.legal_moves[:after]:
        state = state.play(move)
    again = sgf.parse(sgf.text(state))
    assert (again.start.notation, again.history) == (state.start.notation, state.history)


@pytest.mark.parametrize("game", ["go(9,9)", "nogo(7,7)", "atarigo(19,19)"])
def test_sgfmill_reads_the_same(game: str) -> None:
    mill = pytest.importorskip("sgfmill.sgf")
    state = random_state(game, seed=1, moves=60)
    read = mill.Sgf_game.from_bytes(sgf.text(state, black="A]\\", white="é").encode())
    assert read.get_root().get("PB") == "A]\\"
    assert read.get_root().get("PW") == "é"
    moves = [node.get_move() for node in read.get_main_sequence()[1:]]
    assert [colour for colour, _ in moves] == ["b", "w"] * (len(moves) // 2) + ["b"] * (len(moves) % 2)
    names = ["pass" if point is None else f"{chr(97 + point[1])}{point[0] + 1}" for _, point in moves]
    assert tuple(names) == state.history_names


@given(
    size=st.integers(2, 19),
    data=st.data(),
    black=st.text(st.characters(exclude_categories=("Cs", "Cc"))),
)
@settings(max_examples=30)
def test_what_sgfmill_writes_is_read(size: int, data: st.DataObject, black: str) -> None:
    mill = pytest.importorskip("sgfmill.sgf")
    written = mill.Sgf_game(size=size)
    written.get_root().set("PB", black)
    points = data.draw(st.lists(st.tuples(*[st.integers(0, size - 1)] * 2), unique=True, max_size=4))
    state = po.game(f"go({size},{size})").initial()
    for number, (row, col) in enumerate(points):
        name = f"{chr(97 + col)}{row + 1}"
        if name not in state.legal_names:
            return
        state = state.play(name)
        written.extend_main_sequence().set_move("bw"[number % 2], (row, col))
    assert sgf.parse(written.serialise().decode()).history_names == state.history_names


def test_results_as_sgf_writes_them() -> None:
    go = po.game("go(2,2,komi=0)").initial()
    assert "RE[0]" in sgf.text(go.play("pass").play("pass"))
    assert "RE[B+4]" in sgf.text(go.play("a1").play("pass").play("pass"))
    assert "RE[W+0.5]" in sgf.text(po.game("go(2,2,komi=0.5)").initial().play("pass").play("pass"))
    assert "RE[B+]" in sgf.text(po.game("nogo(2,2)").initial().play("a1").play("b2").play("b1"))
    assert "RE" not in sgf.text(go)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("(;FF[4]GM[1]SZ[9];B[tt];W[])", ("pass", "pass")),
        ("some words before\n(;SZ[9] ; B [aa] ;W[ab](;B[ac];W[ad])(;B[ae]))", ("a9", "a8", "a7", "a6")),
        ("(;SZ[9]C[a \\] (; \\\\];B[aa])(;SZ[5];B[bb])", ("a9",)),
        ("(;FF[3]SiZe[9];Black[aa];White[bb])", ("a9", "b8")),
        ("(;SZ[9];B[aa]C[a\\\nb]MN[1];LB[aa:1][bb:2]W[ba])", ("a9", "b9")),
        ("(;SZ[7:6];B[gf])", ("g1",)),
        ("(;SZ[3:3])", ()),
    ],
)
def test_the_main_line(text: str, names: tuple[str, ...]) -> None:
    assert sgf.parse(text).history_names == names


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("(;SZ[3]AB[aa][cc]AW[bb]PL[W])", "X../.O./..X O"),
        ("(;SZ[3]AB[aa:ba]HA[2])", "XX./.../... O"),
        ("(;SZ[3]AB[aa:cb])", "XXX/XXX/... X"),
        ("(;SZ[3];B[aa];AE[aa]AW[cc])", ".../.../..O O"),
        ("(;SZ[3];B[aa];B[cc])", "X../.../..X O"),
        ("(;SZ[3];W[aa])", "O../.../... X"),
        ("(;SZ[2]RU[nogo];B[aa];W[bb])", "X./.O X"),
    ],
)
def test_stones_that_are_set_up(text: str, notation: str) -> None:
    assert sgf.parse(text).notation == notation


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no SGF: a game starts with '(;'"),
        ("hello", "no SGF: a game starts with '(;'"),
        ("(;SZ[9];B[aa]", "line 1, column 14: the file ends in the middle of a game"),
        ("(;SZ[9]\n;B[aa];W", "line 2, column 8: expected a property, ';', '(' or ')', got 'W'"),
        ("(;SZ[9]\n;B[aa]\n;W[aa])", "line 3, column 1: illegal move 'a9': the legal moves are ..."),
        ("(;SZ[9];B[zz])", "line 1, column 8: 'zz' is no point of the board"),
        ("(;SZ[9];B[a])", "line 1, column 8: 'a' is no point of the board"),
        ("(;GM[2])", "line 1, column 2: GM[2] is another game: Go is GM[1]"),
        ("(;SZ[99])", "line 1, column 2: go: ..."),
        ("(;SZ[big])", "line 1, column 2: SZ is a number, or two with a colon, got 'big'"),
        ("(;SZ[9]KM[x])", "line 1, column 2: KM is a number, got 'x'"),
        ("(;SZ[9]KM[nan])", "line 1, column 2: go: komi must be ..."),
        ("(;SZ[9]PL[?])", "line 1, column 2: PL is B or W, got '?'"),
        ("(;SZ[3]AB[aa][ba]AW[ab][bb][ca])", "line 1, column 2: go(3,3): the stone at a3 has no liberty"),
        ("(;RU[nogo]SZ[3];B[])", "line 1, column 16: illegal move 'pass': the legal moves are ..."),
    ],
)
def test_a_file_that_is_wrong_says_where(text: str, problem: str) -> None:
    with pytest.raises(po.RecordError) as caught:
        sgf.parse(text)
    start, _, _ = problem.partition("...")
    assert str(caught.value).startswith(start)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="();[]\\BWSZABPL:ab1 9\n", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(po.RecordError):
        assert sgf.parse(f"(;SZ[3]{text}").game == po.game("go(3,3)")


def test_deep_variations_need_no_stack() -> None:
    depth = 50_000
    assert sgf.parse(f"(;SZ[3]{'(;C[x]' * depth}{')' * depth})").history == ()


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    state = po.game("nogo(5,5)").initial().play("c3").play("a1")
    po.write_sgf(state, path, black="strong")
    assert po.read_sgf(path) == state
    assert po.read_sgf(path, "atarigo").game == po.game("atarigo(5,5)")
    with pytest.raises(po.SpecError, match="SGF is for atarigo, go and nogo, not for tictactoe"):
        po.read_sgf(path, "tictactoe")
    with pytest.raises(po.RecordError, match="cannot read"):
        po.read_sgf(tmp_path)
    path.write_bytes(b"(;" + b" " * 10_000_001)
    with pytest.raises(po.RecordError, match="more than 10000000 bytes"):
        po.read_sgf(path)
