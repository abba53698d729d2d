"""The network of a game against the reference: all that they say of states of random games."""

import random
from pathlib import Path

import pytest
from compiled_cache import own_cache  # noqa: F401
from gdl_texts import GAMES, LIGHT, checked, damaged, written
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("clingo", reason="clingo is not installed")

import playout as po
from playout import gdl
from playout.gdl import ground
from playout.gdl.build import build
from playout.gdl.kind import Kind, kind_of
from playout.gdl.prover import Prover

LOOKS = 5
"""How many states of a random game are looked at: the reference is slow."""


def network_of(text: str) -> gdl.Network:
    rules = checked(text)
    return build(rules, ground.ground(rules))


def assert_same(network: gdl.Network, prover: Prover, looks: int, seed: int, length: int = 1000) -> None:
    """Both say the same of some states of a random game, the first and the last among them."""
    states = list(gdl.random_game(network, seed, length))
    rng = random.Random(seed)
    assert facts(states[0]) == prover.initial()
    chosen = {0, len(states) - 1, *(rng.randrange(len(states)) for _ in range(looks - 2))}
    for index in sorted(chosen):
        assert_same_state(states[index], prover, rng)


def facts(position: gdl.Position) -> frozenset[object]:
    return frozenset([*position.true, *position.network.always])


def assert_same_state(position: gdl.Position, prover: Prover, rng: random.Random) -> None:
    network, state = position.network, frozenset([*position.true, *position.network.always])
    assert position.is_terminal == prover.is_terminal(state)
    if position.is_terminal:
        goals = {role: {position.goal(number)} for number, role in enumerate(network.roles)}
        assert goals == prover.goals(state)
        return
    legal = [[network.moves[move][1] for move in moves] for moves in position.legal]
    assert [set(moves) for moves in legal] == [set(moves) for moves in prover.legal(state).values()]
    moves = [rng.choice(moves) for moves in position.legal]
    done = {network.roles[network.moves[move][0]]: network.moves[move][1] for move in moves}
    assert facts(position.play(*moves)) == prover.play(state, done)


@pytest.mark.parametrize("name", gdl.names())
def test_the_network_agrees_with_the_reference(name: str) -> None:
    looks = 2 if name.startswith("misere") else LOOKS
    assert_same(gdl.load(gdl.find(name)), Prover(gdl.read_rules(gdl.find(name))), looks, seed=1)


@pytest.mark.parametrize("name", GAMES)
def test_small_games_agree_with_the_reference(name: str) -> None:
    network, prover = network_of(GAMES[name]), Prover(checked(GAMES[name]))
    for seed in range(10):
        assert_same(network, prover, looks=10, seed=seed)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("light", Kind(1)),
        ("matching", Kind(0, "its roles move at once")),
        ("dice", Kind(0, "it has chance, the role random")),
        ("three", Kind(0, "it has 3 roles")),
        ("share", Kind(2, sums=frozenset({90, 100}))),
    ],
)
def test_the_kind_of_a_game(name: str, kind: Kind) -> None:
    assert kind_of(network_of(GAMES[name])) == kind


@settings(max_examples=40)
@given(damaged())
def test_damaged_rules_are_played_or_refused_in_one_line(text: str) -> None:
    said = "game.kif:"
    try:
        network = network_of(text)
        for position in gdl.random_game(network, seed=1, length=10):
            if position.is_terminal:
                position.goal(0)
    except (po.SpecError, po.ContractError) as error:
        said = str(error)
    assert said.startswith("game.kif:")
    assert len(said.splitlines()) == 1


NUMBERS = range(1, 6)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Rules over five lights with links: relations that call themselves and deny those before them."""
    pairs = st.tuples(st.sampled_from(NUMBERS), st.sampled_from(NUMBERS))
    links = [(number, number + 1) for number in NUMBERS[:-1]] + draw(st.lists(pairs, max_size=4))
    rules = [
        "(role player) (legal player wait) (goal player 0)",
        "(<= terminal (not (true (on ?x))) (link ?x ?x))",
    ]
    rules += [f"(link {one} {other})" for one, other in links]
    rules += [f"(init (on {number}))" for number in draw(st.sets(st.sampled_from(NUMBERS), min_size=1))]
    literals = ["(true (on ?x))", "(true (on ?y))", "(not (true (on ?x)))", "(distinct ?x ?y)"]
    for name in ("h0", "h1", "h2"):
        rules.append(_rule(f"({name} ?x)", draw(_parts(literals))))
        rules.append(_rule(f"({name} ?x)", [f"({name} ?y)", *draw(_parts(literals))[:1]]))
        literals += [f"({name} ?x)", f"(not ({name} ?y))", f"(or ({name} ?x) (not (true (on ?y))))"]
    moves = [*literals, "(does player (push ?x))", "(not (does player (push ?y)))"]
    heads = {"(next (on ?x))": moves, "(next (on ?y))": moves, "(legal player (push ?x))": literals}
    return "\n".join([*rules, *(_rule(head, draw(_parts(parts))) for head, parts in heads.items())])


def _parts(literals: list[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(literals), min_size=1, max_size=3)


def _rule(head: str, body: list[str]) -> str:
    return f"(<= {head} (link ?x ?y) {' '.join(body)})"


@settings(max_examples=20)
@given(programs())
def test_any_rules_agree_with_the_reference(text: str) -> None:
    network, prover = network_of(text), Prover(checked(text))
    for seed in range(3):
        assert_same(network, prover, looks=6, seed=seed, length=12)


BASE = LIGHT + "(number 0) (number 1) (number 2) (number 3) (number 4) (number 5) (number 6) (number 7)"
MANY = "(number ?a) (number ?b) (number ?c) (number ?d) (number ?e)"
MORE = "(number ?f) (number ?g) (number ?h) (number ?i)"
SOME_MEMORY = 150 * 2**20


@pytest.mark.parametrize(
    ("rule", "limits", "expected"),
    [
        ("(<= (next (f ?x)) (true ?x))", gdl.Limits(seconds=1), "takes more than 1 s"),
        ("(<= (next (both ?x ?y)) (true ?x) (true ?y))", gdl.Limits(seconds=1), "takes more than 1 s"),
        (
            f"(<= (next (p ?a ?b ?c ?d ?e)) {MANY})",
            gdl.Limits(output=10_000),
            "more than 0.01 MB of instances",
        ),
        (
            f"(<= (p ?a ?b ?c ?d ?e ?f ?g ?h ?i) {MANY} {MORE})",
            gdl.Limits(memory=SOME_MEMORY),
            "takes more than 150 MiB of memory",
        ),
        ("(<= (next (lit ?x)) (number ?x) (true off) (true on))", gdl.Limits(wires=1), "more than 1 wires"),
        (
            "(<= (goal player ?x) (word ?x)) (word all)",
            gdl.Limits(),
            "a goal is an integer from 0 to 100, not all",
        ),
    ],
    ids=["endless", "doubling", "output", "memory", "wires", "goal"],
)
def test_rules_that_are_too_much_are_refused_in_one_line(
    tmp_path: Path, rule: str, limits: gdl.Limits, expected: str
) -> None:
    with pytest.raises(po.SpecError) as caught:
        gdl.load(written(tmp_path, BASE + rule), limits)
    assert str(caught.value).startswith("game.kif: ")
    assert str(caught.value).endswith(expected)


def test_terms_that_grow_too_deep_are_refused(tmp_path: Path) -> None:
    steps = " ".join(f"(after {n} {n + 1})" for n in range(150))
    rules = f"{LIGHT}{steps}(init (pile 0 end))(<= (next (pile ?n (s ?x))) (true (pile ?m ?x)) (after ?m ?n))"
    with pytest.raises(po.SpecError, match="terms of more than 100 levels"):
        gdl.load(written(tmp_path, rules))


def test_without_clingo_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ground, "find_spec", lambda name: None)
    with pytest.raises(
        po.SpecError, match=r"game.kif: rules in GDL need clingo: pip install 'playout\[gdl\]'"
    ):
        ground.ground(checked(LIGHT))


def test_facts_that_never_change_have_no_bit() -> None:
    walls = "(init (wall 1)) (init (wall 2)) (<= (next (wall ?n)) (true (wall ?n)))"
    network = network_of(LIGHT + walls)
    assert network.always == (("wall", "1"), ("wall", "2"))
    assert network.facts == ("off", "on")


def test_gates_of_the_state_come_first() -> None:
    network = gdl.load(gdl.find("tictactoe.kif"))
    moves = range(1 + len(network.facts), network.first_gate)
    for index, gate in enumerate(network.gates):
        nodes = [literal >> 1 for literal in gate]
        assert max(nodes) < network.first_gate + index
        needs_moves = any(node in moves or node >= network.first_gate + network.state_gates for node in nodes)
        assert needs_moves == (index >= network.state_gates)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (
            LIGHT.replace("(true off))\n(<= (next", "(true never))\n(<= (next"),
            "the role player has no legal move",
        ),
        (LIGHT + "(goal player 50)", "the role player has 2 goals at the end"),
        (LIGHT.replace("(<= (goal player 100) (true on))", ""), "the role player has no goal at the end"),
    ],
)
def test_rules_that_fail_in_play_say_so(rules: str, expected: str) -> None:
    with pytest.raises(po.ContractError, match=f"game.kif: {expected}.*, in o"):
        last_goal(network_of(rules))


def last_goal(network: gdl.Network) -> int:
    *_, last = gdl.random_game(network, seed=1)
    return last.goal(0)
