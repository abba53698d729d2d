"""What players and referees of General Game Playing say to each other."""

import pytest
from gdl_texts import GAMES, checked
from hypothesis import given
from hypothesis import strategies as st

import playout as po
from playout.protocols.ggp import Abort, Info, Play, Start, Stop, read_message
from playout.protocols.ggp.match import end_of
from playout.protocols.ggp.messages import MAX_CLOCK, read_term, spelled, spellings


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(INFO)", Info()),
        ("( info )\r\n", Info()),
        ("(ping)", Info()),
        ("(START M.1 White ((role white)) 30 10)", Start("m.1", "white", "(role white)", 30, 10)),
        ("(START m w ((role w)) 1.5 0.25 extra)", Start("m", "w", "(role w)", 1.5, 0.25)),
        ("(PLAY m NIL)", Play("m", None)),
        ("(play m ())", Play("m", ())),
        ("(PLAY m ((mark 1 1) noop (NOOP)))", Play("m", (("mark", "1", "1"), "noop", "noop"))),
        ("(PLAY m ((f (g ?x))))", Play("m", (("f", ("g", "?x")),))),
        ("(STOP m (a b))", Stop("m", ("a", "b"))),
        ("(ABORT m)", Abort("m")),
    ],
)
def test_messages_are_read(text: str, message: object) -> None:
    assert read_message(text) == message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "INFO",
        "()",
        "(INFO) (INFO)",
        "((INFO))",
        "(PLAY)",
        "(PLAY m)",
        "(PLAY (m) nil)",
        "(PLAY m (()))",
        "(PLAY m (((a) b)))",
        "(START m w rules 1 1)",
        "(START m w () 0 1)",
        "(START m w () nan 1)",
        "(START m w () inf 1)",
        "(START m w () 1 -1)",
        f"(START m w () 1 {MAX_CLOCK + 1})",
        "(START m w () (1) 1)",
        "(STOP m nil",
        "(HELLO m)",
        "(" * 200,
        "\0",
    ],
)
def test_what_is_no_message_is_one_line(text: str) -> None:
    with pytest.raises(po.SpecError) as caught:
        read_message(text)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_rules_arrive_as_they_were_sent(rules: str) -> None:
    message = read_message(f"(START m r ({rules}) 10 5)")
    assert isinstance(message, Start)
    assert [(one.head, one.body) for one in checked(message.rules).rules] == [
        (one.head, one.body) for one in checked(rules).rules
    ]
    assert read_message(str(message)) == message


words = st.text("abcxyz019", min_size=1, max_size=5)
terms = st.recursive(
    words, lambda inner: st.tuples(words, inner) | st.tuples(words, inner, inner), max_leaves=8
)


@given(words, st.none() | st.lists(terms, max_size=4).map(tuple))
def test_messages_are_read_as_they_are_written(match: str, moves: tuple[object, ...] | None) -> None:
    for kind in (Play, Stop):
        message = kind(match, moves)  # type: ignore[arg-type]
        assert read_message(str(message)) == message


@given(st.text(max_size=80) | st.text("() \nplaystoinfruek019?;", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (read_message, read_term):
        said = ""
        try:
            read(text)
        except po.SpecError as error:
            said = str(error)
        assert len(said.splitlines()) < 2


def test_the_referee_s_spelling_is_kept() -> None:
    known = spellings("(START m White ((legal White (Mark A 1))) 1 1)")
    assert spelled("(mark a 1)", known) == "(Mark A 1)"
    assert spelled("(drop 3)", known) == "(drop 3)"


@given(st.floats(0.1, MAX_CLOCK), st.floats(0, 60), st.floats(0, 1e6))
def test_an_answer_leaves_between_half_of_the_clock_and_its_end(
    clock: float, margin: float, received: float
) -> None:
    end = end_of(clock, received, margin)
    assert received + clock / 2 <= end + 1e-6
    assert end <= received + clock + 1e-6
