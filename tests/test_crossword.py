"""Crosswords: the rules against their naive twin, word files, grids from text, the paper's record."""

import pickle
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_crossword import NaiveCrossword, building_order, read_naive
from test_rules import assert_named, assert_same, naive_perft, walk
from toys import one_line

import playout as po
from playout import spec, words
from playout.cli import games as games_command
from playout.games import Crossword

pytestmark = pytest.mark.core

RECORD = Path(__file__).parent / "records" / "crossword-capitals-37-259.json"
FIGURE = (
    "C.....HALIFAX...I.D/OLYMPIA....T....Q.E/L...H.R..COLUMBIA.S/U..BOSTON..A....L.M/M.S.E.F..HONOLULU.O/"
    "BATONROUGE.T....I.I/U.J.I.R..L.A.AUSTIN/S.O.X.DOVER..U.A..E/..H......N.REGINA.S/CONCORD..A...U.T.../"
    "H.S...E.J..BISMARCK/A...JUNEAU...T.F.../R..T..V.C...SALEM../L.BOISE.K.P.T.A.A.A/E..R..R.S.I.P.N.D.L/"
    "S..O...TOPEKA.S.I.B/TRENTON.N.R.U.I.S.A/O..T......R.LINCOLN/N.MONTPELIER..G.N.Y"
)
"""Figure 7a of the paper, with what its printed text has lost put back."""

LISTS = {
    2: "AB BA AA",
    5: "ACE CAB BEAD DEAD EBB ACED AB BE",
    6: "AAA AA AAAA ABA BAB BABA AABA",
    7: "NOTE TONE ONSET SET TEN NEST EON TO",
    9: "TABLE BLEAT ABLATE TEA EAT ATE BAT TAB BELT ALE LATE TALE STABLE LET TELL",
}


def write(folder: Path, text: str | bytes, name: str = "words.txt") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def twins(folder: Path, text: str, size: int) -> tuple[po.State, NaiveCrossword]:
    """The first states of a crossword and of its naive twin."""
    path = write(folder, text)
    game = po.game(f"crossword({path},size={size})")
    return game.initial(), NaiveCrossword(size, size, {}, words=tuple(text.split()))


def many_words(count: int) -> str:
    rng = random.Random(count)
    found: set[str] = set()
    while len(found) < count:
        found.add("".join(rng.choices("AEINRST", k=rng.randint(2, 6))))
    return " ".join(sorted(found))


@pytest.mark.parametrize("size", LISTS)
def test_agrees_with_the_naive_twin(size: int, tmp_path: Path) -> None:
    start, twin = twins(tmp_path, LISTS[size], size)
    rng = random.Random(size)
    for _ in range(4):
        for state, naive in walk(start, twin, rng):
            assert_same(state, naive)
            assert_named(state)
            assert list(state.legal_moves) == sorted(state.legal_moves)


@pytest.mark.parametrize("count", [64, 65, 200])
def test_long_lists_agree_with_the_naive_twin(count: int, tmp_path: Path) -> None:
    start, twin = twins(tmp_path, many_words(count), 8)
    for ply, (state, naive) in enumerate(walk(start, twin, random.Random(count))):
        if ply % 3 == 0 or state.is_terminal:
            assert_same(state, naive)


def test_capitals_agree_with_the_naive_twin() -> None:
    start = po.game("crossword(capitals)").initial()
    state = start
    rng = random.Random(1)
    while True:
        if len(state.history) in (0, 1, 7, 14) or state.is_terminal:
            assert_same(state, read_naive(state.board, words.word_list("capitals", 19)))
        if state.is_terminal:
            return
        state = state.play(rng.choice(state.legal_moves))


@st.composite
def puzzles(draw: st.DrawFn) -> tuple[str, int]:
    """A word list of few letters, so that there are many crossings, and a size that it fits."""
    size = draw(st.integers(2, 7))
    alphabet = draw(st.sampled_from(["A", "AB", "ABC"]))
    found = draw(st.lists(st.text(alphabet, min_size=2, max_size=size), min_size=1, max_size=12, unique=True))
    return " ".join(found), size


@pytest.mark.fuzz
@given(puzzles(), st.randoms(use_true_random=False))
def test_any_list_agrees_with_the_naive_twin(puzzle: tuple[str, int], rng: random.Random) -> None:
    with TemporaryDirectory() as folder:
        start, twin = twins(Path(folder), *puzzle)
    low, high = start.game.bounds
    for state, naive in walk(start, twin, rng):
        assert_same(state, naive)
        again = start.game.state(state.board)
        assert (again, again.legal_moves) == (state, state.legal_moves)
    assert low <= state.score <= high
    rebuilt = start
    for name in building_order(read_naive(state.board, twin.words)):
        rebuilt = rebuilt.play(name)
    assert rebuilt == state


def test_perft_agrees_with_the_naive_twin(tmp_path: Path) -> None:
    start, twin = twins(tmp_path, LISTS[5], 5)
    assert [po.perft(start, depth) for depth in range(4)] == [naive_perft(twin, depth) for depth in range(4)]


def test_a_game_starts_with_any_word_down_from_the_top_of_any_column() -> None:
    state = po.game("crossword(capitals)").initial()
    assert len(state.legal_moves) == 63 * 19
    assert {re.sub(r"^[a-s]19\|", "", name) for name in state.legal_names} == set(
        words.word_list("capitals", 19)
    )


def test_a_code_names_a_word_and_a_place_in_every_state() -> None:
    rng = random.Random(2)
    codes: dict[str, int] = {}
    for _ in range(2):
        state = po.game("crossword(parks)").initial()
        while not state.is_terminal:
            for name in state.legal_names:
                assert codes.setdefault(name, state.code(name)) == state.code(name)
            state = state.play(rng.choice(state.legal_moves))
    assert len(set(codes.values())) == len(codes)


# The record of the paper.


def test_the_record_of_the_paper_replays() -> None:
    state = po.verify(RECORD)
    assert state.board == FIGURE
    assert (state.score, state.game.score_text(state.score)) == (37259, "37;259")
    assert str(state).endswith("\nscore 37;259")


def test_every_state_of_the_record_is_legal_by_definition() -> None:
    all_words = words.word_list("capitals", 19)
    state = po.game("crossword(capitals)").initial()
    for ply, name in enumerate(po.read_record(RECORD).moves, start=1):
        state = state.play(name)
        naive = read_naive(state.board, all_words)
        assert naive.is_legal()
        assert len(naive.runs()) == ply
    assert naive.score() == 37259


def test_the_figure_is_set_up_from_text() -> None:
    game = po.game("crossword(capitals)")
    state = game.state(FIGURE)
    assert state.is_terminal
    assert state.score == 37259
    assert state == po.verify(RECORD) == game.state(f"{FIGURE} X")


def test_the_figure_can_be_built_in_another_order() -> None:
    naive = read_naive(FIGURE, words.word_list("capitals", 19))
    order = building_order(naive)
    state = po.game("crossword(capitals)").initial()
    for name in order:
        state = state.play(name)
    assert state.board == FIGURE


# Grids from text.

SMALL = "CAB ACE BEE EBB DAB"

WRONG_GRIDS = [
    ("C..../A..../B..../.....", "the board has 5 rows of 5 cells"),
    ("C..../A..../B..../...../...", "row 1 has 3 cells"),
    ("C..../A..../b..../...../.....", "cell a3 holds 'b'"),
    ("C..../A..../1..../...../.....", "cell a3 holds '1'"),
    ("C..../A..../D..../...../.....", "a5|CAD is not in the word list"),
    ("CA.../A..../B..../...../.....", "a5-CA is not in the word list"),
    ("CAB../A..../B..../...../.....", "a5|CAB is on the grid twice"),
    ("C..A./A..C./B..E./...../.....", "is not connected to"),
    ("C..../A..../B..../...../....A", "is not connected to"),
    ("...../C..../A..../B..../.....", "no word goes down from the top row"),
    ("A..../...../...../...../.....", "no word goes down from the top row"),
    ("", "a position is a board"),
    ("C..../A..../B..../...../..... O", "a puzzle has no turn of O"),
    ("C..../A..../B..../...../..... Z", "a position is a board"),
]


@pytest.mark.parametrize(("grid", "problem"), WRONG_GRIDS)
def test_wrong_grids(grid: str, problem: str, tmp_path: Path) -> None:
    game = Crossword(str(write(tmp_path, SMALL)), size=5)
    with pytest.raises(po.SpecError, match=re.escape(problem)) as caught:
        game.state(grid)
    assert one_line(caught.value)


def test_a_block_of_letters_cannot_be_built(tmp_path: Path) -> None:
    """The paper's footnote: no sequence of moves leads there, although every run is a word."""
    game = Crossword(str(write(tmp_path, "AB CD AC BD")), size=2)
    with pytest.raises(po.SpecError, match="the block of 2x2 letters from a1 to b2"):
        game.state("AB/CD")
    assert "AB/CD" not in {state.board for state in all_states(game.initial())}


def all_states(state: po.State) -> Iterator[po.State]:
    yield state
    for move in state.legal_moves:
        yield from all_states(state.play(move))


def test_a_grid_can_be_set_up_if_and_only_if_moves_lead_to_it(tmp_path: Path) -> None:
    """Every grid of 3×3 cells with two letters."""
    game = Crossword(str(write(tmp_path, "AB BA ABA BB")), size=3)
    reached = {state.board for state in all_states(game.initial())}
    accepted = set()
    for number in range(3**9):
        signs = "".join(".AB"[number // 3**i % 3] for i in range(9))
        grid = "/".join(signs[i : i + 3] for i in (0, 3, 6))
        try:
            accepted.add(game.state(grid).board)
        except po.SpecError:
            continue
    assert accepted == reached
    assert len(reached) > 50


def test_the_empty_grid_is_the_start() -> None:
    game = po.game("crossword(capitals)")
    assert game.state("/".join(["." * 19] * 19)) == game.initial()
    assert game.state(game.initial().notation).legal_moves == game.initial().legal_moves


# Word lists.


def test_the_lists_of_the_library() -> None:
    assert {name: len(words.word_list(name, 19)) for name in words.LISTS} == {"capitals": 63, "parks": 51}


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = write(tmp_path, "\ufeff# mine\nace  CAB # two\r\n\n\tBead\n#end", "my-list_2.txt")
    game = po.game(f"crossword({path}, size=6)")
    assert words.word_list(str(path), 6) == ("ACE", "CAB", "BEAD")
    assert str(game) == f"crossword({path},size=6)"
    assert po.game(str(game)) == game == pickle.loads(pickle.dumps(game))
    assert list(game.bounds) == [1003, 3010]
    assert set(game.initial().play("a6|BEAD").legal_names) == {"a4-ACE"}


def test_a_game_is_that_of_its_words_and_not_of_their_file(tmp_path: Path) -> None:
    path = write(tmp_path, "ACE CAB")
    before = po.game(f"crossword({path},size=5)")
    write(tmp_path, "ACE BEE")
    after = po.game(f"crossword({path},size=5)")
    assert str(before) == str(after)
    assert before != after
    assert before.initial() != after.initial()
    assert before.initial().legal_names[:2] == ("a5|ACE", "a5|CAB")


WRONG_LISTS = [
    ("ACE\nCAB\nACE", "words.txt, line 3: 'ACE' is there already, in line 1"),
    ("ACE\nace", "words.txt, line 2: 'ace' is there already, in line 1"),
    ("ACE\n\nDON'T", 'words.txt, line 3: "DON\'T" has signs other than the letters A to Z'),
    ("MONTRÉAL", "words.txt, line 1: 'MONTRÉAL' has signs other than the letters A to Z"),
    ("STRAẞE straße", "has signs other than the letters A to Z"),
    ("ACE4", "has signs other than the letters A to Z"),
    ("ACE\0", "has signs other than the letters A to Z"),
    ("# list\nACE A", "words.txt, line 2: 'A' is too short: a word has at least 2 letters"),
    ("ACE CABBAGES", "words.txt, line 1: 'CABBAGES' has 8 letters, too many for a grid of size 7"),
    ("X" * 5000, "has 5000 letters, too many for a grid of size 7"),
    ("", "words.txt has 0 words: a list has from 1 to 512"),
    ("# none\n", "words.txt has 0 words: a list has from 1 to 512"),
    (many_words(513), "words.txt has 513 words: a list has from 1 to 512"),
    ("ACE " * 30_000, "has more than 100000 bytes: too long for a word list"),
    (b"ACE \xff\xfe", "is not a text file in UTF-8"),
]


@pytest.mark.parametrize(("text", "problem"), WRONG_LISTS, ids=[problem for _, problem in WRONG_LISTS])
def test_wrong_lists(
    text: str | bytes, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, text)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(po.SpecError, match=re.escape(problem)) as caught:
        po.game("crossword(words.txt,size=7)")
    assert one_line(caught.value)


WRONG_SPECS = [
    ("crossword(capitols)", "unknown word list 'capitols' (did you mean 'capitals'?)"),
    ("crossword(words.csv)", "unknown word list 'words.csv'"),
    ("crossword(no/such/file.txt)", "no such file: 'no/such/file.txt'"),
    ("crossword(/tmp/.txt)", "no such file"),
    ("crossword(" + "x" * 5000 + ".txt)", "File name too long"),
    ("crossword(my words.txt)", "expected ',' but found 'words.txt'"),
    ("crossword(capitals,size=1)", "size must be from 2 to 19, got 1"),
    ("crossword(capitals,size=20)", "size must be from 2 to 19, got 20"),
    ("crossword(capitals,12)", "takes at most 1 values without a name"),
    ("crossword(capitals,size=9)", "capitals, line 5: 'MONTGOMERY' has 10 letters"),
    ("crossword(capitals(1))", "words must be a word"),
    ("crossword(capitals,misere)", "crossword(capitals) is a puzzle"),
    ("misere(crossword(parks))", "crossword(parks) is a puzzle"),
]


@pytest.mark.parametrize(("text", "problem"), WRONG_SPECS, ids=[problem for _, problem in WRONG_SPECS])
def test_wrong_specs(text: str, problem: str) -> None:
    with pytest.raises(po.SpecError, match=re.escape(problem)) as caught:
        po.game(text)
    assert one_line(caught.value)


def test_a_spec_can_hold_a_path() -> None:
    path = "../lists/my-words_2.txt"
    assert spec.parse(f"crossword({path},size=5)") == spec.Call("crossword", (path,), {"size": "5"})
    for text in ["crossword(a\\b.txt)", "crossword(~/a.txt)", "crossword(a:b.txt)", "crossword('a.txt')"]:
        with pytest.raises(po.SpecError, match="unexpected"):
            spec.parse(text)


def test_a_folder_is_no_word_list(tmp_path: Path) -> None:
    (tmp_path / "words.txt").mkdir()
    with pytest.raises(po.SpecError, match="no such file"):
        po.game(f"crossword({tmp_path}/words.txt)")


@pytest.mark.parametrize("path", ["my words.txt", "a,b.txt", "(x).txt", "a\0.txt", "a=1.txt", "é.txt", ""])
def test_a_path_that_a_spec_cannot_have_is_refused(path: str) -> None:
    with pytest.raises(po.SpecError, match="has a sign that a spec cannot have") as caught:
        Crossword(path)
    assert one_line(caught.value)


# What people see.


def test_scores_are_words_and_letters(capsys: pytest.CaptureFixture[str]) -> None:
    game = po.game("crossword(capitals)")
    assert [game.score_text(score) for score in game.bounds] == ["1;5", "63;519"]
    assert game.score_text(25_243) == "25;243"
    assert po.game("tictactoe").score_text(-1) == "-1"
    games_command.games()
    assert re.search(r"crossword\(capitals\) +1 +1;5 to 63;519 ", capsys.readouterr().out)


def test_a_picture_shows_every_letter_in_its_cell() -> None:
    root = ElementTree.fromstring(po.game("crossword(capitals)").state(FIGURE).svg())
    shown = {
        (float(text.attrib["x"]) // 30, float(text.attrib["y"]) // 30): text.text
        for text in root.iter("{http://www.w3.org/2000/svg}text")
        if re.fullmatch("[A-Z]", text.text or "")
    }
    assert shown == {
        (x, y): sign for y, row in enumerate(FIGURE.split("/")) for x, sign in enumerate(row) if sign != "."
    }


@pytest.mark.parametrize(
    ("name", "cells"),
    [("a18-OLYMPIA", {(x, 1) for x in range(7)}), ("a19|COLUMBUS", {(0, y) for y in range(8)})],
)
def test_a_picture_marks_the_last_word(name: str, cells: set[tuple[int, int]]) -> None:
    state = po.game("crossword(capitals)").initial().play("a19|COLUMBUS")
    state = state if name == state.history_names[-1] else state.play(name)
    marked = re.search(r'<path d="([^"]*)" fill="#fbe7a8"', state.svg())
    assert marked
    corners = re.findall(r"M(\d+) (\d+)h30v30h-30z", marked[1])
    assert {(int(x) // 30, int(y) // 30) for x, y in corners} == cells


def test_the_naive_twin_sees_what_is_wrong() -> None:
    """The oracle itself: it must refuse grids that look nearly right."""
    naive = read_naive(FIGURE, words.word_list("capitals", 19))
    assert naive.is_legal()
    corner = {**naive.pieces, (1, 18): "A"}
    assert not replace(naive, pieces=corner).is_legal()
    assert not replace(naive, words=tuple(set(naive.words) - {"BOISE"})).is_legal()
