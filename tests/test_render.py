"""States as text and as pictures."""

import re
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import playout as po
from playout._core import Rng
from playout.render import discs, knights, marks
from playout.render.board import Piece

SPECS = [size for game in po.games.catalogue().values() for size in game.sizes]
LAST_TO, LAST_FROM = "#f8d26e", "#f4e5b2"
SVG = "{http://www.w3.org/2000/svg}"


class Say(po.PythonGame[int]):
    """A puzzle of one move that shows any text."""

    players = 1

    def __init__(self, text: str) -> None:
        self.words = text

    def initial(self) -> int:
        return 0

    def legal(self, state: int) -> list[int]:
        return [] if state else [5]

    def play(self, state: int, move: int) -> int:
        return 1

    def score(self, state: int) -> float:
        return 0.5

    def text(self, state: int) -> str:
        return self.words


def play(spec: str, moves: str) -> po.State:
    state = po.game(spec).initial()
    for move in moves.split():
        state = state.play(move)
    return state


def random_game(spec: str, seed: int) -> Iterator[po.State]:
    rng = Rng(seed)
    state = po.game(spec).initial()
    yield state
    while not state.is_terminal:
        state = state.play(state.legal_moves[rng.below(len(state.legal_moves))])
        yield state


def drawn(state: po.State) -> ElementTree.Element:
    return ElementTree.fromstring(state.svg())


def title(state: po.State) -> str:
    return drawn(state).findtext(f"{SVG}title", "")


def texts(state: po.State) -> list[str]:
    return [element.text or "" for element in drawn(state).iter(f"{SVG}text")]


def cell_size(state: po.State) -> int:
    return 72 if state.game.spec_name == "tictactoe" else 48


def highlighted(state: po.State, colour: str) -> list[tuple[float, float]]:
    """The centres of the marked cells, in cells from the top left."""
    cell = cell_size(state)
    return [
        (
            (float(rect.attrib["x"]) + float(rect.attrib["width"]) / 2) / cell - 0.5,
            (float(rect.attrib["y"]) + float(rect.attrib["height"]) / 2) / cell - 0.5,
        )
        for rect in drawn(state).iter(f"{SVG}rect")
        if rect.attrib["fill"] == colour
    ]


@pytest.mark.parametrize("spec", [*SPECS, "misere(breakthrough(32,2))", "breakthrough(4,16)"])
def test_every_picture_of_a_game_is_a_whole_svg_file(spec: str) -> None:
    for state in random_game(spec, seed=1):
        root = drawn(state)
        assert root.tag == f"{SVG}svg"
        assert re.fullmatch(r"0 0 [\d.]+ [\d.]+", root.attrib["viewBox"])
        assert title(state).startswith(f"{spec}: ")
        assert not {"script", "image", "use", "style"} & {e.tag.removeprefix(SVG) for e in root.iter()}
        assert not re.search(r"href|url\(|\bid=", state.svg())


@pytest.mark.parametrize(
    ("spec", "piece"),
    [("breakthrough(5,4)", discs.disc), ("knightthrough(6,5)", knights.knight), ("tictactoe", marks.mark)],
)
def test_every_piece_is_drawn_in_its_cell(spec: str, piece: Piece) -> None:
    shapes = {"X": piece(po.MAX), "O": piece(po.MIN)}
    assert shapes["X"] != shapes["O"]
    for state in random_game(spec, seed=2):
        cell = cell_size(state)
        expected = [
            f'<g transform="translate({cell * (x + 0.5):g} {cell * (y + 0.5):g})">{shapes[letter]}</g>'
            for y, row in enumerate(state.board.split("/"))
            for x, letter in enumerate(row)
            if letter != "."
        ]
        drawing = [line for line in state.svg().splitlines() if any(s in line for s in shapes.values())]
        badges = [line for line in drawing if "scale" in line]
        assert [line for line in drawing if line not in badges] == expected
        assert state.is_terminal or shapes["X" if state.turn is po.MAX else "O"] in badges[0]


def test_same_moves_same_picture() -> None:
    assert play("tictactoe", "b2 a1").svg() == play("tictactoe", "b2 a1").svg()
    assert play("tictactoe", "b2 a1").svg() != play("tictactoe", "b2 c1").svg()


def test_last_move_is_marked() -> None:
    state = play("breakthrough(12,4)", "b2c3 d11d10")
    assert highlighted(state, LAST_FROM) == [(3, 1)]
    assert highlighted(state, LAST_TO) == [(3, 2)]
    assert "last move d11d10" in title(state)


def test_last_move_of_one_cell() -> None:
    state = play("tictactoe", "b2 a1")
    assert highlighted(state, LAST_TO) == [(0, 2)]
    assert highlighted(state, LAST_FROM) == []


def dots(state: po.State, cell: int) -> list[tuple[float, float]]:
    """The dots of the last move, in cells from the top left."""
    circles = [circle.attrib for circle in drawn(state).iter(f"{SVG}circle")]
    return [
        (float(at["cx"]) / cell - 0.5, float(at["cy"]) / cell - 0.5) for at in circles if at["r"] == "4.5"
    ]


@pytest.mark.parametrize(
    ("spec", "moves", "cell", "where"),
    [
        ("nogo(5,5)", "c3 e1", 36, [(4, 4)]),
        ("atarigo(12,3)", "c12", 36, [(2, 0)]),
        ("go(9,9)", "c3 pass", 36, []),
        ("go(9,9)", "", 36, []),
        ("connectfour(7,6)", "d c d", 48, [(3, 4)]),
        ("connectfour(7,6)", "", 48, []),
        ("domineering(5,5)", "a1a2", 44, [(0, 4), (0, 3)]),
    ],
)
def test_last_move_is_a_dot_on_its_piece(
    spec: str, moves: str, cell: int, where: list[tuple[float, float]]
) -> None:
    assert dots(play(spec, moves), cell) == where
    assert highlighted(play(spec, moves), LAST_TO) == []


def test_seki_shows_its_three_groups() -> None:
    state = play("seki(0,12)", "o11 s2")
    assert str(state).splitlines() == [
        "x (X's outside)",
        "s (shared)       . #",
        "o (O's outside)  . . . . . . . . . . # .",
        "X to move",
    ]
    assert texts(state) == ["s1", "s2", *(f"o{i}" for i in range(1, 13)), "Max to move", "seki(0,12)"]
    marked = [point for point in drawn(state).iter(f"{SVG}g") if stroke_of_circle(point) == LAST_TO]
    assert [point.findtext(f"{SVG}text") for point in marked] == ["s2"]


def stroke_of_circle(group: ElementTree.Element) -> str | None:
    circle = group.find(f"{SVG}circle")
    return None if circle is None else circle.get("stroke")


def test_no_last_move_at_the_start() -> None:
    state = po.game("breakthrough(5,5)").initial()
    assert highlighted(state, LAST_TO) == []
    assert "last move" not in title(state)


def test_coordinates() -> None:
    shown = texts(po.game("breakthrough(12,3)").initial())
    assert shown[:3] == ["a", "b", "c"]
    assert shown[3:15] == [str(row) for row in range(12, 0, -1)]


@pytest.mark.parametrize(
    ("spec", "moves", "picture", "text"),
    [
        ("tictactoe", "", "Max to move", "X to move"),
        ("tictactoe", "b2", "Min to move", "O to move"),
        ("tictactoe", "a1 b1 a2 b2 a3", "Max wins", "X wins"),
        ("misere(tictactoe)", "a1 b1 a2 b2 a3", "Min wins", "O wins"),
        ("tictactoe", "a1 b2 c3 b1 b3 a3 c1 c2 a2", "draw", "draw"),
    ],
)
def test_how_the_game_stands(spec: str, moves: str, picture: str, text: str) -> None:
    state = play(spec, moves)
    assert texts(state)[-2:] == [picture, spec]
    assert str(state).splitlines()[-1] == text


def test_a_draw_has_no_badge() -> None:
    draw = play("tictactoe", "a1 b2 c3 b1 b3 a3 c1 c2 a2")
    assert "scale(0.5)" in play("tictactoe", "b2").svg()
    assert "scale(0.5)" not in draw.svg()


@pytest.mark.parametrize(
    "spec", ["breakthrough(32,2)", "breakthrough(10,3)", "breakthrough(9,3)", "tictactoe"]
)
def test_text_lines_up(spec: str) -> None:
    *rows, files, _ = str(po.game(spec).initial()).splitlines()
    assert {len(row) for row in rows} == {len(files)}
    assert {row.rstrip(" XO.") for row in rows} == {
        f"{number:>{len(str(len(rows)))}}" for number in range(1, len(rows) + 1)
    }


def test_a_python_game_shows_its_own_text() -> None:
    state = po.game(Say("  1 < 2\n& so on")).initial()
    assert str(state) == "  1 < 2\n& so on"
    assert texts(state) == ["  1 < 2", "& so on", "0 moves played", "Say"]
    assert title(state) == "Say: 0 moves played"
    assert state.svg().count('xml:space="preserve">') == 2, "without it, a browser drops spaces of a line"


def test_a_puzzle_shows_its_score() -> None:
    end = po.game(Say("done")).initial().play(5)
    assert title(end) == "Say: score 0.5, last move 5"


@given(st.text())
def test_any_text_of_a_python_game_makes_a_picture(text: str) -> None:
    state = po.game(Say(text)).initial()
    assert len(texts(state)) == len(text.splitlines()) + 2
    assert str(state) == text


@given(st.text(alphabet="W가", min_size=1, max_size=60))
def test_a_frame_is_as_wide_as_its_text(text: str) -> None:
    letters = Counter(text)
    root = drawn(po.game(Say(text)).initial())
    width = float(root.attrib["viewBox"].split()[2])
    assert width > 0.6 * 16 * (letters["W"] + 2 * letters["가"])


def test_a_narrow_board_leaves_room_for_its_spec() -> None:
    state = po.game("misere(breakthrough(8,2,pieces=3))").initial()
    width = float(drawn(state).attrib["viewBox"].split()[2])
    assert width > 0.6 * 12 * len(str(state.game))


def test_a_large_picture_is_shown_smaller() -> None:
    root = drawn(po.game("breakthrough(32,2)").initial())
    _, _, width, height = (float(number) for number in root.attrib["viewBox"].split())
    assert height > 32 * 48
    assert float(root.attrib["height"]) == pytest.approx(720)
    assert float(root.attrib["width"]) / 720 == pytest.approx(width / height, rel=1e-3)
