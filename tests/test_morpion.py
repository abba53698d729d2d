"""Morpion Solitaire against its naive twin, published counts and published record games."""

import pickle
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from naive_morpion import Line, NaiveMorpion, cross
from toys import accepted

import playout as po
from playout import games

pytestmark = pytest.mark.core

VARIANTS = ["5T", "5D", "4T", "4D"]
BOUNDS = {"5T": 485, "5D": 84, "4T": 62, "4D": 35}

# Counted by the naive twin.
PERFT = {
    "morpion(5T)": [28, 748, 18992],
    "morpion(5D)": [28, 740, 18416],
    "morpion(4T)": [40, 1496, 52352],
    "morpion(4D)": [40, 1480, 50648],
}

RECORDS = sorted((Path(__file__).parent / "records").glob("morpion-*.json"))

Step = tuple[po.State, NaiveMorpion, Line | None]


def both(variant: str, replace_dominated: bool) -> tuple[po.State, NaiveMorpion]:
    """The start, native and naive."""
    game = games.Morpion(variant, replace_dominated=replace_dominated)
    return game.initial(), NaiveMorpion.start(variant, replace_dominated)


def walk(state: po.State, naive: NaiveMorpion, rng: random.Random) -> Iterator[Step]:
    """The states of one random game, native and naive, and the line chosen in each.

    Dominated lines are rare: every second time that there are any, one of them is chosen.
    """
    while not state.is_terminal:
        lines = [naive.line(name) for name in state.legal_names]
        dominated = [line for line in lines if naive.dominating(line) != line]
        chosen = rng.choice(dominated if dominated and rng.random() < 0.5 else lines)
        yield state, naive, chosen
        state, naive = state.play(naive.name(chosen)), naive.play(chosen)
    yield state, naive, None


def assert_same(state: po.State, naive: NaiveMorpion) -> None:
    codes = {naive.name(line): line.code() for line in naive.legal()}
    assert dict(zip(state.legal_names, state.legal_moves, strict=True)) == codes
    assert [state.code(move) for move in state.legal_moves] == list(state.legal_moves)
    assert [state.move(name) for name in state.legal_names] == list(state.legal_moves)
    assert state.board == naive.board()
    assert state.turn is po.MAX
    assert state.is_terminal == (not codes)
    if state.is_terminal:
        assert state.score == len(naive.lines)


def random_game(spec: str, seed: int) -> list[po.State]:
    """The states of a random game."""
    rng = random.Random(seed)
    states = [po.game(spec).initial()]
    while not states[-1].is_terminal:
        states.append(states[-1].play(rng.choice(states[-1].legal_moves)))
    return states


@pytest.mark.parametrize("replace_dominated", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_agree_with_the_naive_twin(variant: str, replace_dominated: bool) -> None:
    rng = random.Random(f"{variant}{replace_dominated}")
    replaced = 0
    for _ in range(5 if variant[0] == "5" else 10):
        for state, naive, chosen in walk(*both(variant, replace_dominated), rng):
            assert_same(state, naive)
            replaced += chosen is not None and naive.dominating(chosen) != chosen
    assert replaced > 0, "the games must show dominated moves"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_dominated_move_does_what_its_dominating_move_does(variant: str) -> None:
    rng = random.Random(variant)
    replaced = 0
    for _ in range({"5T": 3, "5D": 10, "4T": 6, "4D": 25}[variant]):
        for state, naive, chosen in walk(*both(variant, True), rng):
            if chosen is not None and (drawn := naive.dominating(chosen)) != chosen:
                assert drawn.code() in state.legal_moves
                assert state.play(chosen.code()) == state.play(drawn.code())
                assert state.code(chosen.code()) != state.code(drawn.code())
                replaced += 1
    assert replaced > 0


@pytest.mark.parametrize("spec", PERFT)
def test_perft_is_the_known_one(spec: str) -> None:
    depths = range(1, len(PERFT[spec]) + 1)
    assert [po.perft(spec, depth) for depth in depths] == PERFT[spec]


def naive_perft(naive: NaiveMorpion, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(naive_perft(naive.play(line), depth - 1) for line in naive.legal())


@pytest.mark.parametrize("variant", VARIANTS)
def test_perft_agrees_with_the_naive_twin(variant: str) -> None:
    state, naive = both(variant, True)
    assert [po.perft(state, depth) for depth in range(3)] == [naive_perft(naive, depth) for depth in range(3)]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
@pytest.mark.parametrize("replace_dominated", [False, True])
def test_published_record_games_are_legal_to_the_end(path: Path, replace_dominated: bool) -> None:
    """Also where dominated lines are replaced: whatever was legal after one is legal after the other."""
    _, variant, score = path.stem.split("-")
    game = games.Morpion(variant, replace_dominated=replace_dominated)
    state = replace(po.read_record(path), game=str(game)).replay()
    assert state.is_terminal
    assert state.score == len(state.history) == int(score)


def test_there_is_a_record_of_each_variant() -> None:
    assert sorted(path.stem.split("-")[1] for path in RECORDS) == sorted(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_moves_are_ordered_by_age(variant: str) -> None:
    seen = set[int]()
    for before, after in pairwise(random_game(f"morpion({variant})", seed=3)):
        kept = [move for move in before.legal_moves if move in after.legal_moves]
        new = after.legal_moves[len(kept) :]
        assert after.legal_moves == (*kept, *sorted(new))
        seen.update(before.legal_moves)
        assert not seen & set(new), "a line is legal during one unbroken interval of the game"


@pytest.mark.parametrize("variant", VARIANTS)
def test_equal_positions_may_be_reached_in_any_order(variant: str) -> None:
    """They are equal, have the same legal moves and the same score; the moves may stand in another order."""
    start = po.game(f"morpion({variant},replace_dominated=false)").initial()
    reordered = 0
    for first in start.legal_moves:
        for second in start.play(first).legal_moves:
            if second not in start.legal_moves or first not in start.play(second).legal_moves:
                continue
            one, other = start.play(first).play(second), start.play(second).play(first)
            assert one == other
            assert hash(one) == hash(other)
            assert sorted(one.legal_moves) == sorted(other.legal_moves)
            reordered += one.legal_moves != other.legal_moves
    assert reordered > 0


def dots_of(state: po.State) -> list[tuple[int, int]]:
    rows = state.board.split("/")
    return [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."]


def lanes_of(state: po.State) -> list[int]:
    """How many rows, columns and diagonals of both kinds hold a dot."""
    dots = dots_of(state)
    return [len({lane(x, y) for x, y in dots}) for lane in LANES]


LANES: list[Callable[[int, int], int]] = [
    lambda _, y: y,
    lambda x, _: x,
    lambda x, y: x - y,
    lambda x, y: x + y,
]


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_the_proof_about_the_grid_counts(variant: str) -> None:
    """docs/games/morpion.md: the free sides of all dots, and the lanes, each of which has two of them."""
    start, added, lanes = {"5": (288, 0, [10, 10, 13, 13]), "4": (192, 2, [7, 7, 9, 9])}[variant[0]]
    states = random_game(f"morpion({variant})", seed=5)
    assert lanes_of(states[0]) == lanes
    for state in states:
        pieces = sum(int(letter, 16).bit_count() for letter in state.board if letter not in "./")
        free = 8 * len(dots_of(state)) - 2 * pieces
        assert free == start + added * len(state.history)
        assert 2 * sum(lanes_of(state)) <= free


@pytest.mark.parametrize("variant", VARIANTS)
def test_bounds(variant: str) -> None:
    game = po.game(f"morpion({variant})")
    assert game.players == 1
    assert game.bounds == (0, BOUNDS[variant])


NO_MOVES = """2:0 2:0E 2,0E0 2:0E5 2:0E-1 2:0W0 2;0E0 3:0E0 3:0E1 0:0E0 12:0E0 -2:0E0 66:0E0 -62:0E0 2:64E0
    99999999999:0E0 2:99999999999E0 2:0E99999999999 a1 E"""


@pytest.mark.parametrize("name", ["", " ", " 2:0E0", "2:0E0 ", "2: 0E0", *NO_MOVES.split()])
def test_what_is_no_move_is_refused(name: str) -> None:
    state = po.game("morpion(5D)").initial()
    assert "2:0E0" in state.legal_names
    with pytest.raises(po.IllegalMove, match="the legal moves are 2:0E0 "):
        state.play(name)


@pytest.mark.parametrize(
    "spec", ["morpion(6T)", "morpion(5t)", "morpion(5)", "morpion(T5)", "morpion(variant=x)"]
)
def test_other_variants_are_refused(spec: str) -> None:
    with pytest.raises(ValueError, match="variant must be one of 5T, 5D, 4T, 4D"):
        po.game(spec)


def test_specs_are_read_back() -> None:
    for spec in ["morpion(5T)", "morpion(4D)", "morpion(5D,replace_dominated=false)"]:
        assert str(po.game(spec)) == spec
        assert po.game(str(po.game(spec))) == po.game(spec)


CROSS = "..000../..0.0../000.000/0.....0/000.000/..0.0../..000.."
WIDE = "/".join(f".{row}." for row in CROSS.split("/"))
SHAPE = "of each for the cross and as many more on one side of it as on the other, at most 128 together"

# Rows 6 to 0 of columns 0 to 6, in 4T and 4D.
WRONG = {
    "..000../..0.0../000.000": f"the board has 3 rows of 7 cells: it has 7 {SHAPE}",
    f"{CROSS}/.......": f"the board has 8 rows of 7 cells: it has 7 {SHAPE}",
    "/".join(["." * 129] * 129): f"the board has 129 rows of 129 cells: it has 7 {SHAPE}",
    "//////": f"the board has 7 rows of 0 cells: it has 7 {SHAPE}",
    CROSS.replace("0.....0", "0....0"): "row 4 from the top has 6 cells, the first one 7",
    CROSS.replace("0.....0", "0..X..0"): "cell 3:3 holds 'X': a cell is one of .0123456789abcdef",
    CROSS.replace("0.....0", "A.....0"): "cell 0:3 holds 'A': a cell is one of .0123456789abcdef",
    CROSS.replace("0.....0", "0......"): "cell 6:3 holds no dot: the cross has one there",
    CROSS.replace("0.....0", "0..0..0"): "the dot at 3:3 is neither of the cross nor on a line",
    CROSS.replace("0.....0", "1.....0"): "cell 1:3 holds no dot: a line goes there from 0:3",
    CROSS.replace("0.....0", "0.....1"): "cell 7:3 holds no dot: a line goes there from 6:3",
    WIDE: "the outermost rows or columns hold no dot: 7 rows of 7 cells are enough",
    CROSS.replace("/000.000/0.", "/110.000/0."): (
        "from 0:4 a line of length 2 goes to the E: "
        "lines have length 3, and the next may not begin at the end of one"
    ),
    CROSS.replace("/000.000/0.", "/1111110/0."): (
        "from 0:4 a line of length 6 goes to the E: "
        "lines have length 3, and the next may not begin at the end of one"
    ),
    "..000../..0.0../0000000/0..2..0/0002000/..020../..000..": (
        "no order of moves leads here: the line from 3:1 to the N would add both 3:1 and 3:2"
    ),
}
WRONG_TOUCHING = {
    CROSS.replace("/000.000/0.", "/110.000/0."): (
        "from 0:4 a line of length 2 goes to the E: "
        "lines have length 3, and the next may begin at the end of one"
    ),
    CROSS.replace("/000.000/0.", "/1111110/0."): (
        "no order of moves leads here: "
        "all dots of the line from 0:4 to the E are of the cross or on other lines"
    ),
}


@pytest.mark.parametrize(
    ("variant", "board", "reason"),
    [
        *(("4D", board, reason) for board, reason in WRONG.items()),
        *(("4T", board, reason) for board, reason in WRONG_TOUCHING.items()),
    ],
    ids=range(len(WRONG) + len(WRONG_TOUCHING)),
)
def test_what_is_no_position_is_refused(variant: str, board: str, reason: str) -> None:
    game = po.game(f"morpion({variant})")
    with pytest.raises(po.SpecError) as refused:
        game.state(board)
    assert str(refused.value) == f"{game}: {reason}"


def leads_here(naive: NaiveMorpion) -> bool:
    """Whether moves lead to these lines: any of them may have been the last, with any dot of its own."""
    if not naive.lines:
        return naive.dots == cross(naive.length)
    for line in naive.lines:
        others = naive.lines - {line}
        elsewhere = cross(naive.length).union(*(other.dots() for other in others))
        for dot in set(line.dots()) - elsewhere:
            before = replace(naive, dots=naive.dots - {dot}, lines=others)
            if before.missing(line) == {dot} and before.allows(line) and leads_here(before):
                return True
    return False


def with_random_lines(variant: str, rng: random.Random) -> NaiveMorpion:
    """A few lines that do not overlap; most lack one dot when they are drawn, some none or two."""
    naive = NaiveMorpion.start(variant, False)
    for lacking in rng.choices([0, 1, 2], weights=[1, 8, 1], k=rng.randint(1, 5)):
        lines = [line for line in naive.candidates() if len(naive.missing(line)) == lacking]
        lines = [line for line in lines if naive.allows(line)]
        naive = naive.play(rng.choice(sorted(lines))) if lines else naive
    return naive


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_position_is_accepted_if_and_only_if_moves_lead_there(variant: str) -> None:
    rng, game = random.Random(variant), po.game(f"morpion({variant},replace_dominated=false)")
    found = {False: 0, True: 0}
    for _ in range(60):
        naive = with_random_lines(variant, rng)
        possible = leads_here(naive)
        found[possible] += 1
        state = accepted(game.state, naive.board())
        assert (state is not None) == possible, naive.board()
        if state is not None:
            assert_same(state, naive)
    assert min(found.values()) > 5


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_position_that_was_set_up_is_played_on(variant: str) -> None:
    """The legal moves stand in another order, but it is the same position, move by move."""
    states = random_game(f"morpion({variant})", seed=11)
    middle = len(states) // 2
    again = states[0].game.state(states[middle].board)
    for state, after in pairwise(states[middle:]):
        assert (again, sorted(again.legal_moves)) == (state, sorted(state.legal_moves))
        again = again.play(after.history[-1])
    assert (again.is_terminal, again.score, again.board) == (True, states[-1].score, states[-1].board)
    assert pickle.loads(pickle.dumps(again)) == again
    assert again.svg().count("<circle") == states[-1].svg().count("<circle")


def test_there_is_no_misere_version() -> None:
    with pytest.raises(ValueError, match="puzzle"):
        po.game("misere(morpion(5D))")
    with pytest.raises(ValueError, match="puzzle"):
        games.Morpion("5D", misere=True)


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_conforms(variant: str) -> None:
    assert po.check(f"morpion({variant})", games=20).games == 20


def test_the_picture_shows_dots_numbers_and_lines() -> None:
    state = random_game("morpion(5T)", seed=7)[-1]
    picture = ElementTree.fromstring(state.svg())
    names = [element.tag.rpartition("}")[2] for element in picture.iter()]
    numbers = re.findall(r'font-size="[.\d]+">(\d+)</text>', state.svg())
    pieces = re.findall(r"M\d+ \d+L\d+ \d+", state.svg())
    assert names.count("circle") == len(dots_of(state)) == 36 + state.score
    assert len(pieces) == 4 * state.score
    assert sorted(map(int, numbers)) == list(range(1, int(state.score) + 1))


def test_the_text_shows_dots_and_lines() -> None:
    states = random_game("morpion(4T)", seed=7)
    for state in states:
        lines = str(state).splitlines()[:-2]
        letters = "".join(line[4:] for line in lines)
        assert letters.count("o") == 24
        assert letters.count("*") == len(state.history)
        assert sum(letters.count(stroke) for stroke in "-|/\\XX") == 3 * len(state.history)
