"""Playouts that learn: native against reference, draw by draw; what is learned is kept, and forgotten."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_features import features_of
from searches import same, start
from test_reference import GAMES, after, native, openings, seeds
from toys import Digits

import playout as po
from playout import _core
from playout.playouts import Mast, Nst, Ppa, Ppaf
from playout.reference import mast, nst, ppa
from playout.reference.nested import NMC, nested_player
from playout.reference.playout import Learner
from playout.reference.rave import Rave
from playout.reference.uct import uct

pytestmark = pytest.mark.core

PUZZLES = ["walk", "wide"]
FEATURED = [
    name
    for name in GAMES
    if name.removeprefix("misere(").partition("(")[0]
    in ("breakthrough", "knightthrough", "domineering", "nogo", "atarigo", "go")
]
LEARNERS = ["mast", "nst(k=2)", "ppa", "ppaf(alpha=0.5)"]

explorations = st.sampled_from([0.0, 0.1, 0.4, 0.7])
epsilons = st.sampled_from([0.0, 0.2, 0.4, 1.0]) | st.floats(0, 1)
alphas = st.sampled_from([0.0, 0.1, 0.32, 1.0, 40.0, 300.0])


def agree(name: str, opening: list[int], seed: int, playout: po.Playout, twin: Callable[[], Learner]) -> None:
    """A tree, a tree over a nested search, and a nested player, each with a playout that learns."""
    state = after(name, opening)
    sims = "25 sims"
    expected = uct(state, sims, seed, 0.4, twin())
    assert native(state, po.UCT(exploration=0.4, playout=playout), sims, seed) == expected
    expected = nested_player(state, "100000 sims", seed, NMC(0, base=twin()))
    assert native(state, po.Nested(0, base=playout), "100000 sims", seed) == expected


@pytest.mark.parametrize("name", GAMES)
@given(opening=openings, seed=seeds, epsilon=epsilons)
@settings(max_examples=2)
def test_mast(name: str, opening: list[int], seed: int, epsilon: float) -> None:
    agree(name, opening, seed, Mast(epsilon), lambda: mast.Mast(epsilon))


@pytest.mark.parametrize("name", GAMES)
@given(opening=openings, seed=seeds, epsilon=epsilons, k=st.integers(1, 4))
@settings(max_examples=2)
def test_nst(name: str, opening: list[int], seed: int, epsilon: float, k: int) -> None:
    agree(name, opening, seed, Nst(epsilon, k), lambda: nst.Nst(epsilon, k))


@pytest.mark.parametrize("name", [name for name in GAMES if name not in PUZZLES])
@given(opening=openings, seed=seeds, alpha=alphas)
@settings(max_examples=2)
def test_ppa(name: str, opening: list[int], seed: int, alpha: float) -> None:
    agree(name, opening, seed, Ppa(alpha), lambda: ppa.Ppa(alpha))


@pytest.mark.parametrize("name", [*FEATURED, "tictactoe", "nim", "connectfour(5,4)"])
@given(opening=openings, seed=seeds, alpha=alphas)
@settings(max_examples=3)
def test_ppaf(name: str, opening: list[int], seed: int, alpha: float) -> None:
    """Each hook of a game against the board as it is written."""
    agree(name, opening, seed, Ppaf(alpha), lambda: ppa.Ppa(alpha, features_of(name)))


@pytest.mark.parametrize(
    "name", ["nogo(9,8)", "go(9,8)", "atarigo(12,11)", "breakthrough(8,8)", "domineering(8,8)"]
)
def test_large_boards(name: str) -> None:
    state = after(name, [7 * i for i in range(30)])
    expected = uct(state, "12 sims", 3, 0.4, ppa.Ppa(1.0, features_of(name)))
    assert native(state, po.UCT(exploration=0.4, playout=Ppaf(1.0)), "12 sims", 3) == expected


@pytest.mark.parametrize(
    "name", ["tictactoe", "nogo(3,4)", "breakthrough(4,3)", "misere(domineering(3,4))", "nim"]
)
@given(opening=openings, seed=seeds, level=st.integers(0, 1))
@settings(max_examples=2)
def test_as_the_base_of_nested_search(name: str, opening: list[int], seed: int, level: int) -> None:
    """With pruning, which gives playouts up: nothing is learned from those."""
    state = after(name, opening)
    pairs: list[tuple[po.Playout, Callable[[], Learner]]] = [
        (Mast(), mast.Mast),
        (Nst(k=2), lambda: nst.Nst(k=2)),
        (Ppaf(), lambda: ppa.Ppa(0.32, features_of(name))),
    ]
    for playout, twin in pairs:
        player = po.Nested(level, discount=True, prune_on_depth=True, base=playout)
        expected = nested_player(state, "100000 sims", seed, NMC(level, True, 0, 99, twin()))
        assert native(state, player, "100000 sims", seed) == expected
        inner = po.playouts.Nested(1, base=playout)
        result = uct(state, "6 sims", seed, 0.4, NMC(1, base=twin()), rave=Rave(state, 20))
        assert native(state, po.UCT(exploration=0.4, playout=inner, rave=20), "6 sims", seed) == result


@pytest.mark.parametrize("playout", LEARNERS)
def test_what_is_learned_decides(playout: str) -> None:
    """Playouts that have learned are others than those that have not."""
    state = po.game("breakthrough(6,6)").initial()
    learned = po.player(f"uct(playout={playout})").search(state, "300 sims", seed=1)
    assert learned.children != po.UCT().search(state, "300 sims", seed=1).children
    assert learned.states != po.UCT().search(state, "300 sims", seed=1).states


@pytest.mark.parametrize("playout", LEARNERS)
def test_a_new_search_has_forgotten(playout: str) -> None:
    game = po.game("nogo(5,5)")
    search = po.player(f"uct(playout={playout})").start(game.initial(), seed=1)
    first = search.run("200 sims")
    search.begin(game.initial(), seed=1)
    again = search.run("200 sims")
    assert (first.children, first.states) == (again.children, again.states)


@pytest.mark.parametrize("playout", LEARNERS)
def test_a_tree_that_is_kept_keeps_what_is_learned(playout: str) -> None:
    """After a move a search goes on as one that was saved there."""
    search = start("breakthrough(5,5)", f"uct(playout={playout})")
    search.run("200 sims")
    search.play(search.result.move)
    state, options = search.state.position, search.player.native()
    loaded = _core.Search.load(state, options, search._search.save())
    for one in (loaded, search._search):
        one.run(_core.Budget(simulations=100), _core.Stop())
    assert loaded.save()[24:] == search._search.save()[24:]


@pytest.mark.parametrize("base", LEARNERS)
@pytest.mark.parametrize("level", [1, 2])
def test_a_pending_nested_playout_has_learned_nothing(base: str, level: int) -> None:
    """A playout that was cut short is made again, with what its base knew before it."""
    state = po.game("go(5,5)").initial().position
    options = po.player(f"uct(playout=nested(level={level}, base={base}))").native()
    cut, whole = (_core.Search(state, options, 1) for _ in range(2))
    for _ in range(3):  # the second time, the first playout comes to its end
        cut.run(_core.Budget(states=60), _core.Stop())
    assert cut.simulations == 1
    for search in (cut, whole):
        search.run(_core.Budget(simulations=5 - search.simulations), _core.Stop())
    assert (cut.simulations, cut.states) == (whole.simulations, whole.states)
    assert _values(cut) == _values(whole)


def _values(search: _core.Search) -> list[tuple[int, int, float]]:
    return [(child.move, child.visits, child.value) for child in search.result.children]


@pytest.mark.parametrize("playout", LEARNERS)
def test_threads_learn_on_their_own(playout: str) -> None:
    state = po.game("nogo(5,5)").initial()
    player = po.player(f"uct(playout={playout}, threads=2, parallel=root)")
    first, second = (player.search(state, "300 sims", seed=5) for _ in range(2))
    assert (first.children, first.states) == (second.children, second.states)


@pytest.mark.parametrize("playout", LEARNERS)
def test_spec(playout: str) -> None:
    assert str(po.playouts.playout(playout)) == playout
    assert str(po.player(f"uct(playout={playout})")) == f"uct(playout={playout})"
    assert po.playout_rate("nogo(5,5)", "50 sims", seed=5, playout=playout).playouts == 50


@pytest.mark.parametrize("playout", ["ppa", "ppaf"])
@pytest.mark.parametrize("rules", ["morpion(5D)", "crossword(capitals)", Digits()], ids=str)
def test_nobody_wins_a_puzzle(playout: str, rules: str | Digits) -> None:
    with pytest.raises(ValueError, match=f"^{playout} is for games of two players: in a puzzle nobody wins"):
        po.player(f"uct(playout={playout})").search(po.game(rules).initial(), "10 sims", seed=1)


@pytest.mark.parametrize("playout", ["mast", "nst"])
def test_a_puzzle_is_learned_from_its_scores(playout: str) -> None:
    """Digits of 0 to 3 whose sum is the score: playouts that learn write larger ones."""
    state = po.game(Digits(12)).initial()
    plain, learned = (
        po.player(f"uct(playout={kind}, exploration=100)").search(state, "400 sims", seed=1).value
        for kind in ("uniform", playout)
    )
    assert learned > plain + 3


@pytest.mark.parametrize(
    ("playout", "message"),
    [
        ("mast(epsilon=1.5)", "epsilon .*from 0 to 1"),
        ("nst(k=0)", "k .*from 1"),
        ("ppa(alpha=-1)", "alpha .*from 0 to 300"),
    ],
)
def test_wrong_parameters(playout: str, message: str) -> None:
    with pytest.raises(po.SpecError, match=message):
        po.playouts.playout(playout)


def test_slices_change_nothing() -> None:
    for playout in (*LEARNERS, "nested(level=1, base=mast)"):
        one, other = (start("connectfour(4,4)", f"uct(playout={playout}, rave=30)") for _ in range(2))
        one.run("60 sims")
        for _ in range(6):
            other.run("10 sims")
        same(one, other)
