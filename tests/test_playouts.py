"""Playouts: native against reference, draw by draw; which games each is for; where each can be used."""

from typing import Any

import pytest
from command import run
from hypothesis import given, settings
from hypothesis import strategies as st
from test_reference import after, native, openings, seeds
from toys import Digits, Nim

import playout as po
from playout.playouts import AntiDecisive, Batch, Coin, GoPatterns, Mobility
from playout.reference import anti_decisive, batch, mobility
from playout.reference.coin import coin
from playout.reference.go_patterns import go_patterns
from playout.reference.nested import NMC, nested_player
from playout.reference.playout import Playout
from playout.reference.rave import Rave
from playout.reference.rng import Rng
from playout.reference.uct import uct

pytestmark = pytest.mark.core

DECIDED = [
    "tictactoe",
    "breakthrough(4,3)",
    "knightthrough(4,4)",
    "connectfour(4,4,connect=3)",
    "seki(1,1)",
    "nim",
]
STONES = ["nogo(2,2)", "nogo(3,4)", "atarigo(3,3)", "go(3,3,komi=0.5)", "go(4,3)"]
NORMAL_FORM = [
    "nogo(2,2)",
    "nogo(3,4)",
    "nogo(5,4)",
    "atarigo(3,3)",
    "domineering(3,4)",
    "domineering(5,5)",
    "breakthrough(4,4)",
    "knightthrough(4,4)",
]
BOTH_WAYS = [*DECIDED, *STONES, "domineering(3,4)", "harvest"]
PLAYOUTS = [
    "batch(games=3)",
    "coin",
    "anti_decisive",
    "anti_decisive(decisive=true)",
    "mobility",
    "mobility(full=true)",
    "go_patterns",
]


def with_misere(names: list[str]) -> list[str]:
    return [*names, *(f"misere({name})" for name in names)]


def twin(playout: po.Playout) -> Playout:
    """The playout in plain Python."""
    if isinstance(playout, AntiDecisive):
        return anti_decisive.AntiDecisive(playout.decisive)
    if isinstance(playout, Batch):
        return batch.Batch(playout.games)
    if isinstance(playout, Mobility):
        return mobility.Mobility(playout.full)
    return go_patterns if isinstance(playout, GoPatterns) else coin


def agree(name: str, opening: list[int], seed: int, playout: po.Playout) -> None:
    """One playout after each move, by nested search; and a tree that learns from all its playouts' moves."""
    state = after(name, opening)
    expected = nested_player(state, "100000 sims", seed, NMC(0, base=twin(playout)))
    assert native(state, po.Nested(0, base=playout), "100000 sims", seed) == expected
    # In Go a playout may repeat a position; such a move has no code for the reference.
    rave = 0 if "go(" in name.replace("nogo(", "").replace("atarigo(", "") else 20
    C = po.UCT(rave=rave).constant  # noqa: N806
    result = uct(state, "10 sims", seed, C, playout=twin(playout), rave=Rave(state, rave))
    assert native(state, po.UCT(playout=playout, rave=rave), "10 sims", seed) == result


@pytest.mark.parametrize("name", [*with_misere(BOTH_WAYS), "walk", "wide"])
@given(opening=openings, seed=seeds)
@settings(max_examples=4)
def test_coin(name: str, opening: list[int], seed: int) -> None:
    agree(name, opening, seed, Coin())


@pytest.mark.parametrize("name", [*with_misere(BOTH_WAYS), "walk", "wide"])
@given(opening=openings, seed=seeds, games=st.integers(1, 9))
@settings(max_examples=4)
def test_batch(name: str, opening: list[int], seed: int, games: int) -> None:
    agree(name, opening, seed, Batch(games))


@pytest.mark.parametrize("name", with_misere(BOTH_WAYS))
@given(opening=openings, seed=seeds, decisive=st.booleans())
@settings(max_examples=4)
def test_anti_decisive(name: str, opening: list[int], seed: int, decisive: bool) -> None:
    agree(name, opening, seed, AntiDecisive(decisive))


@pytest.mark.parametrize("name", NORMAL_FORM)
@given(opening=openings, seed=seeds, full=st.booleans())
@settings(max_examples=4)
def test_mobility(name: str, opening: list[int], seed: int, full: bool) -> None:
    agree(name, opening, seed, Mobility(full))


@pytest.mark.parametrize("name", [*with_misere(STONES), "nogo(5,4)", "atarigo(4,4)", "go(4,4)"])
@given(opening=openings, seed=seeds)
@settings(max_examples=2)
def test_go_patterns(name: str, opening: list[int], seed: int) -> None:
    agree(name, opening, seed, GoPatterns())


@pytest.mark.parametrize(
    ("spec", "playout"),
    [
        ("nogo(9,8)", AntiDecisive(decisive=True)),
        ("nogo(9,8)", Mobility(full=True)),
        ("go(9,8)", GoPatterns()),
        ("atarigo(12,11)", GoPatterns()),
    ],
    ids=str,
)
def test_large_boards(spec: str, playout: po.Playout) -> None:
    """Boards of more than one word, from far along a game."""
    state, rng = po.game(spec).initial(), Rng(3)
    while len(state.legal_moves) > 12 and len(state.history) < 60:
        state = state.play(state.legal_moves[rng.below(len(state.legal_moves))])
    expected = nested_player(state, "100000 sims", 1, NMC(0, base=twin(playout)))
    assert native(state, po.Nested(0, base=playout), "100000 sims", 1) == expected


@pytest.mark.parametrize("playout", [Coin(), Batch(3), AntiDecisive(), Mobility(), GoPatterns()], ids=str)
@given(opening=openings, seed=seeds, level=st.integers(0, 1))
@settings(max_examples=3)
def test_as_the_base_of_nested_search(playout: po.Playout, opening: list[int], seed: int, level: int) -> None:
    """With pruning, which gives playouts up at a limit."""
    state = after("nogo(3,3)", opening)
    player = po.Nested(level, discount=True, prune_on_depth=True, base=playout)
    expected = nested_player(state, "100000 sims", seed, NMC(level, True, 0, 99, twin(playout)))
    assert native(state, player, "100000 sims", seed) == expected


def test_a_coin_is_fair() -> None:
    found = po.UCT(exploration=1000, playout=Coin()).search(
        po.game("nogo(7,7)").initial(), "20000 sims", seed=1
    )
    assert (
        abs(sum(child.visits * child.value for child in found.children) / found.simulations) < 4 / 20000**0.5
    )


@pytest.mark.parametrize("playout", PLAYOUTS)
def test_the_same_seed_gives_the_same_search(playout: str) -> None:
    state = po.game("nogo(5,5)").initial()
    for player in (f"uct(playout={playout})", f"nested(level=1, base={playout})"):
        first, second = (po.player(player).search(state, "200 sims", seed=5) for _ in range(2))
        assert (first.children, first.states) == (second.children, second.states)
        assert first.simulations > 0
    assert po.playout_rate(state, "50 sims", seed=5, playout=playout).playouts == 50


@pytest.mark.parametrize("playout", PLAYOUTS)
def test_spec(playout: str) -> None:
    assert str(po.playouts.playout(playout)) == playout
    assert str(po.player(f"uct(playout={playout})")) == f"uct(playout={playout})"


def test_anti_decisive_wins_in_one_and_prevents_it() -> None:
    """X wins at a3; O, to move, must prevent it there."""
    game = po.game("tictactoe")
    mine, yours = game.state(".../XO./XO. X"), game.state(".../XO./X.. O")
    for seed in range(30):
        found = po.Nested(level=0, base=AntiDecisive(decisive=True)).search(mine, "100 sims", seed)
        assert found.value == 1
        kept = {
            c.name: c.value
            for c in po.Nested(level=0, base=AntiDecisive(True)).search(yours, "100 sims", seed).children
        }
        assert all(value == 1 for name, value in kept.items() if name != "a3")


MISFITS = [
    ("mobility", "tictactoe", "the player without a move has lost"),
    ("mobility", "connectfour", "the player without a move has lost"),
    ("mobility", "go(5,5)", "the player without a move has lost"),
    ("mobility", "seki(1,1)", "the player without a move has lost"),
    ("mobility", "misere(nogo(5,5))", "not their misere versions"),
    ("mobility", "morpion(5D)", "the player without a move has lost"),
    ("go_patterns", "breakthrough(5,5)", "games of stones"),
    ("go_patterns", "morpion(5D)", "games of stones"),
    ("anti_decisive", "morpion(5D)", "games of two players"),
    ("anti_decisive", "crossword(capitals)", "games of two players"),
]


@pytest.mark.parametrize(("playout", "spec", "message"), MISFITS)
def test_a_playout_for_another_game_is_refused(playout: str, spec: str, message: str) -> None:
    state = po.game(spec).initial()
    for player in (f"uct(playout={playout})", f"nested(base={playout})"):
        with pytest.raises(ValueError, match=message):
            po.player(player).search(state, "10 sims", seed=1)
    with pytest.raises(ValueError, match=message):
        po.playout_rate(state, "10 sims", playout=playout)
    refused = run("search", spec, f"uct(playout={playout})", "--budget", "10 sims")
    assert refused.is_wrong_usage
    assert message in refused.err


@pytest.mark.parametrize(
    ("playout", "rules"), [("mobility", Nim()), ("go_patterns", Nim()), ("anti_decisive", Digits())]
)
def test_a_game_in_python_is_refused_like_any_other(playout: str, rules: po.Rules[Any]) -> None:
    with pytest.raises(ValueError, match=f"^{playout} is for games"):
        po.playout_rate(rules, "10 sims", playout=playout)


@pytest.mark.parametrize("playout", ["coin", "nested(level=0, base=coin)"])
def test_a_playout_without_moves_needs_another_budget(playout: str) -> None:
    with pytest.raises(ValueError, match="would never be spent"):
        po.playout_rate("nogo(5,5)", "10 states", playout=playout)
    assert po.playout_rate("nogo(5,5)", "10 states or 20 sims", playout=playout).playouts == 20
    assert po.UCT(playout=Coin()).search(po.game("nogo(5,5)").initial(), "50 states", seed=1).states >= 50
