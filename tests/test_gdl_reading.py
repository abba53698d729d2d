"""Rules in GDL are read, or refused in one line that says where and why."""

from pathlib import Path

import pytest
from gdl_rules import files
from gdl_texts import GAMES, LIGHT, checked, damaged
from hypothesis import given
from hypothesis import strategies as st

import playout as po
from playout.gdl import find, names, read_rules
from playout.gdl.board import find_board
from playout.gdl.check import check
from playout.gdl.parse import parse
from playout.gdl.rules import Literal, Term
from playout.gdl.sexp import MAX_CHARACTERS, MAX_DEPTH, Source


def refusal(text: str) -> str:
    with pytest.raises(po.SpecError) as caught:
        checked(text)
    return str(caught.value)


def bodies(text: str) -> list[tuple[Literal, ...]]:
    return [rule.body for rule in parse(Source("game.kif", text)).rules]


@pytest.mark.parametrize("name", names())
def test_the_rules_of_the_library_are_those_that_the_generator_writes(name: str) -> None:
    assert find(name).read_text(encoding="utf-8") == files()[name]
    assert read_rules(find(name)).roles in (("x", "o"), ("player",))


def test_the_library_has_every_file_of_the_generator() -> None:
    assert names() == sorted(files())


@pytest.mark.parametrize("text", GAMES.values(), ids=GAMES)
def test_small_games_are_read(text: str) -> None:
    assert checked(text).rules


def test_case_comments_and_space_do_not_matter() -> None:
    loud = "; a comment with ) and (\n" + LIGHT.upper().replace(" ", "\t \n") + "; the end"
    assert [(rule.head, rule.body) for rule in checked(loud).rules] == [
        (rule.head, rule.body) for rule in checked(LIGHT).rules
    ]


def test_or_becomes_a_rule_for_each_alternative() -> None:
    a, b, c, d = (Literal((name,)) for name in "abcd")
    assert bodies("(<= p a (or b (and c d)))") == [(a, b), (a, c, d)]
    assert bodies("(<= p (or a b) (or c d))") == [(a, c), (a, d), (b, c), (b, d)]
    assert bodies("(<= p (not (or a b)))") == [(Literal(("a",), False), Literal(("b",), False))]
    assert bodies("(<= p (not (and a b)))") == [(Literal(("a",), False),), (Literal(("b",), False),)]
    assert bodies("(<= p (not (not a)))") == [(a,)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(role a)\n(init (on b)", "game.kif:2: this '(' is never closed"),
        ("(role a))", "game.kif:1: a ')' closes nothing"),
        ("\n\n()", "game.kif:3: empty parentheses"),
        ('(role "a")', "game.kif:1: unexpected '\"'"),
        ("(role a\0b)", "game.kif:1: 'a\\x00b' is not a word, of at most 200 characters"),
        ("(<=)", "game.kif:1: a rule without a head"),
        ("(<= ?x (on ?x))", "game.kif:1: the variable ?x stands where a relation is wanted"),
        ("(<= (?p a) (on a))", "game.kif:1: parentheses begin with a name"),
        ("(<= ((p) a) (on a))", "game.kif:1: parentheses begin with a name"),
        ("(<= (p ?) (on a))", "game.kif:1: a variable without a name"),
        ("(<= (not p) (on a))", "game.kif:1: 'not' cannot be the head of a rule"),
        ("(<= p (not a b))", "game.kif:1: 'not' takes one part, not 2"),
        ("(<= p (<= q r))", "game.kif:1: a rule inside a rule"),
        ("(<= p (q (or a b)))", "game.kif:1: 'or' stands where a term is wanted"),
        ("(<= p " + "(or a b)" * 10 + ")", "game.kif:1: more than 1,000 alternatives in one rule"),
        ("(" * (MAX_DEPTH + 1), f"game.kif:1: more than {MAX_DEPTH} levels of parentheses"),
        ("a " * (MAX_CHARACTERS // 2 + 1), f"game.kif: more than {MAX_CHARACTERS:,} characters"),
    ],
    ids=lambda value: value[:30],
)
def test_what_cannot_be_read_is_one_line(text: str, expected: str) -> None:
    assert refusal(text) == expected


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("(<= (goal player 50) (true off on))", "'true' with 2 arguments, where the language wants 1"),
        ("(p 1) (p 1 2)", "'p' with 2 arguments, where line 9 has 1"),
        ("(init (f a)) (init (f a b))", "'f' with 2 arguments, where line 9 has 1"),
        ("(true off)", "'true' cannot be the head of a rule"),
        ("(<= (does player push) (true off))", "'does' cannot be the head of a rule"),
        ("(<= (role other) (true off))", "a role is a constant: (role white)"),
        ("(role ?r)", "a role is a constant: (role white)"),
        ("(role (team a))", "a role is a constant: (role white)"),
        ("(<= p (next on))", "'next' cannot stand in the body of a rule"),
        ("(<= p (init on))", "'init' cannot stand in the body of a rule"),
        ("(<= (next on) (not (true ?f)))", "?f of 'not true' is in no positive part of the body"),
        ("(<= (next (f ?x ?y)) (true ?x))", "?y of the head is in no positive part of the body"),
        ("(<= p (distinct ?x a))", "?x of 'distinct' is in no positive part of the body"),
        ("(<= p (not q)) (<= q p)", "'p' depends on its own negation, by 'not q'"),
        ("(<= p (not p))", "'p' depends on its own negation, by 'not p'"),
        ("(n 0) (<= (n (s ?x)) (n ?x))", "'n' calls itself with ?x, and its terms may grow for ever"),
        ("(goal player 101)", "a goal is an integer from 0 to 100, not 101"),
        ("(goal player all)", "a goal is an integer from 0 to 100, not all"),
        ("(goal player -1)", "a goal is an integer from 0 to 100, not -1"),
    ],
    ids=lambda value: value[:40],
)
def test_what_is_no_game_is_one_line(rule: str, expected: str) -> None:
    found = refusal(f"{LIGHT}{rule}")
    assert found.split(" (and ")[0] == f"game.kif:9: {expected}"
    assert "\n" not in found


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("(<= (legal player wait) (does player push))", "game.kif:4: 'legal' cannot depend on 'does'"),
        ("(<= p (does player push)) (<= terminal p)", "game.kif:6: 'terminal' cannot depend on 'does'"),
        ("(<= (init dark) (true off))", "game.kif:3: 'init' cannot depend on 'true'"),
    ],
)
def test_relations_that_come_too_early_are_refused(rule: str, expected: str) -> None:
    assert refusal(f"{LIGHT}{rule}") == expected


@pytest.mark.parametrize("name", ["role", "init", "legal", "next", "goal", "terminal"])
def test_a_game_has_every_relation(name: str) -> None:
    lines = [
        line
        for line in LIGHT.splitlines()
        if not line.startswith((f"({name}", f"(<= ({name}", f"(<= {name}"))
    ]
    assert refusal("\n".join(lines)) == f"game.kif: no rule for {name}"


@pytest.mark.parametrize(
    "rule",
    [
        "(<= (path ?x ?y) (edge ?x ?y)) (edge a b) (<= (path ?x ?z) (edge ?x ?y) (path ?y ?z))",
        "(n 0) (m 0) (<= (n (s ?x)) (n ?y) (m ?x))",
        "(<= (f (g ?x)) (f (g ?x)) (m ?x)) (m a)",
    ],
)
def test_recursion_that_ends_is_welcome(rule: str) -> None:
    assert checked(f"{LIGHT}{rule}")


def test_others_are_counted() -> None:
    assert refusal(f"{LIGHT}(true a)\n(true b)\n(true c)").endswith("(and 2 more)")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"(role a)\n\xff", "bad.kif:2: not a text in UTF-8"),
        (b"", "bad.kif: no rule for role, init, legal, next, goal, terminal"),
    ],
)
def test_files_that_are_no_rules(tmp_path: Path, content: bytes, expected: str) -> None:
    path = tmp_path / "bad.kif"
    path.write_bytes(content)
    with pytest.raises(po.SpecError, match=expected):
        read_rules(path)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(
        po.SpecError, match=r"no such file: 'tictacto.kif' \(did you mean 'tictactoe.kif'\?\)"
    ):
        po.game("tictacto.kif")
    with pytest.raises(po.SpecError, match=r"no such file: 'nope.kif'$"):
        po.game("nope.kif")
    with pytest.raises(po.SpecError, match="cannot read '/': Is a directory"):
        read_rules("/")


def test_of_two_numbers_the_first_is_the_column() -> None:
    cells = [("cell", x, y, "b") for x in "123" for y in "12"]
    board = find_board(["done", *cells, ("score", "1", "1", "0")])
    assert board is not None
    assert board.text([("cell", "3", "1", "white"), ("cell", "1", "2", "b"), ("step", "4")]) == (
        "2 .     .     .\n1 .     .     white\n  1     2     3\n(step 4)"
    )


@pytest.mark.parametrize(
    "facts",
    [
        [],
        ["done", ("step", "1")],
        [("cell", "1", "1", "x"), ("cell", "2", "2", "x"), ("cell", "3", "3", "x")],
        [("cell", "1", col, "x") for col in "abc"],
        [("cell", str(row), str(col), "x") for row in range(50) for col in range(50)],
    ],
    ids=["nothing", "other facts", "a diagonal", "a row", "too large"],
)
def test_what_is_no_board_is_not_shown_as_one(facts: list[Term]) -> None:
    assert find_board(facts) is None


@pytest.mark.fuzz
@given(damaged() | st.text(alphabet='()?<= \nab;"\\0not or', max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        said = ""
        check(parse(Source("game.kif", text)))
    except po.SpecError as error:
        said = str(error)
    assert not said or (said.startswith("game.kif:") and len(said.splitlines()) == 1)
