"""Positions set up from text: what `State.notation` writes is read back, what is no position is refused."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import SPECS, accepted, one_line

import playout as po

SMALL = [
    "breakthrough(4,3)",
    "knightthrough(2,26,pieces=1)",
    "domineering(1,6)",
    "domineering(6,1)",
    "nogo(2,2)",
    "atarigo(2,2)",
    "atarigo(3,4)",
    "connectfour(4,4,connect=3)",
    "connectfour(8,8)",
    "go(2,2)",
    "seki(0,0)",
    "seki(30,1)",
]
GAMES = [*SPECS, *SMALL]


def has_a_past(game: po.Game) -> bool:
    """Whether a position is more than its board and whose turn it is: passes and repetitions count."""
    return isinstance(game, po.games.Go | po.games.Seki)


def in_order_of_the_board(state: po.State) -> tuple[int, ...]:
    """The legal moves as the same position lists them that was set up; Morpion lists them by their age."""
    by_age = isinstance(state.game, po.games.Morpion)
    return tuple(sorted(state.legal_moves)) if by_age else state.legal_moves


def random_states(game: po.Game, seed: str) -> list[po.State]:
    """The states of two random games, of at most 200 moves each."""
    rng, states = random.Random(seed), []
    for _ in range(2):
        state = game.initial()
        states.append(state)
        while not state.is_terminal and len(state.history) < 200:
            state = state.play(rng.choice(state.legal_moves))
            states.append(state)
    return states


@pytest.mark.parametrize("spec", GAMES)
def test_notation_is_read_back(spec: str) -> None:
    game = po.game(spec)
    for state in random_states(game, spec):
        again = game.state(state.notation)
        assert (again.notation, again.board, again.turn) == (state.notation, state.board, state.turn)
        if not has_a_past(game):
            assert again == state
            assert again.legal_moves == in_order_of_the_board(state)
            assert not state.is_terminal or again.score == state.score


@pytest.mark.parametrize("spec", GAMES)
def test_a_position_has_no_past(spec: str) -> None:
    game = po.game(spec)
    again = game.state(random_states(game, spec)[-1].notation)
    assert (again.history, again.start) == ((), again)


def test_go_set_up_has_no_ko_and_no_pass() -> None:
    game = po.game("go(5,5)")
    state = game.initial()
    for move in ("b1", "c1", "a2", "d2", "b3", "c3", "c2", "b2"):
        state = state.play(move)
    assert "c2" not in state.legal_names
    assert "c2" in game.state(state.notation).legal_names
    passed = game.initial().play("pass")
    assert not game.state(passed.notation).play("pass").is_terminal


def test_spaces_around_a_position_do_not_matter() -> None:
    assert po.game("tictactoe").state("  X../.../...   O\n").board == "X../.../..."


ROWS = "the board has 3 rows of 3 cells, from the top, joined by '/'"
SHAPE = "a position is a board, a space and X or O for the turn, got "
DOMINO = "is not part of a domino: a vertical one is x above X, a horizontal one Oo"

WRONG = [
    ("tictactoe", "", f"{SHAPE}''"),
    ("tictactoe", "X", f"{SHAPE}'X'"),
    ("tictactoe", " O", f"{SHAPE}' O'"),
    ("tictactoe", ".../.../...", f"{SHAPE}'.../.../...'"),
    ("tictactoe", ".../.../...X", f"{SHAPE}'.../.../...X'"),
    ("tictactoe", ".../.../... x", f"{SHAPE}'.../.../... x'"),
    ("tictactoe", ".../.\n./... X", SHAPE + r"'.../.\n./... X'"),
    ("tictactoe", ".../.\0./... X", SHAPE + r"'.../.\x00./... X'"),
    ("tictactoe", ".../.é./... X", f"{SHAPE}'.../.é./... X'"),
    ("tictactoe", ".../.\ud800./... X", SHAPE + r"'.../.\ud800./... X'"),
    ("tictactoe", ".../... X", f"the text has 2 rows: {ROWS}"),
    ("tictactoe", ".../.../.../... X", f"the text has 4 rows: {ROWS}"),
    ("tictactoe", ".../.../.../ X", f"the text has 4 rows: {ROWS}"),
    ("tictactoe", ".../..../... X", f"row 2 has 4 cells: {ROWS}"),
    ("tictactoe", "../.../... X", f"row 3 has 2 cells: {ROWS}"),
    ("tictactoe", "//... X", f"row 3 has 0 cells: {ROWS}"),
    ("tictactoe", ".../.../.. . X", f"row 1 has 4 cells: {ROWS}"),
    ("tictactoe", "X../.Q./... X", "cell b2 holds 'Q': a cell is one of .XO"),
    ("tictactoe", "X../.O./..x X", "cell c1 holds 'x': a cell is one of .XO"),
    ("tictactoe", "X../.O./... O", "X has made 1 moves and O 1, so it cannot be the turn of O"),
    ("tictactoe", "X../.../... X", "X has made 1 moves and O 0, so it cannot be the turn of X"),
    ("tictactoe", "OO./.../... X", "X has made 0 moves and O 2, so it cannot be the turn of X"),
    ("tictactoe", "XXX/OOO/... X", "the player to move has three in a row already"),
    ("connectfour(4,3)", "..../X.../.... O", "the disc at a2 has nothing below it"),
    ("connectfour(4,3)", "...X/..../.OX. O", "the disc at d3 has nothing below it"),
    ("connectfour(4,3)", "..../..../XX.. O", "X has made 2 moves and O 0, so it cannot be the turn of O"),
    ("connectfour(4,3)", "..../OOOO/XXXX X", "the player to move has connected already"),
    ("connectfour(4,3)", "..../..../..o. X", "cell c1 holds 'o': a cell is one of .XO"),
    ("domineering(3,3)", ".../x../... O", f"cell a2 {DOMINO}"),
    ("domineering(3,3)", "X../x../... O", f"cell a2 {DOMINO}"),
    ("domineering(3,3)", "X../.../... O", f"cell a3 {DOMINO}"),
    ("domineering(3,3)", ".../.oO/... X", f"cell b2 {DOMINO}"),
    ("domineering(3,3)", ".../..O/o.. X", f"cell a1 {DOMINO}"),
    ("domineering(3,3)", ".../x../XX. X", f"cell b1 {DOMINO}"),
    ("domineering(3,3)", ".../xo./X.. X", f"cell b2 {DOMINO}"),
    ("nogo(3,3)", "OX./XX./... O", "the stone at a3 has no liberty"),
    ("nogo(2,2)", "XX/XX O", "the stone at a1 has no liberty"),
    ("nogo(3,3)", "..#/.../... X", "cell c3 holds '#': a cell is one of .XO"),
    ("go(3,3)", ".../.XO/XOX O", "the stone at b1 has no liberty"),
    ("go(3,3)", "XXX/XXX/XXX O", "the stone at a1 has no liberty"),
    ("atarigo(3,3)", "OX./X../... X", "the stone at a3 has no liberty"),
    ("atarigo(2,2)", "XO/OX O", "the stone at a1 has no liberty"),
    ("atarigo(3,5)", "OX.XO/X...X/..... O", "the stone at a3 has no liberty"),
    ("breakthrough(4,3)", "OXO/OOO/XXX/XX. X", "b4 has reached the far row, so the other player is to move"),
    ("breakthrough(4,3)", "O.O/OOO/XXX/XOX O", "b1 has reached the far row, so the other player is to move"),
    ("breakthrough(4,3)", "X../.../.../..O X", "a4 has reached the far row, so the other player is to move"),
    ("breakthrough(4,3)", "OOO/OXX/XXX/XXX O", "X has more than 6 pieces"),
    ("knightthrough(4,3)", "OOO/OOO/OXX/XXX O", "O has more than 6 pieces"),
    ("seki(1,2)", "./. X", "the board is ./../.., with # for the points filled"),
    ("seki(1,2)", "./#./X. X", "sign 6 is 'X': the board is ./../.., with # for the points filled"),
    ("seki(1,2)", "././... X", "sign 4 is '/': the board is ./../.., with # for the points filled"),
    ("seki(1,2)", "#/##/.. O", "X's chain has been captured, so its player is to move"),
    ("seki(1,2)", "./##/## X", "O's chain has been captured, so its player is to move"),
]


@pytest.mark.parametrize(("spec", "text", "reason"), WRONG)
def test_what_is_no_position_is_refused(spec: str, text: str, reason: str) -> None:
    for rules in (po.game(spec), po.misere(spec)):
        with pytest.raises(po.SpecError) as refused:
            rules.state(text)
        assert str(refused.value) == f"{rules}: {reason}"
        assert one_line(refused.value)


FINISHED = [
    ("tictactoe", "XXX/OO./... O", 1),
    ("tictactoe", "XOX/XOO/OXX O", 0),
    ("connectfour(4,3)", "..../OOO./XXXX O", 1),
    ("domineering(2,2)", "../Oo X", -1),
    ("nogo(2,2)", "OX/O. X", -1),
    ("atarigo(3,3)", "OX./X../... O", 1),
    ("atarigo(2,2)", "XO/XX O", 1),
    ("breakthrough(4,3)", "OXO/OOO/XXX/XX. O", 1),
    ("breakthrough(4,3)", "O../.../.../... X", -1),
    ("seki(1,2)", "#/##/.. X", -1),
    ("seki(1,2)", "./##/## O", 1),
    ("seki(1,2)", "#/##/## O", 1),
]


@pytest.mark.parametrize(("spec", "text", "score"), FINISHED)
def test_a_finished_position_can_be_set_up(spec: str, text: str, score: int) -> None:
    state = po.game(spec).state(text)
    assert (state.is_terminal, state.score, state.notation) == (True, score, text)
    assert po.misere(spec).state(text).score == -score


def assert_sound(game: po.Game, text: str) -> None:
    """The text is refused, or it is a position of the game that can be played to its end."""
    state = accepted(game.state, text)
    if state is not None:
        written = " ".join(text.split())
        assert state.notation in (written, f"{written} X" if game.players == 1 else written)
        assert game.state(state.notation) == state
        if state.is_terminal:
            assert game.bounds[0] <= state.score <= game.bounds[1]
        else:
            assert po.Flat().search(state, "3 sims", 1).move in state.legal_moves


@pytest.mark.fuzz
@given(st.sampled_from(GAMES), st.text(max_size=40) | st.text("XOxo.#/ 018\n", max_size=60))
def test_any_text_is_a_position_or_refused(spec: str, text: str) -> None:
    assert_sound(po.game(spec), text)
    assert_sound(po.game(spec), f"{text} X")


@pytest.mark.fuzz
@given(
    st.sampled_from(GAMES),
    st.lists(st.integers(0, 999), max_size=20),
    st.lists(
        st.tuples(st.integers(0, 999), st.sampled_from([*"XOxo.#/ 018", "", "é", "\0", "\ud800", "X."]))
    ),
)
def test_a_changed_position_is_one_or_refused(
    spec: str, opening: list[int], changes: list[tuple[int, str]]
) -> None:
    state = po.game(spec).initial()
    for pick in opening:
        if not state.is_terminal:
            state = state.play(state.legal_moves[pick % len(state.legal_moves)])
    text = state.notation
    for number, sign in changes:
        place = number % (len(text) + 1)
        text = text[:place] + sign + text[place + 1 :]
    assert_sound(state.game, text)
