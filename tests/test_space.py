"""Spaces of players: what a text leaves open, what is picked, and every way to write one wrong."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import Planted
from toys import accepted

import playout as po
from playout.space import Choice, Interval, Pick, Space


class Anything(Pick):
    """Picks by chance."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def number(self, place: str, interval: Interval) -> float:
        if interval.integer:
            return self.chance.randint(int(interval.low), int(interval.high))
        return self.chance.uniform(interval.low, interval.high)

    def option(self, place: str, choice: Choice) -> int:
        return self.chance.randrange(len(choice.options))


def ranges(low: float, high: float) -> st.SearchStrategy[str]:
    ends = st.lists(st.floats(low, high), min_size=2, max_size=2, unique=True).map(sorted)
    texts = ends.map(lambda pair: f"{pair[0]}..{pair[1]}")
    return st.builds("{}{}".format, texts, st.sampled_from(["", " log"]) if low > 0 else st.just(""))


playouts = st.sampled_from(["uniform", "anti_decisive(decisive=true|false)", "nested(level=0..2, discount)"])
options = {
    "exploration": ranges(0, 10) | st.just("0.5|1..2"),
    "rave": ranges(1, 3000).map("0|{}".format) | ranges(1, 9),
    "grave": st.sampled_from(["0", "0..50", "10..1000 log|0"]),
    "playout": st.lists(playouts, min_size=1, unique=True).map("|".join),
    "bounds": st.sampled_from(["none|cuts", "solver|cuts|none"]),
    "reuse": st.sampled_from(["true|false", "false|true"]),
}
any_space = st.sets(st.sampled_from(sorted(options)), min_size=1).flatmap(
    lambda names: st.fixed_dictionaries({name: options[name] for name in sorted(names)})
)


@given(any_space, st.integers(0, 2**32))
def test_a_space_is_read_back_from_its_text_and_its_candidates_lie_in_it(
    items: dict[str, str], seed: int
) -> None:
    text = f"uct({', '.join(f'{name}={value}' for name, value in items.items())})"
    space = accepted(Space, text)
    if space is None:  # as where nothing is left open
        return
    assert Space(str(space)) == space
    assert Space(str(space)).openings == space.openings
    player = accepted(space.candidate, Anything(seed))
    if player is None:  # grave without rave
        return
    assert isinstance(player, po.UCT)
    assert po.player(str(player)) == player
    for place, opening in space.openings.items():
        if isinstance(opening, Interval) and "=" not in place and "." not in place:
            assert opening.low <= getattr(player, place) <= opening.high


@given(st.text("uct(exploration=0.5,rave|log)<\n\0…", max_size=40) | st.text(max_size=40))
def test_any_text_is_a_space_or_an_error_of_one_line(text: str) -> None:
    accepted(Space, text)
    accepted(Space, f"uct(rave={text})")


def test_what_is_left_open() -> None:
    space = Space("uct(0.05..2 log, rave=0|100..3000, creation=1..9, playout=uniform|nested(level=1|2))")
    assert space.openings == {
        "exploration": Interval(0.05, 2, log=True),
        "rave": Choice(("0", Interval(100, 3000))),
        "rave=100..3000": Interval(100, 3000),
        "creation": Interval(1, 9, integer=True),
        "playout": space.openings["playout"],
        "playout=nested(level=1|2).level": Choice(("1", "2")),
    }
    assert str(space.openings["playout"]) == "uniform|nested(level=1|2)"


def test_a_number_is_short_and_within_its_range() -> None:
    assert Interval(0, 1).rounded(0.123456) == 0.123
    assert Interval(0.12345, 1).rounded(0.123456) == 0.12345
    assert Interval(10000, 99999, integer=True).rounded(12345) == 12345


def test_a_player_of_ones_own() -> None:
    space = Space("Planted(x=0..1, hand=left|right)", Planted, "planted.py:")
    assert str(space) == "planted.py:Planted(x=0..1, hand=left|right)"
    player = space.candidate(Anything(1))
    assert str(player).startswith("planted.py:Planted(x=0.")
    assert str(space.default()) == "planted.py:Planted"


def test_a_range_of_whole_numbers_is_of_floats_where_a_class_says_so() -> None:
    assert Space("Planted(x=0..1)", Planted).openings == {"x": Interval(0, 1)}
    assert Space("Planted(0|1..2)", Planted).openings["1=1..2"] == Interval(1, 2)

    def untyped(x) -> Planted:  # type: ignore[no-untyped-def]
        return Planted(x)

    assert Space("untyped(x=0..1)", untyped).openings == {"x": Interval(0, 1, integer=True)}
    assert Space("untyped(x=0.0..1)", untyped).openings == {"x": Interval(0, 1)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("uct", "leaves nothing open"),
        ("uct(rave=300)", "leaves nothing open"),
        ("utc(rave=1..2)", "unknown player 'utc' (did you mean 'uct'?)"),
        ("uct(rav=1..2)", "uct: unknown parameter 'rav' (did you mean 'rave'?)"),
        ("uct(rave=2..1)", "a range goes up, but this is '2..1' in the space"),
        ("uct(rave=1..1)", "a range goes up"),
        ("uct(rave=0..1 log)", "a logarithmic range is above 0, but this is '0..1 log'"),
        ("uct(rave=1..x)", "a range is of two numbers, as in 0.1..2, but this is '1..x'"),
        ("uct(rave=true..false)", "a range is of two numbers"),
        ("uct(rave=1..1e999)", "a range is of two numbers"),
        (f"uct(rave=1..{'9' * 900})", "a range is of two numbers"),
        ("uct(rave=1..2..3)", "a range is of two numbers"),
        ("uct(rave=1..2 lin)", "expected ',' but found 'lin' in the space"),
        ("uct(rave=0|)", "expected a name but found ')'"),
        ("uct(rave=0|0)", "the option '0' given twice"),
        ("uct(rave=-1..1)", "uct: rave must be from 0 to 1000000000000, got -1"),
        ("uct(grave=0.5..3)", "uct: grave must be an integer from 0 to 4294967295, got 0.5"),
        ("uct(bounds=cuts|non)", "uct: bounds must be one of none, solver, cuts, got 'non'"),
        ("uct(bounds=0..1)", "uct: bounds must be one of none, solver, cuts: it has no range, got 0..1"),
        ("uct(reuse=0..1)", "uct: reuse must be true or false: it has no range, got 0..1"),
        ("uct(playout=uniform|mobilty)", "unknown playout 'mobilty' (did you mean 'mobility'?)"),
        ("uct(playout=uniform|nested(level=1..99))", "nested: level must be from 0 to 10, got 99"),
        ("uct(1..2, exploration=3)", "uct: 'exploration' given twice"),
        ("uct(a|b=1)", "a parameter's name must be a word"),
        ("uct(rave=1..2", "expected ',' but found the end"),
    ],
)
def test_errors_say_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(po.SpecError) as error:
        Space(text)
    assert message in str(error.value)


def test_a_spec_has_no_ranges_and_no_options() -> None:
    with pytest.raises(po.SpecError, match=r"got '0\.\.1'"):
        po.player("uct(exploration=0..1)")
    with pytest.raises(po.SpecError, match=r"unexpected '\|' in the spec"):
        po.player("uct(exploration=0|1)")
